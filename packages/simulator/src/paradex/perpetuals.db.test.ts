/** Perpetuals through the running product and the venue's own protocol: what the members of a desk order, the outcome, and who can see it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  perpetualCalls as calls,
  protectionCalls,
  venueAccountCalls,
  type Client,
  type PerpetualBookChangeView,
  type PerpetualMarketsView,
} from '@parley/client'
import { atMarket, exitsFollowThePosition, exitsOutliveAFailedWrite, limit, refusesLateOrders } from '../../test/perpetual-exits.ts'
import { placesUnclearOrders } from '../../test/unclear-orders.ts'
import { depositsAreListed, resultsAgreeWithTheFills, setsLeverage } from '../../test/perpetual-account.ts'
import { MARKET, openProduct, OTHER, OWN, watchAccount, type Product } from '../../test/perpetuals-product.ts'

let product: Product
let tess: Client
let seen: ReturnType<typeof watchAccount>['seen']
const closing: (() => void)[] = []

beforeAll(async () => {
  product = await openProduct({ kest: 'WITH_ACCOUNT' })
  tess = product.client('tess')
  const watched = watchAccount(tess)
  seen = watched.seen
  closing.push(() => watched.socket.close())
  await until(() => expect(seen).toMatchObject({ line: 'CONNECTED', account: 'perpetuals' }))
}, 120_000)
afterAll(async () => {
  for (const close of closing) close()
  await product?.close()
})

const until = (look: () => Promise<void> | void): Promise<void> => vi.waitFor(look, { timeout: 20_000, interval: 25 })
const step = (): void => product.venue.step(1_000)
const mark = (): number => product.venue.market.mark(product.venue.market.contract(MARKET)!)
const priceAt = (share: number): string => (Math.round(mark() * share * 10) / 10).toFixed(1)
const auditOf = (action: string) =>
  product.sql<{ actor: string; object: string; outcome: string }[]>`
    select actor, object, detail ->> 'outcome' as outcome from audit where action = ${action} order by id`

describe('18.1 markets', () => {
  it('18.1 are listed with prices, funding and its next time, and published as they change', async () => {
    const { results } = await tess.call(calls.listPerpetualMarkets, {})
    const btc = results.find(({ market }) => market === MARKET)!
    expect(btc).toMatchObject({ base_currency: 'BTC', tick_size: '0.1', takes: 'ORDERS', funding_period_hours: 8, largest_leverage: '50' })
    expect(Number(btc.mark_price)).toBeCloseTo(mark(), 4)
    expect(btc.next_funding_at % (8 * 3_600_000)).toBe(0)

    const socket = tess.socket({ cancelOnDisconnect: false })
    closing.push(() => socket.close())
    const markets: PerpetualMarketsView[] = []
    const books: PerpetualBookChangeView[] = []
    socket.subscribe('perpetual_markets', ({ data }) => markets.push(data as PerpetualMarketsView))
    socket.subscribe(`perpetual_book.${MARKET}`, ({ data }) => books.push(data as PerpetualBookChangeView))
    await until(() => expect(books.at(-1)?.bids.length).toBeGreaterThan(0))
    await until(() => expect(markets[0]?.markets.length).toBeGreaterThan(1))
    const whole = books.find(({ is_whole, lost }) => is_whole && lost === null)!
    expect(Number(whole.bids[0]!.price)).toBeLessThan(Number(whole.asks[0]!.price))
    step()
    await until(() => expect(books.at(-1)).toMatchObject({ is_whole: false, lost: null }))
    await until(() =>
      expect(
        markets
          .slice(1)
          .flatMap((change) => change.markets)
          .some(({ market }) => market === MARKET),
      ).toBe(true),
    )
  })

  it('18.1 candles, trades and the book are read; an unknown market is refused with the names of the listed ones', async () => {
    const now = Date.now()
    const params = { market: MARKET }
    const candles = await tess.call(calls.listPerpetualCandles, { params, query: { resolution: '1', from: now - 3_600_000, to: now } })
    expect(candles.results.length).toBeGreaterThan(0)
    expect((await tess.call(calls.getPerpetualBook, { params })).asks.length).toBeGreaterThan(0)
    await expect(tess.call(calls.getPerpetualBook, { params: { market: 'DOGE-USD-PERP' } })).rejects.toMatchObject({
      ...{ status: 404, error: 'PerpetualUnknown', member: 'market' },
      message: expect.stringContaining(MARKET),
    })
    await expect(tess.call(calls.listPerpetualCandles, { params, query: { resolution: '1', from: 0, to: now } })).rejects.toMatchObject({
      error: 'InvalidParams',
      member: 'from',
    })
  })
})

describe('18.1 reads', () => {
  it('18.1 of an account are made once for those who wait', async () => {
    const refusal = { kind: 'REJECT', code: 400, message: 'once', data: 'ONCE' } as const
    // The first is under way, and the others share the one that follows it. A desk has four reads under way at most.
    product.venue.faults.order({ method: 'GET /positions', fault: { kind: 'DELAY', delayMs: 200 }, times: 1 })
    product.venue.faults.order({ method: 'GET /positions', fault: refusal, times: 1 })
    const positions = () => tess.call(calls.listPerpetualPositions, {})
    const first = positions()
    const read = await Promise.allSettled([first, ...Array.from({ length: 3 }, positions)])
    expect(read.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect((await positions()).results).toEqual([])
  })
})

describe('18.5 orders', () => {
  it('18.5, 18.6 from order to fill to position to close, each published on the channel, and in the audit log with its user', async () => {
    const before = (await tess.call(calls.getPerpetualSummary, {})).free
    const order = await tess.call(calls.placePerpetualOrder, { body: { ...atMarket('BUY', '0.1'), client_id: 'first' } })
    expect(order).toMatchObject({ market: MARKET, client_id: 'first', instruction: 'IMMEDIATE_OR_CANCEL', price: null })
    await until(() => expect(seen.positions.get(MARKET)).toMatchObject({ side: 'LONG', quantity: '0.1' }))
    expect(seen.fills.some(({ client_id, role }) => client_id === 'first' && role === 'TAKER')).toBe(true)
    expect(seen.ended.find(({ id }) => id === order.id)).toMatchObject({ remaining: '0', sentence: null })
    const [position] = (await tess.call(calls.listPerpetualPositions, {})).results
    expect(Number(position!.liquidation_price ?? 1)).toBeLessThan(mark())
    expect(Number(position!.margin)).toBeGreaterThan(0)
    expect(Number((await tess.call(calls.getPerpetualSummary, {})).free)).toBeLessThan(Number(before))

    const { unrealized_pnl: profit } = seen.positions.get(MARKET)!
    step()
    // Nothing has traded in between: only the mark has moved.
    await until(() => expect(seen.positions.get(MARKET)!.unrealized_pnl).not.toBe(profit))

    await tess.call(calls.placePerpetualOrder, { body: { ...atMarket('SELL', '0.1'), effect: 'REDUCE_ONLY' } })
    await until(() => expect(seen.positions.size).toBe(0))
    expect((await tess.call(calls.listPerpetualPositions, {})).results).toEqual([])
    const { results } = await tess.call(calls.listPerpetualFills, { query: {} })
    expect(results[0]!.side).toBe('SELL')
    expect((await tess.call(calls.listPerpetualOrderHistory, { query: {} })).results.map(({ client_id }) => client_id)).toContain('first')
    const rows = (await auditOf('PlacePerpetualOrder')).filter(({ object }) => object === 'first')
    expect(rows.map(({ outcome }) => outcome)).toEqual(['SENT', 'DONE'])
    expect(new Set(rows.map(({ actor }) => actor)).size).toBe(1)
  })

  it('18.17 the deposits of the account are listed', () => depositsAreListed(tess))

  it('18.13 their results are added up by day and market, and agree with the fills', () => resultsAgreeWithTheFills(tess))

  it('18.5 rests, is amended under its id, and is cancelled; cancel-all reports what is left', async () => {
    const order = await tess.call(calls.placePerpetualOrder, {
      body: { ...limit('BUY', '0.2', priceAt(0.98)), instruction: 'POST_ONLY', client_id: 'rests' },
    })
    await until(() => expect(seen.orders.get(order.id)).toMatchObject({ state: 'OPEN', instruction: 'POST_ONLY' }))
    const amended = await tess.call(calls.amendPerpetualOrder, { params: { id: order.id }, body: { quantity: '0.3' } })
    expect(amended).toMatchObject({ id: order.id, quantity: '0.3', price: order.price })
    expect(await tess.call(calls.cancelPerpetualOrder, { params: { id: order.id } })).toEqual({ id: order.id })
    await until(() => expect(seen.ended.find(({ id }) => id === order.id)?.sentence).toMatch(/Cancelled on request/))
    await expect(tess.call(calls.cancelPerpetualOrder, { params: { id: order.id } })).rejects.toMatchObject({ error: 'OrderClosed' })
    await expect(tess.call(calls.cancelPerpetualOrder, { params: { id: '42' } })).rejects.toMatchObject({ error: 'OrderUnknown' })

    const stop = await tess.call(calls.placePerpetualOrder, {
      body: { market: MARKET, side: 'SELL', kind: 'STOP_MARKET', quantity: '0.1', trigger_price: priceAt(0.9) },
    })
    await until(() => expect(seen.orders.get(stop.id)?.state).toBe('UNTRIGGERED'))
    await tess.call(calls.placePerpetualOrder, { body: limit('SELL', '0.1', priceAt(1.02)) })
    expect(await tess.call(calls.cancelAllPerpetualOrders, { body: { market: MARKET } })).toEqual({ market: MARKET, open: [] })
    await until(() => expect(seen.orders.size).toBe(0))
  })

  it.each([
    ['PerpetualOrderInvalid', 'quantity', /multiple of 0\.00001/, () => limit('BUY', '0.000001', priceAt(1))],
    ['PerpetualOrderInvalid', 'price', /multiple of 0\.1/, () => limit('BUY', '0.1', '60000.05')],
    ['PerpetualOrderInvalid', 'price', /needs a price/, () => ({ ...limit('BUY', '0.1', '1'), price: null })],
    ['PerpetualOrderInvalid', 'quantity', /at most 6 decimals/, () => limit('BUY', '0.1234567', priceAt(1))],
    ['InvalidParams', 'client_id', /1 to 64 letters, digits/, () => ({ ...atMarket('BUY', '0.1'), client_id: 'a b' })],
    ['PerpetualUnknown', 'market', /are accepted/, () => ({ ...atMarket('BUY', '0.1'), market: 'X' })],
  ] as const)('18.3 %s of %s says what would be accepted', async (error, member, message, body) => {
    await expect(tess.call(calls.placePerpetualOrder, { body: body() })).rejects.toMatchObject({
      ...{ error, member },
      message: expect.stringMatching(message),
    })
  })

  it("18.5 an order that the venue ends on arrival gives the reason in a sentence, with the venue's code", async () => {
    const { id } = await tess.call(calls.placePerpetualOrder, { body: atMarket('BUY', '90') })
    await until(() =>
      expect(seen.ended.find((one) => one.id === id)).toMatchObject({
        reason: 'NOT_ENOUGH_MARGIN',
        sentence: expect.stringContaining('free margin'),
      }),
    )
  })

  it('18.11 an order after its not_after is refused, and nothing is sent', () => refusesLateOrders({ tess, priceAt, auditOf }))
  it('18.12 exits have the size of the position, and are cancelled with it', () => exitsFollowThePosition({ tess, priceAt, auditOf }))
  it('18.12 exits follow their position although the record of a change could not be written once', () =>
    exitsOutliveAFailedWrite({ tess, priceAt, auditOf }, product.sql))

  it('18.4 leverage and margin mode are set to the largest of the market at most', () => setsLeverage(tess, seen))
})

describe('18.2 who', () => {
  it('18.2 a viewer reads and does not trade; another desk reads nothing of this one', async () => {
    const vera = product.client('vera')
    expect((await vera.call(calls.listPerpetualOrders, {})).results).toEqual([])
    await expect(vera.call(calls.placePerpetualOrder, { body: atMarket('BUY', '0.1') })).rejects.toMatchObject({
      ...{ status: 403, error: 'InsufficientPermissions' },
    })
    await expect(vera.call(calls.cancelAllPerpetualOrders, { body: {} })).rejects.toMatchObject({ status: 403 })

    const kit = product.client('kit')
    const other = watchAccount(kit)
    closing.push(() => other.socket.close())
    await until(() => expect(other.seen.line).toBe('CONNECTED'))
    const order = await tess.call(calls.placePerpetualOrder, {
      body: { ...limit('BUY', '0.1', priceAt(0.97)), client_id: 'secret-of-orry' },
    })
    await until(() => expect(seen.orders.has(order.id)).toBe(true))
    const own = await kit.call(calls.placePerpetualOrder, { body: limit('BUY', '0.1', priceAt(0.96)) })
    await until(() => expect(other.seen.orders.has(own.id)).toBe(true))
    expect((await kit.call(calls.listPerpetualOrders, {})).results.map(({ id }) => id)).toEqual([own.id])
    expect((await kit.call(calls.listPerpetualDailyPnl, { query: {} })).results).toEqual([])
    expect((await vera.call(calls.listPerpetualDailyPnl, { query: {} })).results.length).toBeGreaterThan(0)
    // The response for another desk's order is the same as for one that never existed.
    const refusals = await Promise.all(
      [order.id, '4242'].map((id) =>
        kit
          .call(calls.cancelPerpetualOrder, { params: { id } })
          .catch((error: { message: string; error: string }) => [error.error, error.message]),
      ),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(other.seen.texts.join()).not.toMatch(/secret-of-orry/)
    await kit.call(calls.cancelAllPerpetualOrders, {})
    await until(() => expect(other.seen.orders.size).toBe(0))
    expect(seen.orders.has(order.id)).toBe(true)
    await tess.call(calls.cancelAllPerpetualOrders, {})
  })
})

describe('18.5 errors', () => {
  it('2.20 a key that does not match the account is refused when it is entered', async () => {
    await expect(product.connectWithWrongKey()).rejects.toThrow(/does not match the account/)
  })

  it('18.5 a token that expires before the order is sent is renewed, and the order exists once', async () => {
    product.advance(10 * 60_000)
    await tess.call(calls.placePerpetualOrder, { body: { ...limit('BUY', '0.1', priceAt(0.97)), client_id: 'after-the-token' } })
    const { results } = await tess.call(calls.listPerpetualOrders, {})
    expect(results.filter(({ client_id }) => client_id === 'after-the-token')).toHaveLength(1)
    await tess.call(calls.cancelAllPerpetualOrders, {})
  })

  it('18.5 an order whose response was lost is found by its client id, and a repeated request returns the same order', async () => {
    product.venue.faults.order({ method: 'POST /orders', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
    const body = limit('BUY', '0.1', priceAt(0.97))
    const first = await tess.call(calls.placePerpetualOrder, { body, idempotencyKey: 'press-1' })
    const again = await tess.call(calls.placePerpetualOrder, { body, idempotencyKey: 'press-1' })
    expect(again.id).toBe(first.id)
    expect((await tess.call(calls.listPerpetualOrders, {})).results).toHaveLength(1)
  })

  it('18.5 when the connection breaks the channel reports it, then sends everything again, and orders stay open', async () => {
    const lines: string[] = []
    const count = seen.texts.length
    product.venue.dropConnections()
    await until(() => {
      lines.splice(0, lines.length, ...seen.texts.slice(count).map((text) => (JSON.parse(text) as { line: string }).line))
      expect(lines).toContain('DISCONNECTED')
      expect(lines.at(-1)).toBe('CONNECTED')
    })
    await until(() => expect(seen.orders.size).toBe(1))
    const order = await tess.call(calls.placePerpetualOrder, { body: limit('SELL', '0.1', priceAt(1.03)) })
    await until(() => expect(seen.orders.has(order.id)).toBe(true))
  })
})

describe('18.7 stops', () => {
  it("18.7 a stop of a user cancels that user's resting orders there, and refuses only that user's new ones", async () => {
    const boss = product.client('boss')
    const own = await boss.call(calls.placePerpetualOrder, { body: limit('BUY', '0.1', priceAt(0.96)) })
    await until(() => expect(seen.orders.size).toBe(3))
    const place = (client_id: string) =>
      tess.call(calls.placePerpetualOrder, { body: { ...limit('BUY', '0.1', priceAt(0.96)), client_id } })
    await placesUnclearOrders(product, place)
    await tess.call(protectionCalls.stopOwnTrading, { body: {} })
    await expect(tess.call(calls.placePerpetualOrder, { body: atMarket('BUY', '0.1') })).rejects.toMatchObject({
      error: 'TradingIsStopped',
    })
    await until(() => expect([...seen.orders.keys()]).toEqual([own.id]))
    expect(await tess.call(calls.cancelAllPerpetualOrders, { body: { market: 'ETH-USD-PERP' } })).toMatchObject({ open: [] })
  })

  it('18.7 an order that is on its way when trading is stopped is cancelled, also if the venue does not answer at first', async () => {
    const boss = product.client('boss')
    const { faults } = product.venue
    faults.order({ method: 'POST /orders', fault: { kind: 'DELAY', delayMs: 300 }, times: 1 })
    faults.order({ method: 'DELETE /orders/{}', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1 })
    const body = { ...limit('BUY', '0.1', priceAt(0.96)), client_id: 'on-its-way' }
    const placed = boss.call(calls.placePerpetualOrder, { body }).catch((error: unknown) => error)
    await until(async () =>
      expect((await auditOf('PlacePerpetualOrder')).filter(({ object }) => object === body.client_id)).toMatchObject([{ outcome: 'SENT' }]),
    )
    await boss.call(protectionCalls.stopTrading, { body: {} })
    expect(await placed).toMatchObject({ status: 403, error: 'TradingIsStopped', message: expect.stringContaining('your desk') })
    await until(async () => expect((await boss.call(calls.listPerpetualOrders, {})).results).toEqual([]))
    await until(() => expect(seen.orders.size).toBe(0))
    await expect(boss.call(calls.placePerpetualOrder, { body: atMarket('BUY', '0.1') })).rejects.toMatchObject({
      ...{ status: 403, error: 'TradingIsStopped' },
      message: expect.stringContaining('your desk'),
    })
    const [fill] = (await boss.call(calls.listPerpetualFills, { query: {} })).results
    expect(fill!.side).toBe('SELL')
    faults.clear()
  })

  it('18.7 11.6 until the venue shows the orders of a stopped user, the cancellation goes on and the desk sees that it is not done', async () => {
    const [boss, kit] = [product.client('boss'), product.client('kit')]
    const waiting = async (by: Client) => (await by.call(protectionCalls.getProtection, {})).still_cancelling.map(({ flow }) => flow)
    product.venue.faults.order({ method: 'GET /orders', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1_000 })
    await boss.call(protectionCalls.stopOwnTrading, { body: {} })
    await until(async () => expect(await waiting(boss)).toEqual(['perpetuals']))
    expect([await waiting(tess), await waiting(kit)]).toEqual([['perpetuals'], []])
    product.venue.faults.clear()
    await until(async () => expect(await waiting(boss)).toEqual([]))
  })
})

describe('2.24 the key of the account', () => {
  it('2.24 is checked at intervals, also after it was repaired', async () => {
    const account = async () => (await product.client('kit').call(venueAccountCalls.listVenueAccounts, {})).results[0]!
    expect((await account()).health).toMatchObject({ state: 'HEALTHY', last_success: { took_ms: expect.any(Number) } })
    const holds = (key: typeof OTHER) =>
      product.venue.addAccount({ clientId: OTHER.account_address, clientSecret: key.subkey_private_key, name: 'Desk 1', balance: 100_000 })
    holds(OWN)
    product.advance(6 * 60_000)
    await expect.poll(async () => (await account()).health.state, { timeout: 30_000 }).toBe('FAILING')
    holds(OTHER)
    product.advance(6 * 60_000)
    await expect.poll(async () => (await account()).health.state, { timeout: 30_000 }).toBe('HEALTHY')
  })
})

describe('18.8 after a restart', () => {
  it('18.8 orders without a known outcome are resolved, and a stop in progress is completed', async () => {
    const { faults } = product.venue
    const kit = product.client('kit')
    const place = (client_id: string, share: number) =>
      kit.call(calls.placePerpetualOrder, { body: { ...limit('BUY', '0.1', priceAt(share)), client_id } })
    const outcomes = async (object: string) =>
      (await auditOf('PlacePerpetualOrder')).filter((row) => row.object === object).map(({ outcome }) => outcome)
    const unanswered = { status: 503, error: 'PerpetualOutcomeUnknown' }

    faults.order({ method: 'POST /orders', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
    faults.order({ method: 'GET /orders/by_client_id/{}', fault: { kind: 'REJECT', code: 503, message: 'busy' }, times: 3 })
    await expect(place('arrived', 0.97)).rejects.toMatchObject(unanswered)
    // The order that has arrived is not affected by the rejection of a repetition.
    await expect(place('arrived', 0.97)).rejects.toMatchObject({ error: 'PerpetualRefused' })
    faults.order({ method: 'POST /orders', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1 })
    await expect(place('lost', 0.97)).rejects.toMatchObject(unanswered)
    faults.order({ method: 'DELETE /orders', fault: { kind: 'DISCONNECT_BEFORE' }, times: 1 })
    await expect(kit.call(calls.cancelAllPerpetualOrders, {})).rejects.toMatchObject(unanswered)
    // The state left by a server that stopped before the response arrived.
    await product.sql.unsafe('alter table audit disable trigger audit_is_final; delete from audit where id = (select max(id) from audit); alter table audit enable trigger audit_is_final') // prettier-ignore
    product.advance(120_000)
    await place('later', 0.97)
    faults.order({ method: 'DELETE /orders/{}', fault: { kind: 'DISCONNECT_BEFORE' } })
    await product.restart(() => Promise.resolve(product.advance(10_000)))

    await until(async () => {
      expect([await outcomes('arrived'), await outcomes('lost')]).toEqual([
        ['SENT', 'UNKNOWN', 'SENT', 'REJECTED', 'DONE'],
        ['SENT', 'UNKNOWN', 'NEVER_ARRIVED'],
      ])
    })
    faults.clear()
    const open = async () => (await kit.call(calls.listPerpetualOrders, {})).results.map(({ client_id }) => client_id)
    await expect.poll(open, { timeout: 20_000 }).toEqual(['later'])

    faults.order({ method: 'DELETE /orders/{}', fault: { kind: 'DISCONNECT_BEFORE' } })
    const asked = async () => (await auditOf('CancelPerpetualOrders')).filter(({ actor, object }) => actor === object).length
    const before = await asked()
    await kit.call(protectionCalls.stopOwnTrading, { body: {} })
    await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before)
    expect(await open()).toEqual(['later'])
    await product.restart(() => Promise.resolve(faults.clear()))
    await expect.poll(open, { timeout: 20_000 }).toEqual([])
  })
})

describe('18.9 a market that ends', () => {
  it('18.9 is reported by the channel, accepts no orders, and is missing from later snapshots', async () => {
    const ended = 'ETH-USD-PERP'
    const boss = product.client('boss')
    const follow = () => {
      const socket = boss.socket({ cancelOnDisconnect: false })
      closing.push(() => socket.close())
      const views: PerpetualMarketsView[] = []
      socket.subscribe('perpetual_markets', ({ data }) => views.push(data as PerpetualMarketsView))
      return views
    }
    const views = follow()
    await until(() => expect(views.some(({ markets }) => markets.some(({ market }) => market === ended))).toBe(true))
    expect(product.venue.endMarket(ended)).toBe(true)
    const refused = { status: 404, error: 'PerpetualUnknown', member: 'market' }
    await until(() => expect(views.flatMap((view) => view.ended)).toEqual([ended]))
    await expect(boss.call(calls.placePerpetualOrder, { body: { ...atMarket('BUY', '1'), market: ended } })).rejects.toMatchObject(refused)
    const later = follow()
    await until(() => expect(later[0]).toMatchObject({ is_whole: true, ended: [] }))
    expect(later[0]!.markets.map(({ market }) => market)).toEqual([MARKET, 'TON-USD-PERP', 'EOS-USD-PERP', 'XRP-USD-PERP'])
    await expect(boss.call(calls.getPerpetualBook, { params: { market: ended } })).rejects.toMatchObject(refused)
  })
})
