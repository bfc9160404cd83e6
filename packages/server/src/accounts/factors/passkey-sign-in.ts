/** Signing in with a passkey alone: it verifies the user, so no other proof is needed. */
import { factorCalls as calls } from '@parley/contracts'
import { isRefusal, refuse } from '@parley/core'
import { route, type Route } from '../../calls/route.ts'
import { signedInAnswer, type Admit } from '../sign-in/admission.ts'
import { createAttemptRate } from '../sign-in/attempt-rate.ts'
import type { DeviceOf } from '../sign-in/device.ts'
import { factorLimits } from './limits.ts'
import type { PasskeyParts } from './passkeys.ts'
import { usePasskey } from './verify-passkey.ts'

export type PasskeySignInParts = { readonly parts: PasskeyParts; readonly admit: Admit; readonly deviceOf: DeviceOf }

export function passkeySignInRoutes({ parts, admit, deviceOf }: PasskeySignInParts): readonly Route[] {
  const { book, webauthn } = parts
  const takeChallenge = createAttemptRate(factorLimits.challengesPerAddress, deviceOf)
  const takeAnswer = createAttemptRate(factorLimits.challengesPerAddress, deviceOf)
  return [
    route(calls.passkeySignInOptions, async (input) => {
      takeChallenge(input)
      return { ...(await webauthn.signInOptions(input.now)) }
    }),
    route(calls.passkeySignIn, async (input) => {
      // Each one is looked up in the database, whether or not such a challenge exists.
      takeAnswer(input)
      const { body, address, now, requestId } = input
      const user = await usePasskey(parts, body.passkey, { now, address, requestId })
      if (user === undefined) return refuse('PasskeyRefused', '', 'The passkey could not be verified.')
      const { app_type: appType, app_version: appVersion } = body
      const admitted = await admit({ user, by: 'Passkey', withFactor: true, device: deviceOf(input), appType, appVersion, now, requestId })
      return isRefusal(admitted) ? admitted : signedInAnswer(book.accounts, admitted)
    }),
  ]
}
