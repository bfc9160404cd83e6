import { pino } from 'pino'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { redaction } from '../log/redaction.ts'
import { openTestSocket, PASSWORD, signatureHeaders, startTestProduct, type TestProduct } from '../../test/product.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  product = await startTestProduct(database.url)
})
// Some tests let sessions expire.
beforeEach(async () => {
  token = await product.signIn()
})
afterAll(() => product.close())

const as = (text: string, method: string, path: string, body?: object, more: Record<string, string> = {}) =>
  product.send(method, path, {
    headers: { authorization: `Token ${text}`, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const signIn = (email: string, password: string) => product.send('POST', '/account/login/', { body: JSON.stringify({ email, password }) })

describe('signing in', () => {
  // Proves A 3.1 to 3.5, A 3.11, A 7.15, T 3.1, T 3.2.
  it('answers a token and who has signed in; the email may be written in capitals', async () => {
    const { status, json } = await signIn(' ADA@orrery.example ', PASSWORD)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      token: expect.any(String),
      user: { email: 'ada@orrery.example', role: 'administrator', trading_desk: { ticker: 'ORRY' } },
    })
  })

  it.each([
    ['a wrong password', 'kit@kestrel.example', 'wrong'],
    ['an email nobody has', 'nobody@orrery.example', PASSWORD],
  ])('with %s says the same', async (_name, email, password) => {
    expect(await signIn(email, password)).toMatchObject({
      status: 400,
      json: { non_field_errors: ['Unable to log in with provided credentials.'] },
    })
  })

  // Proves A 7.5.
  it('names the field that is missing', async () => {
    expect(await product.send('POST', '/account/login/', { body: '{"email":"ada@orrery.example"}' })).toMatchObject({
      status: 400,
      json: { password: ['This field is required'] },
    })
  })

  it('a disabled user is out at once', async () => {
    const { operator } = product.server
    await operator.createUser({
      email: 'gone@orrery.example',
      password: PASSWORD,
      firstName: 'G',
      lastName: 'O',
      desk: 'ORRY',
      role: 'trader',
    })
    const mine = await product.signIn('gone@orrery.example')
    await operator.disableUser('gone@orrery.example')
    expect((await as(mine, 'GET', '/account/user/')).status).toBe(401)
    expect((await signIn('gone@orrery.example', PASSWORD)).status).toBe(403)
  })
})

describe('a session', () => {
  // Proves A 4.26, T 7.7.
  it('gets a new token when its own is old; calls in flight with the old one still pass and get the same new one', async () => {
    const old = await product.signIn()
    product.clock.now += 11 * 60_000
    const first = await as(old, 'GET', '/account/user/')
    const fresh = first.headers['refreshed-token']!
    expect(fresh).toMatch(/^ps_/)
    expect((await as(old, 'GET', '/account/user/')).headers['refreshed-token']).toBe(fresh)
    expect(await as(fresh, 'GET', '/account/user/')).toMatchObject({ status: 200 })
    product.clock.now += 3 * 60_000
    expect((await as(old, 'GET', '/account/user/')).status).toBe(401)
    expect((await as(fresh, 'GET', '/account/user/')).status).toBe(200)
  })

  it('stays good with its old token until the new one was used: an answer may be lost, and a handshake tells nothing', async () => {
    const old = await product.signIn()
    product.clock.now += 11 * 60_000
    const socket = await openTestSocket(product.server.baseUrl, `/v2/drfq/?token=${old}`)
    product.clock.now += 5 * 60_000
    const lost = (await as(old, 'GET', '/account/user/')).headers['refreshed-token']
    product.clock.now += 30 * 60_000
    expect((await as(old, 'GET', '/account/user/')).headers['refreshed-token']).toBe(lost)
    socket.close()
  })

  // Proves A 7.33.
  it('refreshes its token when asked', async () => {
    const mine = await product.signIn()
    const answer = await as(mine, 'POST', '/account/token/refresh/')
    const { token: next } = answer.json as { token: string }
    expect(answer.headers['refreshed-token']).toBe(next)
    expect((await as(next, 'GET', '/account/user/')).status).toBe(200)
  })

  // Proves A 7.6.
  it('ends with logout', async () => {
    const mine = await product.signIn()
    expect((await as(mine, 'POST', '/account/logout/', {})).status).toBe(200)
    expect((await as(mine, 'GET', '/account/user/')).status).toBe(401)
  })

  it('ends when it was not used for twelve hours', async () => {
    const mine = await product.signIn()
    product.clock.now += 12 * 3_600_000 + 1
    expect((await as(mine, 'GET', '/account/user/')).status).toBe(401)
  })

  it('is not known by its text in the database', async () => {
    const rows = await database.sql`select * from session`
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a user', () => {
  // Proves A 3.7 to 3.10, A 3.13, A 7.16, T 3.4, T 7.11, T 7.12.
  it('changes settings and keeps preferences', async () => {
    expect((await as(token, 'PATCH', '/account/user/', { audio_notifications_enabled: false, id: 'other' })).json).toMatchObject({
      audio_notifications_enabled: false,
      email_notifications_enabled: true,
    })
    const data = { theme: 'light', columns: [1, { constructor: 'x' }] }
    expect((await as(token, 'POST', '/account/user/preferences/', { data })).json).toEqual({ data })
    expect((await as(token, 'GET', '/account/user/')).json).toMatchObject({ preferences: { data } })
  })

  // Proves A 4.45, A 4.46.
  it('changes each notification setting on its own, and the server keeps it', async () => {
    const media = ['visual', 'audio', 'visual_mobile', 'audio_mobile', 'trading', 'email']
    const names = media.map((medium) => `${medium}_notifications_enabled`)
    const settings = async () => {
      const kept = (await as(token, 'GET', '/account/user/')).json as Readonly<Record<string, unknown>>
      return names.map((name) => kept[name])
    }
    for (const name of names) await as(token, 'PATCH', '/account/user/', { [name]: true })
    for (const [at, name] of names.entries()) {
      await as(token, 'PATCH', '/account/user/', { [name]: false })
      expect(await settings(), name).toEqual(names.map((_, place) => place > at))
    }
    for (const name of names) await as(token, 'PATCH', '/account/user/', { [name]: true })
  })

  // Proves A 7.17.
  it('cannot give itself a role or unsign an agreement', async () => {
    expect((await as(token, 'PATCH', '/account/user/', { has_accepted_us_agreement: false })).status).toBe(400)
    expect((await as(token, 'PATCH', '/account/user/', { role: 'viewer' })).json).toMatchObject({ role: 'administrator' })
  })

  // Proves A 10.17, T 3.45, T 3.46, T 7.15.
  it('reads the flags', async () => {
    expect((await as(token, 'GET', '/feature-flags/configs/')).json).toMatchObject({ um_ui_ob_v1_api: { is_enabled: false } })
    await product.server.operator.setFeatureFlag('um_ui_ob_v1_api', 'on')
    expect((await as(token, 'GET', '/feature-flags/configs/')).json).toMatchObject({
      um_ui_ob_v1_api: { is_enabled: true, default_value: false },
    })
  })

  // Proves A 10.15, T 6.23.
  it('reads a flag that is for some desks as on or off for their own, and never which others it is for', async () => {
    const theirs = await product.signIn('kit@kestrel.example')
    const read = async (by: string) =>
      ((await as(by, 'GET', '/feature-flags/configs/')).json as { um_ui_ob_v1_api: object }).um_ui_ob_v1_api
    await product.server.operator.setFeatureFlag('um_ui_ob_v1_api', 'on', ['KEST'])
    expect([await read(token), await read(theirs)]).toEqual([
      { is_enabled: false, config: null, default_value: false },
      { is_enabled: true, config: { tickers: ['KEST'] }, default_value: false },
    ])
    await expect(product.server.operator.setFeatureFlag('um_ui_ob_v1_api', 'on', ['NONE'])).rejects.toThrow('NONE')
    await database.sql`update feature_flag set config = ${database.sql.json({ tickers: 'KEST' })} where name = 'um_ui_ob_v1_api'`
    await product.server.operator.setFeatureFlag('reread', 'on')
    expect(await read(token)).toEqual({ is_enabled: true, config: { tickers: 'KEST' }, default_value: false })
    await product.server.operator.setFeatureFlag('um_ui_ob_v1_api', 'on')
    expect(await read(theirs)).toEqual({ is_enabled: true, config: null, default_value: false })
  })
})

describe('2. counterparties', () => {
  // Proves A 6.9.
  it('desks ask and approve, and may then negotiate; either may withdraw', async () => {
    const theirs = await product.signIn('kit@kestrel.example')
    const at = (text: string, verb: string, desk: string) => as(text, 'POST', `/account/counterparties/${desk}/${verb}/`)
    const listed = async () => (await as(token, 'GET', '/v2/drfq/counterparties/?group=LP')).json as { results: object[] }
    expect((await at(token, 'approve', 'KEST')).json).toMatchObject({
      non_field_errors: ['There is no request between these desks. Send a request first.'],
    })
    expect((await at(token, 'ask', 'KEST')).json).toMatchObject({ state: 'ASKED', asked_by: 'ORRY' })
    expect((await at(token, 'approve', 'KEST')).status).toBe(400)
    expect((await listed()).results).toEqual([])
    expect((await at(theirs, 'approve', 'orry')).json).toMatchObject({ desk: 'ORRY', state: 'APPROVED' })
    expect((await listed()).results).toMatchObject([{ desk_name: 'KEST', firm_name: 'Kestrel Ltd', groups: ['LP'] }])
    expect((await at(theirs, 'withdraw', 'ORRY')).json).toMatchObject({ state: 'STRANGERS' })
    expect((await listed()).results).toEqual([])
    expect((await at(token, 'ask', 'NOPE')).status).toBe(404)
    expect((await at(token, 'ask', 'ORRY')).status).toBe(404)
  })
})

describe('keys and venue accounts', () => {
  it("a key's secret is shown once; a revoked key is unknown", async () => {
    const made = (await as(token, 'POST', '/account/desk/api-keys/', { name: 'desk bot' })).json as {
      id: string
      access_key: string
      secret_key: string
    }
    const key = { accessKey: made.access_key, secretKey: made.secret_key }
    expect((await product.signed('GET', '/v2/drfq/echo/', '', key)).status).toBe(200)
    expect((await as(token, 'GET', '/account/desk/api-keys/')).text).not.toContain(made.secret_key)
    expect((await as(token, 'POST', '/account/desk/api-keys/', { name: 'desk bot' })).json).toMatchObject({ name: [expect.any(String)] })
    expect((await as(token, 'DELETE', `/account/desk/api-keys/${made.id}/`)).status).toBe(204)
    expect((await product.signed('GET', '/v2/drfq/echo/', '', key)).status).toBe(403)
    expect((await as(token, 'DELETE', `/account/desk/api-keys/${made.id}/`)).status).toBe(404)
  })

  it('the same write with the same Idempotency-Key is done once, and another body is refused', async () => {
    const again = { 'idempotency-key': 'a-1' }
    const first = await as(token, 'POST', '/account/desk/api-keys/', { name: 'once' }, again)
    const both = await Promise.all([1, 2].map(() => as(token, 'POST', '/account/desk/api-keys/', { name: 'once' }, again)))
    const { access_key: name, secret_key: secret, ...kept } = first.json as Record<string, string>
    expect([name, secret]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    // Both keys are shown only once: a repeated request returns the rest without them.
    for (const answer of both) expect(answer).toMatchObject({ status: 201, json: kept })
    for (const { text } of both) for (const shown of [name!, secret!]) expect(text).not.toContain(shown)
    expect(await as(token, 'POST', '/account/desk/api-keys/', { name: 'twice' }, again)).toMatchObject({
      status: 409,
      json: { code: 1004 },
    })
    expect((await as(token, 'POST', '/account/desk/api-keys/', { name: 'x' }, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400)
  })

  it('the credentials of a venue account never come back, and a desk has one default at a venue', async () => {
    const account = { venue: 'DBT', name: 'main', client_id: 'id-of-main', client_secret: 'deribit-secret-1' }
    expect((await as(token, 'POST', '/account/desk/venue-accounts/', account)).json).toMatchObject({ name: 'main', is_default: true })
    await as(token, 'POST', '/account/desk/venue-accounts/', { ...account, name: 'second', is_default: true })
    const { text, json } = await as(token, 'GET', '/account/desk/venue-accounts/')
    expect(text).not.toMatch(/deribit-secret-1|id-of-main/)
    expect(
      (json as { results: { name: string; is_default: boolean }[] }).results.map(({ name, is_default }) => [name, is_default]),
    ).toEqual([
      ['second', true],
      ['main', false],
    ])
  })

  it('what changed is in the audit trail, which cannot be rewritten', async () => {
    const rows = await database.sql<{ action: string; actor: string }[]>`select action, actor from audit where desk = 'ORRY' order by id`
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['CreateApiKey', 'RevokeApiKey', 'AddVenueAccount', 'AskCounterparty']),
    )
    await expect(database.sql`update audit set actor = 'nobody'`).rejects.toThrow('audit rows are final')
    await expect(database.sql`delete from audit`).rejects.toThrow('audit rows are final')
  })
})

describe('what is secret', () => {
  it('is in no log and in no row', async () => {
    const secrets = [PASSWORD, token, product.key.secretKey, 'deribit-secret-1', 'wrong-password-7']
    await signIn('kit@kestrel.example', 'wrong-password-7')
    await product.send('POST', '/v2/drfq/echo/', {
      body: '{',
      headers: signatureHeaders(product.key, product.clock.now, 'POST', '/v2/drfq/echo/', '{'),
    })
    const tables = ['app_user', 'session', 'api_key', 'venue_account', 'audit', 'request']
    const rows = await Promise.all(tables.map((table) => database.sql`select * from ${database.sql(table)}`))
    const kept = rows.flat().map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value)))
        .join(),
    )
    for (const secret of secrets) {
      expect(product.logged()).not.toContain(secret)
      expect(kept.join('\n')).not.toContain(secret)
    }
  })

  it('is hidden by the logger, should anybody log it after all', () => {
    let text = ''
    const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => ((text += chunk.toString()), done()) })
    const log = pino({ redact: redaction }, sink)
    const planted = {
      password: 'planted-1',
      headers: { authorization: 'planted-2', 'paradigm-api-signature': 'planted-3', cookie: 'planted-4' },
    }
    log.info({ ...planted, request: planted, secret_key: 'planted-5', credentials: { clientSecret: 'planted-6' } }, 'A careless line')
    expect(text).toContain('A careless line')
    expect(text).not.toContain('planted')
  })
})
