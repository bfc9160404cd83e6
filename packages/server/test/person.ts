/** A signed-in user of the test product, for tests of second factors. */
import { TOTP, URI } from 'otpauth'
import { PASSWORD, type Answer, type TestProduct } from './product.ts'
import { makeTestPasskey, type TestPasskey } from './authenticator.ts'

export type TestPerson = {
  readonly email: string
  readonly token: string
  call(method: string, path: string, body?: object): Promise<Answer>
}

export async function createTestPerson(product: TestProduct, name: string): Promise<TestPerson> {
  const email = `${name}@orrery.example`
  await product.server.operator.createUser({ email, password: PASSWORD, firstName: 'Ro', lastName: 'Orr', desk: 'ORRY', role: 'trader' })
  const { status, text, json } = await signInWith(product, email)
  if (status !== 200) throw new Error(`${email} could not sign in: ${text}`)
  return asPerson(product, email, (json as { token: string }).token)
}

export const asPerson = (product: TestProduct, email: string, token: string): TestPerson => ({
  email,
  token,
  call: (method, path, body) =>
    product.send(method, path, {
      headers: { authorization: `Token ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
})

/** Signs in with the password and other given values. */
export const signInWith = (product: TestProduct, email: string, more: object = {}): Promise<Answer> =>
  product.send('POST', '/account/login/', { body: JSON.stringify({ email, password: PASSWORD, ...more }) })

/** The app on a phone: its code at a given time. */
export type TestApp = (at: number) => string

/** Scans the QR code. */
export async function scan(person: TestPerson): Promise<TestApp> {
  const { status, text, json } = await person.call('GET', '/account/totp/qr/')
  if (status !== 200) throw new Error(`no QR code was shown: ${text}`)
  const app = URI.parse((json as { config_url: string }).config_url) as TOTP
  return (timestamp) => app.generate({ timestamp })
}

/** Turns two-factor authentication on. Returns the app and the backup codes. */
export async function turnOn(
  product: TestProduct,
  person: TestPerson,
): Promise<{ readonly app: TestApp; readonly codes: readonly string[] }> {
  const app = await scan(person)
  const done = await person.call('POST', '/account/totp/enable/', { totp_token: app(product.clock.now) })
  if (done.status !== 200) throw new Error(`two-factor could not be turned on: ${done.text}`)
  const { json } = await person.call('GET', '/account/totp/backups/')
  return { app, codes: (json as { token: string }[]).map(({ token }) => token) }
}

/** The six digits of the last email. */
export async function mailedCode(product: TestProduct, { email }: TestPerson): Promise<string> {
  for (const mail of await product.mails(email)) {
    const code = /\b\d{6}\b/.exec(mail.text)?.[0]
    if (code !== undefined) return code
  }
  throw new Error('no code was mailed')
}

export async function addPasskey(product: TestProduct, person: TestPerson, name = 'Laptop'): Promise<TestPasskey> {
  const { json } = await person.call('POST', '/account/passkeys/options/')
  const passkey = makeTestPasskey(product.server.baseUrl, json as Record<string, unknown>)
  const kept = await person.call('POST', '/account/passkeys/', { name, credential: passkey.credential })
  if (kept.status !== 201) throw new Error(`the passkey was not kept: ${kept.text}`)
  return passkey
}

/** The options that a browser gets for using a passkey. */
export const signInOptions = async (product: TestProduct): Promise<Record<string, unknown>> =>
  (await product.send('POST', '/account/passkeys/sign-in/options/')).json as Record<string, unknown>
