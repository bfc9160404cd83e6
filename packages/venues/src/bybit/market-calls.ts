/** The listing and the tickers over HTTP: whole, page by page. */
import type { Instrument, Mark } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import { MAX_PAGES, ROWS_PER_PAGE } from './limits.ts'
import { CURRENCIES } from './product-codes.ts'
import type { Query, Rest } from './rest.ts'
import { instrumentFromWire, markFromWire, REST_NAMES, textOf } from './wire.ts'

export async function loadInstruments(rest: Rest, numberOf: (name: string) => number): Promise<readonly Instrument[]> {
  const rows: Instrument[] = []
  for (const baseCoin of CURRENCIES)
    for (const row of await readPages(rest, { category: 'option', baseCoin })) rows.push(...asOne(instrumentFromWire(row, numberOf)))
  return rows
}

/** The listing ends where no cursor for another page comes: the venue says null, leaves it out, or sends an empty text. */
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
  throw new Error('the venue lists more contracts than can be read')
}

/** The marks of everything listed, as they stand: what the socket sends is counted from here. */
export async function loadMarks(rest: Rest, named: (name: string) => Instrument | undefined): Promise<readonly Mark[]> {
  const marks: Mark[] = []
  for (const baseCoin of CURRENCIES) {
    const { result, venueNow: at } = await demand(rest, '/v5/market/tickers', { category: 'option', baseCoin })
    for (const row of asList(asObject(result)?.['list'])) {
      const id = named(String(asObject(row)?.['symbol']))?.id
      if (id !== undefined) marks.push(...asOne(markFromWire(row, REST_NAMES, { id, at })))
    }
  }
  return marks
}

const asOne = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

async function demand(rest: Rest, path: string, query: Query): Promise<{ readonly result: unknown; readonly venueNow: number }> {
  const answer = await rest.read(path, query)
  if (answer.kind === 'RESULT') return answer
  throw new Error(answer.kind === 'ERROR' ? `${answer.code} ${answer.message}` : answer.reason)
}
