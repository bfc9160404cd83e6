/**
 * The product with a settling venue that lists a perpetual and two futures, and three desks with one account each. For tests of listed spreads over
 * HTTP and the socket.
 */
import { june, march, perpetual, september } from './spread-market.ts'
import { keepKey } from './kept-keys.ts'
import type { Instrument, Mark } from '@parley/core'
import { markOf } from './instruments.ts'
import { createTestVenue as createListing } from './market-venue.ts'
import { createTestVenue as createSettling } from './settlement-venue.ts'
import { openTestSocket, signatureHeaders, startTestProduct, type Answer, type Key, type TestProduct, type TestSocket } from './product.ts'

export type Ticker = 'ORRY' | 'KEST' | 'LARK'
export type Json = Record<string, unknown> & { readonly id: string }

export type SpreadProduct = {
  readonly product: TestProduct
  readonly clock: { now: number }
  readonly settling: ReturnType<typeof createSettling>
  /** The venue's marks of all legs, each with limits a thousand away. `more` is added to that of the later future. */
  mark(more?: number): void
  /** Lists one more future. */
  listMore(): void
  /** Signed by the desk's key. */
  as(ticker: Ticker, method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answer>
  /** The body of a response, which must have the given status. */
  must(status: number, ...asked: Parameters<SpreadProduct['as']>): Promise<Json>
  /** A socket of the desk's key at `/v1/fs`, identified only by the key's name. */
  socket(ticker: Ticker): Promise<TestSocket>
  /** The spread of the perpetual and the nearer future. */
  strategy(): Promise<Json>
  /** Leaves no resting orders, no trades at the venue, and no triggered protections. */
  calm(): Promise<void>
  close(): Promise<void>
}

/** For the perpetual. */
export const NEXT_FUNDING_AT = 1_800_014_400_000

const TICKERS = ['ORRY', 'KEST', 'LARK'] as const

/** `also` has instruments that are listed and marked in addition to the futures. */
export async function startSpreadProduct(databaseUrl: string, also: readonly (readonly [Instrument, Mark])[] = []): Promise<SpreadProduct> {
  const clock = { now: 1_800_000_000_000 }
  const now = () => clock.now
  const listed = createListing('DBT', [perpetual, march, june, ...also.map(([instrument]) => instrument)], now)
  const settling = createSettling(now)
  const { verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks } = settling.venue
  const venue = { ...listed, verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks }
  const often = { most: 1e6, withinMs: 1_000 }
  const product = await startTestProduct(databaseUrl, {
    now,
    venues: [venue, createListing('BYB', [], now), createListing('BIT', [], now)],
    rates: { requestsPerDesk: often, spreadReadsPerDesk: often, spreadWritesPerDesk: often },
  })
  const mark = (more = 0) =>
    listed.mark(
      ...also.map(([, marked]) => marked),
      ...[perpetual, march, june].map((one, place) => {
        const at = 90_000 + place * 1_000 + (place === 2 ? more : 0)
        return markOf(one, at, {
          bidPrice: at - 1,
          askPrice: at + 1,
          bidAmount: 50_000,
          askAmount: 60_000,
          minPrice: at - 1_000,
          maxPrice: at + 1_000,
          ...(one === perpetual ? { funding: { rate: 0.00012, everyMs: 28_800_000, nextAt: NEXT_FUNDING_AT } } : {}),
        })
      }),
    )
  mark()
  listed.index('BTC', 89_990, now())
  const { operator } = product.server
  await operator.createDesk({ ticker: 'LARK', name: 'LARK desk', firmName: 'LARK Ltd', isMaker: true, limits: 'NONE' })
  const keys = new Map<Ticker, Key>()
  for (const ticker of TICKERS) {
    await operator.addVenueAccount(ticker, {
      venue: 'DBT',
      name: 'main',
      clientId: `${ticker}-main`,
      clientSecret: 'secret',
      isDefault: true,
    })
    keys.set(ticker, await keepKey(operator, { databaseUrl, desk: ticker, name: 'trading' }))
  }
  let count = 0
  const as: SpreadProduct['as'] = (ticker, method, path, body, idempotencyKey) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = signatureHeaders(keys.get(ticker)!, now() + (count++ % 10_000), method, path, text)
    const keyed = idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey }
    return product.send(method, path, { body: text, headers: keyed })
  }
  const must: SpreadProduct['must'] = async (status, ...asked) => {
    const answer = await as(...asked)
    if (answer.status !== status) throw new Error(`${asked[1]} ${asked[2]} answered ${answer.status} ${answer.text}`)
    return answer.json as Json
  }
  return {
    ...{ product, clock, settling, mark, as, must },
    listMore: () => listed.list([perpetual, march, june, september]),
    socket: (ticker) => openTestSocket(product.server.baseUrl, `/v1/fs?api-key=${keys.get(ticker)!.accessKey}&cancel-on-disconnect=0`),
    async strategy() {
      const names = (one: Json) => (one['legs'] as readonly { instrument_name: string }[]).map(({ instrument_name: name }) => name).join()
      const listedNow = async () => (await must(200, 'ORRY', 'GET', '/v1/fs/strategies/'))['results'] as Json[]
      for (;;) {
        const found = (await listedNow()).find((one) => names(one) === `${perpetual.name},${march.name}`)
        if (found !== undefined) return found
      }
    },
    async calm() {
      for (const ticker of TICKERS) {
        await must(200, ticker, 'PATCH', '/v1/fs/mmp/status/', {})
        await must(204, ticker, 'DELETE', '/v1/fs/orders/')
      }
      const pending = async () => (await must(200, 'ORRY', 'GET', '/v1/fs/trades/?state=PENDING_SETTLEMENT'))['results'] as Json[]
      while ((await pending()).length > 0);
      clock.now += 20_000
      mark()
    },
    close: () => product.close(),
  }
}
