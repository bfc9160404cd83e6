/** Signing in and out, and what users do with their own account. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { Announcements } from './announcements.ts'
import { ActiveSession, DemoPerson, FeatureFlag, User, UserAgreement } from './entities.ts'

const NewPassword = Text(512)
const nothing = z.unknown().optional()

export const login = call({
  method: 'POST',
  path: '/account/login/',
  summary:
    'Sign in with email and password. If two-factor authentication is on, a code from the authenticator app or a backup code is also required. A passkey assertion (POST /account/passkeys/sign-in/options/) can replace the code.',
  who: 'anyone',
  isSlow: true,
  body: z.object({
    email: Text(254),
    password: Text(512),
    totp_token: Text(32).nullish(),
    passkey: z.looseObject({}).nullish(),
    app_version: Text(32).nullish(),
    app_type: Text(32).nullish(),
  }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['SignInRefused', 'TwoFactorRequired', 'TwoFactorRefused', 'PasskeyRefused', 'AccessSuspended', 'SignOnRequired'],
})
export const listDemoPeople = call({
  method: 'GET',
  path: '/account/demo/',
  summary: 'The demo accounts that can be signed in to with one click, one for each desk. Empty in every installation that is not a demo.',
  who: 'anyone',
  answer: z.object({ results: z.array(DemoPerson) }),
})
export const signInToDemo = call({
  method: 'POST',
  path: '/account/demo/sign-in/',
  summary: 'Sign in as a demo user, without a password. Refused in every installation that is not a demo.',
  who: 'anyone',
  isSlow: true,
  body: z.object({ desk: Text(16), app_version: Text(32).nullish(), app_type: Text(32).nullish() }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['SignInRefused', 'TwoFactorRequired', 'AccessSuspended'],
})
export const getSignOn = call({
  method: 'GET',
  path: '/account/sign-on/',
  summary: 'Whether any firm of this installation signs its people in through its own provider.',
  who: 'anyone',
  answer: z.object({ is_offered: z.boolean() }),
})
export const startSignOn = call({
  method: 'POST',
  path: '/account/sign-on/start/',
  summary:
    "Begin to sign in through your firm's provider (OpenID Connect), which the domain of your email address selects. Open `url` in the same browser, and keep `proof` for the next call.",
  who: 'anyone',
  isSlow: true,
  body: z.object({ email: Text(254) }),
  whenRepeated: 'DONE_AGAIN',
  answer: z.object({ url: z.string(), proof: z.string() }),
  refusals: ['SignOnUnknown', 'SignOnUnavailable'],
})
export const finishSignOn = call({
  method: 'POST',
  path: '/account/sign-on/finish/',
  summary: "Finish the sign-in: `answer` is the query with which your firm's provider has sent the browser back. It works once.",
  who: 'anyone',
  isSlow: true,
  body: z.object({ answer: Text(8_192), proof: Text(64), app_version: Text(32).nullish(), app_type: Text(32).nullish() }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['SignOnRefused', 'SignOnUnavailable', 'AccessSuspended'],
})
export const logout = call({
  method: 'POST',
  path: '/account/logout/',
  summary: 'End this session.',
  who: 'member',
  body: nothing,
  whenRepeated: 'DONE_AGAIN',
  answer: z.object({}),
})
export const refreshToken = call({
  method: 'POST',
  path: '/account/token/refresh/',
  summary: 'Replace the session token. The new token is in the response and in the Refreshed-Token header.',
  who: 'person',
  body: nothing,
  whenRepeated: 'DONE_AGAIN',
  answer: z.object({ token: z.string() }),
})
export const createSocketTicket = call({
  method: 'POST',
  path: '/account/socket-ticket/',
  summary: 'Create a ticket that opens one socket before it expires, as ?ticket=, so that no token or access key appears in a URL.',
  who: 'member',
  body: nothing,
  whenRepeated: 'DONE_AGAIN',
  answer: z.object({ ticket: z.string(), expires_at: z.number() }),
})
export const getUser = call({ method: 'GET', path: '/account/user/', summary: 'The signed-in user.', who: 'person', answer: User })
export const updateUser = call({
  method: 'PATCH',
  path: '/account/user/',
  summary: 'Change notification settings or accept an agreement.',
  who: 'person',
  body: z
    .object({
      visual_mobile_notifications_enabled: z.boolean(),
      audio_mobile_notifications_enabled: z.boolean(),
      audio_notifications_enabled: z.boolean(),
      visual_notifications_enabled: z.boolean(),
      email_notifications_enabled: z.boolean(),
      trading_notifications_enabled: z.boolean(),
      has_accepted_us_agreement: z.literal(true),
      has_accepted_non_us_agreement: z.literal(true),
    })
    .partial(),
  answer: User,
  refusals: ['AgreementMissing'],
})
export const savePreferences = call({
  method: 'POST',
  path: '/account/user/preferences/',
  summary: "Save the user's preferences.",
  who: 'person',
  body: z.object({ data: z.record(z.string(), z.unknown()) }),
  answer: z.object({ data: z.record(z.string(), z.unknown()) }),
})
export const listFeatureFlags = call({
  method: 'GET',
  path: '/feature-flags/configs/',
  summary: 'Feature flags, by name.',
  who: 'member',
  answer: z.record(z.string(), FeatureFlag),
})
export const listAnnouncements = call({
  method: 'GET',
  path: '/account/announcements/',
  summary: 'The announcements of the operator that are currently shown. The channel `announcements` reports each change.',
  who: 'member',
  answer: Announcements,
})
export const listSignInAnnouncements = call({
  method: 'GET',
  path: '/account/announcements/sign-in/',
  summary: 'The announcements that are shown on the sign-in page.',
  who: 'anyone',
  answer: Announcements,
})
export const listUserAgreements = call({
  method: 'GET',
  path: '/account/user/agreements/',
  summary: 'The agreements in force for you, and when you accepted each of them.',
  who: 'person',
  answer: z.object({ results: z.array(UserAgreement) }),
})
export const acceptUserAgreement = call({
  method: 'POST',
  path: '/account/user/agreements/',
  summary: 'Accept an agreement by its argumentId.',
  who: 'person',
  body: z.object({ agreement: Text(64) }),
  answer: z.object({ results: z.array(UserAgreement) }),
  refusals: ['AgreementUnknown'],
})
export const checkPassword = call({
  method: 'POST',
  path: '/account/password-check/',
  summary: 'Confirm your identity again with your password, and with a code or passkey if a call requires a second factor.',
  who: 'person',
  isSlow: true,
  body: z.object({ password: Text(512), totp_token: Text(32).nullish(), passkey: z.looseObject({}).nullish() }),
  whenRepeated: 'DONE_AGAIN',
  answer: z.object({ valid_until: z.number(), with_factor: z.boolean() }),
  refusals: ['PasswordWrong', 'TwoFactorRefused', 'PasskeyRefused'],
})
export const changePassword = call({
  method: 'POST',
  path: '/account/password-change/',
  summary: 'Change your password. This ends your other sessions.',
  who: 'person',
  isSlow: true,
  body: z.object({ old_password: Text(512), new_password1: NewPassword, new_password2: NewPassword }),
  answer: z.object({ detail: z.string() }),
  refusals: ['PasswordWrong', 'PasswordTooWeak', 'PasswordUnchanged', 'PasswordsDiffer'],
})
export const requestPasswordReset = call({
  method: 'POST',
  path: '/account/password-reset/request/',
  summary: 'Send an email with a password reset link. The response and its timing do not depend on whether the address has an account.',
  who: 'anyone',
  isSlow: true,
  body: z.object({ email: Text(254) }),
  answer: z.object({ detail: z.string() }),
})
export const resetPassword = call({
  method: 'POST',
  path: '/account/password-reset/',
  summary: 'Set a new password with the uid and token of the emailed link. All sessions are ended.',
  who: 'anyone',
  isSlow: true,
  body: z.object({ uid: Text(64), token: Text(128), new_password1: NewPassword, new_password2: NewPassword }),
  answer: z.object({ detail: z.string() }),
  refusals: ['ResetLinkInvalid', 'PasswordTooWeak', 'PasswordsDiffer'],
})
export const listSessions = call({
  method: 'GET',
  path: '/account/user/sessions/',
  summary: 'Your active sessions.',
  who: 'person',
  answer: z.object({ active_sessions: z.array(ActiveSession), current_session_id: z.string() }),
})
export const endSession = call({
  method: 'DELETE',
  path: '/account/user/sessions/{id}/',
  summary: 'End one of your sessions. Its sockets are closed immediately.',
  who: 'person',
  params: z.object({ id: Text(64) }),
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
export const endAllSessions = call({
  method: 'DELETE',
  path: '/account/user/sessions/',
  summary: 'End all of your sessions, including this one.',
  who: 'person',
  status: 204,
  whenRepeated: 'DONE_AGAIN',
  answer: z.undefined(),
})
