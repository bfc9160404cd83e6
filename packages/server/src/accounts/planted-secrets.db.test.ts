/** Plants secrets in every account call, then searches everything that is stored or logged for them. */
import { readdirSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { call as listed } from '../../test/instruments.ts'
import { createTestVenue, otherVenues } from '../../test/market-venue.ts'
import { textOfTables } from '../../test/all-tables.ts'
import { withTestDatabase } from '../../test/database.ts'
import { redaction } from '../log/redaction.ts'
import { PASSWORD, startTestProduct, type Answer, type TestProduct } from '../../test/product.ts'
import { addPasskey, asPerson, createTestPerson, mailedCode, scan, signInWith, turnOn } from '../../test/person.ts'
import { openSignOnProvider } from '../../test/sign-on-provider.ts'
import { runOperator } from '../cli/run-operator.ts'
import { as, formOf, invite, join, mailTo, NEW_PASSWORD } from '../../test/onboarding.ts'

const database = withTestDatabase()
/** Maps the name of each secret to the secret. */
const planted = new Map<string, string>()
let product: TestProduct

const plant = (name: string, secret: unknown): string => {
  expect(typeof secret, name).toBe('string')
  expect((secret as string).length, name).toBeGreaterThan(5)
  planted.set(name, secret as string)
  return secret as string
}
const ok = (answer: Answer): Record<string, unknown> => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return (answer.json ?? {}) as Record<string, unknown>
}
const post = (path: string, body: object) => product.send('POST', path, { body: JSON.stringify(body) })

beforeAll(async () => {
  product = await startTestProduct(database.url, {
    secretKey: plant('the secret key', '5e'.repeat(32)),
    venues: [createTestVenue('DBT', [listed], () => 1_800_000_000_000), ...otherVenues(() => 1_800_000_000_000)],
  })
  await passwords()
  await factors()
  await invitations()
  await keysAndAccounts()
  await heldRequest()
  await signOn()
  await wrongOnes()
  return () => product.close()
})

async function passwords(): Promise<void> {
  plant('the password', PASSWORD)
  const vera = asPerson(product, 'vera@orrery.example', await product.signIn('vera@orrery.example'))
  plant('a session token', vera.token)
  plant('a refreshed token', ok(await vera.call('POST', '/account/token/refresh/')).token)
  plant('a socket ticket', ok(await vera.call('POST', '/account/socket-ticket/')).ticket)
  const changed = plant('a changed password', 'slow winter lamp 9')
  ok(await vera.call('POST', '/account/password-check/', { password: PASSWORD }))
  ok(await vera.call('POST', '/account/password-change/', { old_password: PASSWORD, new_password1: changed, new_password2: changed }))
  ok(await post('/account/password-reset/request/', { email: vera.email }))
  const link = new URL(await resetLink(vera.email))
  const [uid, token] = [link.searchParams.get('uid')!, plant('a reset token', link.searchParams.get('token'))]
  const reset = plant('a reset password', 'green ladder moon 4')
  ok(await post('/account/password-reset/', { uid, token, new_password1: reset, new_password2: reset }))
}

/** The request of a person waits in the database, without what proves who sent it. */
async function heldRequest(): Promise<void> {
  const token = plant('the token of who asks for approval', await product.signIn())
  const call = (method: string, path: string, body?: object) => as(product, token, method, path, body)
  ok(await call('PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null, approval_above: '1' }))
  const { results } = ok(await call('GET', '/v2/drfq/instruments/')) as { results: readonly { readonly id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  const asked = await call('POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })
  expect(asked.json).toMatchObject({ error: 'ApprovalRequired', data: { held_request: expect.any(String) } })
}

async function signOn(): Promise<void> {
  const provider = await openSignOnProvider(`${product.server.baseUrl}/sign-on/`)
  const secret = plant('the secret at the provider of a firm', provider.clientSecret)
  const args = ['set-sign-on', '--desk', 'ORRY', '--issuer', provider.issuer, '--client-id', provider.clientId, '--client-secret', '-']
  const env = { DATABASE_URL: database.url, DATA_DIR: product.dataDir, PARLEY_SECRET_KEY: planted.get('the secret key')! }
  await runOperator([...args, '--domains', 'orrery.example'], env, { isTerminal: false, read: async () => secret })
  await product.server.operator.createFirm({ name: 'Read again' })
  const email = 'ada@orrery.example'
  provider.people.set(email, { sub: 'ada', email })
  const { url, proof } = ok(await post('/account/sign-on/start/', { email }))
  const answer = await provider.visit(url as string)
  plant('the code of a provider', new URLSearchParams(answer).get('code'))
  const sent = { answer, proof: plant('the proof of a sign-on', proof) }
  plant('a session token of a sign-on', ok(await post('/account/sign-on/finish/', sent)).token)
  await provider.close()
}

/** The email is written after the response, whose timing must not reveal whether there is an account. */
async function resetLink(email: string): Promise<string> {
  while (true) {
    const mail = (await product.mails(email)).find(({ kind }) => kind === 'PasswordReset')
    if (mail !== undefined) return mail.links[0]!
    await database.sql`select pg_sleep(0.02)`
  }
}

async function factors(): Promise<void> {
  const ro = await createTestPerson(product, 'ro')
  const shown = ok(await ro.call('GET', '/account/totp/qr/')).config_url as string
  plant('a secret of the authentication app', new URL(shown).searchParams.get('secret'))
  await scan(ro)
  const { app, codes } = await turnOn(product, ro)
  codes.forEach((code, index) => plant(`backup code ${index}`, code))
  plant('a backup code without its dash', codes[1]!.replaceAll(/\W/g, ''))
  product.clock.now += 60_000
  ok(await signInWith(product, ro.email, { totp_token: app(product.clock.now) }))
  ok(await signInWith(product, ro.email, { totp_token: codes[0] }))
  const again = ok(await signInWith(product, ro.email, { totp_token: codes[1] })).token as string
  const person = asPerson(product, ro.email, plant('a session token after a factor', again))
  ok(await person.call('POST', '/account/totp/email-token/', { purpose: 'disable' }))
  const code = plant('a mailed code', await mailedCode(product, person))
  ok(await person.call('POST', '/account/totp/disable/', { totp_token: code }))
  const pat = await createTestPerson(product, 'pat')
  await addPasskey(product, pat)
}

async function invitations(): Promise<void> {
  product.clock.now += 3_600_000
  const token = await product.signIn()
  plant("an administrator's token", token)
  const noor = await invite(product, token, { email: 'noor@orrery.example' })
  plant('an invitation key', noor.key)
  plant('the password of who joins', NEW_PASSWORD)
  plant('the token of who joined', ok(await join(product, formOf(noor.key, 'noor@orrery.example'))).token)
  const late = await invite(product, token, { email: 'late@orrery.example' })
  plant('a key that is void', late.key)
  ok(await as(product, token, 'POST', `/account/desk/invitations/${late.id}/resend/`))
  plant('a key mailed again', (await mailTo(product, 'late@orrery.example')).key)
}

async function keysAndAccounts(): Promise<void> {
  const token = await product.signIn()
  const call = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    as(product, token, method, path, body, more)
  const made = ok(await call('POST', '/account/desk/api-keys/', { name: 'planted' }, { 'idempotency-key': 'planted-1' }))
  // An access key can be part of an address, as published.
  await product.send('GET', `/v2/drfq/echo/?api-key=${plant('an access key', made.access_key)}`)
  plant('an API secret', made.secret_key)
  plant('a rotated API secret', ok(await call('POST', `/account/desk/api-keys/${String(made.id)}/rotate/`)).secret_key)
  const [client_id, client_secret] = [
    plant('a client id of a venue', 'venue-client-7781'),
    plant('a client secret of a venue', 'venue-secret-0042-xyz'),
  ]
  ok(
    await call(
      'POST',
      '/account/desk/venue-accounts/',
      { venue: 'DBT', name: 'planted', client_id, client_secret },
      { 'idempotency-key': 'planted-2' },
    ),
  )
}

/** Text that was typed into the wrong field, or with a mistake, is just as secret. */
async function wrongOnes(): Promise<void> {
  const password = plant('a wrong password', 'almost my password 55')
  expect((await post('/account/login/', { email: 'ada@orrery.example', password })).status).toBe(400)
  const inQuery = plant('a token in an address', 'ps_inTheAddressByMistake0123456789abcdefghijk')
  await product.send('GET', `/account/user/?token=${inQuery}`)
  await product.send('GET', '/account/user/', {
    headers: { authorization: `Token ${plant('an unknown token', 'ps_unknown0123456789abcdefghijklmnopqrstuvw')}` },
  })
  const broken = plant('a password in a broken body', 'inside broken json 31')
  await product.send('POST', '/account/login/', { body: `{"email":"ada@orrery.example","password":"${broken}"` })
  await post('/account/password-reset/', {
    uid: 'u_nobody',
    token: plant('a made-up reset token', 'pr_madeUp0123456789'),
    new_password1: broken,
    new_password2: broken,
  })
  await join(product, formOf(plant('a made-up registration code', 'AAAABBBBCCCCDDDD'), 'ada@orrery.example'))
}

/** Plain, and in base64, hex and percent encoding. */
const spellings = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]),
]

const foundIn = (text: string, lowered = text.toLowerCase()): readonly string[] =>
  [...planted].filter(([, secret]) => spellings(secret).some((each) => lowered.includes(each.toLowerCase()))).map(([name]) => name)

describe('secrets that went through every account call', () => {
  it('are many and of every kind', () => {
    expect(planted.size).toBeGreaterThan(30)
  })

  it('are in no line of the log', () => {
    expect(product.logged().length).toBeGreaterThan(100)
    expect(foundIn(product.logged())).toEqual([])
  })

  it('are in no row of the audit log', async () => {
    const rows = await database.sql`select audit::text as row from audit`
    expect(rows.length).toBeGreaterThan(20)
    expect(foundIn(rows.map(({ row }) => String(row)).join('\n'))).toEqual([])
  })

  it('are in no table of the database in plain: sealed or hashed only', async () => {
    const tables = await textOfTables(database.sql)
    expect(tables.size).toBeGreaterThan(20)
    const found = [...tables].flatMap(([name, text]) => foundIn(text).map((secret) => `${secret} in ${name}`))
    expect(found).toEqual([])
  })

  it('would be found if they were there', async () => {
    const [row] = await database.sql<{ row: string }[]>`select row('x', ${Buffer.from(PASSWORD)}::bytea)::text as row`
    expect(foundIn(row!.row)).toContain('the password')
    expect(foundIn(`…${encodeURIComponent(PASSWORD)}…`)).toContain('the password')
  })

  it('are in no file of the data folder', () => {
    for (const file of readdirSync(product.dataDir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(foundIn(readFileSync(`${file.parentPath}/${file.name}`, 'latin1')), file.name).toEqual([])
  })
})

describe('the second line of defence', () => {
  it('hides members that are named like a secret, anywhere in a line of the log', () => {
    const lines: string[] = []
    const log = pino({ redact: redaction }, { write: (line: string) => void lines.push(line) })
    for (const name of [
      'password',
      'token',
      'secret',
      'secretKey',
      'client_secret',
      'authorization',
      'totp_token',
      'ticket',
      'invitation_key',
    ]) {
      log.info({ [name]: 'planted' }, 'x')
      log.info({ request: { [name]: 'planted' } }, 'x')
      log.info({ request: { headers: { [name]: 'planted' } } }, 'x')
    }
    expect(lines.filter((line) => line.includes('planted'))).toEqual([])
  })
})
