import type { UserView } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type Answer, type TestProduct } from '../../../test/product.ts'
import { as, formOf, invite, join, mailTo, NEW_PASSWORD } from '../../../test/onboarding.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  product = await startTestProduct(database.url, { publicUrl: 'https://parley.example' })
})
beforeEach(async () => {
  // Leaves room for all rate limits.
  product.clock.now += 3_600_000
  token = await product.signIn()
})
afterAll(() => product.close())

const day = 86_400_000
const invalid = { invitation_key: ['Invalid Registration Code'] }
const user = (answer: Answer): UserView => (answer.json as { user: UserView }).user
const invitations = async (by = token) =>
  ((await as(product, by, 'GET', '/account/desk/invitations/')).json as { results: { id: string; email: string; state: string }[] }).results

describe('an invitation', () => {
  it('is sent by email as a link that fills in the form; its key of 16 plain characters is nowhere else', async () => {
    const person = { email: ' Noor@Orrery.Example', first_name: 'Noor', last_name: 'Haddad', country_of_residence: 'sg' }
    const { key, link, ...invitation } = await invite(product, token, person)
    expect(invitation).toEqual({
      id: expect.stringMatching(/^i_/),
      email: 'noor@orrery.example',
      role: 'trader',
      state: 'OPEN',
      created_at: product.clock.now,
      expires_at: product.clock.now + 14 * day,
      created_by: 'Ada Orr',
      created_by_id: expect.stringMatching(/^u_/),
    })
    expect(key).toMatch(/^[A-HJ-NP-Z2-9]{16}$/)
    expect(`${link.origin}${link.pathname}`).toBe('https://parley.example/register/')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      key,
      email: 'noor@orrery.example',
      first_name: 'Noor',
      last_name: 'Haddad',
      country_of_residence: 'SG',
    })
    const rows = await database.sql`select invitation::text, audit::text from invitation, audit`
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(product.logged()).not.toContain(key)
    expect(JSON.stringify(await invitations())).not.toContain(key)
  })

  // Proves A 1.12, A 3.16, A 7.8, T 1.1.
  it('lets one person join, with the role it names, signed in at once', async () => {
    const { key, id } = await invite(product, token, { email: 'may@orrery.example', role: 'viewer' })
    const answer = await join(
      product,
      formOf(key.toLowerCase(), ' May@orrery.example', { first_name: ' Zoe\u0308 ', app_version: '0.133.6' }),
    )
    expect(answer.status).toBe(200)
    expect(user(answer)).toMatchObject({
      email: 'may@orrery.example',
      first_name: 'Zo\u00eb',
      last_name: 'Haddad',
      role: 'viewer',
      trading_desk: { ticker: 'ORRY' },
      firm: { name: 'Orrery Ltd' },
      has_accepted_us_agreement: false,
      has_accepted_non_us_agreement: true,
      has_unaccepted_agreement: false,
      restricted_ip_rfqs_left: null,
    })
    const { token: theirs } = answer.json as { token: string }
    // The token of the perpetuals platform is read when it is used, and a new user has none.
    const tokenOfPlatform = { perpetuals_token: null, perpetuals_token_ends_at: null }
    expect((await as(product, theirs, 'GET', '/account/user/')).json).toEqual({ ...user(answer), ...tokenOfPlatform })
    const body = JSON.stringify({ email: 'may@orrery.example', password: NEW_PASSWORD })
    expect((await product.send('POST', '/account/login/', { body })).status).toBe(200)
    expect((await invitations()).find((each) => each.id === id)).toMatchObject({ state: 'ACCEPTED' })
    expect(await join(product, formOf(key, 'may@orrery.example'))).toMatchObject({ status: 400, json: invalid })
    const [row] = await database.sql`
      select date_of_birth::text as born, country_of_residence as country, kind, version, address
      from app_user join agreement_acceptance on app_user = id where email = 'may@orrery.example'`
    expect(row).toEqual({ born: '1991-05-17', country: 'SG', kind: 'non-us', version: '2026-11-29', address: expect.any(String) })
  })

  it('admits one person if two use it at the same moment', async () => {
    const { key } = await invite(product, token, { email: 'race@orrery.example' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => join(product, formOf(key, 'race@orrery.example'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    const lost = answers.filter(({ status }) => status === 400).map(({ json }) => Object.keys(json as object))
    expect(lost.flat().every((field) => field === 'invitation_key' || field === 'email')).toBe(true)
    expect(await database.sql`select from app_user where email = 'race@orrery.example'`).toHaveLength(1)
  })

  it('counts for 14 days', async () => {
    const late = await invite(product, token, { email: 'late@orrery.example' })
    product.clock.now += 14 * day
    const later = await product.signIn()
    expect(await join(product, formOf(late.key, 'late@orrery.example'))).toMatchObject({ status: 400, json: invalid })
    expect((await invitations(later)).find(({ id }) => id === late.id)).toMatchObject({ state: 'EXPIRED' })
    expect((await as(product, later, 'POST', `/account/desk/invitations/${late.id}/resend/`)).status).toBe(404)
  })

  it('that is mailed again has a new key, and the one before is void', async () => {
    const first = await invite(product, token, { email: 'again@orrery.example' })
    product.clock.now += day
    const later = await product.signIn()
    const again = await as(product, later, 'POST', `/account/desk/invitations/${first.id}/resend/`)
    expect(again).toMatchObject({ status: 200, json: { id: first.id, state: 'OPEN', expires_at: product.clock.now + 14 * day } })
    const { key } = await mailTo(product, 'again@orrery.example')
    expect(key).not.toBe(first.key)
    expect(await join(product, formOf(first.key, 'again@orrery.example'))).toMatchObject({ json: invalid })
    expect((await join(product, formOf(key, 'again@orrery.example'))).status).toBe(200)
    expect((await as(product, later, 'POST', `/account/desk/invitations/${first.id}/resend/`)).status).toBe(404)
  })

  it('leaves three times at once and then one in twenty minutes, for each address by itself', async () => {
    const address = 'victim@elsewhere.example'
    const { id } = await invite(product, token, { email: address })
    const resend = (which: string, by = token) => as(product, by, 'POST', `/account/desk/invitations/${which}/resend/`)
    const statuses = []
    for (let each = 0; each < 5; each++) statuses.push((await resend(id)).status)
    expect(statuses).toEqual([200, 200, 429, 429, 429])
    expect(await product.mails(address)).toHaveLength(3)
    const refused = await as(product, token, 'POST', '/account/desk/invitations/', { email: address, role: 'viewer' })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1200' } })
    // The rejected invitation has not withdrawn the open one.
    expect((await invitations()).find((one) => one.id === id)).toMatchObject({ state: 'OPEN' })
    const other = await invite(product, token, { email: 'somebody@elsewhere.example' })
    expect((await resend(other.id)).status).toBe(200)
    product.clock.now += 1_200_000
    expect((await resend(id, await product.signIn())).status).toBe(200)
  })

  it('that is withdrawn, or was followed by another to the same address, is void', async () => {
    const first = await invite(product, token, { email: 'void@orrery.example' })
    const second = await invite(product, token, { email: 'void@orrery.example', role: 'viewer' })
    expect(await join(product, formOf(first.key, 'void@orrery.example'))).toMatchObject({ json: invalid })
    expect((await as(product, token, 'DELETE', `/account/desk/invitations/${second.id}/`)).status).toBe(204)
    expect((await as(product, token, 'DELETE', `/account/desk/invitations/${second.id}/`)).status).toBe(404)
    expect(await join(product, formOf(second.key, 'void@orrery.example'))).toMatchObject({ json: invalid })
    expect((await invitations()).filter(({ email }) => email === 'void@orrery.example').map(({ state }) => state)).toEqual([
      'WITHDRAWN',
      'WITHDRAWN',
    ])
  })

  it('is seen, mailed again and withdrawn by its own desk alone, and only by its administrators', async () => {
    const mine = await invite(product, token, { email: 'mine@orrery.example' })
    const theirs = await product.signIn('kit@kestrel.example')
    expect((await invitations(theirs)).map(({ id }) => id)).not.toContain(mine.id)
    expect((await as(product, theirs, 'POST', `/account/desk/invitations/${mine.id}/resend/`)).status).toBe(404)
    expect((await as(product, theirs, 'DELETE', `/account/desk/invitations/${mine.id}/`)).status).toBe(404)
    const viewer = await product.signIn('vera@orrery.example')
    expect((await as(product, viewer, 'GET', '/account/desk/invitations/')).status).toBe(403)
    expect((await as(product, viewer, 'POST', '/account/desk/invitations/', { email: 'x@y.example', role: 'viewer' })).status).toBe(403)
    expect((await product.send('GET', '/account/desk/invitations/')).status).toBe(401)
    expect((await product.signed('GET', '/account/desk/invitations/')).status).toBe(403)
  })

  it('tells the inviter all that is wrong with it, and nothing about whether the address has an account', async () => {
    const wrong = { email: 'nobody', role: 'trader', first_name: 'A\u0007', last_name: 'x'.repeat(64), country_of_residence: 'KP' }
    expect(await as(product, token, 'POST', '/account/desk/invitations/', wrong)).toMatchObject({
      status: 400,
      json: {
        email: ['Invalid Email address'],
        first_name: ['A name must not contain control characters.'],
        country_of_residence: ['We are currently not providing services to the selected country'],
      },
    })
    expect(await as(product, token, 'POST', '/account/desk/invitations/', { email: 'a@b.example', role: 'owner' })).toMatchObject({
      status: 400,
      json: { role: [expect.stringContaining('must be one of')] },
    })
    const taken = await as(product, token, 'POST', '/account/desk/invitations/', { email: 'kit@kestrel.example', role: 'trader' })
    const free = await as(product, token, 'POST', '/account/desk/invitations/', { email: 'free@kestrel.example', role: 'trader' })
    expect([taken.status, free.status]).toEqual([201, 201])
    expect(Object.keys(taken.json as object)).toEqual(Object.keys(free.json as object))
  })

  it('that is sent again with its Idempotency-Key is made once and mailed once', async () => {
    const person = { email: 'once@orrery.example', role: 'trader' }
    const send = () => as(product, token, 'POST', '/account/desk/invitations/', person, { 'idempotency-key': 'invite-1' })
    const answers = [await send(), await send()]
    expect(answers.map(({ status, json }) => [status, json])).toEqual([1, 2].map(() => [201, answers[0]!.json]))
    expect(await product.mails('once@orrery.example')).toHaveLength(1)
    expect((await invitations()).filter(({ email }) => email === 'once@orrery.example')).toHaveLength(1)
  })

  it('asks for a fresh proof of who invites', async () => {
    product.clock.now += 11 * 60_000
    expect(await as(product, token, 'POST', '/account/desk/invitations/', { email: 'step@orrery.example', role: 'viewer' })).toMatchObject({
      status: 403,
      json: { error: 'StepUpRequired' },
    })
  })

  it('comes from the operator too, for the first administrator of a desk', async () => {
    await product.server.operator.createDesk({ ticker: 'LARK', name: 'Lark', firmName: 'Lark Ltd', isMaker: false })
    const { link } = await product.server.operator.invite({ desk: 'LARK', email: 'lia@lark.example', role: 'administrator' })
    expect((await mailTo(product, 'lia@lark.example')).link.href).toBe(link)
    const answer = await join(product, formOf(new URL(link).searchParams.get('key')!, 'lia@lark.example'))
    expect(user(answer)).toMatchObject({ role: 'administrator', trading_desk: { ticker: 'LARK' } })
  })

  it('is one of at most 50 that a desk has open', async () => {
    const lark = await product.send('POST', '/account/login/', {
      body: JSON.stringify({ email: 'lia@lark.example', password: NEW_PASSWORD }),
    })
    const theirs = (lark.json as { token: string }).token
    const answers: number[] = []
    for (let count = 0; count < 50; count++)
      answers.push(
        (await as(product, theirs, 'POST', '/account/desk/invitations/', { email: `p${count}@lark.example`, role: 'viewer' })).status,
      )
    expect(new Set(answers)).toEqual(new Set([201]))
    const more = { email: 'p50@lark.example', role: 'viewer' }
    expect(await as(product, theirs, 'POST', '/account/desk/invitations/', more)).toMatchObject({
      status: 400,
      json: { non_field_errors: ['A desk has at most 50 open invitations; withdraw one first.'] },
    })
    // A repeated invitation replaces the earlier one to the same address.
    const same = await as(product, theirs, 'POST', '/account/desk/invitations/', { ...more, email: 'p49@lark.example' })
    expect(same.status).toBe(201)
  })

  it('leads to no desk that is suspended', async () => {
    const { link } = await product.server.operator.invite({ desk: 'KEST', email: 'sus@kestrel.example', role: 'trader' })
    const key = new URL(link).searchParams.get('key')!
    await product.server.operator.suspendDesk('KEST')
    expect(await join(product, formOf(key, 'sus@kestrel.example'))).toMatchObject({ status: 400, json: invalid })
    await product.server.operator.restoreDesk('KEST')
    expect((await join(product, formOf(key, 'sus@kestrel.example'))).status).toBe(200)
  })
})

describe('the form of registration', () => {
  let key: string
  const email = 'form@orrery.example'
  beforeEach(async () => {
    key = (await invite(product, token, { email })).key
  })
  const said = async (more: object) => (await join(product, formOf(key, email, { ...more }))).json

  // Proves A 3.17, A 3.18, A 3.20, A 5.33.
  it('hears of every wrong field in one answer', async () => {
    const all = {
      invitation_key: 'SHORT',
      first_name: '',
      last_name: 'x'.repeat(65),
      date_of_birth: '2020-01-01',
      email: 'nobody',
      country_of_residence: 'KP',
      password: 'short',
      password_confirmation: 'other',
    }
    expect(await said(all)).toEqual({
      invitation_key: ['Invalid Registration Code'],
      first_name: ['This field is required'],
      last_name: ['A name can have at most 64 characters.'],
      date_of_birth: ['Invalid Date'],
      email: ['Invalid Email address'],
      country_of_residence: ['We are currently not providing services to the selected country'],
      password: ['This password is too short. It must contain at least 10 characters.'],
      password_confirmation: ['Passwords do not match'],
    })
  })

  it('hears of every field that is missing or of a wrong type', async () => {
    const answer = await join(product, { invitation_key: 7, first_name: null, has_accepted_us_agreement: false, app_version: [] })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json as object).toSorted()).toEqual([
      'app_version',
      'country_of_residence',
      'date_of_birth',
      'email',
      'first_name',
      'has_accepted_us_agreement',
      'invitation_key',
      'last_name',
      'password',
      'password_confirmation',
    ])
    expect(answer.json).toMatchObject({ email: ['This field is required'], password: ['This field is required'] })
  })

  it('by someone without a key reveals nothing about an address', async () => {
    const answers = await Promise.all(
      ['ada@orrery.example', 'nobody@orrery.example'].map((typed) => join(product, formOf('ABCDEFGH23456789', typed))),
    )
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [400, invalid],
      [400, invalid],
    ])
  })

  it('takes the invited address, and gives the same answer for another address and for one with an account', async () => {
    const text = { email: ['The invitation was sent to a different address, or the address already has an account.'] }
    expect(await said({ email: 'other@orrery.example' })).toEqual(text)
    expect(await said({ email: 'ada@orrery.example' })).toEqual(text)
    const { key: forAda } = await invite(product, token, { email: 'vera@orrery.example' })
    expect((await join(product, formOf(forAda, 'vera@orrery.example'))).json).toEqual(text)
  })

  // Proves A 2.39, A 3.21.
  it.each<[name: string, more: object]>([
    ['none', { has_accepted_non_us_agreement: undefined }],
    ['the other one', { has_accepted_non_us_agreement: undefined, has_accepted_us_agreement: true }],
    ['both', { has_accepted_us_agreement: true }],
    ['the one for other countries', { country_of_residence: 'GU' }],
  ])('is refused where %s was accepted', async (_name, more) => {
    expect(await said(more)).toEqual({ non_field_errors: ['You must accept the agreement for your country of residence.'] })
  })

  // Proves A 2.38.
  it('of a person in a US country takes the US agreement', async () => {
    const { key: us } = await invite(product, token, { email: 'pr@orrery.example' })
    const more = { country_of_residence: 'PR', has_accepted_non_us_agreement: undefined, has_accepted_us_agreement: true }
    expect(user(await join(product, formOf(us, 'pr@orrery.example', more)))).toMatchObject({
      has_accepted_us_agreement: true,
      has_accepted_non_us_agreement: false,
      has_unaccepted_agreement: false,
    })
  })

  it.each<[name: string, more: object, wrong: object]>([
    [
      'a common password',
      { password: 'password1234', password_confirmation: 'password1234' },
      { password: [expect.stringContaining('too common')] },
    ],
    [
      'digits only',
      { password: '7294610385', password_confirmation: '7294610385' },
      { password: [expect.stringContaining('entirely numeric')] },
    ],
    ['a country that is none', { country_of_residence: 'XX' }, { country_of_residence: ['Choose a country from the list.'] }],
    ['a date of no calendar', { date_of_birth: '1990-02-30' }, { date_of_birth: ['Invalid Date'] }],
  ])('is refused with %s', async (_name, more, wrong) => {
    expect(await said(more)).toEqual(wrong)
  })

  it.each<[name: string, more: object]>([
    ['a name of a megabyte', { first_name: 'x'.repeat(1_000_000) }],
    ['a key of a kilobyte', { invitation_key: 'A'.repeat(1_024) }],
    ['a password of a kilobyte', { password: 'x'.repeat(1_024) }],
    ['marks that turn the writing', { last_name: 'Ha\u202eddad' }],
    ['half a character', { first_name: '\ud83d' }],
    ['a null character', { first_name: 'No\u0000or' }],
  ])('is refused with %s, and the key is good still', async (_name, more) => {
    const answer = await join(product, formOf(key, email, { ...more }))
    expect([400, 413]).toContain(answer.status)
    expect(await database.sql`select from app_user where email = ${email}`).toHaveLength(0)
    expect((await invitations()).find((each) => each.email === email)).toMatchObject({ state: 'OPEN' })
  })

  it('is taken with names of any script', async () => {
    const { key: other } = await invite(product, token, { email: 'script@orrery.example' })
    const answer = await join(product, formOf(other, 'script@orrery.example', { first_name: '玛丽', last_name: 'Ó Súilleabháin-ვაშაძე' }))
    expect(user(answer)).toMatchObject({ first_name: '玛丽', last_name: 'Ó Súilleabháin-ვაშაძე' })
  })

  it('may be sent thirty times from one network, and then has to wait', async () => {
    const answers: Answer[] = []
    for (let count = 0; count < 31; count++) answers.push(await join(product, formOf('ABCDEFGH23456789', email)))
    expect(new Set(answers.slice(0, 30).map(({ status }) => status))).toEqual(new Set([400]))
    expect(answers[30]).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
    product.clock.now += 10_000
    expect((await join(product, formOf(key, email))).status).toBe(200)
  })
})

describe('what anybody may read before joining', () => {
  it('is the list of countries, with those that are not served', async () => {
    const { results } = (await product.send('GET', '/account/countries/')).json as { results: { code: string; is_blocked: boolean }[] }
    expect(results).toHaveLength(243)
    expect(results.filter(({ is_blocked }) => is_blocked).map(({ code }) => code)).toEqual(['BY', 'CA', 'CU', 'IR', 'KP', 'RU', 'SY'])
  })
})
