import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { call } from '../../../test/instruments.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let vera: Person
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  boss = await desk.person('boss', 'administrator')
  vera = await desk.person('vera', 'viewer')
})
afterAll(() => desk.close())

const GROUPS = '/account/counterparty-groups/'
const listed = async (by: Person) => ((await desk.as(by.token, 'GET', GROUPS)).json as { results: unknown[] }).results

describe("2.14 a desk's own groups", () => {
  it('are made, renamed and deleted by an administrator, and read by its members alone', async () => {
    const made = await desk.as(boss.token, 'POST', GROUPS, { name: ' Core ', makers: ['kest', 'KEST'] })
    expect(made).toMatchObject({ status: 201, json: { name: 'Core', made_by: 'DESK', makers: ['KEST'], left_out: [] } })
    const { id } = made.json as { id: string }
    expect(await desk.as(boss.token, 'POST', GROUPS, { name: 'core', makers: ['KEST'] })).toMatchObject({
      json: { name: ['A group named core already exists. Choose another name.'] },
    })
    expect((await desk.as(boss.token, 'POST', GROUPS, { name: 'Own', makers: ['ORRY'] })).status).toBe(404)
    expect((await desk.as(vera.token, 'POST', GROUPS, { name: 'Mine', makers: ['KEST'] })).status).toBe(403)
    expect(await desk.as(boss.token, 'PATCH', `${GROUPS}${id}/`, { name: 'First' })).toMatchObject({ status: 200, json: { name: 'First' } })
    expect(await listed(vera)).toEqual([{ id, name: 'First', made_by: 'DESK', makers: ['KEST'], left_out: [] }])

    const kim = await desk.person('kim', 'administrator', 'KEST')
    expect(await listed(kim)).toEqual([])
    await desk.as(kim.token, 'POST', '/account/counterparties/ORRY/withdraw/', {})
    expect(await listed(vera)).toEqual([{ id, name: 'First', made_by: 'DESK', makers: [], left_out: ['KEST'] }])

    expect((await desk.as(boss.token, 'DELETE', `${GROUPS}${id}/`)).status).toBe(204)
    expect(await listed(boss)).toEqual([])
    const actions = await database.sql<{ action: string }[]>`select action from audit where action like '%CounterpartyGroup' order by id`
    expect(actions.map(({ action }) => action)).toEqual(['SaveCounterpartyGroup', 'SaveCounterpartyGroup', 'DeleteCounterpartyGroup'])
  })
})

describe('2.14 a group that the operator makes', () => {
  // Proves T 6.7.
  it('can be asked by every desk, is changed by none, and names itself at each of its makers', async () => {
    const { operator } = desk.product.server
    const lena = await desk.person('lena', 'administrator', 'KEST')
    await operator.createDesk({ ticker: 'LARK', name: 'Lark', firmName: 'Lark Ltd', isMaker: true })
    await operator.setGroup('Asia', ['kest', 'LARK'])
    const [group] = (await listed(lena)) as readonly { readonly id: string }[]
    // A desk cannot send RFQs to itself or to a desk that it has not approved.
    expect(group).toMatchObject({ name: 'Asia', made_by: 'OPERATOR', makers: [], left_out: ['KEST', 'LARK'] })
    expect((await desk.as(lena.token, 'PATCH', `${GROUPS}${group!.id}/`, { name: 'Mine', makers: ['KEST'] })).status).toBe(404)
    expect((await desk.as(lena.token, 'DELETE', `${GROUPS}${group!.id}/`)).status).toBe(404)
    expect(await desk.as(lena.token, 'POST', GROUPS, { name: 'asia', makers: [] })).toMatchObject({ status: 400 })
    const inAsia = async () => {
      const { json } = await desk.as(boss.token, 'GET', '/v2/drfq/counterparties/?group=asia')
      return (json as { results: { desk_name: string; groups: string[] }[] }).results.map(({ desk_name, groups }) => [desk_name, groups])
    }
    await operator.approveMutually('ORRY', 'KEST')
    expect(await inAsia()).toEqual([['KEST', ['LP', 'Asia']]])
    await operator.setGroup('ASIA', ['LARK'])
    expect(await inAsia()).toEqual([])
    await expect(operator.setGroup('lp', ['KEST'])).rejects.toThrow('Choose another name')
    await expect(operator.setGroup('Asia', ['ORRY'])).rejects.toThrow('ORRY is not a market maker.')
    await operator.removeGroup('asia')
    expect(await listed(lena)).toEqual([])
    await expect(operator.removeGroup('asia')).rejects.toThrow('There is no group asia.')
  })
})

describe("10.23 a desk's own list of those that it never meets", () => {
  // Proves A 6.9.
  it('keeps their orders apart in the order book, and is visible to no other desk', async () => {
    const ana = await desk.person('ana', 'administrator')
    const tom = await desk.person('tom', 'trader', 'KEST')
    const ken = await desk.person('ken', 'administrator', 'KEST')
    const sent = async (by: Person, path: string, body: object) => (await desk.by(by, 'POST', path, body)).json
    const seenByOrry = async () => {
      const paths = ['/account/counterparties/', '/account/desk/audit/', '/v2/drfq/counterparties/', GROUPS, '/account/user/']
      return Promise.all(paths.map(async (path) => (await desk.as(ana.token, 'GET', path)).json))
    }
    const before = await seenByOrry()
    const listing = (act: string, by = ken, other = 'orry') => desk.as(by.token, 'POST', `/account/counterparties/${other}/${act}/`, {})
    expect(await listing('never-match')).toMatchObject({ status: 200, json: { desk: 'ORRY', is_never_matched: true } })
    expect((await listing('never-match')).status).toBe(200)
    expect((await listing('never-match', tom)).status).toBe(403)
    expect((await listing('never-match', ken, 'KEST')).status).toBe(404)
    expect(await seenByOrry()).toEqual(before)
    const audit = () => database.sql`select from audit where action in ('NeverMatch', 'MatchAgain') and desk = 'KEST'`
    expect(await audit()).toHaveLength(1)

    const legs = [{ instrument: call.name, ratio: '1', side: 'BUY' }]
    const { id } = await sent(ana, '/v1/ob/rfqs/', { venue: 'DBT', legs })
    const dealt = async () => {
      await sent(tom, `/v1/ob/rfqs/${String(id)}/quotes/`, { side: 'SELL', quantity: '50', price: '0.05' })
      await sent(ana, `/v1/grfq/rfqs/${String(id)}/orders/`, { execution_side: 'BUY', limit_price: '0.05', quantity: '50' })
      const [{ count } = { count: -1 }] = await database.sql<{ count: number }[]>`select count(*)::int as count from rfq_trade`
      return count
    }
    expect(await dealt()).toBe(0)
    const { json } = await desk.by(tom, 'GET', '/v1/ob/quotes/')
    expect(json['results']).toMatchObject([{ status: 'CLOSED', cancel_reason: 'PROTECTION', quantities: { filled: '0', canceled: '50' } }])
    expect(await listing('match-again')).toMatchObject({ status: 200, json: { is_never_matched: false } })
    expect(await dealt()).toBe(1)
    expect(await audit()).toHaveLength(2)
  })
})

describe('10.24 a desk that trades in order books only with desks that it has approved', () => {
  // Proves A 6.9.
  it('chooses so with its approvals, and no other desk can tell', async () => {
    const kurt = await desk.person('kurt', 'administrator', 'KEST')
    const lea = await desk.person('lea', 'trader', 'KEST')
    const COUNTERPARTIES = '/account/counterparties/'
    const orderBooksOf = async (by: Person) =>
      ((await desk.as(by.token, 'GET', COUNTERPARTIES)).json as { order_books: string }).order_books
    const choose = (by: Person, order_books: string) => desk.as(by.token, 'PUT', `${COUNTERPARTIES}order-books/`, { order_books })
    const seenByOrry = async () => {
      const paths = [COUNTERPARTIES, '/account/desk/audit/', '/v2/drfq/counterparties/', GROUPS, '/account/user/', '/v1/ob/quotes/']
      return Promise.all(paths.map(async (path) => (await desk.as(boss.token, 'GET', path)).json))
    }
    await desk.as(kurt.token, 'POST', `${COUNTERPARTIES}ORRY/withdraw/`, {})
    const legs = [{ instrument: call.name, ratio: '1', side: 'BUY' }]
    const { id } = (await desk.by(boss, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })).json
    const quote = { side: 'SELL', quantity: '50', price: '0.05' }
    const resting = await desk.by(boss, 'POST', `/v1/ob/rfqs/${String(id)}/quotes/`, quote)
    expect(resting).toMatchObject({ status: 201, json: { status: 'OPEN' } })
    const before = await seenByOrry()
    expect([await orderBooksOf(vera), await orderBooksOf(kurt)]).toEqual(['EVERY_DESK', 'EVERY_DESK'])
    expect((await choose(lea, 'APPROVED_DESKS')).status).toBe(403)
    expect(await choose(kurt, 'APPROVED')).toMatchObject({
      status: 400,
      json: { order_books: ['must be one of EVERY_DESK, APPROVED_DESKS.'] },
    })
    for (let times = 1; times <= 2; times++)
      expect(await choose(kurt, 'APPROVED_DESKS')).toMatchObject({ status: 200, json: { order_books: 'APPROVED_DESKS' } })
    expect([await orderBooksOf(vera), await orderBooksOf(lea)]).toEqual(['EVERY_DESK', 'APPROVED_DESKS'])
    const [{ entries } = { entries: -1 }] = await database.sql<{ entries: number }[]>`
      select count(*)::int as entries from audit where action = 'SetOrderBooks' and desk = 'KEST'`
    expect(entries).toBe(1)

    const taken = () => desk.by(kurt, 'POST', `/v1/ob/rfqs/${String(id)}/quotes/`, { ...quote, side: 'BUY', ioc: true })
    expect(await taken()).toMatchObject({ json: { status: 'CLOSED', quantities: { filled: '0', canceled: '50' } } })
    // The quote of the desk that is not approved rests as before, and nothing that its desk reads has changed.
    expect(await seenByOrry()).toEqual(before)

    await desk.product.server.operator.approveMutually('ORRY', 'KEST')
    expect(await taken()).toMatchObject({ json: { quantities: { canceled: '0' } } })
    expect((await choose(kurt, 'EVERY_DESK')).json).toEqual({ order_books: 'EVERY_DESK' })
  })
})
