/** Second factors: the authentication app, backup codes, passkeys. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { Passkey, User } from './entities.ts'

const code = z.object({ totp_token: Text(32) })
const nothing = z.unknown().optional()
/** As the browser's own functions for passkeys take and give them (WebAuthn level 3, JSON forms). */
const WebAuthn = z.looseObject({})

export const getTotpQr = call({
  method: 'GET',
  path: '/account/totp/qr/',
  summary: 'A new secret for the authentication app, as the otpauth address that its QR code shows. It counts once it is enabled.',
  who: 'person',
  answer: z.object({ config_url: z.string() }),
  refusals: ['TwoFactorActive'],
})
export const enableTotp = call({
  method: 'POST',
  path: '/account/totp/enable/',
  summary: 'Turn two-factor on with a code of the app; your other sessions end. The email about it has a link that undoes it for 24 hours.',
  who: 'person',
  body: code,
  answer: z.object({ detail: z.string() }),
  refusals: ['TwoFactorActive', 'TwoFactorRefused'],
})
export const sendTotpEmailToken = call({
  method: 'POST',
  path: '/account/totp/email-token/',
  summary:
    'Mail a code of six digits that confirms turning two-factor off or making new backup codes: the one that `purpose` names, either where it names none. A code that was mailed before is void.',
  who: 'person',
  stepUp: 'password',
  body: z.object({ purpose: z.enum(['disable', 'regenerate']).nullish() }).optional(),
  answer: z.object({ detail: z.string() }),
  refusals: ['TwoFactorInactive'],
})
export const disableTotp = call({
  method: 'POST',
  path: '/account/totp/disable/',
  summary: 'Turn two-factor off with the code that was mailed; your other sessions end.',
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
    'Your backup codes and which are used: in full for ten minutes, to the session that made them; masked otherwise, because they are kept as hashes only.',
  who: 'person',
  answer: z.array(z.object({ token: z.string(), is_used: z.boolean().optional() })),
  refusals: ['TwoFactorInactive'],
})
export const regenerateBackupCodes = call({
  method: 'POST',
  path: '/account/totp/backups/regenerate/',
  summary: 'New backup codes, with the code that was mailed; the old ones are void.',
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
  summary: 'What the browser needs to make a passkey.',
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
  summary: 'Keep a passkey that the browser has made; your other sessions end.',
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
  summary: 'Give a passkey another name.',
  who: 'person',
  params: z.object({ id: Text(512) }),
  body: z.object({ name: Text(64).min(1) }),
  answer: Passkey,
  refusals: ['NotFound'],
})
export const removePasskey = call({
  method: 'DELETE',
  path: '/account/passkeys/{id}/',
  summary: 'Remove a passkey; your other sessions end.',
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
  summary: 'What the browser needs to use a passkey, for signing in or proving again who you are.',
  who: 'anyone',
  body: nothing,
  answer: WebAuthn,
})
export const passkeySignIn = call({
  method: 'POST',
  path: '/account/passkeys/sign-in/',
  summary: 'Sign in with a passkey alone; it verifies the person, so no second factor is asked for.',
  who: 'anyone',
  body: z.object({ passkey: WebAuthn, app_version: Text(32).nullish(), app_type: Text(32).nullish() }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['PasskeyRefused', 'AccessSuspended'],
})
