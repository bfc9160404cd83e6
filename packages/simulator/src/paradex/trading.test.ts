/** Orders in the venue's books over its own protocol, from the ticket to the fill and the close. */
import { afterEach, describe, expect, it } from 'vitest'
import { quantity, type Price, type Quantity } from '@parley/core'
import { type OrderRequest } from '@parley/venues'
import { done } from '@parley/venues/compliance'
import { MARKET, OWN, OTHER, accountListener, at, endOf, marketOrder, openBox, order, until, type Box } from '../../test/paradex-box.ts'

const boxes: Box[] = []
afterEach(async () => {
  for (const box of boxes.splice(0)) await box.close()
})
async function box(options?: Parameters<typeof openBox>[0]): Promise<Box> {
  const opened = await openBox(options)
  boxes.push(opened)
  return opened
}

describe('orders', () => {
  it('from the ticket to the fill, the position and its close; the account sees each step', async () => {
    const { onClose, venue, now, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    const { seen, listener } = accountListener()
    onClose(account.watch(listener, 'LEAVE_ORDERS'))
    await until(() => expect(seen.lines).toEqual(['CONNECTED']))
    const request = marketOrder('BUY')
    expect(done(await account.place(request))).toMatchObject({ state: 'NEW', clientId: request.clientId, kind: 'MARKET' })
    await until(() => expect(seen.orders.at(-1)).toMatchObject({ state: 'CLOSED', remaining: 0 }))
    await until(() => expect(seen.positions.at(-1)).toMatchObject({ market: MARKET, quantity: 100_000 }))
    expect(seen.fills.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(100_000)
    expect(seen.fills[0]).toMatchObject({ role: 'TAKER', feeCurrency: 'USDC', clientId: request.clientId })
    const [held] = done(await account.positions())
    expect(held).toMatchObject({ market: MARKET, quantity: 100_000, leverage: 50 })
    expect(held!.averagePrice / 1e8).toBeGreaterThan(mark())
    expect(done(await account.margin()).initialMargin).toBeCloseTo((0.1 * mark()) / 50, 4)
    expect(done(await account.balances())[0]).toMatchObject({ currency: 'USDC' })
    done(await account.place(marketOrder('SELL', '0.1', { effect: 'REDUCE_ONLY' })))
    await until(() => expect(seen.positions.at(-1)).toMatchObject({ quantity: 0 }))
    expect(done(await account.positions())).toEqual([])
    const fills = done(await account.fills(0, now()))
    expect(fills.map(({ at: when }) => when)).toEqual(fills.map(({ at: when }) => when).sort())
    expect(fills.at(-1)!.realizedProfit).toBeLessThan(0)
  })

  it('rest, are amended and cancelled, one by one and all at once', async () => {
    const { venue, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    const low = at(Math.floor(mark() * 0.99))
    const request = order({ price: low, instruction: 'POST_ONLY' })
    const placed = done(await account.place(request))
    const resting = await endOf(account.findOrder(request.clientId))
    expect(resting).toMatchObject({ id: placed.id, state: 'OPEN', price: low, instruction: 'POST_ONLY' })
    const amended = done(await account.amend(resting, { price: at(Math.floor(mark() * 0.98)), quantity: quantity('0.2') }))
    expect(amended).toMatchObject({ id: placed.id, quantity: 200_000, remaining: 200_000 })
    expect(
      await account.amend({ ...amended, id: 'no such order, and no id at all of the venue' }, { price: low, quantity: quantity('1') }),
    ).toMatchObject({ outcome: 'REJECTED' })
    done(await account.cancel(placed.id))
    expect(await endOf(account.findOrder(request.clientId))).toMatchObject({ state: 'CLOSED', reason: 'USER_CANCELED' })
    expect(await account.cancel(placed.id)).toMatchObject({ outcome: 'REJECTED', code: 'ORDER_IS_CLOSED' })
    for (const share of [0.99, 0.98, 0.97]) done(await account.place(order({ price: at(Math.floor(mark() * share)) })))
    expect(done(await account.openOrders())).toHaveLength(3)
    done(await account.cancelAll('ETH-USD-PERP'))
    expect(done(await account.openOrders())).toHaveLength(3)
    done(await account.cancelAll(MARKET))
    expect(done(await account.openOrders())).toEqual([])
    expect(done(await account.findOrder('nobody'))).toBeUndefined()
  })

  // Each row: the order, and the reason with which the venue ends it.
  it.each<[string, (mark: number) => OrderRequest, string]>([
    [
      'post-only that would trade',
      (mark) => order({ price: at(Math.ceil(mark * 1.01)), instruction: 'POST_ONLY' }),
      'POST_ONLY_WOULD_CROSS',
    ],
    ['reduce-only without a position', () => marketOrder('BUY', '0.1', { effect: 'REDUCE_ONLY' }), 'REDUCE_ONLY_WILL_INCREASE'],
    ['more than the margin bears', () => marketOrder('BUY', '90'), 'NOT_ENOUGH_MARGIN'],
    ['a price far away', (mark) => order({ price: at(Math.floor(mark * 0.5)) }), 'PRICE_OUT_OF_BAND'],
    [
      'immediate, below the market',
      (mark) => order({ price: at(Math.floor(mark * 0.99)), instruction: 'IMMEDIATE_OR_CANCEL' }),
      'NO_LIQUIDITY',
    ],
  ])("that cannot rest end with the venue's reason: %s", async (_, make, reason) => {
    const { venue, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    const request = make(mark())
    done(await account.place(request))
    expect(await endOf(account.findOrder(request.clientId))).toMatchObject({ state: 'CLOSED', reason })
    expect(done(await account.positions())).toEqual([])
  })

  it.each<[string, (mark: number) => Partial<OrderRequest>, string]>([
    ['a price off the grid', (mark) => ({ price: (at(Math.floor(mark)) + 1) as Price }), 'VALIDATION_ERROR'],
    ['a size off the grid', (mark) => ({ price: at(Math.floor(mark)), quantity: 1 as Quantity }), 'INVALID_ORDER_SIZE'],
    ['a market there is not', (mark) => ({ price: at(Math.floor(mark)), market: 'XYZ-USD-PERP' }), 'MARKET_NOT_FOUND'],
    ['a market whose name nobody could sign', (mark) => ({ price: at(Math.floor(mark)), market: 'X'.repeat(40) }), 'ORDER'],
    ['a limit without a price', () => ({}), 'ORDER'],
    ['nothing at all', (mark) => ({ price: at(mark), quantity: 0 as Quantity }), 'ORDER'],
    ['a stop without a trigger', () => ({ kind: 'STOP_MARKET' }), 'ORDER'],
    ['an id that nobody could find again', (mark) => ({ price: at(Math.floor(mark)), clientId: 'a b' }), 'ORDER'],
  ])('that are invalid are refused with a message, and nothing is placed: %s', async (_, make, code) => {
    const { venue, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    expect(await account.place(order(make(mark())))).toMatchObject({ outcome: 'REJECTED', code, message: expect.stringMatching(/./) })
    expect(done(await account.openOrders())).toEqual([])
  })

  it('an id is used once', async () => {
    const { venue } = await box()
    const account = venue.perpetuals.account(OWN)
    const request = marketOrder('BUY')
    done(await account.place(request))
    expect(await account.place(request)).toMatchObject({ outcome: 'REJECTED', code: 'DUPLICATED_CLIENT_ID' })
    expect(done(await account.positions())).toMatchObject([{ quantity: 100_000 }])
  })

  it('a stop waits for its price, and closes what is held', async () => {
    const { venue, simulator, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    done(await account.place(marketOrder('BUY')))
    const below = order({ side: 'SELL', kind: 'STOP_MARKET', triggerPrice: at(Math.floor(mark() * 0.9)), effect: 'REDUCE_ONLY' })
    const above = order({ side: 'SELL', kind: 'STOP_MARKET', triggerPrice: at(Math.ceil(mark() * 1.1)), effect: 'REDUCE_ONLY' })
    for (const one of [below, above]) done(await account.place(one))
    expect(await endOf(account.findOrder(below.clientId))).toMatchObject({ state: 'UNTRIGGERED' })
    simulator.step(1_000)
    expect(await endOf(account.findOrder(below.clientId))).toMatchObject({ state: 'UNTRIGGERED' })
    expect(await endOf(account.findOrder(above.clientId))).toMatchObject({ state: 'CLOSED' })
    expect(done(await account.positions())).toEqual([])
  })

  it('a take-profit order waits for the price to move its way', async () => {
    const { venue, simulator, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    done(await account.place(marketOrder('BUY')))
    const exit = { side: 'SELL', kind: 'TAKE_PROFIT_MARKET', effect: 'REDUCE_ONLY' } as const
    const [above, below] = [1.1, 0.9].map((share) => order({ ...exit, triggerPrice: at(Math.ceil(mark() * share)) }))
    for (const one of [above!, below!]) done(await account.place(one))
    simulator.step(1_000)
    expect(await endOf(account.findOrder(above!.clientId))).toMatchObject({ state: 'UNTRIGGERED', kind: 'TAKE_PROFIT_MARKET' })
    expect(await endOf(account.findOrder(below!.clientId))).toMatchObject({ state: 'CLOSED', reason: undefined })
    expect(done(await account.positions())).toEqual([])
  })

  it('that rest bind margin until they are cancelled, on one side of the market at a time', async () => {
    const { venue, mark } = await box()
    const account = venue.perpetuals.account(OWN)
    const bound = async () => done(await account.margin()).initialMargin
    const bid = order({ price: at(Math.floor(mark() * 0.98)), quantity: 1_000_000 as Quantity })
    const placed = done(await account.place(bid))
    expect(await bound()).toBeCloseTo(mark() / 50, 4)
    done(await account.place(order({ side: 'SELL', price: at(Math.ceil(mark() * 1.02)), quantity: 1_000_000 as Quantity })))
    expect(await bound()).toBeCloseTo(mark() / 50, 4)
    done(
      await account.amend(done(await account.findOrder(placed.clientId!))!, {
        price: at(Math.floor(mark() * 0.97)),
        quantity: 1_000_000 as Quantity,
      }),
    )
    done(await account.cancelAll(MARKET))
    expect(await bound()).toBe(0)
  })

  it('of two accounts trade with each other at the price of the first', async () => {
    const { venue, mark, now } = await box()
    const [one, other] = [venue.perpetuals.account(OWN), venue.perpetuals.account(OTHER)]
    const inside = at(Math.round(mark()))
    done(await one.place(order({ price: inside, instruction: 'POST_ONLY' })))
    done(await other.place(order({ side: 'SELL', price: at(Math.round(mark()) - 1), instruction: 'IMMEDIATE_OR_CANCEL' })))
    expect(done(await one.fills(0, now()))).toMatchObject([{ price: inside, role: 'MAKER', side: 'BUY' }])
    expect(done(await other.fills(0, now()))).toMatchObject([{ price: inside, role: 'TAKER', side: 'SELL' }])
  })
})
