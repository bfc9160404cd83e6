/** Passkeys in the browser, for users and for operators. The library is loaded on first use to keep the first load small. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** The assertion of a passkey, sent as `passkey` in login, password check and passkey-only sign-in. */
export type PasskeyAssertion = Readonly<Record<string, unknown>>

/** Why the browser returned none. `DISMISSED` is the user's choice and needs no message. */
export type PasskeyProblem = { readonly problem: 'DISMISSED' | 'KNOWN' | 'UNSUITABLE' | 'NOT_HERE'; readonly message: string }

export const isPasskeyProblem = (answer: object): answer is PasskeyProblem => 'problem' in answer

/** False in an old browser, and on an insecure address (neither https nor localhost). */
export const canUsePasskeys = (): boolean => window.isSecureContext && typeof window.PublicKeyCredential === 'function'

/** The credential that the browser has created, to be sent to the server, or why it has not. A refusal of the options is thrown. */
export async function createCredential(options: () => Promise<object>): Promise<PasskeyAssertion | PasskeyProblem> {
  const [given, { startRegistration }] = await Promise.all([options(), library()])
  const optionsJSON = given as PublicKeyCredentialCreationOptionsJSON
  const credential = await orProblem(startRegistration({ optionsJSON }), optionsJSON.rp.id)
  return isPasskeyProblem(credential) ? credential : { ...credential }
}

/** An assertion, or why the browser returned none. */
export async function askWithOptions(options: () => Promise<object>): Promise<PasskeyAssertion | PasskeyProblem> {
  const [given, { startAuthentication }] = await Promise.all([options(), library()])
  const optionsJSON = given as PublicKeyCredentialRequestOptionsJSON
  const answer = await orProblem(startAuthentication({ optionsJSON }), optionsJSON.rpId)
  return isPasskeyProblem(answer) ? answer : { ...answer }
}

const library = () => import('@simplewebauthn/browser')

/** `host` is the host name to which the server binds passkeys. */
async function orProblem<T extends object>(ceremony: Promise<T>, host: string | undefined): Promise<T | PasskeyProblem> {
  try {
    return await ceremony
  } catch (error) {
    return passkeyProblem(error instanceof Error ? error.name : '', host)
  }
}

/** The names are the browser's own (WebAuthn level 3, 5.1). */
export function passkeyProblem(name: string, host: string | undefined): PasskeyProblem {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return { problem: 'DISMISSED', message: 'No passkey was used.' }
    case 'InvalidStateError':
      return { problem: 'KNOWN', message: 'This device already has a passkey for your account.' }
    case 'SecurityError':
      return { problem: 'NOT_HERE', message: `Passkeys do not work at ${location.hostname}. Open Parley at ${host ?? 'its main address'}.` }
    default:
      return {
        problem: 'UNSUITABLE',
        message: 'This device cannot store a passkey that verifies you (PIN, fingerprint or face). Use another device.',
      }
  }
}
