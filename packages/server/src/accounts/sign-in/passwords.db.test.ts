import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { asPerson, turnOn } from '../../../test/person.ts'
import { createTestTrader, openTestBrowser, type TestBrowser } from '../../../test/browser.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url, { trustProxy: true })
})
afterAll(() => product.close())

const NEXT = 'tulip ferry orbit nine'
let addresses = 0
/** Each test has its own address. */
const openBrowser = () => openTestBrowser(product, `203.0.113.${++addresses}`)

async function signedIn(name: string): Promise<{ readonly email: string; readonly browser: TestBrowser }> {
  const email = await createTestTrader(product, name)
  const browser = openBrowser()
  await browser.signIn(email)
  return { email, browser }
}

describe('changing the password', () => {
  const change = (browser: TestBrowser, more: object = {}) =>
    browser.send('POST', '/account/password-change/', { old_password: PASSWORD, new_password1: NEXT, new_password2: NEXT, ...more })

  // Proves A 7.14.
  it('returns the text of the specification, ends the other sessions, sends an email, and keeps this session', async () => {
    const { email, browser } = await signedIn('ann')
    const other = openBrowser()
    await other.signIn(email)
    expect(await change(browser)).toMatchObject({ status: 200, json: { detail: 'Your password has been changed successfully!' } })
    expect((await browser.send('GET', '/account/user/')).status).toBe(200)
    expect((await other.send('GET', '/account/user/')).status).toBe(401)
    expect((await product.mails(email))[0]).toMatchObject({ kind: 'PasswordChanged' })
    expect((await openBrowser().signIn(email)).status).toBe(400)
    expect((await openBrowser().signIn(email, { password: NEXT })).status).toBe(200)
    const rows = await database.sql`select from audit where action = 'ChangePassword'`
    expect(rows).toHaveLength(1)
  })

  // In order of precedence.
  // Proves A 5.34 to 5.37.
  it.each([
    ['the old one is wrong', { old_password: 'wrong', new_password1: 'short' }, { old_password: ['The password is incorrect.'] }],
    ['it is short', { new_password1: 'short' }, { new_password1: ['This password is too short. It must contain at least 10 characters.'] }],
    ['it is numeric', { new_password1: '7294610385' }, { new_password1: ['This password is entirely numeric. Use letters too.'] }],
    [
      'it is common',
      { new_password1: 'Password1234' },
      { new_password1: ['This password is too common. Choose one that is harder to guess.'] },
    ],
    [
      'it is like the email',
      { new_password1: 'orrery-99-orrery' },
      { new_password1: ['This password is too similar to your email address.'] },
    ],
    [
      'it is the old one',
      { new_password1: PASSWORD, new_password2: PASSWORD },
      { new_password1: ['New password must differ from old password.'] },
    ],
    ['the other differs', { new_password2: `${NEXT}!` }, { new_password2: ['Passwords do not match'] }],
    ['it is missing', { new_password1: undefined }, { new_password1: ['This field is required'] }],
  ])('is refused at the field where %s', async (name, more, json) => {
    const { email, browser } = await signedIn(`bo${name.replaceAll(' ', '')}`.toLowerCase())
    expect(await change(browser, more)).toMatchObject({ status: 400, json })
    expect((await openBrowser().signIn(email)).status).toBe(200)
  })

  it('twice in the same moment is done once', async () => {
    const { browser } = await signedIn('cat')
    const answers = await Promise.all([change(browser), change(browser, { new_password1: `${NEXT}!`, new_password2: `${NEXT}!` })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('protects the old password from being tried, even in an open session', async () => {
    const { browser } = await signedIn('dee')
    for (let attempt = 0; attempt < 10; attempt++) expect((await change(browser, { old_password: `wrong ${attempt}` })).status).toBe(400)
    const held = await change(browser)
    expect([held.status, held.headers['retry-after']]).toEqual([429, '1'])
    product.clock.now += 1000
    expect((await change(browser)).status).toBe(200)
  })

  it('voids the link that was mailed before', async () => {
    const { email, browser } = await signedIn('eve')
    const link = await linkTo(email)
    expect((await change(browser)).status).toBe(200)
    expect((await reset(link)).status).toBe(400)
  })
})

describe('proving again who one is', () => {
  // Proves A 7.30.
  it('counts for ten minutes, with every factor if there is no second one', async () => {
    const { browser } = await signedIn('fay')
    product.clock.now += 11 * 60_000
    const wantsProof = () => browser.send('POST', '/account/totp/email-token/')
    expect(await wantsProof()).toMatchObject({ status: 403, json: { code: 4105 } })
    expect(await browser.send('POST', '/account/password-check/', { password: 'wrong' })).toMatchObject({
      status: 400,
      json: { password: ['The password is incorrect.'] },
    })
    expect(await browser.send('POST', '/account/password-check/', { password: PASSWORD })).toMatchObject({
      status: 200,
      json: { valid_until: product.clock.now + 600_000, with_factor: true },
    })
    // It is off, which is the only remaining fault.
    expect(await wantsProof()).toMatchObject({ status: 400 })
  })

  // Proves A 7.30.
  it('is with the factor only where it was given', async () => {
    const { email, browser } = await signedIn('gus')
    const { app } = await turnOn(product, asPerson(product, email, browser.token!))
    product.clock.now += 11 * 60_000
    const check = (more: object) => browser.send('POST', '/account/password-check/', { password: PASSWORD, ...more })
    const fresh = (answer: { json: unknown }) => (answer.json as { with_factor: boolean }).with_factor
    expect(await check({ totp_token: '000000' })).toMatchObject({
      status: 400,
      json: { non_field_errors: ['The authentication code is not valid.'] },
    })
    expect(await check({ passkey: {} })).toMatchObject({ status: 400, json: { non_field_errors: ['The passkey could not be verified.'] } })
    expect(fresh(await check({}))).toBe(false)
    expect((await browser.send('POST', '/account/passkeys/options/')).status).toBe(403)
    expect(fresh(await check({ totp_token: app(product.clock.now) }))).toBe(true)
    expect((await browser.send('POST', '/account/passkeys/options/')).status).toBe(200)
  })
})

const ASKED = { status: 200, json: { detail: 'Password reset email sent, please check your email.' } }
const INVALID = { status: 400, json: { non_field_errors: ['The link has been used or has expired. Request a new one.'] } }

const ask = (email: string) => openBrowser().send('POST', '/account/password-reset/request/', { email })
type Link = { readonly uid: string; readonly token: string }

/** Requests a link and reads it from the email. */
async function linkTo(email: string, typed = email): Promise<Link> {
  const before = (await product.mails(email)).length
  expect(await ask(typed)).toMatchObject(ASKED)
  const mail = await mailAfter(email, before)
  const link = new URL(mail.links.find((each) => each.includes('/set-password/'))!)
  return { uid: link.searchParams.get('uid')!, token: link.searchParams.get('token')! }
}

/** The email is written after the response. */
async function mailAfter(email: string, before: number) {
  for (;;) {
    const mails = await product.mails(email)
    if (mails.length > before) return mails[0]!
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const reset = (link: Link, password = NEXT, more: object = {}) =>
  openBrowser().send('POST', '/account/password-reset/', { ...link, new_password1: password, new_password2: password, ...more })

describe('a forgotten password', () => {
  // Proves A 7.10.
  it('is set with the mailed link, once; every session ends, and an email is sent', async () => {
    const { email, browser } = await signedIn('hal')
    const link = await linkTo(email, ` ${email.toUpperCase()} `)
    expect(await reset(link)).toMatchObject({ status: 200, json: { detail: expect.any(String) } })
    expect((await browser.send('GET', '/account/user/')).status).toBe(401)
    expect((await openBrowser().signIn(email)).status).toBe(400)
    expect((await openBrowser().signIn(email, { password: NEXT })).status).toBe(200)
    expect(await reset(link, 'another good one here')).toMatchObject(INVALID)
    expect((await product.mails(email)).map(({ kind }) => kind)).toContain('PasswordChanged')
  })

  it('twice with one link in the same moment is set once', async () => {
    const { email } = await signedIn('ida')
    const link = await linkTo(email)
    const answers = await Promise.all([reset(link), reset(link, 'another good one here'), reset(link, 'a third one that is good')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('keeps the link where the new password is refused', async () => {
    const { email } = await signedIn('jan')
    const link = await linkTo(email)
    expect(await reset(link, 'short')).toMatchObject({ status: 400, json: { new_password1: [expect.stringContaining('too short')] } })
    expect(await reset(link, NEXT, { new_password2: 'else' })).toMatchObject({ json: { new_password2: ['Passwords do not match'] } })
    expect((await reset(link)).status).toBe(200)
  })

  it('has a link that is good for sixty minutes', async () => {
    const { email } = await signedIn('kay')
    const [first, second] = [await linkTo(email), await linkTo(email)]
    product.clock.now += 60 * 60_000
    expect((await reset(first)).status).toBe(200)
    expect(await reset(second)).toMatchObject(INVALID)
    const last = await linkTo(email)
    product.clock.now += 60 * 60_000 + 1
    expect(await reset(last)).toMatchObject(INVALID)
  })

  it('is nothing that the link of another opens, and tells nothing of whose it is', async () => {
    const { email } = await signedIn('lia')
    const { email: other } = await signedIn('moe')
    const [mine, theirs] = [await linkTo(email), await linkTo(other)]
    expect(await reset({ uid: theirs.uid, token: mine.token }, 'short')).toMatchObject(INVALID)
    expect(await reset({ uid: mine.uid, token: 'x'.repeat(43) }, 'short')).toMatchObject(INVALID)
    expect(await reset({ uid: 'nobody', token: mine.token })).toMatchObject(INVALID)
  })

  it('does not turn a second factor off', async () => {
    const { email, browser } = await signedIn('ned')
    await turnOn(product, asPerson(product, email, browser.token!))
    expect((await reset(await linkTo(email))).status).toBe(200)
    expect((await openBrowser().signIn(email, { password: NEXT })).json).toMatchObject({ factors: ['totp'] })
  })

  // Proves A 7.12.
  it('answers before anything is looked up, the same whether or not there is such a person', async () => {
    const { email } = await signedIn('oda')
    const before = (await product.mails(email)).length
    const holder = await database.sql.reserve()
    await holder`begin`
    await holder`lock table one_time, mail, audit, app_user in access exclusive mode`
    const answers = [await ask(email), await ask('nobody@orrery.example')]
    await holder`commit`
    holder.release()
    for (const answer of answers) expect(answer).toMatchObject(ASKED)
    const shape = answers.map(({ text, headers }) => [text, Object.keys(headers).filter((name) => name !== 'date')])
    expect(shape[1]).toEqual(shape[0])
    expect(await mailAfter(email, before)).toMatchObject({ kind: 'PasswordReset' })
    expect(await product.mails('nobody@orrery.example')).toEqual([])
  })

  it('fills nobody’s mailbox: three links at once, and the answer stays the same', async () => {
    const { email } = await signedIn('pia')
    for (let link = 0; link < 3; link++) await linkTo(email)
    const before = (await product.mails(email)).length
    for (let asked = 0; asked < 10; asked++) expect(await ask(email)).toMatchObject(ASKED)
    const { email: other } = await signedIn('quin')
    // Requests are processed in order: once this one has its email, all earlier ones have been processed.
    await linkTo(other)
    expect(await product.mails(email)).toHaveLength(before)
  })

  it('can be requested twenty times from one address, then once a minute, for any user', async () => {
    const browser = openBrowser()
    const statuses = []
    for (let asked = 0; asked < 21; asked++)
      statuses.push((await browser.send('POST', '/account/password-reset/request/', { email: `n${asked}@orrery.example` })).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  it('sends no email once access was revoked', async () => {
    const { email } = await signedIn('rex')
    await product.server.operator.disableUser(email)
    const before = (await product.mails(email)).length
    expect(await ask(email)).toMatchObject(ASKED)
    const { email: other } = await signedIn('sue')
    await linkTo(other)
    expect(await product.mails(email)).toHaveLength(before)
  })
})
