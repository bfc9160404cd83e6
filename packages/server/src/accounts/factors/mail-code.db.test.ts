import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { asPerson, createTestPerson, mailedCode, signInWith, turnOn, type TestPerson } from '../../../test/person.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url)
})
afterAll(() => product.close())

const MINUTE = 60_000
const wrong = {
  status: 400,
  json: { non_field_errors: [expect.stringContaining('The code is wrong or has expired')] },
}

async function withTwoFactor(name: string) {
  const person = await createTestPerson(product, name)
  return { person, ...(await turnOn(product, person)) }
}
async function ask(person: TestPerson, body: object = {}): Promise<string> {
  expect(await person.call('POST', '/account/totp/email-token/', body)).toMatchObject({
    status: 200,
    json: { detail: 'A code was sent to your email address.' },
  })
  return mailedCode(product, person)
}
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('turning two-factor off', () => {
  // Proves A 7.24.
  it('takes the code that was mailed, ends the other sessions, writes, and voids app and backup codes', async () => {
    const { person, codes } = await withTwoFactor('ugo')
    const again = await signInWith(product, person.email, { totp_token: codes[0]! })
    const elsewhere = asPerson(product, person.email, (again.json as { token: string }).token)
    const totp_token = await ask(person, { purpose: 'disable' })
    expect(await person.call('POST', '/account/totp/disable/', { totp_token })).toMatchObject({
      status: 200,
      json: { detail: 'Two-factor authentication is off.' },
    })
    expect((await person.call('GET', '/account/user/')).json).toMatchObject({ has_totp_enabled: false })
    expect((await elsewhere.call('GET', '/account/user/')).status).toBe(401)
    expect((await product.mails(person.email))[0]).toMatchObject({ kind: 'FactorChanged' })
    expect((await signInWith(product, person.email)).status).toBe(200)
    for (const path of ['disable/', 'backups/regenerate/', 'email-token/'])
      expect(await person.call('POST', `/account/totp/${path}`, { totp_token })).toMatchObject({
        status: 400,
        json: { non_field_errors: ['Two-factor authentication is not active.'] },
      })
    expect(
      (await database.sql`select from backup_code where app_user in (select id from app_user where email = ${person.email})`).count,
    ).toBe(0)
  })

  it('can be followed by turning it on again, with another secret', async () => {
    const { person, app } = await withTwoFactor('una')
    await person.call('POST', '/account/totp/disable/', { totp_token: await ask(person) })
    const anew = await turnOn(product, person)
    expect(anew.app(product.clock.now)).not.toBe(app(product.clock.now))
    expect(anew.codes).toHaveLength(10)
  })
})

describe('creating new backup codes', () => {
  // Proves A 3.41, A 7.25.
  it('takes the code that was mailed, answers ten others, and voids the ones before', async () => {
    const { person, codes } = await withTwoFactor('vito')
    const totp_token = await ask(person, { purpose: 'regenerate' })
    const answer = await person.call('POST', '/account/totp/backups/regenerate/', { totp_token })
    const fresh = (answer.json as { token: string }[]).map(({ token }) => token)
    expect(fresh).toHaveLength(10)
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    expect((await person.call('GET', '/account/totp/backups/')).json).toMatchObject(answer.json as object)
    expect((await signInWith(product, person.email, { totp_token: codes[0]! })).status).toBe(400)
    expect((await signInWith(product, person.email, { totp_token: fresh[0]! })).status).toBe(200)
  })

  // Proves A 7.19.
  it('shows them for ten minutes to the session that made them, and masked otherwise; which are used, to both', async () => {
    const { person, codes } = await withTwoFactor('vera2')
    const again = await signInWith(product, person.email, { totp_token: codes[0]! })
    const elsewhere = asPerson(product, person.email, (again.json as { token: string }).token)
    const masked = { status: 200, json: codes.map((_, place) => ({ token: '•••••-•••••', is_used: place === 0 })) }
    expect(await elsewhere.call('GET', '/account/totp/backups/')).toMatchObject(masked)
    product.clock.now += 10 * MINUTE
    const whole = codes.map((token) => ({ token, is_used: token === codes[0] }))
    expect((await person.call('GET', '/account/totp/backups/')).json).toEqual(whole)
    product.clock.now += 1
    expect(await person.call('GET', '/account/totp/backups/')).toMatchObject(masked)
  })
})

describe('a mailed code', () => {
  it('is good once', async () => {
    const { person } = await withTwoFactor('walt')
    const totp_token = await ask(person)
    const both = await Promise.all([1, 2].map(() => person.call('POST', '/account/totp/backups/regenerate/', { totp_token })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is good for ten minutes', async () => {
    const { person } = await withTwoFactor('wim')
    const early = await ask(person)
    product.clock.now += 10 * MINUTE
    expect((await person.call('POST', '/account/totp/backups/regenerate/', { totp_token: early })).status).toBe(200)
    const { person: late } = await withTwoFactor('wino')
    const code = await ask(late)
    product.clock.now += 5 * MINUTE
    expect((await late.call('POST', '/account/password-check/', { password: PASSWORD })).status).toBe(200)
    product.clock.now += 5 * MINUTE + 1
    expect(await late.call('POST', '/account/totp/disable/', { totp_token: code })).toMatchObject(wrong)
  })

  // Proves A 7.18.
  it('is asked for and used by whom has proved the password within ten minutes', async () => {
    const { person } = await withTwoFactor('wolf')
    const totp_token = await ask(person)
    product.clock.now += 10 * MINUTE + 1
    for (const [path, body] of [
      ['email-token/', {}],
      ['disable/', { totp_token }],
      ['backups/regenerate/', { totp_token }],
    ] as const)
      expect(await person.call('POST', `/account/totp/${path}`, body)).toMatchObject({ status: 403, json: { error: 'StepUpRequired' } })
  })

  it('is void after five wrong guesses', async () => {
    const { person } = await withTwoFactor('xeno')
    const code = await ask(person)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await person.call('POST', '/account/totp/disable/', { totp_token: other(code) })).toMatchObject(wrong)
    expect(await person.call('POST', '/account/totp/disable/', { totp_token: code })).toMatchObject(wrong)
  })

  it('is void once another was sent', async () => {
    const { person } = await withTwoFactor('xila')
    const first = await ask(person)
    const second = await ask(person)
    if (first !== second) expect(await person.call('POST', '/account/totp/disable/', { totp_token: first })).toMatchObject(wrong)
    expect((await person.call('POST', '/account/totp/disable/', { totp_token: second })).status).toBe(200)
  })

  it('does only what it was sent for, and is the code of one person', async () => {
    const { person } = await withTwoFactor('yuri')
    const { person: another } = await withTwoFactor('ylva')
    const code = await ask(person, { purpose: 'regenerate' })
    expect(await another.call('POST', '/account/totp/backups/regenerate/', { totp_token: code })).toMatchObject(wrong)
    expect(await person.call('POST', '/account/totp/disable/', { totp_token: code })).toMatchObject(wrong)
    expect((await person.call('GET', '/account/user/')).json).toMatchObject({ has_totp_enabled: true })
  })

  it('is sent five times in a row, and then once a minute', async () => {
    const { person } = await withTwoFactor('zoe')
    for (let mail = 0; mail < 5; mail++) await ask(person)
    const held = await person.call('POST', '/account/totp/email-token/', {})
    expect(held).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    product.clock.now += MINUTE
    await ask(person)
  })
})
