import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openSignedSocket, openTestSocket, signatureHeaders, type Key } from '../../../test/product.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
beforeAll(async () => {
  desk = await openTestDesk(database.url, { trustProxy: true })
})
// Only an administrator with a recent proof can manage keys, and some tests let hours pass.
beforeEach(async () => {
  boss = await desk.person('boss', 'administrator')
})
afterAll(() => desk.close())

type Made = Key & { readonly id: string; readonly view: Record<string, unknown> }
const KEYS = '/account/desk/api-keys/'
const HOUR = 3_600_000

const asMade = (json: unknown): Made => {
  const { access_key, secret_key, ...view } = json as { id: string; access_key: string; secret_key: string }
  return { id: view.id, accessKey: access_key, secretKey: secret_key, view }
}
/** The key with its new secret. Its access key is unchanged and is not shown again. */
const asRotated = (key: Key, json: unknown): Made => ({ ...asMade(json), accessKey: key.accessKey })
let names = 0
const make = async (settings: object = {}): Promise<Made> => {
  const { status, json, text } = await desk.as(boss.token, 'POST', KEYS, { name: `key ${++names}`, ...settings })
  if (status !== 201) throw new Error(`no key: ${text}`)
  return asMade(json)
}
const patch = (id: string, settings: object, by = boss) => desk.as(by.token, 'PATCH', `${KEYS}${id}/`, settings)
const rotate = (id: string, body: object | undefined) => desk.as(boss.token, 'POST', `${KEYS}${id}/rotate/`, body)

/** Calls through our own proxy, which reports the caller's address. */
const call = (key: Key, from = '198.51.100.7', method = 'GET', path = '/v2/drfq/echo/', body = '') =>
  desk.product.send(method, path, {
    body,
    headers: { ...signatureHeaders(key, desk.product.clock.now, method, path, body), 'x-forwarded-for': from },
  })
const here = () => ({ baseUrl: desk.product.server.baseUrl, now: desk.product.clock.now })
const socketOf = (key: Key, from = '198.51.100.7') => openSignedSocket(here(), key, '/v2/drfq/', { 'x-forwarded-for': from })
const namedSocketOf = ({ accessKey }: Key, query = '') =>
  openTestSocket(desk.product.server.baseUrl, `/v2/drfq/?api-key=${accessKey}${query}`, { 'x-forwarded-for': '198.51.100.7' })
const listed = async (id: string, by = boss) => {
  const { json } = await desk.as(by.token, 'GET', KEYS)
  return (json as { results: { id: string }[] }).results.find((key) => key.id === id)
}

describe('a key of a desk', () => {
  it('may read and trade from anywhere without an expiry by default', async () => {
    const key = await make()
    expect(key.view).toMatchObject({
      scopes: ['read', 'trade'],
      allowed_addresses: [],
      expires_at: null,
      last_used_at: null,
      last_used_address: null,
      previous_secret_until: null,
      created_by: boss.id,
    })
    expect(await call(key)).toMatchObject({ status: 200 })
    expect(await listed(key.id)).toMatchObject({ last_used_at: desk.product.clock.now, last_used_address: '198.51.100.7' })
    const [row] = await database.sql`select last_used_address from api_key where id = ${key.id}`
    expect(row).toEqual({ last_used_address: '198.51.100.7' })
  })

  it('2.6 that only reads sees and does not trade; what changes counts at once', async () => {
    const key = await make({ scopes: ['read'] })
    expect(await call(key, '::1', 'GET', '/v2/drfq/rfqs/')).toMatchObject({ status: 200 })
    /** Each call has its own time, because a signature is valid only once. */
    const write = () => {
      desk.product.clock.now += 1
      return call(key, '::1', 'POST', '/v2/drfq/rfqs/', '{}')
    }
    expect(await write()).toMatchObject({ status: 403, json: { code: 1001 } })
    expect(await patch(key.id, { scopes: ['trade'] })).toMatchObject({ status: 200, json: { scopes: ['read', 'trade'] } })
    expect(await write()).toMatchObject({ status: 400 })
    await patch(key.id, { scopes: ['read'] })
    expect(await write()).toMatchObject({ status: 403 })
  })

  it('2.11 is accepted from its addresses and networks only, v4 and v6', async () => {
    const key = await make({ allowed_addresses: ['203.0.113.9/24', '203.0.113.0/24', '2001:DB8::1', '198.51.100.7'] })
    expect(key.view).toMatchObject({ allowed_addresses: ['203.0.113.0/24', '2001:db8::1', '198.51.100.7'] })
    for (const from of ['203.0.113.200', '2001:db8:0::1', '198.51.100.7', '::ffff:198.51.100.7'])
      expect(await call(key, from)).toMatchObject({ status: 200 })
    for (const from of ['203.0.114.1', '2001:db8::2', '198.51.100.8', '203.0.113.9, 192.0.2.1'])
      expect(await call(key, from)).toMatchObject({
        status: 403,
        json: { code: 403, error: 'AddressNotAllowed', detail: expect.stringMatching(/^This key is not accepted from [0-9a-f.:]+\.$/) },
      })
    const badly = { ...key, secretKey: Buffer.alloc(32).toString('base64') }
    expect(await call(badly, '192.0.2.1')).toMatchObject({ status: 401, json: { detail: 'Invalid signature' } })
  })

  it('2.11 that is used from another address is reported: an audit entry and an email immediately, then one count per hour', async () => {
    const key = await make({ allowed_addresses: ['203.0.113.0/24'] })
    const rows = () =>
      database.sql`select desk, actor, address, detail from audit where action = 'ApiKeyRefused' and object = ${key.id} order by id`
    const emails = async () => (await desk.product.mails(boss.email)).filter(({ kind, text }) => kind === 'ApiKeyRefused' && text.includes(`key ${names}`)) // prettier-ignore
    expect(await call(key, '192.0.2.77')).toMatchObject({ status: 403 })
    await expect.poll(rows).toEqual([{ desk: 'ORRY', actor: key.id, address: '192.0.2.77', detail: { count: 1 } }])
    expect(await emails()).toMatchObject([{ text: expect.stringContaining('192.0.2.77') }])
    expect(await call(key, '192.0.2.78')).toMatchObject({ status: 403 })
    await expect(socketOf(key, '192.0.2.78')).rejects.toMatchObject({ status: 403 })
    expect(await call({ ...key, secretKey: Buffer.alloc(32).toString('base64') }, '192.0.2.79')).toMatchObject({ status: 401 })
    desk.product.clock.now += HOUR
    expect(await call(key, '192.0.2.80')).toMatchObject({ status: 403 })
    await expect
      .poll(async () => (await rows()).map(({ detail, address }) => ({ detail, address })))
      .toEqual([
        { detail: { count: 1 }, address: '192.0.2.77' },
        { detail: { count: 3 }, address: '192.0.2.80' },
      ])
    expect(await emails()).toHaveLength(2)
    expect(desk.product.logged()).toMatch(/A call was rejected .*"error":"AddressNotAllowed".*"address":"192.0.2.77"/)
    expect(desk.product.logged()).toMatch(
      /A handshake was rejected .*"error":"AddressNotAllowed".*"call":"GET \/v2\/drfq\/".*"address":"192.0.2.78"/,
    )
    expect(desk.product.logged()).not.toContain(key.accessKey)
  })

  it('2.11 whose addresses no longer cover an open socket loses it at once', async () => {
    const key = await make()
    const inside = await socketOf(key, '203.0.113.5')
    const outside = await socketOf(key, '192.0.2.1')
    await patch(key.id, { allowed_addresses: ['203.0.113.0/24'] })
    expect(await outside.closed).toMatchObject({ code: 4401 })
    inside.send({ jsonrpc: '2.0', id: 1, method: 'heartbeat' })
    expect(await inside.next((frame) => frame['id'] === 1)).not.toHaveProperty('error')
    await expect(socketOf(key, '192.0.2.1')).rejects.toMatchObject({ status: 403, body: expect.stringContaining('AddressNotAllowed') })
    inside.close()
  })

  it('2.11 ends when it expires, on open sockets too', async () => {
    const key = await make({ expires_at: desk.product.clock.now + HOUR })
    const socket = await socketOf(key)
    expect(await call(key)).toMatchObject({ status: 200 })
    desk.product.clock.now += HOUR
    expect(await call(key)).toMatchObject({ status: 403, json: { detail: 'Invalid API Access Key' } })
    await expect(socketOf(key)).rejects.toMatchObject({ status: 403 })
    const proved = await desk.person('boss', 'administrator')
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await patch(key.id, { expires_at: null }, proved)).toMatchObject({ status: 200, json: { expires_at: null } })
    expect(await call(key)).toMatchObject({ status: 200 })
  })

  it('2.12 that is rotated is accepted with both secrets for the time agreed, and then with the new one only', async () => {
    const key = await make()
    const answer = (await rotate(key.id, undefined)).json
    expect(answer).not.toHaveProperty('access_key')
    const rotated = asRotated(key, answer)
    expect(rotated).toMatchObject({ id: key.id, view: { access_key_prefix: key.accessKey.slice(0, 6) } })
    expect(rotated.view).toMatchObject({ previous_secret_until: desk.product.clock.now + 24 * HOUR })
    for (const either of [key, rotated]) expect(await call(either)).toMatchObject({ status: 200 })
    desk.product.clock.now += 24 * HOUR
    const later = await desk.person('boss', 'administrator')
    expect(await call(key)).toMatchObject({ status: 401 })
    expect(await call(rotated)).toMatchObject({ status: 200 })
    expect(await listed(key.id, later)).toMatchObject({ previous_secret_until: null })
  })

  it('2.12 that is rotated twice knows no older secret; without an overlap the one before ends at once', async () => {
    const first = await make()
    const second = asRotated(first, (await rotate(first.id, { overlap_hours: 2 })).json)
    const third = asRotated(first, (await rotate(first.id, { overlap_hours: 2 })).json)
    expect(await call(first)).toMatchObject({ status: 401 })
    for (const key of [second, third]) expect(await call(key)).toMatchObject({ status: 200 })
    const last = asRotated(first, (await rotate(first.id, { overlap_hours: 0 })).json)
    expect(last.view).toMatchObject({ previous_secret_until: null })
    expect(await call(third)).toMatchObject({ status: 401 })
    expect(await call(last)).toMatchObject({ status: 200 })
  })

  it('that is rotated by two in the same moment has one secret that works', async () => {
    const key = await make()
    const both = (await Promise.all([rotate(key.id, { overlap_hours: 0 }), rotate(key.id, { overlap_hours: 0 })])).map(({ json }) =>
      asRotated(key, json),
    )
    const answers = await Promise.all(both.map((each) => call(each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('2.11 that is revoked is gone at once, on open sockets too', async () => {
    const key = await make()
    const socket = await socketOf(key)
    expect(await desk.as(boss.token, 'DELETE', `${KEYS}${key.id}/`)).toMatchObject({ status: 204 })
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await call(key)).toMatchObject({ status: 403, json: { detail: 'Invalid API Access Key' } })
    for (const answer of [
      await patch(key.id, { scopes: ['read'] }),
      await rotate(key.id, {}),
      await desk.as(boss.token, 'DELETE', `${KEYS}${key.id}/`),
    ])
      expect(answer).toMatchObject({ status: 404 })
  })

  it('2.15 opens sockets by signature or ticket, and by its access key alone if it is compatible; a change affects open sockets too', async () => {
    const key = await make()
    expect(key.view).toMatchObject({ is_compatible: false })
    await expect(namedSocketOf(key)).rejects.toMatchObject({ status: 403, body: expect.stringMatching(/SocketNotSigned.*signed with the three headers.*or opened with a ticket/) }) // prettier-ignore
    ;(await socketOf(key)).close()
    const { json } = await call(key, '198.51.100.7', 'POST', '/account/socket-ticket/')
    const withTicket = () =>
      openTestSocket(desk.product.server.baseUrl, `/v2/drfq/?ticket=${(json as { ticket: string }).ticket}`, {
        'x-forwarded-for': '198.51.100.7',
      })
    ;(await withTicket()).close()
    await expect(withTicket()).rejects.toMatchObject({ status: 403 })

    expect(await patch(key.id, { is_compatible: true })).toMatchObject({ status: 200, json: { is_compatible: true } })
    const [named, signed] = [await namedSocketOf(key), await socketOf(key)]
    ;(await namedSocketOf(key, '&cancel_on_disconnect=true')).close()
    await patch(key.id, { is_compatible: false })
    expect(await named.closed).toMatchObject({ code: 4401 })
    signed.send({ jsonrpc: '2.0', id: 1, method: 'heartbeat' })
    expect(await signed.next((frame) => frame['id'] === 1)).not.toHaveProperty('error')
    signed.close()
  })

  it('of a desk that is suspended is not accepted, and is again when the desk is restored', async () => {
    const { operator } = desk.product.server
    const key = await operator.createApiKey('KEST', 'bot')
    const socket = await socketOf(key)
    await operator.suspendDesk('KEST')
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await call(key)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
    await operator.restoreDesk('KEST')
    expect(await call(key)).toMatchObject({ status: 200 })
  })

  it('is reported to every active administrator of the desk, and to no others', async () => {
    const viewer = await desk.person('looker', 'viewer')
    const later = () => (desk.product.clock.now += 1)
    const key = await make()
    later()
    await patch(key.id, { scopes: ['read'] })
    later()
    await rotate(key.id, {})
    later()
    await desk.as(boss.token, 'DELETE', `${KEYS}${key.id}/`)
    const name = String(key.view['name'])
    const about = async (email: string) =>
      (await desk.product.mails(email))
        .filter(({ kind, text }) => kind === 'ApiKeyChanged' && text.includes(name))
        .map(({ subject }) => subject)
    for (const email of [boss.email, 'ada@orrery.example'])
      expect(await about(email)).toEqual([
        `API key ${name} was revoked`,
        `API key ${name} has a new secret`,
        `API key ${name} was changed`,
        `API key ${name} was created`,
      ])
    for (const email of [viewer.email, 'kit@kestrel.example']) expect(await about(email)).toEqual([])
  })

  it('is in the audit log with what changed, and without its secret', async () => {
    const key = await make({ allowed_addresses: ['203.0.113.0/24'] })
    const rows = await database.sql`select action, detail from audit where object = ${key.id}`
    expect(rows).toEqual([{ action: 'CreateApiKey', detail: { name: key.view['name'], allowedAddresses: '203.0.113.0/24' } }])
    const kept = JSON.stringify(await database.sql`select * from api_key where id = ${key.id}`)
    expect(kept).not.toContain(key.secretKey)
  })

  it('shows its access key once, keeps its hash, and is listed by the first characters of it', async () => {
    const key = await make()
    expect(key.accessKey).toMatch(/^[0-9A-Za-z]{24}$/)
    expect(await listed(key.id)).toEqual({ ...key.view, access_key_prefix: key.accessKey.slice(0, 6) })
    expect((await desk.as(boss.token, 'GET', KEYS)).text).not.toContain(key.accessKey)
    expect(JSON.stringify(await database.sql`select * from api_key where id = ${key.id}`)).not.toContain(key.accessKey)
    const [row] = await database.sql`select encode(access_hash, 'hex') as hash from api_key where id = ${key.id}`
    expect(row).toEqual({ hash: createHash('sha256').update(key.accessKey).digest('hex') })
  })
})

describe('what is refused of a key', () => {
  it.each([
    ['a name that is taken', () => ({ name: 'key 1' }), { name: ['The desk already has a key with that name. Choose another name.'] }],
    [
      'an address that is none',
      () => ({ name: 'n', allowed_addresses: ['203.0.113.7', '203.0.113.0/33'] }),
      { allowed_addresses: ['"203.0.113.0/33" is not an IP address or a network. Use a form like 203.0.113.7 or 2001:db8::/32.'] },
    ],
    ['an end that is past', () => ({ name: 'n', expires_at: desk.product.clock.now }), { expires_at: ['Invalid Date'] }],
    ['no scope', () => ({ name: 'n', scopes: [] }), { scopes: [expect.any(String)] }],
    ['a scope that is none', () => ({ name: 'n', scopes: ['rule'] }), { 'scopes.0': [expect.any(String)] }],
    ['no name', () => ({}), { name: ['This field is required'] }],
    [
      'too many addresses',
      () => ({ name: 'n', allowed_addresses: Array(51).fill('203.0.113.7') }),
      { allowed_addresses: [expect.any(String)] },
    ],
  ])('%s', async (_what, body, errors) => {
    expect(await desk.as(boss.token, 'POST', KEYS, body())).toMatchObject({ status: 400, json: errors })
  })

  it('the same of a key that is there; it stays as it was', async () => {
    const key = await make()
    expect(await patch(key.id, { allowed_addresses: ['anywhere'] })).toMatchObject({
      status: 400,
      json: { allowed_addresses: [expect.any(String)] },
    })
    const { now } = desk.product.clock
    expect(await patch(key.id, { expires_at: now - 1 })).toMatchObject({ status: 400, json: { expires_at: ['Invalid Date'] } })
    const inSeconds = await patch(key.id, { expires_at: Math.round(now / 1_000) + 86_400 })
    expect(inSeconds).toMatchObject({ status: 400, json: { expires_at: [expect.stringContaining('milliseconds')] } })
    for (const overlap_hours of [-1, 169, 1.5, '2']) expect((await rotate(key.id, { overlap_hours })).status).toBe(400)
    expect(await listed(key.id)).toEqual(key.view)
  })

  it('one of another desk is not found', async () => {
    const key = await make()
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', 'rotate/'],
      ['DELETE', ''],
    ] as const)
      expect(await desk.as(kit.token, method, `${KEYS}${key.id}/${path}`, {})).toMatchObject({ status: 404 })
    expect(await call(key)).toMatchObject({ status: 200 })
  })

  it('the twenty-first of a desk, even if two users create keys at the same moment', async () => {
    const kit = await desk.person('kitty', 'administrator', 'KEST')
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => desk.as(kit.token, 'POST', KEYS, { name: `bot ${n}` })))
    const refused = answers.filter(({ status }) => status !== 201)
    // The desk already has one key.
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ status: 400, json: { non_field_errors: ['A desk has at most 20 API keys; revoke one first.'] } })
  })

  it('the same name for two in the same moment', async () => {
    const answers = await Promise.all([1, 2].map(() => desk.as(boss.token, 'POST', KEYS, { name: 'same' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })
})
