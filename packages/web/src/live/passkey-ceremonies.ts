/** Passkeys in the browser, for users and for operators. The library and its errors are loaded on first use to keep the first load small. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyProblem } from './passkey-problem.ts'

/** The assertion of a passkey, sent as `passkey` in login, password check and passkey-only sign-in. */
export type PasskeyAssertion = Readonly<Record<string, unknown>>

export const isPasskeyProblem = (answer: object): answer is PasskeyProblem => 'problem' in answer

/** False in an old browser, and on an insecure address (neither https nor localhost). */
export const canUsePasskeys = (): boolean => window.isSecureContext && typeof window.PublicKeyCredential === 'function'

/** The credential that the browser has created, to be sent to the server, or why it has not. A refusal of the options is thrown. */
export async function createCredential(options: () => Promise<object>): Promise<PasskeyAssertion | PasskeyProblem> {
  const [given, { startRegistration }, { passkeyProblem }] = await Promise.all([options(), library(), problems()])
  const optionsJSON = given as PublicKeyCredentialCreationOptionsJSON
  const credential = await orProblem(startRegistration({ optionsJSON }), (name) => passkeyProblem(name, optionsJSON.rp.id))
  return isPasskeyProblem(credential) ? credential : { ...credential }
}

/** An assertion, or why the browser returned none. */
export async function askWithOptions(options: () => Promise<object>): Promise<PasskeyAssertion | PasskeyProblem> {
  const [given, { startAuthentication }, { passkeyProblem }] = await Promise.all([options(), library(), problems()])
  const optionsJSON = given as PublicKeyCredentialRequestOptionsJSON
  const answer = await orProblem(startAuthentication({ optionsJSON }), (name) => passkeyProblem(name, optionsJSON.rpId))
  return isPasskeyProblem(answer) ? answer : { ...answer }
}

const library = () => import('@simplewebauthn/browser')
const problems = () => import('./passkey-problem.ts')

async function orProblem<T extends object>(ceremony: Promise<T>, problemOf: (name: string) => PasskeyProblem): Promise<T | PasskeyProblem> {
  try {
    return await ceremony
  } catch (error) {
    return problemOf(error instanceof Error ? error.name : '')
  }
}
