import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestTrader, openTestBrowser } from '../../../test/browser.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'
import { openSignOnProvider, type ProvidedPerson, type SignOnProvider } from '../../../test/sign-on-provider.ts'
import { runOperator } from '../../cli/run-operator.ts'

const database = withTestDatabase()
const RETURN_TO = 'http://parley.example/sign-on/'
let product: TestProduct
let provider: SignOnProvider
beforeAll(async () => {
  provider = await openSignOnProvider(RETURN_TO)
  product = await startTestProduct(database.url, { publicUrl: 'http://parley.example', trustProxy: true, now: Date.now })
  await setSignOn()
})
afterAll(async () => {
  await product.close()
  await provider.close()
})

/** Runs the operator's command. The product has read the change when this ends. */
async function operator(args: readonly string[], secret = ''): Promise<string> {
  const env = { DATABASE_URL: database.url, DATA_DIR: product.dataDir }
  const printed = await runOperator(args, env, { isTerminal: false, read: async () => secret })
  await product.server.operator.createFirm({ name: `Firm ${crypto.randomUUID()}` })
  return printed
}
const setSignOn = (...more: readonly string[]) =>
  operator(
    [
      ...['set-sign-on', '--desk', 'ORRY', '--issuer', provider.issuer, '--client-id', provider.clientId, '--client-secret', '-'],
      ...['--domains', 'orrery.example', ...more],
    ],
    provider.clientSecret,
  )
const withRoles = ['--role-claim', 'groups', '--roles', 'administrator=desk-admins,trader=desk,viewer=watchers']

type Begun = { readonly url: string; readonly proof: string }
const start = async (email: string) => {
  const { status, json } = await product.send('POST', '/account/sign-on/start/', { body: JSON.stringify({ email }) })
  expect(status).toBe(200)
  return json as Begun
}
const finish = (answer: string, proof: string) =>
  openTestBrowser(product, '203.0.113.7').send('POST', '/account/sign-on/finish/', { answer, proof })

/** Signs in through the firm as this person. Returns the answer to the last step. */
async function signOn(typed: string, person: Partial<ProvidedPerson> = {}) {
  provider.people.set(typed, { sub: typed, email: typed, ...person })
  const { url, proof } = await start(typed)
  return finish(await provider.visit(url), proof)
}
const refusal = (sentence: RegExp) => ({ status: 400, json: { non_field_errors: [expect.stringMatching(sentence)] } })
const roleOf = async (email: string) =>
  (
    await database.sql<{ role: string }[]>`
      select m.role from membership m join app_user u on u.id = m.app_user where u.email = ${email} and m.desk = 'ORRY'`
  )[0]?.role

describe('signing in through the provider of a firm', () => {
  it('is offered when a desk has it, and begins for its domain alone, whoever has an account', async () => {
    expect((await product.send('GET', '/account/sign-on/')).json).toEqual({ is_offered: true })
    const { url } = await start('Nobody.Known@Orrery.Example')
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(RETURN_TO)
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
    expect(await product.send('POST', '/account/sign-on/start/', { body: JSON.stringify({ email: 'kit@kestrel.example' }) })).toMatchObject(
      {
        status: 400,
        json: { email: ['No firm signs its people in through its own provider for addresses at kestrel.example.'] },
      },
    )
  })

  it('signs a member in, with a session like any other and an entry in the audit log', async () => {
    const email = await createTestTrader(product, 'sol')
    const { status, json } = await signOn(email)
    expect([status, json]).toMatchObject([200, { token: expect.stringMatching(/^ps_/) as string, user: { email } }])
    const { token } = json as { token: string }
    expect((await product.send('GET', '/account/user/', { headers: { authorization: `Token ${token}` } })).status).toBe(200)
    const actions = await database.sql<{ action: string; detail: { by?: string } }[]>`
      select action, detail from audit where actor = (select id from app_user where email = ${email}) order by id`
    expect(actions.map(({ action, detail }) => [action, detail.by])).toEqual([
      ['LinkSignOn', undefined],
      ['SignIn', 'SignOn'],
    ])
  })

  it.each([
    [['pwd'], false],
    [['pwd', 'mfa'], true],
  ])('counts as every factor only if the provider has checked a second one (%j: %j)', async (amr, withFactor) => {
    const email = await createTestTrader(product, `amr${amr.length}`)
    expect((await signOn(email, { amr })).status).toBe(200)
    const [session] = await database.sql<{ proved: boolean }[]>`
      select proved_with_factor as proved from session where app_user = (select id from app_user where email = ${email})`
    expect(session!.proved).toBe(withFactor)
  })

  it('lets in only members of the desk, with an address of the firm that the provider has verified', async () => {
    expect(await signOn('new@orrery.example')).toMatchObject(refusal(/^You are not a member of a desk here/))
    const email = await createTestTrader(product, 'una')
    expect(await signOn(email, { email_verified: false })).toMatchObject(refusal(/no verified email address of your firm/))
    expect(await signOn(email, { email: 'kit@kestrel.example' })).toMatchObject(refusal(/no verified email address of your firm/))
    expect((await signOn(email)).status).toBe(200)
  })

  it('knows a person by their subject: a new address there changes nothing, and another subject does not become them', async () => {
    const email = await createTestTrader(product, 'noor')
    expect((await signOn(email, { sub: 'noor-1' })).status).toBe(200)
    expect(await signOn('renamed@orrery.example', { sub: 'noor-1' })).toMatchObject({ status: 200, json: { user: { email } } })
    expect(await signOn(email, { sub: 'noor-2' })).toMatchObject(refusal(/^Another account of your firm is linked/))
    await operator(['unlink-sign-on', '--email', email])
    expect((await signOn(email, { sub: 'noor-2' })).status).toBe(200)
  })

  it('refuses an answer that was used, is of another browser, of another sign-in, or late', async () => {
    const email = await createTestTrader(product, 'late')
    provider.people.set(email, { sub: email, email })
    const [first, second] = [await start(email), await start(email)]
    const answer = await provider.visit(first.url)
    expect(await finish(answer, 'a'.repeat(43))).toMatchObject(refusal(/expired or was already used/))
    expect(await finish(answer, second.proof)).toMatchObject(refusal(/did not confirm who you are/))
    expect((await finish(answer, first.proof)).status).toBe(200)
    expect(await finish(answer, first.proof)).toMatchObject(refusal(/expired or was already used/))
    const third = await start(email)
    await database.sql`update one_time set expires_at = 1 where kind = 'sign-on'`
    expect(await finish(await provider.visit(third.url), third.proof)).toMatchObject(refusal(/expired or was already used/))
  })

  it('refuses an ID token that is not signed with the key of the provider', async () => {
    const forged = await openSignOnProvider(RETURN_TO, 'ANOTHER')
    const setting = ['--issuer', forged.issuer, '--client-id', forged.clientId, '--client-secret', '-', '--domains', 'kestrel.example']
    await operator(['set-sign-on', '--desk', 'KEST', ...setting], forged.clientSecret)
    const email = 'kit@kestrel.example'
    forged.people.set(email, { sub: email, email })
    const { url, proof } = await start(email)
    expect(await finish(await forged.visit(url), proof)).toMatchObject(refusal(/did not confirm who you are/))
    expect(product.logged()).toMatch(/signature/)
    await operator(['remove-sign-on', '--desk', 'KEST'])
    await forged.close()
  })

  it('refuses whoever the provider refuses, and whoever the desk has suspended', async () => {
    const { url, proof } = await start('stranger@orrery.example')
    expect(await finish(await provider.visit(url), proof)).toMatchObject(refusal(/did not confirm who you are/))
    const email = await createTestTrader(product, 'hal')
    await product.server.operator.suspendUser(email)
    expect(await signOn(email)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
  })
})

describe('the roles of a firm', () => {
  it('are those of the claim at each sign-in; without one there is no access', async () => {
    await setSignOn(...withRoles)
    const email = await createTestTrader(product, 'rob')
    expect((await signOn(email, { groups: ['watchers'] })).status).toBe(200)
    expect(await roleOf(email)).toBe('viewer')
    expect((await signOn(email, { groups: ['all', 'desk', 'watchers'] })).status).toBe(200)
    expect(await roleOf(email)).toBe('trader')
    expect(await signOn(email, { groups: ['all'] })).toMatchObject(refusal(/gives you no role at this desk/))
    expect(await roleOf(email)).toBe('trader')
    await setSignOn()
  })

  it('leave the desk its last administrator', async () => {
    await setSignOn(...withRoles)
    expect((await signOn('ada@orrery.example', { groups: ['watchers'] })).status).toBe(200)
    expect(await roleOf('ada@orrery.example')).toBe('administrator')
    await setSignOn()
  })
})

describe('a firm that requires its sign-on', () => {
  it('lets its members in with it alone, and other desks as before', async () => {
    const email = await createTestTrader(product, 'req')
    expect(await setSignOn('--required')).toMatch(/can no longer sign in with a password or a passkey/)
    const { status, json } = await openTestBrowser(product, '203.0.113.8').signIn(email)
    expect([status, json]).toMatchObject([403, { error: 'SignOnRequired' }])
    expect((await openTestBrowser(product, '203.0.113.8').signIn(email, { password: 'wrong' })).json).toMatchObject({
      non_field_errors: ['Unable to log in with provided credentials.'],
    })
    expect((await openTestBrowser(product, '203.0.113.8').signIn('kit@kestrel.example')).status).toBe(200)
    expect((await signOn(email)).status).toBe(200)
    expect(await operator(['list'])).toContain(`sign-on through ${provider.issuer} for orrery.example, required`)
    await operator(['remove-sign-on', '--desk', 'ORRY'])
    expect((await openTestBrowser(product, '203.0.113.8').signIn(email)).status).toBe(200)
    await setSignOn()
  })

  it('is told that its provider does not respond, and nothing else changes', async () => {
    await operator(
      [
        ...['set-sign-on', '--desk', 'KEST', '--issuer', 'http://127.0.0.1:1', '--client-id', 'x', '--client-secret', '-'],
        ...['--domains', 'kestrel.example'],
      ],
      'y',
    )
    expect(await product.send('POST', '/account/sign-on/start/', { body: JSON.stringify({ email: 'kit@kestrel.example' }) })).toMatchObject(
      {
        status: 503,
        json: { error: 'SignOnUnavailable', message: "Your firm's sign-on does not respond. Try again in a moment." },
      },
    )
    await operator(['remove-sign-on', '--desk', 'KEST'])
  })
})

describe('set-sign-on refuses', () => {
  it.each([
    [['--issuer', 'http://login.orrery.example'], /--issuer must be the address of the provider/],
    [['--domains', 'orrery'], /--domains must be domains of email addresses/],
    [['--role-claim', 'groups'], /Give --role-claim and --roles together/],
    [['--role-claim', 'groups', '--roles', 'boss=x'], /--roles must be like/],
  ])('%j', async (more, sentence) => {
    await expect(setSignOn(...more)).rejects.toThrow(sentence)
  })

  it('a domain of another desk', async () => {
    const asked = ['set-sign-on', '--desk', 'KEST', '--issuer', provider.issuer, '--client-id', 'x', '--client-secret', '-']
    await expect(operator([...asked, '--domains', 'orrery.example'], 'y')).rejects.toThrow(
      'The sign-on of another desk has the domain orrery.example.',
    )
  })
})
