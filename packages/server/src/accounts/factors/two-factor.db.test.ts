import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'
import { asPerson, createTestPerson, mailedCode, scan, signInWith, turnOn } from '../../../test/person.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url)
})
afterAll(() => product.close())

const STEP = 30_000
const now = () => product.clock.now
const audited = async (action: string) =>
  (
    await database.sql<
      { actor: string; object: string; address: string }[]
    >`select actor, object, address from audit where action = ${action}`
  ).length

const HOUR = 3_600_000
/** The newest email's link, as the page of a new password sends it. */
async function linkIn(email: string): Promise<{ readonly uid: string; readonly token: string }> {
  const [, uid = '', token = ''] = /\/set-password\/\?uid=([^&\s]+)&token=(\S+)/.exec((await product.mails(email))[0]!.text) ?? []
  return { uid, token }
}
async function undoLink(email: string) {
  const [mail] = await product.mails(email)
  expect(mail).toMatchObject({ kind: 'FactorChanged', text: expect.stringContaining('This was not me') })
  return linkIn(email)
}

describe('turning two-factor on', () => {
  // Proves A 3.6, A 3.42, A 7.22.
  it('takes a secret by QR code and a code of the app, gives ten backup codes, ends the other sessions, writes, and is audited', async () => {
    const rosa = await createTestPerson(product, 'rosa')
    const elsewhere = asPerson(product, rosa.email, await product.signIn(rosa.email))
    const before = await audited('EnableTwoFactor')
    const app = await scan(rosa)
    expect((await rosa.call('GET', '/account/user/')).json).toMatchObject({ has_totp_enabled: false })
    expect(await rosa.call('POST', '/account/totp/enable/', { totp_token: app(now()) })).toMatchObject({
      status: 200,
      json: { detail: 'Two-factor authentication is on.' },
    })
    expect((await rosa.call('GET', '/account/user/')).json).toMatchObject({ has_totp_enabled: true })
    expect((await rosa.call('GET', '/account/totp/backups/')).json).toHaveLength(10)
    expect((await elsewhere.call('GET', '/account/user/')).status).toBe(401)
    expect((await product.mails(rosa.email))[0]).toMatchObject({ kind: 'FactorChanged' })
    expect(await audited('EnableTwoFactor')).toBe(before + 1)
  })

  // Proves A 7.21, A 7.23.
  it('asks for no more than a session, however long ago the password was given', async () => {
    const rene = await createTestPerson(product, 'rene')
    product.clock.now += HOUR / 2
    const app = await scan(rene)
    expect((await rene.call('POST', '/account/totp/enable/', { totp_token: app(now()) })).status).toBe(200)
  })

  // Proves A 7.21, A 7.23.
  it('is undone for 24 hours by the link of its email: a new password, two-factor off, every session ended, and both are written', async () => {
    const thief = await createTestPerson(product, 'ruth')
    await turnOn(product, thief)
    const link = await undoLink(thief.email)
    product.clock.now += 23 * HOUR
    const fresh = { new_password1: 'gravel lantern harbour 7', new_password2: 'gravel lantern harbour 7' }
    expect((await product.send('POST', '/account/password-reset/', { body: JSON.stringify({ ...link, ...fresh }) })).status).toBe(200)
    expect((await thief.call('GET', '/account/user/')).status).toBe(401)
    expect(
      (await product.mails(thief.email))
        .slice(0, 2)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['FactorChanged', 'PasswordChanged'])
    const again = await product.send('POST', '/account/login/', {
      body: JSON.stringify({ email: thief.email, password: fresh.new_password1 }),
    })
    expect(again).toMatchObject({ status: 200, json: { user: { has_totp_enabled: false } } })
    expect((await product.send('POST', '/account/password-reset/', { body: JSON.stringify({ ...link, ...fresh }) })).status).toBe(400)
  })

  it('is not undone by that link after 24 hours, nor by the link of a forgotten password', async () => {
    const rhea = await createTestPerson(product, 'rhea')
    await turnOn(product, rhea)
    const link = await undoLink(rhea.email)
    product.clock.now += 24 * HOUR + 1
    const fresh = { new_password1: 'gravel lantern harbour 7', new_password2: 'gravel lantern harbour 7' }
    expect((await product.send('POST', '/account/password-reset/', { body: JSON.stringify({ ...link, ...fresh }) })).status).toBe(400)
    await product.send('POST', '/account/password-reset/request/', { body: JSON.stringify({ email: rhea.email }) })
    await expect.poll(async () => (await product.mails(rhea.email))[0]!.kind).toBe('PasswordReset')
    const forgotten = await linkIn(rhea.email)
    expect((await product.send('POST', '/account/password-reset/', { body: JSON.stringify({ ...forgotten, ...fresh }) })).status).toBe(200)
    const again = await product.send('POST', '/account/login/', {
      body: JSON.stringify({ email: rhea.email, password: fresh.new_password1 }),
    })
    expect(again).toMatchObject({ status: 400, json: { non_field_errors: ['Two Factor Authentication code is required'] } })
  })

  // Proves A 7.20.
  it('counts only once a code of the secret was given, and only of the one shown last', async () => {
    const remo = await createTestPerson(product, 'remo')
    expect((await remo.call('POST', '/account/totp/enable/', { totp_token: '123456' })).json).toEqual({
      non_field_errors: ['Scan the QR code with your authentication app first.'],
    })
    const [first, second] = [await scan(remo), await scan(remo)]
    expect((await signInWith(product, remo.email)).status).toBe(200)
    const refused = await remo.call('POST', '/account/totp/enable/', { totp_token: first(now()) })
    expect(refused).toMatchObject({
      status: 400,
      json: { non_field_errors: [expect.stringContaining('The authentication code is not valid')] },
    })
    const spaced = second(now()).replace(/(?<=^...)/, ' ')
    expect((await remo.call('POST', '/account/totp/enable/', { totp_token: spaced })).status).toBe(200)
  })

  it('is done once: of two at once one passes, and afterwards no secret is shown any more', async () => {
    const rita = await createTestPerson(product, 'rita')
    const app = await scan(rita)
    const both = await Promise.all([1, 2].map(() => rita.call('POST', '/account/totp/enable/', { totp_token: app(now()) })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const active = { status: 400, json: { non_field_errors: ['Two-factor authentication is already active.'] } }
    expect(await rita.call('GET', '/account/totp/qr/')).toMatchObject(active)
    expect(await rita.call('POST', '/account/totp/enable/', { totp_token: app(now()) })).toMatchObject(active)
    expect(
      (await database.sql`select from backup_code where app_user in (select id from app_user where email = ${rita.email})`).count,
    ).toBe(10)
  })

  it('keeps nothing that could be read: secret, backup codes and mailed codes are sealed or hashed', async () => {
    const rolf = await createTestPerson(product, 'rolf')
    const shown = (await rolf.call('GET', '/account/totp/qr/')).json as { config_url: string }
    const secret = new URL(shown.config_url).searchParams.get('secret')!
    const other = await createTestPerson(product, 'rolfa')
    const { codes } = await turnOn(product, other)
    await other.call('POST', '/account/totp/email-token/', {})
    const mailed = await mailedCode(product, other)
    const rows = [
      await database.sql`select encode(totp_secret_sealed, 'escape') as text from app_user where totp_secret_sealed is not null`,
      await database.sql`select encode(code_hash, 'escape') as text from backup_code`,
      await database.sql`select encode(token_hash, 'escape') || subject || detail::text as text from one_time`,
      await database.sql`select detail::text as text from audit`,
    ]
    const kept = JSON.stringify(rows) + product.logged()
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', '')), ` ${mailed}`, `"${mailed}"`])
      expect(kept).not.toContain(text)
  })
})

describe('signing in with two-factor on', () => {
  it('asks for a code, in the words that the application knows, and takes that of the app', async () => {
    const sara = await createTestPerson(product, 'sara')
    const { app } = await turnOn(product, sara)
    product.clock.now += STEP
    expect(await signInWith(product, sara.email)).toMatchObject({
      status: 400,
      json: { non_field_errors: ['Two Factor Authentication code is required'] },
    })
    expect((await signInWith(product, sara.email, { totp_token: '000000' })).status).toBe(400)
    expect((await signInWith(product, sara.email, { totp_token: app(now()) })).status).toBe(200)
  })

  it('takes the code of a time step once, and none of a step before it', async () => {
    const saul = await createTestPerson(product, 'saul')
    const { app } = await turnOn(product, saul)
    const status = async (code: string) => (await signInWith(product, saul.email, { totp_token: code })).status
    expect(await status(app(now()))).toBe(400)
    product.clock.now += STEP
    expect(await status(app(now()))).toBe(200)
    expect(await status(app(now()))).toBe(400)
    expect(await status(app(now() - STEP))).toBe(400)
    product.clock.now += STEP
    expect(await status(app(now()))).toBe(200)
  })

  it.each([
    ['two steps behind', -2, 400],
    ['one step behind', -1, 200],
    ['one step ahead', 1, 200],
    ['two steps ahead', 2, 400],
  ])('with a telephone whose clock is %s', async (_skew, steps, status) => {
    const sten = await createTestPerson(product, `sten${steps + 2}`)
    const { app } = await turnOn(product, sten)
    product.clock.now += 10 * STEP
    expect((await signInWith(product, sten.email, { totp_token: app(now() + steps * STEP) })).status).toBe(status)
  })

  it('after the clock of the server went back, a code that was used stays used', async () => {
    const suse = await createTestPerson(product, 'suse')
    const { app } = await turnOn(product, suse)
    product.clock.now += 4 * STEP
    expect((await signInWith(product, suse.email, { totp_token: app(now()) })).status).toBe(200)
    product.clock.now -= 2 * STEP
    expect((await signInWith(product, suse.email, { totp_token: app(now()) })).status).toBe(400)
    expect((await signInWith(product, suse.email, { totp_token: app(now() + STEP) })).status).toBe(400)
    product.clock.now += 3 * STEP
    expect((await signInWith(product, suse.email, { totp_token: app(now()) })).status).toBe(200)
  })

  it('of two requests with the same code at once exactly one passes', async () => {
    // Each round has its own user, because failed attempts of one would delay the next.
    for (const by of ['app', 'backup code'] as const) {
      const siri = await createTestPerson(product, by === 'app' ? 'siri' : 'signe')
      const { app, codes } = await turnOn(product, siri)
      product.clock.now += STEP
      const totp_token = by === 'app' ? app(now()) : codes[0]!
      const all = await Promise.all([1, 2, 3, 4].map(() => signInWith(product, siri.email, { totp_token })))
      expect(all.map(({ status }) => status).sort(), by).toEqual([200, 400, 400, 400])
    }
  })

  it('takes a backup code once, written in any way, and writes how many are left', async () => {
    const sven = await createTestPerson(product, 'sven')
    const { codes } = await turnOn(product, sven)
    const typed = codes.map((code, index) => (index % 2 === 0 ? code.toUpperCase() : code.replace('-', ' ')))
    const before = await audited('UseBackupCode')
    for (const [index, code] of typed.slice(0, 9).entries()) {
      expect((await signInWith(product, sven.email, { totp_token: code })).status, `code ${index}`).toBe(200)
      expect((await signInWith(product, sven.email, { totp_token: code })).status, `code ${index} again`).toBe(400)
    }
    const mails = (await product.mails(sven.email)).filter(({ kind }) => kind === 'BackupCodeUsed')
    expect(mails).toHaveLength(9)
    expect(mails[0]!.text).toMatch(/one is left\. Create new ones/)
    expect(mails[8]!.text).toMatch(/9 are left\./)
    expect(mails[8]!.text).not.toMatch(/Create new ones/)
    expect(await audited('UseBackupCode')).toBe(before + 9)
    const later = asPerson(
      product,
      sven.email,
      ((await signInWith(product, sven.email, { totp_token: codes[9]! })).json as { token: string }).token,
    )
    expect((await later.call('GET', '/account/totp/backups/')).json).toEqual(
      Array.from({ length: 10 }, () => ({ token: '•••••-•••••', is_used: true })),
    )
  })

  it("does not take another person's code or backup code", async () => {
    const [tara, theo] = [await createTestPerson(product, 'tara'), await createTestPerson(product, 'theo')]
    const theirs = await turnOn(product, tara)
    const { app } = await turnOn(product, theo)
    product.clock.now += STEP
    for (const totp_token of [theirs.app(now()), theirs.codes[0]!])
      expect((await signInWith(product, theo.email, { totp_token })).status).toBe(400)
    expect((await signInWith(product, tara.email, { totp_token: theirs.codes[0]! })).status).toBe(200)
    expect((await signInWith(product, theo.email, { totp_token: app(now()) })).status).toBe(200)
  })
})
