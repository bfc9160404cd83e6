import type { UserView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'
import { PASSWORD, type Key } from '../../test/product.ts'

const database = withTestDatabase()
let desk: TestDesk
let leg: number
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  const { json } = await desk.by(desk.product.key, 'GET', '/v2/drfq/instruments/')
  leg = (json['results'] as { id: number }[])[0]!.id
}, 120_000)
afterAll(() => desk.close())

const legs = () => [{ instrument_id: leg, ratio: '1', side: 'BUY' }]
const ask = async (by: Person | Key) => {
  const body = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs: legs(), account_name: 'ORRY main' }
  return outcomeOf(await desk.by(by, 'POST', '/v2/drfq/rfqs/', body))
}
const open = async (by: Person | Key) => outcomeOf(await desk.by(by, 'POST', '/v1/grfq/rfqs/', { venue: 'DBT', legs: legs() }))
const quote = async (by: Person | Key, rfq: string) => {
  const order = { rfq_id: rfq, side: 'BUY', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', quantity: '100', account_name: 'KEST main' }
  return outcomeOf(await desk.by(by, 'POST', '/v2/drfq/orders/', { ...order, legs: [{ instrument_id: leg, price: '0.05' }] }))
}
const outcomeOf = ({ status, json }: { readonly status: number; readonly json: Record<string, unknown> }) =>
  status < 300 ? status : [status, json['error'], (json['data'] as { rule?: string } | undefined)?.rule]

const member = async (name: string, agreement: 'us' | 'none', ticker = 'ORRY'): Promise<Person> => {
  const email = `${name}@${ticker.toLowerCase()}.example`
  const person = { email, password: PASSWORD, firstName: name, lastName: 'Test', desk: ticker, role: 'administrator', agreement } as const
  const { id } = await desk.product.server.operator.createUser(person)
  return { email, id, token: await desk.product.signIn(email) }
}
const me = async ({ token }: Person) => (await desk.as(token, 'GET', '/account/user/')).json as UserView
const keyOf = async (holder: Person): Promise<Key> => {
  const { json } = await desk.by(holder, 'POST', '/account/desk/api-keys/', { name: `of ${holder.id}` })
  return { accessKey: json['access_key'] as string, secretKey: json['secret_key'] as string }
}
const unaccepted = [403, 'AgreementNotAccepted', '2.17']
const notOffered = [403, 'ProductNotOffered', '2.18']

describe('2.17 a user who accepted no agreement in force', () => {
  // Proves A 4.14, A 6.14.
  it('reads and cancels, but cannot send RFQs, open markets or quote, in person or by key, until they accept', async () => {
    const nil = await member('nil', 'none')
    const maker = await member('mil', 'none', 'KEST')
    const key = await keyOf(nil)
    const rfq = await desk.ask(desk.product.key)
    expect(await me(nil)).toMatchObject({ entity: null, eligible_products: [] })
    for (const by of [nil, key]) expect([await ask(by), await open(by)]).toEqual([unaccepted, unaccepted])
    expect(await quote(maker, rfq)).toEqual(unaccepted)
    expect((await desk.by(nil, 'GET', '/v2/drfq/rfqs/')).status).toBe(200)
    expect((await desk.by(nil, 'DELETE', `/v2/drfq/rfqs/${rfq}/`)).status).toBe(204)

    await desk.by(nil, 'PATCH', '/account/user/', { has_accepted_non_us_agreement: true })
    expect(await me(nil)).toMatchObject({ entity: 'SINGAPORE', eligible_products: expect.arrayContaining(['DO', 'EH']) })
    // The desk has no account at Paradex (rulebook 3.23).
    expect(await me(nil)).not.toMatchObject({ eligible_products: expect.arrayContaining(['QB']) })
    for (const by of [nil, key]) expect([await ask(by), await open(by)]).toEqual([201, 201])
  })

  it('is also who accepted an earlier version only', async () => {
    const earlier = await desk.person('earlier', 'trader')
    expect(await ask(earlier)).toBe(201)
    await database.sql`update agreement_acceptance set version = '2023-01-01' where app_user = ${earlier.id}`
    // Any change of the accounts reads them again.
    await desk.product.server.operator.setFeatureFlag('reread', 'on')
    expect(await ask(earlier)).toEqual(unaccepted)
  })
})

describe('2.18 a customer of the US entity', () => {
  // Proves A 1.6, A 1.7, A 1.14.
  it('trades what it offers and nothing else, in person or by their key; the desk’s other keys go on', async () => {
    const us = await member('uma', 'us')
    const key = await keyOf(us)
    expect(await me(us)).toMatchObject({ entity: 'US', eligible_products: [] })
    for (const by of [us, key]) expect([await ask(by), await open(by)]).toEqual([notOffered, notOffered])
    await desk.product.server.operator.setFeatureFlag('us_cleared_DO', 'on')
    expect(await me(us)).toMatchObject({ eligible_products: ['DO'] })
    for (const by of [us, key]) expect([await ask(by), await open(by)]).toEqual([201, notOffered])
    const { status, json } = await desk.by(desk.product.key, 'POST', '/v1/grfq/rfqs/', { venue: 'DBT', legs: legs() })
    expect(status).toBe(201)
    const order = { execution_side: 'BUY', quantity: '25', limit_price: '0.09' }
    expect(outcomeOf(await desk.by(us, 'POST', `/v1/grfq/rfqs/${json['id'] as number}/orders/`, order))).toEqual(notOffered)
    await desk.product.server.operator.setFeatureFlag('us_cleared_DO', 'off')
    expect([await ask(us), await ask(key)]).toEqual([notOffered, notOffered])
  })

  // Proves A 1.7.
  it('quotes a direct request only in what is cleared for US persons', async () => {
    const us = await member('kay', 'us', 'KEST')
    const rfq = await desk.ask(await desk.person('tom', 'trader').then(({ token }) => token))
    await desk.product.server.operator.setFeatureFlag('us_cleared_DO', 'off')
    expect(await quote(us, rfq)).toEqual(notOffered)
    await desk.product.server.operator.setFeatureFlag('us_cleared_DO', 'on')
    expect(await quote(us, rfq)).toBe(201)
  })
})
