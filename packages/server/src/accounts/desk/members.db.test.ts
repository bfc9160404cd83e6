import { DEFAULT_RECAP } from '@parley/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { formOf, invite, join } from '../../../test/onboarding.ts'
import { openSignedSocket, openTestSocket, type Key } from '../../../test/product.ts'
import { eventually, openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let other: Person
beforeAll(async () => {
  desk = await openTestDesk(database.url)
})
// Changes require an administrator with a recent proof, and some tests let minutes pass.
beforeEach(async () => {
  boss = await desk.person('boss', 'administrator')
  other = await desk.person('other', 'administrator')
})
afterAll(() => desk.close())

const change = (by: Person, whom: { readonly id: string }, body: object) =>
  desk.as(by.token, 'PATCH', `/account/desk/members/${whom.id}/`, body)
const remove = (by: Person, whom: { readonly id: string }) => desk.as(by.token, 'DELETE', `/account/desk/members/${whom.id}/`)
const statusOf = async (token: string) => (await desk.as(token, 'GET', '/account/user/')).status
const socketOf = (token: string) => openTestSocket(desk.product.server.baseUrl, `/v2/drfq/?token=${token}`)
const rfqOf = async (id: string) =>
  (await desk.as(boss.token, 'GET', `/v2/drfq/rfqs/${id}/`)).json as { state: string; closed_reason: string }
const mailsTo = async ({ email }: Person) =>
  (await desk.product.mails(email)).filter(({ kind }) => kind === 'AccessChanged').map(({ subject }) => subject)
const actions = async () =>
  (
    await database.sql<{ action: string; object: string }[]>`select action, object from audit where desk = 'ORRY' order by id desc limit 5`
  ).map(({ action, object }) => [action, object])

describe('the members of a desk', () => {
  it('are listed with role and state for every member of the desk', async () => {
    const viewer = await desk.person('looker', 'viewer')
    const { json } = await desk.as(viewer.token, 'GET', '/account/desk/members/')
    const { results } = json as { results: { email: string }[] }
    expect(results.find(({ email }) => email === 'boss@orry.example')).toMatchObject({
      id: boss.id,
      role: 'administrator',
      state: 'ACTIVE',
      has_two_factor: false,
      last_seen_at: expect.any(Number),
    })
    expect(results.map(({ email }) => email)).not.toContain('kit@kestrel.example')
  })

  it('2.9 change their role at once, told by mail and in the audit log', async () => {
    const tess = await desk.person('tess', 'trader')
    expect(await change(boss, tess, { role: 'viewer' })).toMatchObject({
      status: 200,
      json: { id: tess.id, role: 'viewer', state: 'ACTIVE' },
    })
    expect((await desk.as(tess.token, 'GET', '/account/user/')).json).toMatchObject({ role: 'viewer' })
    expect(await desk.as(tess.token, 'POST', '/v2/drfq/rfqs/', {})).toMatchObject({ status: 403, json: { code: 1001 } })
    expect(await mailsTo(tess)).toEqual(['Your role on Orrery was changed'])
    expect(await actions()).toContainEqual(['UpdateMember', tess.id])
    for (const role of ['prime_viewer', 'dov_user', 'administrator', 'trader'])
      expect(await change(boss, tess, { role })).toMatchObject({ status: 200, json: { role } })
    expect((await desk.as(tess.token, 'GET', '/account/user/')).json).toMatchObject({ role: 'trader' })
  })

  it('2.9 whose role changes have their socket closed by that name, and another shows what the new role may see', async () => {
    const sam = await desk.person('sam', 'trader')
    const before = await socketOf(sam.token)
    await change(boss, sam, { role: 'viewer' })
    expect(await before.closed).toMatchObject({ code: 4403, reason: 'RoleChanged' })
    const after = await socketOf(sam.token)
    after.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'rfqs' } })
    await after.next((frame) => frame['id'] === 1)
    const id = await desk.ask(boss.token)
    const notification = await after.next((frame) => JSON.stringify(frame).includes(id))
    expect(notification).toMatchObject({ method: 'subscription', params: { channel: 'rfqs' } })
    after.send({ jsonrpc: '2.0', id: 2, method: 'subscribe', params: { channel: 'orders' } })
    expect(await after.next((frame) => frame['id'] === 2)).toMatchObject({ result: expect.anything() })
    after.close()
  })

  // Proves A 1.11.
  it('2.9 who are suspended lose access immediately, on open sockets too, and return with their role', async () => {
    const una = await desk.person('una', 'trader')
    const socket = await socketOf(una.token)
    expect(await change(boss, una, { state: 'SUSPENDED' })).toMatchObject({ status: 200, json: { state: 'SUSPENDED', role: 'trader' } })
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await statusOf(una.token)).toBe(401)
    await expect(desk.product.signIn(una.email)).resolves.toBeUndefined()
    expect(await change(boss, una, { state: 'ACTIVE' })).toMatchObject({ json: { state: 'ACTIVE', role: 'trader' } })
    expect(await statusOf(await desk.product.signIn(una.email))).toBe(200)
    expect(await mailsTo(una)).toEqual(['Your access to Orrery is restored', 'Your access to Orrery is suspended'])
  })

  it('2.10 who are suspended, removed or may only look have nothing open left; what others of the desk asked for stays', async () => {
    const kept = await desk.ask(boss.token)
    for (const leave of [
      (tom: Person) => change(boss, tom, { state: 'SUSPENDED' }),
      (tom: Person) => change(boss, tom, { role: 'viewer' }),
      (tom: Person) => remove(boss, tom),
    ]) {
      const tom = await desk.person('tom', 'trader')
      if ((await desk.as(tom.token, 'GET', '/account/user/')).status !== 200) throw new Error('tom is not there')
      const open = await desk.ask(tom.token)
      expect((await leave(tom)).status).toBeLessThan(300)
      const closed = await eventually(
        () => rfqOf(open),
        ({ state }) => state === 'CLOSED',
      )
      expect(closed).toMatchObject({ state: 'CLOSED', closed_reason: 'CANCELED_BY_CREATOR' })
      await change(boss, tom, { state: 'ACTIVE', role: 'trader' })
    }
    expect(await rfqOf(kept)).toMatchObject({ state: 'OPEN' })
  })

  it('2.10 who are suspended while their market cannot write have nothing open left once it can', async () => {
    const ned = await desk.person('ned', 'trader')
    const open = await desk.ask(ned.token)
    // A sequence keeps its value even if the transaction that used it is rolled back.
    await database.sql`create sequence refused`
    await database.sql`
      create function write_nothing() returns trigger language plpgsql as $$ begin perform nextval('refused'); raise exception 'cut off'; end $$`
    await database.sql`create trigger cut_off before insert on journal for each row execute function write_nothing()`
    expect(await change(boss, ned, { state: 'SUSPENDED' })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await database.sql`select is_called from refused`)[0], { timeout: 55_000 }).toEqual({ is_called: true })
    await database.sql`drop trigger cut_off on journal`
    await database.sql`drop function write_nothing()`
    const closed = await eventually(
      () => rfqOf(open),
      ({ state }) => state === 'CLOSED',
    )
    expect(closed).toMatchObject({ closed_reason: 'CANCELED_BY_CREATOR' })
    await change(boss, ned, { state: 'ACTIVE' })
  })

  it('2.16 who may not trade any more hold no key: theirs are suspended, or go to who acts, with everything open through them', async () => {
    type KeyView = { id: string; name: string; access_key: string; secret_key: string; held_by: string; suspended_at: number | null }
    const make = async (by: Person, name: string) =>
      (await desk.as(by.token, 'POST', '/account/desk/api-keys/', { name })).json as unknown as KeyView
    const pairOf = ({ access_key, secret_key }: KeyView): Key => ({ accessKey: access_key, secretKey: secret_key })
    const listed = async ({ id }: KeyView) =>
      ((await desk.as(boss.token, 'GET', '/account/desk/api-keys/')).json as unknown as { results: KeyView[] }).results.find(
        (key) => key.id === id,
      )
    const echoed = (key: KeyView) => desk.by(pairOf(key), 'GET', '/v2/drfq/echo/')
    const emails = async () => (await desk.product.mails(boss.email)).filter(({ kind }) => kind === 'RightsSettled')
    const hana = await desk.person('hana', 'administrator')
    const quoter = await make(hana, 'quoter of hana')
    const reporter = await make(hana, 'reporter of hana')
    const others = await make(boss, 'key of boss')
    const socket = await openSignedSocket(
      { baseUrl: desk.product.server.baseUrl, now: desk.product.clock.now },
      pairOf(quoter),
      '/v2/drfq/?cancel_on_disconnect=false',
    )
    const rfq = await desk.ask(pairOf(quoter))

    // A trader keeps holding their keys.
    expect(await change(boss, hana, { role: 'trader' })).toMatchObject({ status: 200 })
    expect(await echoed(quoter)).toMatchObject({ status: 200 })
    expect(await change(boss, hana, { role: 'viewer' })).toMatchObject({ status: 200 })
    expect(await socket.closed).toMatchObject({ code: 4401 })
    for (const key of [quoter, reporter]) expect(await echoed(key)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
    expect(await echoed(others)).toMatchObject({ status: 200 })
    await eventually(
      () => rfqOf(rfq),
      ({ state }) => state === 'CLOSED',
    )
    expect(await emails()).toMatchObject([{ subject: 'API keys of hana Test are suspended', text: expect.stringContaining('quoter of hana, reporter of hana') }]) // prettier-ignore
    expect(await actions()).toEqual(expect.arrayContaining([['SuspendApiKey', quoter.id], ['SuspendApiKey', reporter.id], ['UpdateMember', hana.id]])) // prettier-ignore

    expect(await desk.as(boss.token, 'PATCH', `/account/desk/api-keys/${quoter.id}/`, { state: 'ACTIVE' })).toMatchObject({
      status: 200,
      json: { suspended_at: null, held_by: boss.id, created_by: hana.id },
    })
    expect(await echoed(quoter)).toMatchObject({ status: 200 })
    expect(await remove(boss, hana)).toMatchObject({ status: 204 })
    expect([await listed(quoter), await listed(reporter)]).toMatchObject([{ suspended_at: null }, { suspended_at: expect.any(Number) }])

    const ivo = await desk.person('ivo', 'administrator')
    const given = await make(ivo, 'key of ivo')
    expect(await desk.as(boss.token, 'DELETE', `/account/desk/members/${ivo.id}/?keys=HAND_OVER`)).toMatchObject({ status: 204 })
    expect(await echoed(given)).toMatchObject({ status: 200 })
    expect(await listed(given)).toMatchObject({ held_by: boss.id, suspended_at: null })
    expect((await emails())[0]).toMatchObject({
      subject: 'API keys of ivo Test were handed over',
      text: expect.stringContaining('key of ivo'),
    })

    const jon = await desk.person('jon', 'administrator')
    const left = await make(jon, 'key of jon')
    await desk.product.server.operator.suspendUser(jon.email, 'a question of ours')
    expect(await echoed(left)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
    await desk.product.server.operator.disableUser(jon.email)
  })

  // Proves A 1.13.
  it('2.9 who are removed lose access immediately and are readmitted by the operator only', async () => {
    const vic = await desk.person('vic', 'trader')
    const socket = await socketOf(vic.token)
    expect((await remove(boss, vic)).status).toBe(204)
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await statusOf(vic.token)).toBe(401)
    expect(await remove(boss, vic)).toMatchObject({ status: 404 })
    expect(await change(boss, vic, { state: 'ACTIVE' })).toMatchObject({ status: 404 })
    expect((await desk.as(boss.token, 'GET', '/account/desk/members/')).text).not.toContain(vic.email)
    await desk.product.server.operator.setRole(vic.email, 'ORRY', 'viewer')
    expect(await statusOf(await desk.product.signIn(vic.email))).toBe(200)
  })

  it('2.8 do not change their own membership', async () => {
    for (const answer of [
      await change(boss, boss, { role: 'viewer' }),
      await change(boss, boss, { state: 'SUSPENDED' }),
      await remove(boss, boss),
    ])
      expect(answer).toMatchObject({
        status: 400,
        json: { non_field_errors: ['You cannot change your own membership. Ask another administrator.'] },
      })
    expect(await change(boss, boss, { role: 'administrator' })).toMatchObject({ status: 200 })
  })

  // Proves A 6.3.
  it('2.7 keep one active administrator', async () => {
    const kit = { token: await desk.product.signIn('kit@kestrel.example'), email: '', id: '' }
    const { json } = await desk.as(kit.token, 'GET', '/account/user/')
    const { id } = json as { id: string }
    for (const answer of [await change(kit, { id }, { role: 'trader' }), await remove(kit, { id })])
      expect(answer).toMatchObject({
        status: 400,
        json: { non_field_errors: ['A desk must have at least one active administrator. Make another member an administrator first.'] },
      })
  })

  it('2.7 keep one when two administrators demote each other in the same moment', async () => {
    const administrators = async () => {
      const { json } = await desk.as(await desk.product.signIn('vera@orrery.example'), 'GET', '/account/desk/members/')
      return (json as { results: { role: string }[] }).results.filter(({ role }) => role === 'administrator').length
    }
    const ada = { token: await desk.product.signIn(), email: 'ada@orrery.example', id: '' }
    const tess = (await desk.person('tess', 'trader')).id
    for (const whom of [other.id, tess]) await change(boss, { id: whom }, { role: 'trader' })
    const me = ((await desk.as(ada.token, 'GET', '/account/user/')).json as { id: string }).id
    expect(await administrators()).toBe(2)
    const both = await Promise.all([change(boss, { id: me }, { role: 'viewer' }), change({ ...ada, id: me }, boss, { role: 'viewer' })])
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await administrators()).toBe(1)
    await desk.product.server.operator.setRole('boss@orry.example', 'ORRY', 'administrator')
    await desk.product.server.operator.setRole(ada.email, 'ORRY', 'administrator')
  })

  it.each([
    ['a role that is none', { role: 'boss' }, 400],
    ['a state that is none', { state: 'GONE' }, 400],
    ['a number for a role', { role: 7 }, 400],
    ['nothing to change', {}, 200],
  ])('with %s are answered %#', async (_what, body, status) => {
    expect((await change(boss, other, body)).status).toBe(status)
  })

  it.each(['u_nobody', 'x'.repeat(65), '%00', "' or 1=1 --"])('that are not there are not found: %s', async (id) => {
    expect([400, 404]).toContain((await change(boss, { id: encodeURIComponent(id) }, { role: 'viewer' })).status)
  })

  it('that are not there are not found by who wishes nothing of them', async () => {
    expect(await change(boss, { id: 'u_nobody' }, {})).toMatchObject({ status: 404, json: { code: 1003 } })
    expect(await change(boss, other, {})).toMatchObject({ status: 200, json: { id: other.id } })
  })

  it('of another desk are not found', async () => {
    const kit = await desk.person('kitty', 'trader', 'KEST')
    expect(await change(boss, kit, { role: 'viewer' })).toMatchObject({ status: 404 })
    expect(await remove(boss, kit)).toMatchObject({ status: 404 })
    expect(await statusOf(kit.token)).toBe(200)
  })

  it('whom the operator has suspended the desk cannot restore', async () => {
    const wes = await desk.person('wes', 'trader')
    await desk.product.server.operator.suspendUser(wes.email, 'a question of ours')
    expect(await statusOf(wes.token)).toBe(401)
    expect(await change(boss, wes, { state: 'ACTIVE' })).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
    await desk.product.server.operator.restoreUser(wes.email)
    expect(await statusOf(await desk.product.signIn(wes.email))).toBe(200)
  })

  it('change only for an administrator who has lately proved who they are', async () => {
    desk.product.clock.now += 11 * 60_000
    expect(await change(boss, other, { role: 'viewer' })).toMatchObject({ status: 403, json: { code: 4105, data: { member: 'password' } } })
    const proved = await desk.person('boss', 'administrator')
    expect(await change(proved, other, { role: 'viewer' })).toMatchObject({ status: 200 })
  })
})

describe('what a member made with rights that have ended', () => {
  it.each([
    ['a trader', (tom: Person) => change(boss, tom, { role: 'trader' })],
    ['suspended', (tom: Person) => change(boss, tom, { state: 'SUSPENDED' })],
    ['removed', (tom: Person) => remove(boss, tom)],
    ['suspended by the operator', ({ email }: Person) => desk.product.server.operator.suspendUser(email)],
  ])('2.26 an invitation is withdrawn when the administrator who sent it is %s, and all administrators learn of both', async (how, end) => {
    const tom = await desk.person(`inviter-${how.replaceAll(' ', '-')}`, 'administrator')
    const email = `outsider-${how.replaceAll(' ', '-')}@orry.example`
    const { key } = await invite(desk.product, tom.token, { email, role: 'administrator' })
    await end(tom)
    expect(await join(desk.product, formOf(key, email))).toMatchObject({ status: 400, json: { invitation_key: expect.anything() } })
    expect(await actions()).toContainEqual(['WithdrawInvitation', expect.stringMatching(/^i_/)])
    const subjects = (await desk.product.mails(boss.email)).map(({ subject }) => subject)
    expect(subjects).toContain(`${email} was invited as an administrator`)
    expect(subjects).toContain(`Invitations sent by inviter-${how.replaceAll(' ', '-')} Test are withdrawn`)
  })

  it('2.16 the previous secret of a key ends with the rights of the holder who knew it', async () => {
    const tom = await desk.person('rotated', 'administrator')
    const { json } = await desk.as(tom.token, 'POST', '/account/desk/api-keys/', { name: 'of tom' })
    const { id, access_key: accessKey, secret_key: secretKey } = json as { id: string; access_key: string; secret_key: string }
    const old = { accessKey, secretKey }
    await desk.as(boss.token, 'POST', `/account/desk/api-keys/${id}/rotate/`, { overlap_hours: 24 })
    expect((await desk.product.signed('GET', '/v2/drfq/echo/', '', old)).status).toBe(200)
    await remove(boss, tom)
    expect((await desk.product.signed('GET', '/v2/drfq/echo/', '', old)).status).toBe(401)
  })
})

describe('3.24 the format of trades as text', () => {
  it('3.24 is changed by administrators, read by all members of the desk, and by no other desk', async () => {
    const reader = await desk.person('reader', 'viewer')
    const kit = await desk.person('kit', 'administrator', 'KEST')
    const formatFor = async (person: Person) =>
      ((await desk.as(person.token, 'GET', '/account/user/')).json as { trading_desk: { recap_format: string } }).trading_desk.recap_format
    const set = (by: Person, format: string | null) => desk.as(by.token, 'PUT', '/account/desk/recap/', { format })
    expect(await formatFor(reader)).toBe(DEFAULT_RECAP)
    expect((await set(reader, '{price}')).status).toBe(403)
    for (let times = 1; times <= 2; times++)
      expect(await set(boss, '{side} {quantity} @ {price}')).toMatchObject({ status: 200, json: { format: '{side} {quantity} @ {price}' } })
    expect([await formatFor(reader), await formatFor(kit)]).toEqual(['{side} {quantity} @ {price}', DEFAULT_RECAP])
    expect(await set(boss, '{size}')).toMatchObject({
      status: 400,
      json: { format: [expect.stringMatching(/^\{size\} is not a word of a format/)] },
    })
    expect(await set(boss, null)).toMatchObject({ status: 200, json: { format: DEFAULT_RECAP } })
    expect(await formatFor(reader)).toBe(DEFAULT_RECAP)
    expect((await actions()).filter(([action]) => action === 'SetRecapFormat')).toHaveLength(2)
  })
})
