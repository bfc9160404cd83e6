import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RefusedOrderView } from '@parley/contracts'
import { withTestDatabase } from '../../test/database.ts'
import { eventually, openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let taker: Person
let maker: Person
let instrument: number
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  taker = await desk.person('ada', 'trader')
  maker = await desk.person('kim', 'trader', 'KEST')
  const { json } = await desk.by(taker, 'GET', '/v2/drfq/instruments/')
  instrument = (json['results'] as { id: number }[])[0]!.id
}, 120_000)
afterAll(() => desk.close())

const quoteOf = (rfq: string, quantity: string, more: object = {}) => ({
  ...{ rfq_id: rfq, side: 'BUY', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', quantity, account_name: 'KEST main' },
  ...{ legs: [{ instrument_id: instrument, price: '0.05' }] },
  ...more,
})
const refusedOf = async (person: Person, query = ''): Promise<readonly RefusedOrderView[]> =>
  (await desk.by(person, 'GET', `/v2/refused-orders/${query}`)).json['results'] as RefusedOrderView[]
/** Resolves once there are as many. */
const refusedSoon = (person: Person, count: number) =>
  eventually(
    () => refusedOf(person),
    (found) => found.length >= count,
  )
const words = ({ side, price, quantity, order_id, error }: RefusedOrderView) => [side, price, quantity, order_id, error.error]

describe('8.17 the refused orders of a desk', () => {
  it('are its new orders, replacements and sides of a two-way quote, each once, with reason, time and sender, visible to no other desk', async () => {
    const rfq = await desk.ask(taker.token)
    const send = (method: string, path: string, body: object) => desk.by(maker, method, path, body)
    await send('POST', '/v2/drfq/orders/', quoteOf(rfq, '1'))
    const { json: placed } = await send('POST', '/v2/drfq/orders/', quoteOf(rfq, '50'))
    await send('PUT', `/v2/drfq/orders/${placed['id'] as string}/`, { quantity: '2' })
    const sides = [
      { order_id: placed['id'], quantity: '60' },
      quoteOf(rfq, '900', { side: 'SELL', legs: [{ instrument_id: instrument, price: '0.06' }] }),
    ]
    await send('POST', '/v2/drfq/orders/batch/', { orders: sides, two_way: true })
    const found = await refusedSoon(maker, 3)
    expect(found.map(words)).toEqual([
      ['SELL', '0.06', '900', null, 'QuantityAboveRemaining'],
      ['BUY', '0.05', '2', placed['id'], 'QuantityBelowBlockMinimum'],
      ['BUY', '0.05', '1', null, 'QuantityBelowBlockMinimum'],
    ])
    expect(found[2]).toMatchObject({
      ...{
        flow: 'drfq',
        rfq_id: rfq,
        kind: 'QUOTE',
        sender: 'kim Test',
        refused_at: desk.product.clock.now,
        venue: 'DBT',
        base_currency: 'BTC',
      },
      ...{ structure_legs: [{ instrument_id: instrument, side: 'BUY', ratio: '1' }] },
    })
    expect(found[2]!.error.message).toContain('at least the minimum block')
    expect(await refusedOf(taker)).toEqual([])
    expect(await refusedOf(maker, '?flow=grfq')).toEqual([])
    // A page at a time.
    const first = (await desk.by(maker, 'GET', '/v2/refused-orders/?page_size=2')).json
    const next = await refusedOf(maker, `?page_size=2&cursor=${first['next'] as string}`)
    expect([...(first['results'] as RefusedOrderView[]), ...next]).toEqual(found)
  })

  it('reveal nothing about an RFQ that the desk cannot read, even if it has the id', async () => {
    const before = (await refusedOf(maker)).length
    const legs = [{ instrument_id: instrument, ratio: '1', side: 'BUY' }]
    const draft = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], state: 'DRAFT', legs }
    const { json: hidden } = await desk.by(taker, 'POST', '/v2/drfq/rfqs/', draft)
    const { status } = await desk.by(maker, 'POST', '/v2/drfq/orders/', quoteOf(hidden['id'] as string, '50'))
    expect(status).toBeGreaterThanOrEqual(400)
    const open = await desk.ask(taker.token)
    await desk.by(maker, 'POST', '/v2/drfq/orders/', quoteOf(open, '1'))
    const found = await refusedSoon(maker, before + 1)
    expect([found.length, found[0]!.rfq_id]).toEqual([before + 1, open])
  })

  it('are one where the same request is sent twice under its key', async () => {
    const before = (await refusedOf(maker)).length
    const rfq = await desk.ask(taker.token)
    const body = JSON.stringify(quoteOf(rfq, '1'))
    const headers = { authorization: `Token ${maker.token}`, 'idempotency-key': 'once' }
    for (let times = 0; times < 2; times += 1) await desk.product.send('POST', '/v2/drfq/orders/', { body, headers })
    await desk.by(maker, 'POST', '/v2/drfq/orders/', quoteOf(rfq, '3'))
    expect((await refusedSoon(maker, before + 2)).map(({ quantity }) => quantity).slice(0, 2)).toEqual(['3', '1'])
    expect(await refusedOf(maker)).toHaveLength(before + 2)
  })
})
