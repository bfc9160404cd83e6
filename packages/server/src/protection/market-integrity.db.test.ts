/** The rules of market integrity in both published APIs (rulebook 11.12, 11.13). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { openMakingDesk, type MakingDesk } from '../../test/making-desk.ts'
import type { Key } from '../../test/product.ts'

const database = withTestDatabase()
let desk: MakingDesk
let kest: Key
let orry: Key
beforeAll(async () => {
  desk = await openMakingDesk(database.url)
  ;({ kest, orry } = desk)
})
afterAll(() => desk.close())

const FLAG = 'feature_market_integrity'
const set = (value: 'on' | 'off', figures?: Record<string, number>, desks?: string[]) =>
  desk.product.server.operator.setFeatureFlag(FLAG, value, desks, figures)
const standing = (key: Key) => desk.by(key, 'GET', '/v2/protection/integrity/').then(({ json }) => json)
const inBook = async (side: 'BUY' | 'SELL', price: string) =>
  desk.by(kest, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side, quantity: '50', price })
const clean = async () => {
  await desk.by(kest, 'POST', '/v2/protection/cancel_all/')
  desk.product.clock.now += 60_000
}
const asked = async () => {
  const body = { venue: 'DBT', quantity: '50', counterparties: ['KEST'], legs: await desk.legs() }
  return (await desk.by(orry, 'POST', '/v2/drfq/rfqs/', body)).json.id
}
const order = (rfq: unknown, side: 'BUY' | 'SELL', price: string) => ({
  ...{ rfq_id: rfq, side, price, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
  ...{ quantity: '50', account_name: 'KEST main' },
})
const direct = (rfq: unknown, side: 'BUY' | 'SELL', price: string) => desk.by(kest, 'POST', '/v2/drfq/orders/', order(rfq, side, price))

describe('11.12 wide quotes', () => {
  const wide = { status: 400, json: { error: 'QuoteTooWide', data: { rule: '11.12', member: 'price' } } }

  // Proves T 6.13.
  it('11.12 are refused in a book and in a direct RFQ, and so is a two-way quote that leaves nothing behind', async () => {
    await clean()
    expect((await standing(kest)).rules).toMatchObject({ most_width_percent: 200 })
    await set('on', { most_width_percent: 100 })
    // The mark is 0.05: a bid and an ask may be 0.05 apart.
    expect((await inBook('SELL', '0.06')).status).toBe(201)
    expect(await inBook('BUY', '0.0095')).toMatchObject(wide)
    expect((await inBook('BUY', '0.01')).status).toBe(201)
    const id = await asked()
    expect((await direct(id, 'SELL', '0.06')).status).toBe(201)
    expect(await direct(id, 'BUY', '0.0095')).toMatchObject(wide)
    desk.product.clock.now += 10_000
    const next = await asked()
    const both = (bid: string) =>
      desk.by(kest, 'POST', '/v2/drfq/orders/batch/', { two_way: true, orders: [order(next, 'BUY', bid), order(next, 'SELL', '0.06')] })
    const refused = await both('0.0095')
    expect(JSON.stringify(refused.json)).toContain('QuoteTooWide')
    const resting = async () => (await desk.by(kest, 'GET', `/v2/drfq/orders/?rfq_id=${String(next)}&state=OPEN`)).json.results
    expect(await resting()).toEqual([])
    await both('0.01')
    expect(await resting()).toHaveLength(2)
  })

  it('11.12 are taken where the operator has switched the rules off, or to a width that they have set', async () => {
    await clean()
    await set('on', { most_width_percent: 20 })
    expect((await inBook('SELL', '0.055')).status).toBe(201)
    expect(await inBook('BUY', '0.0445')).toMatchObject(wide)
    await set('on', { most_width_percent: 20 }, ['ORRY'])
    expect((await standing(kest)).rules).toBeNull()
    expect((await inBook('BUY', '0.0445')).status).toBe(201)
    await clean()
    await set('off')
    expect((await inBook('SELL', '0.07')).status).toBe(201)
    expect((await inBook('BUY', '0.001')).status).toBe(201)
    await set('on')
  })
})

describe('11.13 quotes for each trade', () => {
  it('11.13 are counted for the desk alone; beyond the free ones a trade makes room, and cancelling goes on', async () => {
    await clean()
    desk.product.clock.now += 86_400_000
    await set('on', { free_quotes: 2, quotes_per_trade: 4 })
    expect(await standing(kest)).toMatchObject({ quotes: 0, trades: 0, rules: { free_quotes: 2, quotes_per_trade: 4, quotes_left: 2 } })
    const placed = await inBook('SELL', '0.055')
    expect(placed.status).toBe(201)
    expect((await inBook('SELL', '0.056')).status).toBe(201)
    const refused = await inBook('SELL', '0.057')
    expect(refused).toMatchObject({ status: 400, json: { error: 'TooManyQuotesPerTrade', data: { rule: '11.13' } } })
    expect(refused.json.message).toContain('2 quotes today, with 0 trades')
    const id = await desk.market()
    const taken = await desk.by(orry, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'BUY', quantity: '50', price: '0.055', ioc: true })
    expect(taken.status).toBe(201)
    expect(await standing(kest)).toMatchObject({ quotes: 2, trades: 1, rules: { quotes_left: 2 } })
    expect((await inBook('SELL', '0.057')).status).toBe(201)
    expect((await inBook('SELL', '0.058')).status).toBe(201)
    expect((await inBook('SELL', '0.059')).json.error).toBe('TooManyQuotesPerTrade')
    expect((await desk.by(kest, 'POST', '/v2/protection/cancel_all/')).status).toBe(200)
    desk.product.clock.now += 86_400_000
    expect(await standing(kest)).toMatchObject({ quotes: 0, trades: 0 })
    await set('on')
  })
})
