/** The product with a venue that lists, marks and settles, a taker with two accounts and three makers, for tests of trading over HTTP. */
import { keepKey } from './kept-keys.ts'
import { call, ether, higher, markOf, perpetual } from './instruments.ts'
import { createTestVenue as createListing } from './market-venue.ts'
import type { Rates } from '../src/limits/rate-names.ts'
import type { ServerOptions } from '../src/server-options.ts'
import { createTestVenue as createSettling } from './settlement-venue.ts'
import { signatureHeaders, startTestProduct, type Answer, type Key, type TestProduct } from './product.ts'

export type Ticker = 'ORRY' | 'KEST' | 'LARK' | 'MERL'
export const makers = ['KEST', 'LARK', 'MERL'] as const

export type TradingProduct = {
  readonly product: TestProduct
  /** Moved by the test. The product's own clock does not move. */
  readonly clock: { now: number }
  readonly venue: ReturnType<typeof createListing>
  /** A second venue, which lists nothing until the test adds something. */
  readonly bybit: ReturnType<typeof createListing>
  /** A third venue that lists nothing. */
  readonly bitcom: ReturnType<typeof createListing>
  /** The venue at which it settles. */
  readonly settling: ReturnType<typeof createSettling>
  /** Our ids of the call spread's legs. */
  readonly spread: readonly { readonly instrument_id: number; readonly ratio: string; readonly side: 'BUY' | 'SELL' }[]
  keyOf(ticker: Ticker): Key
  /** Signed by the desk's key, and with an Idempotency-Key if one is given. */
  as(ticker: Ticker, method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answer>
  close(): Promise<void>
}

/** Rates are generous unless given. */
export async function startTradingProduct(
  databaseUrl: string,
  rates: Partial<Rates> = {},
  more: Partial<ServerOptions> = {},
): Promise<TradingProduct> {
  const clock = { now: 1_800_000_000_000 }
  const now = () => clock.now
  const listed = createListing('DBT', [call, higher, perpetual, ether], now)
  const settling = createSettling(now)
  const { verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks } = settling.venue
  const venue = { ...listed, verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks }
  const [bybit, bitcom] = [createListing('BYB', [], now), createListing('BIT', [], now)]
  const often = { most: 1e6, withinMs: 1_000 }
  const product = await startTestProduct(databaseUrl, {
    ...more,
    now,
    venues: [venue, bybit, bitcom],
    rates: { requestsPerDesk: often, rfqsPerDesk: often, ...rates },
  })
  listed.mark(markOf(call, 0.08), markOf(higher, 0.05), markOf(perpetual, 98_000))
  listed.index('BTC', 97_990, now())
  const { operator } = product.server
  for (const ticker of ['LARK', 'MERL'])
    await operator.createDesk({ ticker, name: `${ticker} desk`, firmName: `${ticker} Ltd`, isMaker: true, limits: 'NONE' })
  for (const maker of makers) await operator.approveMutually('ORRY', maker)
  const keys = new Map<Ticker, Key>()
  for (const ticker of ['ORRY', ...makers] as const) {
    for (const name of ticker === 'ORRY' ? ['main', 'fund'] : ['main'])
      await operator.addVenueAccount(ticker, {
        venue: 'DBT',
        name,
        clientId: `${ticker}-${name}`,
        clientSecret: 'secret',
        isDefault: name === 'main',
      })
    keys.set(ticker, await keepKey(operator, { databaseUrl, desk: ticker, name: 'trading' }))
  }
  let count = 0
  const as: TradingProduct['as'] = (ticker, method, path, body, idempotencyKey) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = signatureHeaders(keys.get(ticker)!, now() + (count++ % 10_000), method, path, text)
    return product.send(method, path, {
      body: text,
      headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
    })
  }
  const { json } = await as('ORRY', 'GET', '/v2/drfq/instruments/?page_size=100')
  const { results } = json as { results: readonly { readonly id: number; readonly name: string }[] }
  const idOf = (name: string) => results.find((one) => one.name === name)!.id
  return {
    product,
    clock,
    venue: listed,
    bybit,
    bitcom,
    settling,
    spread: [
      { instrument_id: idOf(call.name), ratio: '1', side: 'BUY' },
      { instrument_id: idOf(higher.name), ratio: '1', side: 'SELL' },
    ],
    keyOf: (ticker) => keys.get(ticker)!,
    as,
    close: () => product.close(),
  }
}

/** Leg prices of the call spread that add up to the price. */
export const legsFor = ({ spread }: Pick<TradingProduct, 'spread'>, total: string) => [
  { instrument_id: spread[0]!.instrument_id, price: (Number(total) + 0.05).toFixed(4) },
  { instrument_id: spread[1]!.instrument_id, price: '0.05' },
]

export type Json = Record<string, unknown> & { readonly id: string }

/** The body of a successful response. */
export function done(answer: Answer): Json {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json as Json
}
