/** The notional limit for one order of a user or key, in addition to the desk's: where it applies, and who can read it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openMakingDesk, type MakingDesk } from '../../test/making-desk.ts'
import type { Key } from '../../test/product.ts'

const database = withTestDatabase()
let desk: MakingDesk
let boss: Person
let trader: Person
let viewer: Person
let kest: Key
let orry: Key
const open = async () => {
  desk = await openMakingDesk(database.url)
  ;({ boss, trader, viewer, kest, orry } = desk)
  desk.venue.index('BTC', 100_000, desk.product.clock.now)
}
beforeAll(open)
afterAll(() => desk.close())

const by: MakingDesk['by'] = (...request) => desk.by(...request)
const quote = async (quantity: string) =>
  by(kest, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side: 'SELL', quantity, price: '0.05' })

describe('11.8 the limit of a person or a key', () => {
  const limit = (id: string, most_notional: string | null, who = boss) =>
    by(who, 'PUT', `/v2/protection/bounds/people/${id}/`, { most_notional })
  const setDesk = (most_notional: string | null) =>
    by(boss, 'PUT', '/v2/protection/bounds/', { most_notional, most_deviation_percent: null })

  it('11.8 holds beside the desk in both flows and on every road, the smaller of the two, in words that say whose it is', async () => {
    const keys = (await by(boss, 'GET', '/account/desk/api-keys/')).json.results as { id: string; name: string }[]
    const { id: key } = keys.find(({ name }) => name === 'quotes')!
    expect(await limit(key, '3000000')).toMatchObject({ status: 200, json: { user: key, user_name: 'quotes', most_notional: '3000000' } })
    const own = { error: 'NotionalAboveLimit', data: { rule: '11.8', member: 'quantity' } }
    const message = 'A quantity of 50 is worth 5,000,000 USD; your own limit is 3,000,000 USD, so 25 to 30 is accepted.'
    expect(await quote('50')).toMatchObject({ status: 400, json: { ...own, message } })
    expect((await quote('30')).status).toBe(201)
    const id = await desk.market()
    const { json: rests } = await by(kest, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '30', price: '0.06' })
    const replaced = await by(kest, 'PUT', `/v1/ob/rfqs/${id}/quotes/${String(rests.id)}/`, { quantity: '50', price: '0.06' })
    expect(replaced).toMatchObject({ status: 400, json: { ...own, message } })
    const batch = await by(kest, 'POST', '/v1/ob/quotes/batch/', {
      quotes: [{ rfq_id: id, side: 'SELL', quantity: '50', price: '0.07' }],
    })
    expect(JSON.stringify(batch.json)).toContain('your own limit is 3,000,000 USD')
    // Both sides of a two-way quote, or neither (5.23).
    const sides = [{ rfq_id: id, side: 'BUY', quantity: '30', price: '0.01' }, { rfq_id: id, quote_id: rests.id, quantity: '50', price: '0.07' }] // prettier-ignore
    const twoWay = await by(kest, 'POST', '/v1/ob/quotes/batch/', { quotes: sides, two_way: true })
    expect(twoWay.json['results']).toMatchObject([{ error: { error: 'OtherSideRefused' } }, { error: { error: own.error } }])
    const { json: kept } = await by(kest, 'GET', `/v1/ob/quotes/${String(rests.id)}/`)
    expect(kept).toMatchObject({ price: '0.06', quantity: '30', status: 'OPEN' })
    expect(twoWay.json['results']).toMatchObject([{}, { error: { message } }])
    const asked = await desk.legs()
    const ask = (sender: Key, quantity: string, counterparty: string) =>
      by(sender, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity, counterparties: [counterparty], legs: asked })
    expect(await ask(kest, '50', 'ORRY')).toMatchObject({ status: 400, json: { ...own, message } })
    const rfq = (await ask(orry, '100', 'KEST')).json
    const direct = (quantity: string) =>
      by(kest, 'POST', '/v2/drfq/orders/', {
        ...{ rfq_id: rfq.id, side: 'SELL', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', account_name: 'KEST main' },
        ...{ quantity, price: '0.05' },
      })
    expect(await direct('50')).toMatchObject({ status: 400, json: { ...own, message } })
    const sold = await direct('30')
    expect(sold.status).toBe(201)
    expect(await by(kest, 'PUT', `/v2/drfq/orders/${String(sold.json.id)}/`, { quantity: '50', price: '0.05' })).toMatchObject({
      ...{ status: 400, json: { ...own, message } },
    })
    // The smaller of the two limits applies. For other users of the desk only the desk's limit applies.
    await setDesk('2600000')
    expect((await quote('50')).json.message).toContain("your desk's limit is 2,600,000 USD")
    await setDesk('4000000')
    expect((await quote('50')).json.message).toContain('your own limit is 3,000,000 USD')
    const ofTrader = async () =>
      by(trader, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side: 'SELL', quantity: '35', price: '0.05' })
    expect((await ofTrader()).status).toBe(201)
    await limit(trader.id, '3400000')
    expect((await ofTrader()).json.message).toContain('your own limit is 3,400,000 USD')
    await setDesk(null)
    expect((await quote('50')).status).toBe(400)
    expect((await limit(key, null)).json).toMatchObject({ most_notional: null })
    expect((await quote('50')).status).toBe(201)
    expect(await limit(key, '0')).toMatchObject({ status: 400, json: { error: 'LimitInvalid', data: { member: 'most_notional' } } })
  })

  it('11.8 is read only by its own user and by administrators; set by administrators of the desk; logged', async () => {
    const stranger = await desk.person('sam', 'administrator', 'ORRY')
    const readOf = (who: Person) => by(who, 'GET', '/v2/protection/bounds/').then(({ json }) => json)
    const everything = () =>
      Promise.all([readOf(viewer), by(kest, 'GET', '/v2/protection/bounds/').then(({ json }) => json), readOf(stranger)])
    const before = await everything()
    await limit(trader.id, '5000000')
    expect(await readOf(trader)).toMatchObject({ own_most_notional: '5000000' })
    expect(await everything()).toEqual(before)
    for (const view of before) expect(view).not.toHaveProperty('own_most_notional')
    const people = (who: Person) => by(who, 'GET', '/v2/protection/bounds/people/')
    for (const who of [trader, viewer]) expect((await people(who)).status).toBe(403)
    expect((await limit(trader.id, null, trader)).status).toBe(403)
    expect(await limit(trader.id, null, stranger)).toMatchObject({ status: 404, json: { error: 'NotFound' } })
    const rows = (await people(boss)).json.results as object[]
    expect(rows).toContainEqual({ user: trader.id, user_name: 'tess Test', is_key: false, most_notional: '5000000' })
    expect(rows).toContainEqual({ user: expect.any(String) as string, user_name: 'quotes', is_key: true, most_notional: null })
    expect(JSON.stringify((await people(stranger)).json)).not.toContain(trader.id)
    // Kept across a restart.
    await desk.close()
    await open()
    expect(await readOf(trader)).toMatchObject({ own_most_notional: '5000000' })
    const audit = await database.sql<{ detail: unknown }[]>`
      select detail from audit where desk = 'KEST' and action = 'SetPersonLimit' and object = ${trader.id} order by at`
    expect(audit.at(-1)).toMatchObject({ detail: { mostNotional: '5000000' } })
    await limit(trader.id, null)
    expect(await readOf(trader)).not.toHaveProperty('own_most_notional')
  })
})
