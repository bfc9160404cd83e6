/** The passkeys of a desk's user. */
import { factorCalls, type PasskeyView } from '@parley/contracts'
import { client } from './api.ts'
import { askWithOptions, createCredential, isPasskeyProblem, type PasskeyAssertion } from './passkey-ceremonies.ts'
import type { PasskeyProblem } from './passkey-problem.ts'

/** The stored passkey, or why the browser did not create one. A refusal of the server is thrown, as by every call (ClientError). */
export async function createPasskey(name: string): Promise<PasskeyView | PasskeyProblem> {
  const credential = await createCredential(() => client.call(factorCalls.passkeyOptions, {}))
  if (isPasskeyProblem(credential)) return credential
  return client.call(factorCalls.addPasskey, { body: { name, credential: { ...credential } } })
}

/** An assertion, or why the browser returned none. It is valid once, and for five minutes. */
export const askForPasskey = (): Promise<PasskeyAssertion | PasskeyProblem> =>
  askWithOptions(() => client.call(factorCalls.passkeySignInOptions, {}))
