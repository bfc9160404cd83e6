import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDirectFloor, type Floor } from './floor.ts'

let floor: Floor
beforeAll(async () => void (floor = await openDirectFloor()))
afterAll(() => floor?.close())

const ORDERS = '/v2/drfq/orders/'
const NO_ORDER = 'o_000000000000000000000000000'

// Proves W 3.8.
describe("a maker's order, as bots write it", () => {
  it.each<[string, (at: { id: number; price: string }) => object]>([
    ['numbers as texts', ({ id, price }) => ({ quantity: '25.0', legs: [{ instrument_id: String(id), price }] })],
    ['numbers as numbers', ({ id, price }) => ({ quantity: 25, legs: [{ instrument_id: id, price: Number(price) }] })],
    [
      'the old word amount, and keys of another time',
      ({ id, price }) => ({ quantity: undefined, amount: '25', venue: 'DBT', legs: [{ instrument_id: id, price, x: 1 }] }),
    ],
    [
      'what a binary sum leaves behind the last digit',
      ({ id, price }) => ({ legs: [{ instrument_id: id, price: Number(price) + 3e-17 }] }),
    ],
    ['no account and no type', () => ({ account_name: undefined, type: undefined, time_in_force: undefined })],
  ])('with %s is answered 201, at once with its state and its quantities', async (_name, written) => {
    const rfq = await floor.ask()
    const price = floor.priceAt(8)
    const order = await floor.quote(rfq.id, 'SELL', price, written({ id: floor.option.id, price }))
    expect(order).toMatchObject({
      id: expect.stringMatching(/^o_[0-9A-Za-z]{27}$/),
      rfq_id: rfq.id,
      state: 'OPEN',
      side: 'SELL',
      quantity: '25',
      filled_quantity: '0',
      pending_fill_quantity: '0',
      canceled_quantity: '0',
      account_name: 'prop-1',
    })
    const { asks, bids } = (await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/orders/`)) as unknown as {
      asks: object[]
      bids: object[]
    }
    expect({ asks, bids }).toMatchObject({ asks: [{ id: order.id, quantity: '25', desk_name: 'LIND' }], bids: [] })
    await floor.maker.must(200, 'PUT', `${ORDERS}${order.id}`, { legs: [{ instrument_id: floor.option.id, price: floor.priceAt(7) }] })
    expect(await floor.maker.send('DELETE', `${ORDERS}${order.id}/`)).toMatchObject({ status: 204, text: '' })
    expect(await floor.maker.must(200, 'GET', `${ORDERS}${order.id}/`)).toMatchObject({ state: 'CLOSED', canceled_quantity: '25' })
  })
})

describe('the codes that bots act on', () => {
  const legs = (ticks: number) => [{ instrument_id: floor.option.id, price: floor.priceAt(ticks) }]
  const quote = (rfq_id: string, side: string, ticks: number, more = {}) =>
    floor.maker.send('POST', ORDERS, { rfq_id, side, quantity: '25', legs: legs(ticks), ...more })

  // Proves W 2.11.
  it('2001: an RFQ that ended, or never was', async () => {
    const rfq = await floor.ask()
    await floor.taker.must(204, 'DELETE', `/v2/drfq/rfqs/${rfq.id}/`)
    expect(await quote(rfq.id, 'SELL', 5)).toMatchObject({ status: 400, json: { code: 2001 } })
    expect(await quote('r_000000000000000000000000000', 'SELL', 5)).toMatchObject({ status: 400, json: { code: 2001 } })
  })

  // Proves W 2.11.
  it('3009: an order that never was, or is another desk’s', async () => {
    const rfq = await floor.ask()
    const order = await floor.quote(rfq.id, 'SELL', floor.priceAt(5))
    const others = floor.bot('ORRY')
    for (const [bot, id] of [
      [floor.maker, NO_ORDER],
      [others, order.id],
      [floor.maker, 'nonsense'],
    ] as const) {
      expect(await bot.send('PUT', `${ORDERS}${id}/`, { quantity: '25', legs: legs(6) }), id).toMatchObject({
        status: 400,
        json: { code: 3009 },
      })
      expect(await bot.send('DELETE', `${ORDERS}${id}/`), id).toMatchObject({ status: 400, json: { code: 3009 } })
    }
    expect(await floor.maker.must(200, 'GET', `${ORDERS}${order.id}/`)).toMatchObject({ state: 'OPEN' })
  })

  // Proves W 2.11.
  it('3001: an order that is closed in an RFQ that is open', async () => {
    const rfq = await floor.ask()
    const order = await floor.quote(rfq.id, 'SELL', floor.priceAt(5))
    await floor.maker.must(204, 'DELETE', `${ORDERS}${order.id}/`)
    expect(await floor.maker.send('PUT', `${ORDERS}${order.id}/`, { quantity: '25', legs: legs(6) })).toMatchObject({
      status: 400,
      json: { code: 3001 },
    })
    expect(await floor.maker.send('DELETE', `${ORDERS}${order.id}/`)).toMatchObject({ status: 400, json: { code: 3001 } })
  })

  // Proves W 1.28.
  it('3504: a bid at or above one’s own ask; the ask stays', async () => {
    const rfq = await floor.ask()
    const ask = await floor.quote(rfq.id, 'SELL', floor.priceAt(2))
    for (const ticks of [2, 3]) expect(await quote(rfq.id, 'BUY', ticks)).toMatchObject({ status: 400, json: { code: 3504 } })
    expect((await quote(rfq.id, 'BUY', 1)).status).toBe(201)
    expect(await floor.maker.must(200, 'GET', `${ORDERS}${ask.id}/`)).toMatchObject({ state: 'OPEN' })
  })

  it.each<[string, object, number, number]>([
    ['a second order on the side', {}, 400, 3505],
    ['no prices', { side: 'BUY', legs: undefined }, 400, 3501],
    ['a price off the tick', { side: 'BUY', legs: 'off' }, 400, 3502],
    ['a leg that is priced twice', { side: 'BUY', legs: 'twice' }, 400, 3501],
    ['more than was asked for', { side: 'BUY', quantity: '50' }, 400, 3508],
    ['less than a block', { side: 'BUY', quantity: '1' }, 400, 2011],
    ['an account there is not', { side: 'BUY', account_name: 'x' }, 400, 2017],
    ['a maker that fills or kills', { side: 'BUY', time_in_force: 'FILL_OR_KILL' }, 400, 3507],
    ['a side there is not', { side: 'HOLD' }, 400, 1002],
  ])('%s is refused, and the book is as it was', async (_name, more, status, code) => {
    const rfq = await floor.ask()
    await floor.quote(rfq.id, 'SELL', floor.priceAt(2))
    const book = () => floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/orders/`)
    const before = await book()
    const wrong: Record<string, object[]> = {
      off: [{ instrument_id: floor.option.id, price: floor.offGrid }],
      twice: [...legs(1), ...legs(0)],
    }
    const written = 'legs' in more && typeof more.legs === 'string' ? { ...more, legs: wrong[more.legs] } : more
    expect(await quote(rfq.id, 'SELL', 1, written)).toMatchObject({ status, json: { code, message: expect.any(String) } })
    expect(await book()).toEqual(before)
  })

  // Proves T 6.2.
  it('a desk that was not asked, and the other side of the same desk, may not quote', async () => {
    const rfq = await floor.ask()
    const body = { rfq_id: rfq.id, side: 'SELL', quantity: '25', legs: legs(1) }
    const stranger = await floor.bot('ORRY').send('POST', ORDERS, body)
    expect([2001, 2004]).toContain(stranger.json['code'])
    expect(stranger.text).not.toContain('AMBR')
  })
})

describe('cancelling by filter', () => {
  // Proves W 3.9.
  it('cancels what fits and answers whose ids; with nothing to cancel it is JSON still', async () => {
    const [one, other] = [await floor.ask(), await floor.ask()]
    const orders = [
      await floor.quote(one.id, 'BUY', floor.priceAt(-5)),
      await floor.quote(one.id, 'SELL', floor.priceAt(5)),
      await floor.quote(other.id, 'SELL', floor.priceAt(5)),
    ]
    const cancel = async (query: string) =>
      ((await floor.maker.must(200, 'DELETE', `${ORDERS}${query}`)) as unknown as { successes: { count: number; order_ids: string[] } })
        .successes
    expect(await cancel(`?rfq_id=${one.id}&side=BUY`)).toEqual({ count: 1, order_ids: [orders[0]!.id] })
    expect(await cancel('?base_currency=ETH')).toMatchObject({ count: 0 })
    expect(await cancel(`?rfq_id=${one.id}`)).toEqual({ count: 1, order_ids: [orders[1]!.id] })
    const rest = await cancel('')
    expect(rest.order_ids).toContain(orders[2]!.id)
    const nothing = { count: 0, order_ids: [] }
    expect(await floor.maker.must(200, 'DELETE', ORDERS)).toMatchObject({
      successes: nothing,
      failures: nothing,
      fences: expect.any(Array),
    })
  })

  it('a filter that names nothing there is cancels nothing', async () => {
    const rfq = await floor.ask()
    const order = await floor.quote(rfq.id, 'SELL', floor.priceAt(5))
    for (const query of ['?rfq_id=r_none', '?venue=ZZZ', '?currency=DOGE', '?side=HOLD', '?base_currency=', '?venue=', '?rfq_id='])
      await floor.maker.send('DELETE', `${ORDERS}${query}`).then((answer) => expect(answer.status, query).toBeLessThan(500))
    expect(await floor.maker.must(200, 'GET', `${ORDERS}${order.id}/`)).toMatchObject({ state: 'OPEN' })
  })
})
