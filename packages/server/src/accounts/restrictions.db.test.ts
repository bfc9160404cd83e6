import type { UserView } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instruments } from '../../test/direct-market.ts'
import { createTestVenue } from '../../test/market-venue.ts'
import { withTestDatabase } from '../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../test/product.ts'
import { as } from '../../test/onboarding.ts'

const database = withTestDatabase()
const venue = createTestVenue('DBT', instruments, () => 1_800_000_000_000)
let product: TestProduct
let instrumentId: number
beforeAll(async () => {
  product = await startTestProduct(database.url, { venues: [venue], trustProxy: true, regionHeader: 'cf-ipcountry' })
  const [first] = instruments
  const mark = { instrumentId: first!.id, markPrice: 0.08, minPrice: 0.04, maxPrice: 0.16, underlyingPrice: 98_000, indexPrice: 97_990 }
  venue.mark({ ...mark, at: product.clock.now })
  const listed = (await product.signed('GET', `/v2/drfq/instruments/?venue_instrument_name=${first!.name}`)).json
  instrumentId = (listed as { results: { id: number }[] }).results[0]!.id
  const { operator } = product.server
  for (const desk of ['ORRY', 'KEST'])
    await operator.addVenueAccount(desk, { venue: 'DBT', name: 'main', clientId: 'id', clientSecret: 'secret', isDefault: true })
  await operator.approveMutually('ORRY', 'KEST')
  await operator.restrict('address', '198.51.100.77/24')
  await operator.restrict('address', '2001:DB8:bad::/48')
})
beforeEach(() => {
  product.clock.now += 3_600_000
})
afterAll(() => product.close())

const signInFrom = async (address: string, email = 'ada@orrery.example', headers: Readonly<Record<string, string>> = {}) => {
  const body = JSON.stringify({ email, password: PASSWORD })
  const { json } = await product.send('POST', '/account/login/', { body, headers: { 'x-forwarded-for': address, ...headers } })
  return json as { token: string; user: UserView }
}
const left = async (token: string) =>
  ((await as(product, token, 'GET', '/account/user/')).json as { restricted_ip_rfqs_left: number | null }).restricted_ip_rfqs_left
const rfq = (more: object = {}) => ({
  venue: 'DBT',
  quantity: '25',
  legs: [{ instrument_id: instrumentId, side: 'BUY', ratio: '1' }],
  counterparties: ['KEST'],
  ...more,
})
const ask = (token: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  as(product, token, 'POST', '/v2/drfq/rfqs/', rfq(more), headers)

describe('a restricted address', () => {
  it.each<[address: string, left: number | null]>([
    ['198.51.100.3', 3],
    ['198.51.101.3', null],
    ['::ffff:198.51.100.3', 3],
    ['2001:db8:bad:1::7', 3],
    ['2001:db8:good::7'.replace('good', '900d'), null],
  ])('%s: %s RFQs are left', async (address, expected) => {
    const { token, user } = await signInFrom(address)
    expect(user.restricted_ip_rfqs_left).toBe(expected)
    expect(await left(token)).toBe(expected)
  })

  it('is every address in a restricted country, if the proxy reports the country', async () => {
    expect((await signInFrom('203.0.113.9', 'ada@orrery.example', { 'cf-ipcountry': 'KP' })).user.restricted_ip_rfqs_left).toBe(3)
    expect((await signInFrom('203.0.113.9', 'ada@orrery.example', { 'cf-ipcountry': 'SG' })).user.restricted_ip_rfqs_left).toBe(null)
  })

  // Proves A 10.8, T 3.10, T 4.40.
  it('2.28 lets a sign-in ask for three RFQs, counted when they are sent and not when they are refused; then for none', async () => {
    const { token } = await signInFrom('198.51.100.4')
    const { token: free } = await signInFrom('203.0.113.9')
    const draft = await ask(token, { state: 'DRAFT' })
    expect(draft.status).toBe(201)
    expect((await ask(token, { quantity: '0.05' })).status).toBe(400)
    expect((await ask(token, { counterparties: ['NOPE'] })).status).toBe(400)
    expect(await left(token)).toBe(3)
    expect((await ask(token)).status).toBe(201)
    expect(await left(token)).toBe(2)

    const again = { 'idempotency-key': 'once' }
    const answers = [await ask(token, {}, again), await ask(token, {}, again)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]!.json).toEqual(answers[0]!.json)
    expect(await left(token)).toBe(1)

    const { id } = draft.json as { id: string }
    expect((await as(product, token, 'PATCH', `/v2/drfq/rfqs/${id}/`, { state: 'OPEN' })).status).toBe(200)
    expect(await left(token)).toBe(0)
    expect(await ask(token)).toMatchObject({
      status: 403,
      json: {
        code: 4158,
        error: 'RestrictedAddress',
        message:
          'No RFQs left. You signed in from a restricted address, from which 3 RFQs can be sent. Sign in from another address to send more.',
      },
    })
    expect((await ask(token, {}, again)).json).toEqual(answers[0]!.json)
    expect((await ask(token, { state: 'DRAFT' })).status).toBe(201)
    expect((await signInFrom('198.51.100.5')).user.restricted_ip_rfqs_left).toBe(0)

    // RFQs from other addresses, and with a key, are not counted.
    expect((await ask(free)).status).toBe(201)
    expect(await left(free)).toBe(null)
    expect((await product.signed('POST', '/v2/drfq/rfqs/', JSON.stringify(rfq()))).status).toBe(201)
  })

  it('2.28 counts only RFQs: an answer to one, and what it trades, are not limited', async () => {
    const person = {
      email: 'kay@kestrel.example',
      password: PASSWORD,
      firstName: 'Kay',
      lastName: 'Kes',
      desk: 'KEST',
      role: 'trader' as const,
    }
    await product.server.operator.createUser(person)
    const { token } = await signInFrom('198.51.100.8', person.email)
    for (const side of ['BUY', 'SELL', 'BUY', 'SELL', 'BUY']) {
      const asked = (await product.signed('POST', '/v2/drfq/rfqs/', JSON.stringify(rfq()))).json as { id: string }
      const quote = { rfq_id: asked.id, side, quantity: '25', legs: [{ instrument_id: instrumentId, price: '0.08' }] }
      expect((await as(product, token, 'POST', '/v2/drfq/orders/', quote)).status).toBe(201)
      product.clock.now += 60_000
    }
    expect(await left(token)).toBe(3)
  })

  it('2.28 gives no more than three to seven at once', async () => {
    await product.server.operator.createUser({
      email: 'tess@orrery.example',
      password: PASSWORD,
      firstName: 'Tess',
      lastName: 'Orr',
      desk: 'ORRY',
      role: 'trader',
    })
    const { token } = await signInFrom('198.51.100.6', 'tess@orrery.example')
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403, 403])
    const [row] = await database.sql`select restricted_rfqs_used as used from app_user where email = 'tess@orrery.example'`
    expect(row).toEqual({ used: 3 })
  })
})

describe('the list of restrictions', () => {
  const codes = async () =>
    ((await product.send('GET', '/account/countries/')).json as { results: { code: string; is_blocked: boolean }[] }).results
      .filter(({ is_blocked }) => is_blocked)
      .map(({ code }) => code)
      .toSorted()

  // Proves A 5.32.
  it('is the operator’s: what is put on it and taken off counts at once', async () => {
    const { operator } = product.server
    expect(await operator.restrict('country', ' mm ')).toBe('MM')
    expect(await operator.restrict('country', 'MM')).toBe('MM')
    expect(await codes()).toEqual(['BY', 'CA', 'CU', 'IR', 'KP', 'MM', 'RU', 'SY'])
    await operator.lift('country', 'MM')
    expect(await codes()).toEqual(['BY', 'CA', 'CU', 'IR', 'KP', 'RU', 'SY'])
    expect(await operator.lift('address', '2001:db8:bad:0::/48')).toBe('2001:db8:bad::/48')
    expect((await signInFrom('2001:db8:bad:1::7')).user.restricted_ip_rfqs_left).toBe(null)
    const rows = await database.sql`select action, object from audit where action in ('Restrict', 'LiftRestriction') order by id`
    expect(rows.map(({ action, object }) => `${String(action)} ${String(object)}`)).toEqual([
      'Restrict 198.51.100.0/24',
      'Restrict 2001:db8:bad::/48',
      'Restrict MM',
      'LiftRestriction MM',
      'LiftRestriction 2001:db8:bad::/48',
    ])
  })

  // Proves A 10.8.
  it('counts for who is signed in already, as it is put on and taken off', async () => {
    const { operator } = product.server
    const { token } = await signInFrom('192.0.2.44')
    expect(await left(token)).toBe(null)
    await operator.restrict('address', '192.0.2.0/24')
    expect(await left(token)).toBeTypeOf('number')
    await operator.lift('address', '192.0.2.0/24')
    expect(await left(token)).toBe(null)
    expect((await ask(token)).status).toBe(201)
  })

  it.each<[kind: 'country' | 'address', value: string, said: string]>([
    ['country', 'XX', 'XX is not a known country. Use a two-letter code, such as KP.'],
    ['address', '198.51.100.0/33', '198.51.100.0/33 is not an IP address or a network. Use a form like 203.0.113.7 or 2001:db8::/32.'],
    ['address', 'localhost', 'localhost is not an IP address or a network. Use a form like 203.0.113.7 or 2001:db8::/32.'],
  ])('takes no %s %s', async (kind, value, said) => {
    await expect(product.server.operator.restrict(kind, value)).rejects.toThrow(said)
  })

  it('has nothing to lift that is not on it', async () => {
    await expect(product.server.operator.lift('country', 'SG')).rejects.toThrow('SG is not on the list.')
  })
})
