/** Calls of desk administrators, and of members who view their desk. */
import { z } from 'zod'
import { call } from '../call.ts'
import { MomentIn, page, pageQuery, Text } from '../wire-types.ts'
import {
  ApiKey,
  Approval,
  AuditEntry,
  CounterpartyGroup,
  DeskRole,
  Invitation,
  KeyScope,
  Member,
  OrderBooks,
  RecapFormat,
} from './entities.ts'

const id = z.object({ id: Text(64) })
const desk = z.object({ desk: Text(16) })
const nothing = z.unknown().optional()

const keysOutcome = z.enum(['SUSPEND', 'HAND_OVER']).meta({
  description:
    'What happens to the keys of a member who can no longer trade: they are suspended (the default) or handed over to the caller.',
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
  summary: "Change a member's role, or suspend or restore the member. Takes effect immediately, including on open sockets.",
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
  summary: "Remove a member from the desk. The member's sessions and sockets end immediately, and their keys are suspended or handed over.",
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
  summary: "Your desk's invitations, newest first.",
  who: 'administrator',
  answer: z.object({ results: z.array(Invitation) }),
})
export const createInvitation = call({
  method: 'POST',
  path: '/account/desk/invitations/',
  summary: 'Invite a person to the desk. The registration key is sent by email.',
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
  summary: 'Send an open invitation again, with a new key. The previous key becomes invalid.',
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
  expires_at: MomentIn.nullish(),
  is_compatible: z
    .boolean()
    .optional()
    .meta({ description: 'If true, programs can open sockets with the access key alone, which cancel on disconnect as signed ones do.' }),
}
export const listApiKeys = call({
  method: 'GET',
  path: '/account/desk/api-keys/',
  summary: "Your desk's API keys, each with its name and the first characters of its access key.",
  who: 'administrator',
  answer: z.object({ results: z.array(ApiKey) }),
})
export const createApiKey = call({
  method: 'POST',
  path: '/account/desk/api-keys/',
  summary: 'Create a key pair. Both keys are shown only once. Without scopes, the key can read and trade.',
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
  summary: "Change a key's permissions, allowed addresses or expiry. Takes effect immediately, including on open sockets.",
  who: 'administrator',
  stepUp: 'factor',
  params: id,
  body: z.object({
    ...keySettings,
    state: z.literal('ACTIVE').optional().meta({ description: 'Restores a suspended key. The member who restores it becomes its holder.' }),
  }),
  answer: ApiKey,
  refusals: ['NotFound', 'AddressListInvalid', 'DateInvalid'],
})
export const rotateApiKey = call({
  method: 'POST',
  path: '/account/desk/api-keys/{id}/rotate/',
  summary: 'Give a key a new secret, which is shown only once. The previous secret is accepted for the given number of hours (default 24).',
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
  summary: 'Revoke a key. Its sockets are closed immediately.',
  who: 'administrator',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
export const listApprovals = call({
  method: 'GET',
  path: '/account/counterparties/',
  summary: 'All other desks, and the status of your approvals with each.',
  who: 'member',
  answer: z.object({ results: z.array(Approval), order_books: OrderBooks }),
})
export const askCounterparty = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/ask/',
  summary: 'Request approval from another desk.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound', 'AlreadyAsked', 'AlreadyApproved'],
})
export const approveCounterparty = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/approve/',
  summary: 'Approve another desk, so that you can negotiate with it.',
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
  summary: 'Never match your desk with this desk in the order book. The other desk is not notified, and no other desk can read your list.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound'],
})
export const matchAgain = call({
  method: 'POST',
  path: '/account/counterparties/{desk}/match-again/',
  summary: 'Remove a desk from the list of desks that yours never trades with in the order book.',
  who: 'administrator',
  params: desk,
  answer: Approval,
  refusals: ['NotFound'],
})
export const setOrderBooks = call({
  method: 'PUT',
  path: '/account/counterparties/order-books/',
  summary:
    "Set with whom your desk's orders trade in order books: with every desk (the default), or only with desks that yours has approved. No other desk can read it.",
  who: 'administrator',
  body: z.object({ order_books: OrderBooks }),
  answer: z.object({ order_books: OrderBooks }),
})
export const setRecapFormat = call({
  method: 'PUT',
  path: '/account/desk/recap/',
  summary: "Set the format in which your desk's members copy trades as text, or null for the default format.",
  who: 'administrator',
  body: z.object({ format: RecapFormat.nullable() }),
  answer: z.object({ format: RecapFormat }),
  refusals: ['RecapInvalid'],
})
export const listAudit = call({
  method: 'GET',
  path: '/account/desk/audit/',
  summary: 'The audit log of your desk, newest first.',
  who: 'administrator',
  query: z.object({ ...pageQuery, actor: Text(64).optional(), action: Text(64).optional() }),
  answer: page(AuditEntry),
})

const groupName = z.string().trim().min(1).max(32)
const groupMakers = z.array(Text(16)).min(1).max(200)

export const listCounterpartyGroups = call({
  method: 'GET',
  path: '/account/counterparty-groups/',
  summary: "Groups of makers, by name: your desk's own groups first, then the operator's.",
  who: 'member',
  answer: z.object({ results: z.array(CounterpartyGroup) }),
})
export const createCounterpartyGroup = call({
  method: 'POST',
  path: '/account/counterparty-groups/',
  summary: 'Create a group of makers: at most 50 groups of 200 makers.',
  who: 'administrator',
  status: 201,
  body: z.object({ name: groupName, makers: groupMakers }),
  answer: CounterpartyGroup,
  refusals: ['TooManyGroups', 'GroupNameTaken', 'NotFound'],
})
export const updateCounterpartyGroup = call({
  method: 'PATCH',
  path: '/account/counterparty-groups/{id}/',
  summary: 'Change the name or the makers of a group.',
  who: 'administrator',
  params: id,
  body: z.object({ name: groupName, makers: groupMakers }).partial(),
  answer: CounterpartyGroup,
  refusals: ['NotFound', 'GroupNameTaken'],
})
export const deleteCounterpartyGroup = call({
  method: 'DELETE',
  path: '/account/counterparty-groups/{id}/',
  summary: 'Delete a group. Its makers remain counterparties.',
  who: 'administrator',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})
