/** A key belongs to its sender, a user or an API key. Another sender of the same desk makes a separate write and learns nothing (rulebook 9.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'
import { signatureHeaders, type Answer, type Key } from '../../../test/product.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let second: Person
let viewer: Person
let bot: Key
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  boss = await desk.person('bea', 'administrator')
  second = await desk.person('sam', 'administrator')
  viewer = await desk.person('vic', 'viewer')
  bot = await desk.product.server.operator.createApiKey('ORRY', 'second bot')
})
afterAll(() => desk?.close())

const underKey = ({ token }: Person, key: string, method: string, path: string, body?: object): Promise<Answer> =>
  desk.product.send(method, path, {
    headers: { authorization: `Token ${token}`, 'idempotency-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const signedUnderKey = (by: Key, key: string, method: string, path: string, body?: object): Promise<Answer> => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = signatureHeaders(by, desk.product.clock.now + Math.floor(Math.random() * 1_000), method, path, text)
  return desk.product.send(method, path, { headers: { ...headers, 'idempotency-key': key }, body: text })
}
const json = (answer: Answer) => answer.json as Record<string, unknown>
const wish = async () => {
  const { results } = json(await desk.as(boss.token, 'GET', '/v2/drfq/instruments/')) as { results: { id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  return { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
}

describe('9.4 a key belongs to who sent it', () => {
  it('9.4 two people, a session and an API key, and two API keys of one desk each open an RFQ of their own under one key', async () => {
    const body = await wish()
    const path = '/v2/drfq/rfqs/'
    const answers = [
      await underKey(boss, 'one', 'POST', path, body),
      await underKey(second, 'one', 'POST', path, body),
      await signedUnderKey(desk.product.key, 'one', 'POST', path, body),
      await signedUnderKey(bot, 'one', 'POST', path, body),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => json(answer)['id'])).size).toBe(4)
    expect((await underKey(boss, 'one', 'POST', path, body)).text).toBe(answers[0]!.text)
    expect((await signedUnderKey(bot, 'one', 'POST', path, body)).text).toBe(answers[3]!.text)
  })

  it('9.4 another body under a key that a colleague has used is a write of its own, not a reused key', async () => {
    const path = '/account/user/preferences/'
    expect((await underKey(boss, 'two', 'POST', path, { data: { theme: 'dark' } })).status).toBe(200)
    expect((await underKey(second, 'two', 'POST', path, { data: { theme: 'light' } })).status).toBe(200)
    expect((await underKey(boss, 'two', 'POST', path, { data: { theme: 'light' } })).status).toBe(409)
  })

  it('9.4 a person is one asker in every session', async () => {
    const body = await wish()
    const first = await underKey(boss, 'three', 'POST', '/v2/drfq/rfqs/', body)
    const elsewhere = { ...boss, token: await desk.product.signIn(boss.email) }
    expect((await underKey(elsewhere, 'three', 'POST', '/v2/drfq/rfqs/', body)).text).toBe(first.text)
  })

  it('9.4 the fate of a write is read by who sent it, and by nobody else of the desk', async () => {
    const first = await underKey(boss, 'four', 'POST', '/v2/drfq/rfqs/', await wish())
    const outcome = '/v2/commands/four/'
    expect(json(await desk.as(boss.token, 'GET', outcome))).toMatchObject({ state: 'DONE', status: 201, body: first.json })
    for (const { token } of [second, viewer]) expect((await desk.as(token, 'GET', outcome)).status).toBe(404)
    expect((await desk.product.signed('GET', outcome)).status).toBe(404)
  })
})

describe('a call about the session that asks', () => {
  it('gives nobody the token of another: each is refreshed by itself, under one key or under none', async () => {
    const people = [await desk.person('ren', 'administrator'), await desk.person('rue', 'viewer')] as const
    const tokens = await Promise.all(people.map((person) => underKey(person, 'refresh-1-1', 'POST', '/account/token/refresh/')))
    const fresh = tokens.map((answer) => json(answer)['token'] as string)
    const emails = await Promise.all(fresh.map(async (token) => json(await desk.as(token, 'GET', '/account/user/'))['email']))
    expect(emails).toEqual(people.map(({ email }) => email))
  })

  it('gives a ticket for each time it is asked', async () => {
    const ask = (person: Person) => underKey(person, 'ticket', 'POST', '/account/socket-ticket/')
    const tickets = [await ask(boss), await ask(second), await ask(boss)].map((answer) => json(answer)['ticket'])
    expect(new Set(tickets).size).toBe(3)
  })

  it.each(['/account/logout/', 'DELETE /account/user/sessions/'])(
    '%s ends the session that asks, even if another user has used the key',
    async (call) => {
      const [method, path] = call.startsWith('DELETE') ? ['DELETE', '/account/user/sessions/'] : ['POST', call]
      const people = [await desk.person(`out-${method}-1`, 'trader'), await desk.person(`out-${method}-2`, 'trader')]
      for (const person of people) {
        expect((await underKey(person, 'out', method!, path!)).status).toBeLessThan(300)
        expect((await desk.as(person.token, 'GET', '/account/user/')).status).toBe(401)
      }
    },
  )
})

describe('an answer that holds a secret', () => {
  it('is shown once: under its key again the API key is told without its secret, and none is made', async () => {
    const made = await underKey(second, 'api-key', 'POST', '/account/desk/api-keys/', { name: 'made once' })
    expect(made.status).toBe(201)
    const { access_key: _accessKey, secret_key: secret, ...rest } = json(made)
    expect(secret).toEqual(expect.any(String))
    const again = await underKey(second, 'api-key', 'POST', '/account/desk/api-keys/', { name: 'made once' })
    expect([again.status, again.json]).toEqual([201, rest])
    const rotated = await underKey(second, 'rotate', 'POST', `/account/desk/api-keys/${String(rest['id'])}/rotate/`)
    expect(json(rotated)['secret_key']).toEqual(expect.any(String))
    const repeated = await underKey(second, 'rotate', 'POST', `/account/desk/api-keys/${String(rest['id'])}/rotate/`)
    expect([repeated.status, 'secret_key' in json(repeated)]).toEqual([200, false])
    const another = await underKey(boss, 'api-key', 'POST', '/account/desk/api-keys/', { name: 'made once' })
    expect([another.status, 'secret_key' in json(another)]).toEqual([400, false])
  })
})
