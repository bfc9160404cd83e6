/** Second factors: the authenticator app, backup codes, passkeys. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { Passkey, User } from './entities.ts'

const code = z.object({ totp_token: Text(32) })
const nothing = z.unknown().optional()
/** The input and output of the browser's own passkey functions (WebAuthn level 3, JSON forms). */
const WebAuthn = z.looseObject({})

export const getTotpQr = call({
  method: 'GET',
  path: '/account/totp/qr/',
  summary: 'Create a new secret for the authenticator app, as the otpauth URI shown in the QR code. It takes effect once it is enabled.',
  who: 'person',
  answer: z.object({ config_url: z.string() }),
  refusals: ['TwoFactorActive'],
})
export const enableTotp = call({
  method: 'POST',
  path: '/account/totp/enable/',
  summary:
    'Turn on two-factor authentication with a code from the app. This ends your other sessions. The confirmation email has a link that reverses the change for 24 hours.',
  who: 'person',
  body: code,
  answer: z.object({ detail: z.string() }),
  refusals: ['TwoFactorActive', 'TwoFactorRefused'],
})
export const sendTotpEmailToken = call({
  method: 'POST',
  path: '/account/totp/email-token/',
  summary:
    'Email a six-digit code that confirms turning off two-factor authentication or creating new backup codes. The code is valid for the given `purpose`, or for both if none is given. A previously emailed code becomes invalid.',
  who: 'person',
  stepUp: 'password',
  body: z.object({ purpose: z.enum(['disable', 'regenerate']).nullish() }).optional(),
  answer: z.object({ detail: z.string() }),
  refusals: ['TwoFactorInactive'],
})
export const disableTotp = call({
  method: 'POST',
  path: '/account/totp/disable/',
  summary: 'Turn off two-factor authentication with the emailed code. This ends your other sessions.',
  who: 'person',
  stepUp: 'password',
  body: code,
  answer: z.object({ detail: z.string() }),
  refusals: ['TwoFactorInactive', 'EmailCodeInvalid'],
})
export const listBackupCodes = call({
  method: 'GET',
  path: '/account/totp/backups/',
  summary:
    'Your backup codes and which of them are used. They are shown in full for ten minutes to the session that created them, and masked otherwise, because only hashes are stored.',
  who: 'person',
  answer: z.array(z.object({ token: z.string(), is_used: z.boolean().optional() })),
  refusals: ['TwoFactorInactive'],
})
export const regenerateBackupCodes = call({
  method: 'POST',
  path: '/account/totp/backups/regenerate/',
  summary: 'Create new backup codes with the emailed code. The old codes become invalid.',
  who: 'person',
  stepUp: 'password',
  body: code,
  whenRepeated: z.unknown().transform(() => []),
  answer: z.array(z.object({ token: z.string() })),
  refusals: ['TwoFactorInactive', 'EmailCodeInvalid'],
})
export const listPasskeys = call({
  method: 'GET',
  path: '/account/passkeys/',
  summary: 'Your passkeys.',
  who: 'person',
  answer: z.object({ results: z.array(Passkey) }),
})
export const passkeyOptions = call({
  method: 'POST',
  path: '/account/passkeys/options/',
  summary: 'The options that a browser needs to create a passkey.',
  who: 'person',
  stepUp: 'factor',
  body: nothing,
  whenRepeated: 'DONE_AGAIN',
  answer: WebAuthn,
  refusals: ['TooManyPasskeys'],
})
export const addPasskey = call({
  method: 'POST',
  path: '/account/passkeys/',
  summary: 'Save a passkey that the browser has created. This ends your other sessions.',
  who: 'person',
  stepUp: 'factor',
  status: 201,
  body: z.object({ name: Text(64).min(1), credential: WebAuthn }),
  answer: Passkey,
  refusals: ['PasskeyRefused', 'TooManyPasskeys'],
})
export const renamePasskey = call({
  method: 'PATCH',
  path: '/account/passkeys/{id}/',
  summary: 'Rename a passkey.',
  who: 'person',
  params: z.object({ id: Text(512) }),
  body: z.object({ name: Text(64).min(1) }),
  answer: Passkey,
  refusals: ['NotFound'],
})
export const removePasskey = call({
  method: 'DELETE',
  path: '/account/passkeys/{id}/',
  summary: 'Remove a passkey. This ends your other sessions.',
  who: 'person',
  stepUp: 'factor',
  params: z.object({ id: Text(512) }),
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
export const passkeySignInOptions = call({
  method: 'POST',
  path: '/account/passkeys/sign-in/options/',
  summary: 'The options that a browser needs to use a passkey, to sign in or to confirm your identity again.',
  who: 'anyone',
  isSlow: true,
  body: nothing,
  answer: WebAuthn,
})
export const passkeySignIn = call({
  method: 'POST',
  path: '/account/passkeys/sign-in/',
  summary: 'Sign in with a passkey alone. It verifies the user, so no second factor is required.',
  who: 'anyone',
  isSlow: true,
  body: z.object({ passkey: WebAuthn, app_version: Text(32).nullish(), app_type: Text(32).nullish() }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['PasskeyRefused', 'AccessSuspended', 'SignOnRequired'],
})
