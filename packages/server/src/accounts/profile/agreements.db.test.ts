import type { AgreementView, UserAgreementView, UserView } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, formOf, invite, join } from '../../../test/onboarding.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  product = await startTestProduct(database.url, { publicUrl: 'https://parley.example' })
})
beforeEach(async () => {
  product.clock.now += 3_600_000
  token = await product.signIn()
})
afterAll(() => product.close())

const member = async (email: string, agreement: 'us' | 'non-us' | 'none') => {
  await product.server.operator.createUser({
    email,
    password: PASSWORD,
    firstName: 'Mo',
    lastName: 'Orr',
    desk: 'ORRY',
    role: 'trader',
    agreement,
  })
  return product.signIn(email)
}
const me = async (by: string) => (await as(product, by, 'GET', '/account/user/')).json as UserView
const listed = async (by: string) =>
  ((await as(product, by, 'GET', '/account/user/agreements/')).json as { results: UserAgreementView[] }).results
/** As if the user had signed while another version was in force. */
const signedEarlier = async (email: string) => {
  await database.sql`
    update agreement_acceptance set version = '2024-02-29' where app_user = (select id from app_user where email = ${email})`
  // A separate process would notify us. Any change of the accounts has the same effect.
  await product.server.operator.setFeatureFlag('feature_user_agreements', 'off')
}

describe('an agreement', () => {
  // Proves A 2.43, A 3.34, A 3.35.
  it.each(['us', 'non-us'] as const)(
    '%s can be read without an account, and its page has the same text, without a script',
    async (kind) => {
      const agreement = (await product.send('GET', `/account/agreements/${kind}/`)).json as AgreementView
      expect(agreement).toMatchObject({ kind, url: `https://parley.example/agreements/${kind}/` })
      expect(agreement.sections.at(-1)!.label).toMatch(/^Annex · /)
      const page = await product.send('GET', `/agreements/${kind}/`)
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
      expect(page.text).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\//i)
      for (const { label } of agreement.sections) expect(page.text).toContain(label)
    },
  )

  it.each(['us/2021-08-12', 'non-us/2024-02-29'])('that has been replaced can still be read: %s', async (version) => {
    const page = await product.send('GET', `/agreements/${version}/`)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('This version is no longer in force.') })
  })

  it('of an unknown kind is refused', async () => {
    expect((await product.send('GET', '/account/agreements/uk/')).status).toBe(400)
  })
})

describe('a signed-in person', () => {
  // Proves A 3.12, A 6.14, T 7.10.
  it('who has accepted neither agreement accepts one by its flag, once', async () => {
    const theirs = await member('none@orrery.example', 'none')
    expect(await me(theirs)).toMatchObject({
      has_accepted_us_agreement: false,
      has_accepted_non_us_agreement: false,
      has_unaccepted_agreement: true,
    })
    expect((await listed(theirs)).map(({ argumentId, accepted_at }) => [argumentId, accepted_at])).toEqual([
      ['us-2026-11-29', null],
      ['non-us-2026-11-29', null],
    ])
    const accepted = { has_accepted_non_us_agreement: true, audio_notifications_enabled: false }
    expect((await as(product, theirs, 'PATCH', '/account/user/', accepted)).json).toMatchObject({
      has_accepted_non_us_agreement: true,
      has_accepted_us_agreement: false,
      has_unaccepted_agreement: false,
      audio_notifications_enabled: false,
    })
    const at = product.clock.now
    product.clock.now += 1_000
    await as(product, theirs, 'PATCH', '/account/user/', { has_accepted_non_us_agreement: true })
    expect((await listed(theirs)).map(({ argumentId, accepted_at }) => [argumentId, accepted_at])).toEqual([['non-us-2026-11-29', at]])
    expect(await as(product, theirs, 'PATCH', '/account/user/', { has_accepted_us_agreement: true })).toMatchObject({
      status: 400,
      json: { has_accepted_us_agreement: ['You must accept the agreement for your country of residence.'] },
    })
  })

  // Proves A 6.15.
  it('of a known country has the agreement of it and no other', async () => {
    const { key } = await invite(product, token, { email: 'gu@orrery.example' })
    const us = { country_of_residence: 'GU', has_accepted_non_us_agreement: undefined, has_accepted_us_agreement: true }
    const { token: theirs } = (await join(product, formOf(key, 'gu@orrery.example', us))).json as { token: string }
    expect((await listed(theirs)).map(({ kind }) => kind)).toEqual(['us'])
    expect((await as(product, theirs, 'PATCH', '/account/user/', { has_accepted_non_us_agreement: true })).status).toBe(400)
    expect(await me(theirs)).toMatchObject({ has_accepted_us_agreement: true, has_accepted_non_us_agreement: false })
  })

  // Proves A 10.6, T 3.66, T 7.8, T 7.9.
  it('reads the whole text in the newer flow, and accepts by name', async () => {
    const theirs = await member('newer@orrery.example', 'none')
    const [us, nonUs] = await listed(theirs)
    expect(us).toMatchObject({ kind: 'us', url: 'https://parley.example/agreements/us/', content: expect.stringContaining('US$500,000') })
    expect(nonUs!.content).toContain('9 · Disputes')
    expect(await as(product, theirs, 'POST', '/account/user/agreements/', { agreement: 'us-1999-01-01' })).toMatchObject({
      status: 400,
      json: { agreement: ['No agreement with that name is in force for you. See the list of agreements for those that are.'] },
    })
    const answer = await as(product, theirs, 'POST', '/account/user/agreements/', { agreement: us!.argumentId })
    expect(answer).toMatchObject({ status: 200, json: { results: [{ argumentId: 'us-2026-11-29', accepted_at: product.clock.now }] } })
    expect(await me(theirs)).toMatchObject({ has_accepted_us_agreement: true, has_unaccepted_agreement: false })
  })

  // Proves A 10.5, T 3.5, T 4.3, T 6.3.
  it('who has signed only an earlier version has to sign again; the other administrators are notified once', async () => {
    await member('again@orrery.example', 'non-us')
    await product.server.operator.createUser({
      email: 'second@orrery.example',
      password: PASSWORD,
      firstName: 'Sam',
      lastName: 'Orr',
      desk: 'ORRY',
      role: 'administrator',
    })
    const due = async (to: string) => (await product.mails(to)).filter(({ kind }) => kind === 'AgreementDue')
    expect(await due('ada@orrery.example')).toEqual([])
    await signedEarlier('again@orrery.example')
    const theirs = await product.signIn('again@orrery.example')
    await product.signIn('again@orrery.example')
    expect(await me(theirs)).toMatchObject({ has_accepted_non_us_agreement: true, has_unaccepted_agreement: true })
    expect((await listed(theirs)).map(({ accepted_at }) => accepted_at)).toEqual([null])
    for (const to of ['ada@orrery.example', 'second@orrery.example'])
      expect(await due(to)).toMatchObject([
        { subject: 'Mo Orr must accept an agreement', text: expect.stringContaining('non-US customers') },
      ])
    for (const to of ['again@orrery.example', 'vera@orrery.example', 'kit@kestrel.example']) expect(await due(to)).toEqual([])

    await as(product, theirs, 'PATCH', '/account/user/', { has_accepted_non_us_agreement: true })
    expect(await me(theirs)).toMatchObject({ has_unaccepted_agreement: false })
    const rows = await database.sql`
      select version from agreement_acceptance join app_user on id = app_user where email = 'again@orrery.example' order by version`
    expect(rows.map(({ version }) => String(version))).toEqual(['2024-02-29', '2026-11-29'])
  })

  it('who is the only administrator is reminded on screen, and no email is sent', async () => {
    await signedEarlier('kit@kestrel.example')
    const theirs = await product.signIn('kit@kestrel.example')
    expect(await me(theirs)).toMatchObject({ has_unaccepted_agreement: true })
    expect((await product.mails('kit@kestrel.example')).filter(({ kind }) => kind === 'AgreementDue')).toEqual([])
  })

  it('is admitted although the administrators could not be notified', async () => {
    await member('mute@orrery.example', 'non-us')
    await signedEarlier('mute@orrery.example')
    await database.sql`alter table agreement_due rename to agreement_due_elsewhere`
    try {
      expect(await me(await product.signIn('mute@orrery.example'))).toMatchObject({ has_unaccepted_agreement: true })
    } finally {
      await database.sql`alter table agreement_due_elsewhere rename to agreement_due`
    }
    expect(product.logged()).toContain('Could not send a reminder')
  })

  it('who made a key reads no agreements with it', async () => {
    expect((await product.signed('GET', '/account/user/agreements/')).status).toBe(403)
  })

  // Proves T 7.12.
  it('keeps preferences up to 32 KiB', async () => {
    const keep = (data: object) => as(product, token, 'POST', '/account/user/preferences/', { data })
    expect((await keep({ text: 'x'.repeat(32 * 1024 - 11) })).status).toBe(200)
    expect(await keep({ text: 'x'.repeat(32 * 1024) })).toMatchObject({
      status: 400,
      json: { data: ['Preferences can be at most 32768 bytes.'] },
    })
  })

  it('is offered the newer flow where its flag is on', async () => {
    const flags = async () => (await as(product, token, 'GET', '/feature-flags/configs/')).json
    expect(await flags()).toMatchObject({ feature_user_agreements: { is_enabled: false, default_value: false } })
    await product.server.operator.setFeatureFlag('feature_user_agreements', 'on')
    expect(await flags()).toMatchObject({ feature_user_agreements: { is_enabled: true } })
  })
})
