/** The positions of desks, from a settled trade to their lists and sockets. */
import type { AccountReadingView, PositionsChangeView, PositionView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/desk.ts'
import { call, higher } from '../../test/instruments.ts'
import { openTestSocket, type TestSocket } from '../../test/product.ts'
import { done, legsFor, startTradingProduct, type Ticker, type TradingProduct } from '../../test/trading-product.ts'
import { createReadingStore } from './reading-store.ts'

const PATIENCE = { timeout: 20_000 }
const database = withTestDatabase()
let trading: TradingProduct
/** The state sent to KEST's socket before the one trade of this file, and after it has settled. */
let first: PositionsChangeView
let held: PositionsChangeView
beforeAll(async () => {
  trading = await startTradingProduct(database.url)
  const socket = await watching('KEST')
  first = changeIn(await socket.next((frame) => changeIn(frame) !== undefined))!
  trading.clock.now += 1_500
  await dealt()
  held = changeIn(await socket.next(holds))!
  socket.close()
  await eventually(
    () => positionsOf('ORRY'),
    ({ results }) => results.length === 2,
  )
}, 60_000)
afterAll(() => trading.close())

type Page = { readonly count: number; readonly next: string | null; readonly results: readonly PositionView[] }
const positionsOf = async (desk: Ticker, query = ''): Promise<Page> =>
  (await trading.as(desk, 'GET', `/v1/positions/${query}`)).json as Page
const readingsOf = async (desk: Ticker): Promise<readonly AccountReadingView[]> =>
  ((await trading.as(desk, 'GET', '/v1/positions/accounts/')).json as { results: AccountReadingView[] }).results
const refresh = (desk: Ticker) => trading.as(desk, 'POST', '/v1/positions/refresh/')
/** Starts a read at a new time. An earlier read is joined as long as it runs. */
async function readAnew(): Promise<number> {
  const at = (trading.clock.now += 10_000)
  await expect.poll(async () => (await refresh('ORRY')).json, PATIENCE).toMatchObject({ began_at: at })
  return at
}
const rowsOf = ({ results }: Page) => results.map((row) => [row.account_name, row.instrument_name, row.quantity, row.average_price])

async function dealt(): Promise<void> {
  const terms = { venue: 'DBT', quantity: '25', counterparties: ['KEST'], account_name: 'main', legs: trading.spread }
  const { id } = done(await trading.as('ORRY', 'POST', '/v2/drfq/rfqs/', terms))
  const quote = { rfq_id: id, side: 'SELL', quantity: '25', legs: legsFor(trading, '0.03') }
  done(await trading.as('KEST', 'POST', '/v2/drfq/orders/', quote))
  const cross = { rfq_id: id, side: 'BUY', quantity: '25', price: '0.03', time_in_force: 'FILL_OR_KILL', account_name: 'main' }
  done(await trading.as('ORRY', 'POST', '/v2/drfq/orders/', cross))
}

async function watching(desk: Ticker): Promise<TestSocket> {
  const { accessKey } = trading.keyOf(desk)
  const socket = await openTestSocket(trading.product.server.baseUrl, `/v2/drfq/?api-key=${accessKey}&cancel_on_disconnect=false`)
  socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'positions' } })
  return socket
}
const changeIn = (frame: Record<string, unknown>): PositionsChangeView | undefined =>
  frame['method'] === 'subscription' ? (frame['params'] as { data: PositionsChangeView }).data : undefined
const holds = (frame: Record<string, unknown>): boolean =>
  changeIn(frame)?.changed.some(({ positions }) => positions.some(({ instrument_name }) => instrument_name === call.name)) === true

describe('13.1 13.8 positions of a desk', () => {
  it('13.1 are read at once when a trade has settled, for both desks, each its own', async () => {
    expect(first.accounts.map(({ account_name }) => account_name)).toEqual(['main'])
    expect(held.changed[0]!.positions.map(({ instrument_name, quantity }) => [instrument_name, quantity])).toEqual([
      [call.name, '-25'],
      [higher.name, '25'],
    ])
    expect(rowsOf(await positionsOf('ORRY'))).toEqual([
      ['main', call.name, '25', '0.08'],
      ['main', higher.name, '-25', '0.05'],
    ])
    expect((await positionsOf('LARK')).results).toEqual([])
  })

  it('13.2 13.3 have figures at the mark of now', async () => {
    const [position] = (await positionsOf('ORRY')).results
    expect(position).toMatchObject({
      ...{ product_code: 'DO', kind: 'OPTION', margin_kind: 'INVERSE', base_currency: 'BTC', strike: '100000', option_kind: 'CALL' },
      ...{ mark_price: '0.08', mark_iv: '52.40', pnl: '0.00000000', pnl_usd: '0.00', currency: 'BTC' },
      ...{ delta: '11.25000000', vega: '3012.50000000', theta: '-1506.25000000', state: 'FRESH' },
    })
    expect(Number(position!.gamma)).toBeGreaterThan(0)
  })

  // Proves W 7.6.
  it('are listed by venue, product and account, a page at a time', async () => {
    expect((await positionsOf('ORRY', '?account_name=fund')).results).toEqual([])
    expect((await positionsOf('ORRY', '?product_code=CF')).results).toEqual([])
    expect((await positionsOf('ORRY', '?venue=DBT&product_code=DO&account_name=main')).results).toHaveLength(2)
    const first = await positionsOf('ORRY', '?page_size=1')
    const second = await positionsOf('ORRY', `?page_size=1&cursor=${first.next}`)
    expect([first.count, second.next, ...[first, second].map(({ results }) => results[0]!.instrument_name)]).toEqual([
      ...[2, null],
      ...[call.name, higher.name],
    ])
    expect((await trading.as('ORRY', 'GET', '/v1/positions/?cursor=abc')).status).toBe(400)
    expect((await trading.as('ORRY', 'GET', '/v1/positions/?venue=CME')).status).toBe(400)
  })

  it('13.1 stay as they were last read, with their age and the reason, if the venue does not respond', async () => {
    const before = (await readingsOf('ORRY')).find(({ account_name }) => account_name === 'main')!
    expect(before).toMatchObject({ positions: 2, state: 'FRESH', failure: null })
    trading.clock.now += 10_000
    for (let asked = 0; asked < 100; asked += 1) trading.settling.goWrong('HOLDINGS', 'BUSY')
    const answer = await refresh('ORRY')
    expect([answer.status, answer.json]).toEqual([202, { accounts: 2, began_at: trading.clock.now }])
    const main = async () => (await readingsOf('ORRY')).find(({ account_name }) => account_name === 'main')!
    await expect.poll(async () => (await main()).failure, PATIENCE).toEqual({ at: trading.clock.now, message: 'busy' })
    expect(await main()).toMatchObject({ positions: 2, state: 'STALE', read_at: before.read_at })
    expect((await positionsOf('ORRY')).results.map(({ state }) => state)).toEqual(['STALE', 'STALE'])
    trading.settling.goRight('HOLDINGS')
  })

  it('13.1 join a reading that has begun within two seconds', async () => {
    const at = await readAnew()
    trading.clock.now += 1_999
    expect((await refresh('ORRY')).json).toMatchObject({ began_at: at })
    trading.clock.now += 1
    // The earlier read is joined as long as it runs.
    await expect.poll(async () => (await refresh('ORRY')).json, PATIENCE).toMatchObject({ began_at: at + 2_000 })
    await expect.poll(async () => (await readingsOf('ORRY')).map(({ state }) => state), PATIENCE).toEqual(['FRESH', 'FRESH'])
  })

  it('13.1 are what the next start knows of them, with the time at which they were read', async () => {
    // A read is stored if it differs from the previous one. This one follows a failure.
    for (let asked = 0; asked < 100; asked += 1) trading.settling.goWrong('HOLDINGS', 'BUSY')
    await readAnew()
    await expect.poll(async () => (await readingsOf('ORRY')).every(({ failure }) => failure !== null), PATIENCE).toBe(true)
    trading.settling.goRight('HOLDINGS')
    await readAnew()
    const [main] = await database.sql<{ id: string }[]>`select id from venue_account where desk = 'ORRY' and name = 'main'`
    const stored = async () => {
      const { held, failure } = (await createReadingStore(database.sql).load()).get(main!.id)!
      return [held?.readAt, held?.positions.length, failure]
    }
    await expect.poll(stored, PATIENCE).toEqual([trading.clock.now, 2, undefined])
  })
})
