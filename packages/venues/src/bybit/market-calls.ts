/** The complete listing and tickers over HTTP, page by page. */
import type { Instrument, Mark } from '@parley/core'
import type { Pause } from '../adapter/pauses.ts'
import { asList, asObject } from '../adapter/wire-object.ts'
import { MAX_PAGES, ROWS_PER_PAGE } from './limits.ts'
import { CURRENCIES, LINEAR_COINS } from './product-codes.ts'
import type { Query, Rest } from './rest.ts'
import {
  futureFromWire,
  futureMarkFromWire,
  instrumentFromWire,
  markFromWire,
  pauseFromWire,
  priceLimitFromWire,
  REST_NAMES,
  textOf,
} from './wire.ts'

/** By name: how far a contract's price may be from its mark, as a fraction. */
export type PriceLimits = ReadonlyMap<string, number>
export type Listed = { readonly instruments: readonly Instrument[]; readonly priceLimits: PriceLimits }

export async function loadListing(rest: Rest, numberOf: (name: string) => number, received?: () => void): Promise<Listed> {
  const rows: Instrument[] = []
  const read = async (query: Query) => {
    const found = await readPages(rest, query)
    received?.()
    return found
  }
  for (const baseCoin of CURRENCIES)
    for (const row of await read({ category: 'option', baseCoin })) rows.push(...asOne(instrumentFromWire(row, numberOf)))
  const futures = await read({ category: 'inverse' })
  const linear: unknown[] = []
  for (const baseCoin of LINEAR_COINS) linear.push(...(await read({ category: 'linear', baseCoin })))
  for (const row of [...futures, ...linear]) rows.push(...asOne(futureFromWire(row, numberOf)))
  const limits = linear.flatMap((row) => asOne(priceLimitFromWire(row)))
  return { instruments: rows, priceLimits: new Map(limits.map(({ name, ratio }) => [name, ratio])) }
}

/** The listing ends at a page without a next cursor: the venue sends null or an empty string, or leaves it out. */
async function readPages(rest: Rest, query: Query): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more: Query = cursor === undefined ? {} : { cursor }
    const { result } = await demand(rest, '/v5/market/instruments-info', { ...query, limit: String(ROWS_PER_PAGE), ...more })
    rows.push(...asList(asObject(result)?.['list']))
    const next = textOf(asObject(result)?.['nextPageCursor'])
    if (next === undefined || next === cursor) return rows
    cursor = next
  }
  throw new Error('the venue lists more contracts than Parley reads')
}

/** The current marks of everything listed. Updates from the socket apply to these. */
export async function loadMarks(
  rest: Rest,
  named: (name: string) => Instrument | undefined,
  priceLimits: PriceLimits,
): Promise<readonly Mark[]> {
  const queries: readonly Query[] = [
    ...CURRENCIES.map((baseCoin) => ({ category: 'option', baseCoin })),
    { category: 'inverse' },
    ...LINEAR_COINS.map((baseCoin) => ({ category: 'linear', baseCoin })),
  ]
  const answers = await Promise.all(queries.map((query) => demand(rest, '/v5/market/tickers', query)))
  return answers.flatMap(({ result, venueNow: at }) =>
    asList(asObject(result)?.['list']).flatMap((row) => {
      const ticker = asObject(row)
      const instrument = named(String(ticker?.['symbol']))
      if (ticker === undefined || instrument === undefined) return []
      const { id, name, kind } = instrument
      if (kind === 'OPTION') return asOne(markFromWire(ticker, REST_NAMES, { id, at }))
      return asOne(futureMarkFromWire(ticker, { id, at, priceLimit: priceLimits.get(name) }))
    }),
  )
}

/** Whether the venue has announced maintenance of options trading. It does not announce pauses shorter than ten seconds. */
export async function loadPause(rest: Rest): Promise<Pause | undefined> {
  const answer = await rest.read('/v5/system/status', {})
  return answer.kind === 'RESULT' ? pauseFromWire(answer.result, answer.venueNow) : undefined
}

const asOne = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

async function demand(rest: Rest, path: string, query: Query): Promise<{ readonly result: unknown; readonly venueNow: number }> {
  const answer = await rest.read(path, query)
  if (answer.kind === 'RESULT') return answer
  throw new Error(answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : answer.reason)
}
