import { z } from 'zod'
import { call } from '../call.ts'
import { Text, VenueCode } from '../wire-types.ts'
import { ApiKey, Approval, FeatureFlag, Member, User, VenueAccount } from './entities.ts'

const desk = z.object({ desk: Text(16) })

export const login = call({
  method: 'POST',
  path: '/account/login/',
  summary: 'Sign in with email and password.',
  who: 'anyone',
  body: z.object({ email: Text(254), password: Text(512), totp_token: Text(16).nullish(), app_version: Text(32).nullish() }),
  answer: z.object({ token: z.string(), user: User }),
  refusals: ['SignInRefused'],
})
export const logout = call({
  method: 'POST',
  path: '/account/logout/',
  summary: 'End this session.',
  who: 'member',
  body: z.unknown().optional(),
  answer: z.object({}),
})
export const refreshToken = call({
  method: 'POST',
  path: '/account/token/refresh/',
  summary: 'Replace the session token; the new one is in the answer and in the Refreshed-Token header.',
  who: 'member',
  body: z.unknown().optional(),
  answer: z.object({ token: z.string() }),
})
export const getUser = call({ method: 'GET', path: '/account/user/', summary: 'The signed-in user.', who: 'member', answer: User })
export const updateUser = call({
  method: 'PATCH',
  path: '/account/user/',
  summary: 'Change notification settings or accept an agreement.',
  who: 'member',
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
})
export const savePreferences = call({
  method: 'POST',
  path: '/account/user/preferences/',
  summary: "Keep the user's preferences.",
  who: 'member',
  body: z.object({ data: z.record(z.string(), z.unknown()) }),
  answer: z.object({ data: z.record(z.string(), z.unknown()) }),
})
export const listFeatureFlags = call({
  method: 'GET',
  path: '/feature-flags/configs/',
  summary: 'Feature flags by name.',
  who: 'member',
  answer: z.record(z.string(), FeatureFlag),
})
export const listMembers = call({
  method: 'GET',
  path: '/account/desk/members/',
  summary: 'Members of your desk.',
  who: 'member',
  answer: z.object({ results: z.array(Member) }),
})
export const listVenueAccounts = call({
  method: 'GET',
  path: '/account/desk/venue-accounts/',
  summary: "Your desk's accounts at the venues.",
  who: 'member',
  answer: z.object({ results: z.array(VenueAccount) }),
})
export const addVenueAccount = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/',
  summary: 'Connect an account at a venue. The credentials are kept encrypted and are never shown again.',
  who: 'administrator',
  status: 201,
  body: z.object({
    venue: VenueCode,
    name: Text(64).min(1),
    client_id: Text(256).min(1),
    client_secret: Text(512).min(1),
    is_default: z.boolean().optional(),
  }),
  answer: VenueAccount,
})
export const listApiKeys = call({
  method: 'GET',
  path: '/account/desk/api-keys/',
  summary: "Your desk's API keys, without secrets.",
  who: 'administrator',
  answer: z.object({ results: z.array(ApiKey) }),
})
export const createApiKey = call({
  method: 'POST',
  path: '/account/desk/api-keys/',
  summary: 'Make a key pair; the secret is shown this once.',
  who: 'administrator',
  status: 201,
  body: z.object({ name: Text(64).min(1) }),
  answer: ApiKey.extend({ secret_key: z.string() }),
  refusals: ['TooManyKeys'],
})
export const revokeApiKey = call({
  method: 'DELETE',
  path: '/account/desk/api-keys/{id}/',
  summary: 'Revoke a key; its sockets are closed at once.',
  who: 'administrator',
  params: z.object({ id: Text(64) }),
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
export const listApprovals = call({
  method: 'GET',
  path: '/account/counterparties/',
  summary: 'Every other desk, and how you stand with it.',
  who: 'member',
  answer: z.object({ results: z.array(Approval) }),
})
export const askCounterparty = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/ask/',
  summary: 'Ask another desk for approval.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound', 'AlreadyAsked', 'AlreadyApproved'],
})
export const approveCounterparty = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/approve/',
  summary: 'Approve another desk, so that you may negotiate with it.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound', 'NothingAsked', 'AlreadyApproved', 'OwnRequest'],
})
export const withdrawCounterparty = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/withdraw/',
  summary: 'Withdraw a request or an approval.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound', 'NothingAsked'],
})
