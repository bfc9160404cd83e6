/** Calls of a desk administrator, and of members who look at their desk. */
import { z } from 'zod'
import { call } from '../call.ts'
import { IntegerIn, page, pageQuery, Text } from '../wire-types.ts'
import { ApiKey, Approval, AuditEntry, CounterpartyGroup, DeskRole, Invitation, KeyScope, Member } from './entities.ts'

const id = z.object({ id: Text(64) })
const desk = z.object({ desk: Text(16) })
const nothing = z.unknown().optional()

const keysOutcome = z.enum(['SUSPEND', 'HAND_OVER']).meta({
  description: 'What becomes of the keys of a person who may not trade any more: suspended unless said, or handed over to the caller.',
})

export const listMembers = call({
  method: 'GET',
  path: '/account/desk/members/',
  summary: 'Members of your desk.',
  who: 'member',
  answer: z.object({ results: z.array(Member) }),
})
export const updateMember = call({
  method: 'PATCH',
  path: '/account/desk/members/{id}/',
  summary: 'Change what a member may do, suspend or restore them; it counts at once, on open sockets too.',
  who: 'administrator',
  stepUp: 'password',
  params: id,
  body: z.object({ role: DeskRole, state: z.enum(['ACTIVE', 'SUSPENDED']), keys: keysOutcome }).partial(),
  answer: Member,
  refusals: ['NotFound', 'LastAdministrator', 'OwnMembership', 'AccessSuspended'],
})
export const removeMember = call({
  method: 'DELETE',
  path: '/account/desk/members/{id}/',
  summary: 'Remove a member from the desk; their sessions and sockets end at once, and their keys are suspended or handed over.',
  who: 'administrator',
  stepUp: 'password',
  params: id,
  query: z.object({ keys: keysOutcome.optional() }),
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound', 'LastAdministrator', 'OwnMembership'],
})
export const listInvitations = call({
  method: 'GET',
  path: '/account/desk/invitations/',
  summary: "Your desk's invitations, the newest first.",
  who: 'administrator',
  answer: z.object({ results: z.array(Invitation) }),
})
export const createInvitation = call({
  method: 'POST',
  path: '/account/desk/invitations/',
  summary: 'Invite a person to the desk; the key goes by mail.',
  who: 'administrator',
  stepUp: 'password',
  status: 201,
  body: z.object({
    email: Text(254),
    role: DeskRole,
    first_name: Text(64).optional(),
    last_name: Text(64).optional(),
    country_of_residence: Text(2).optional(),
  }),
  answer: Invitation,
  refusals: ['TooManyInvitations', 'CountryNotServed'],
})
export const resendInvitation = call({
  method: 'POST',
  path: '/account/desk/invitations/{id}/resend/',
  summary: 'Mail an open invitation again, with a new key; the one before is void.',
  who: 'administrator',
  stepUp: 'password',
  params: id,
  body: nothing,
  answer: Invitation,
  refusals: ['NotFound'],
})
export const withdrawInvitation = call({
  method: 'DELETE',
  path: '/account/desk/invitations/{id}/',
  summary: 'Withdraw an open invitation.',
  who: 'administrator',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
const keySettings = {
  scopes: z.array(KeyScope).min(1).max(2).optional(),
  allowed_addresses: z.array(Text(64)).max(50).optional(),
  expires_at: IntegerIn.nullish(),
  is_compatible: z
    .boolean()
    .optional()
    .meta({ description: 'True lets programs open sockets by the access key alone; such a socket never cancels on disconnect.' }),
}
export const listApiKeys = call({
  method: 'GET',
  path: '/account/desk/api-keys/',
  summary: "Your desk's API keys, each by its name and the first characters of its access key.",
  who: 'administrator',
  answer: z.object({ results: z.array(ApiKey) }),
})
export const createApiKey = call({
  method: 'POST',
  path: '/account/desk/api-keys/',
  summary: 'Make a key pair; both keys are shown this once. Without scopes it may read and trade.',
  who: 'administrator',
  stepUp: 'factor',
  status: 201,
  body: z.object({ name: Text(64).min(1), ...keySettings }),
  whenRepeated: ApiKey,
  answer: ApiKey.extend({ access_key: z.string(), secret_key: z.string() }),
  refusals: ['TooManyKeys', 'KeyNameTaken', 'AddressListInvalid', 'DateInvalid'],
})
export const updateApiKey = call({
  method: 'PATCH',
  path: '/account/desk/api-keys/{id}/',
  summary: 'Change what a key may do, from where, and until when; it counts at once, on open sockets too.',
  who: 'administrator',
  stepUp: 'factor',
  params: id,
  body: z.object({
    ...keySettings,
    state: z.literal('ACTIVE').optional().meta({ description: 'Restores a key that is suspended; whoever restores it holds it.' }),
  }),
  answer: ApiKey,
  refusals: ['NotFound', 'AddressListInvalid', 'DateInvalid'],
})
export const rotateApiKey = call({
  method: 'POST',
  path: '/account/desk/api-keys/{id}/rotate/',
  summary: 'Give a key a new secret, shown this once; the one before is accepted for the hours given (24 unless said).',
  who: 'administrator',
  stepUp: 'factor',
  params: id,
  body: z.object({ overlap_hours: z.number().int().min(0).max(168).optional() }).optional(),
  whenRepeated: ApiKey,
  answer: ApiKey.extend({ secret_key: z.string() }),
  refusals: ['NotFound'],
})
export const revokeApiKey = call({
  method: 'DELETE',
  path: '/account/desk/api-keys/{id}/',
  summary: 'Revoke a key; its sockets are closed at once.',
  who: 'administrator',
  params: id,
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
export const neverMatch = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/never-match/',
  summary: 'Never match me with this desk in the order book. It is not told, and nobody else reads your list.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound'],
})
export const matchAgain = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/match-again/',
  summary: 'Take a desk off the list of those that your desk never meets in the order book.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound'],
})
export const listAudit = call({
  method: 'GET',
  path: '/account/desk/audit/',
  summary: 'Who did what on your desk, the newest first.',
  who: 'administrator',
  query: z.object({ ...pageQuery, actor: Text(64).optional(), action: Text(64).optional() }),
  answer: page(AuditEntry),
})

const groupName = z.string().trim().min(1).max(32)
const groupMakers = z.array(Text(16)).min(1).max(200)

export const listCounterpartyGroups = call({
  method: 'GET',
  path: '/account/counterparty-groups/',
  summary: "Groups of makers, by name: your desk's own, then those of the operator.",
  who: 'member',
  answer: z.object({ results: z.array(CounterpartyGroup) }),
})
export const createCounterpartyGroup = call({
  method: 'POST',
  path: '/account/counterparty-groups/',
  summary: 'Keep a group of makers under a name: at most 50 groups of 200.',
  who: 'administrator',
  status: 201,
  body: z.object({ name: groupName, makers: groupMakers }),
  answer: CounterpartyGroup,
  refusals: ['TooManyGroups', 'GroupNameTaken', 'NotFound'],
})
export const updateCounterpartyGroup = call({
  method: 'PATCH',
  path: '/account/counterparty-groups/{id}/',
  summary: 'Give a group another name or other makers.',
  who: 'administrator',
  params: id,
  body: z.object({ name: groupName, makers: groupMakers }).partial(),
  answer: CounterpartyGroup,
  refusals: ['NotFound', 'GroupNameTaken'],
})
export const deleteCounterpartyGroup = call({
  method: 'DELETE',
  path: '/account/counterparty-groups/{id}/',
  summary: 'Delete a group; its makers stay counterparties.',
  who: 'administrator',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
