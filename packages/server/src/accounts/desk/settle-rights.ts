/** Nothing that a member created outlasts the right to create it: their keys, their previous secrets and their invitations (rulebook 2.16, 2.26). */
import { hasRight, mayTrade, type Membership, type UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { nameOfActor, writeToAdministrators } from '../administrators.ts'
import type { Change } from '../still-may.ts'

export type KeysOutcome = 'SUSPEND' | 'HAND_OVER'
type SettleParts = { readonly book: Book; readonly post: Post }
type Settled = { readonly names: readonly string[]; readonly changes: readonly Change[] }

/**
 * Settles what the rights that the person has now do not cover, with one email for everything. Returns the rows for the audit log, which are written
 * when everything else in the transaction is done.
 */
export async function settleRights(
  parts: SettleParts,
  tx: TransactionSql,
  actor: Actor,
  { person, now, keys }: { readonly person: UserId; readonly now: Membership; readonly keys: KeysOutcome },
): Promise<readonly Change[]> {
  const held = mayTrade(now) ? none : await settleKeys(tx, actor, person, keys)
  const invited = administers(now) ? none : await withdrawInvitations(tx, actor, person)
  if (held.names.length + invited.names.length === 0) return []
  const { firstName, lastName } = parts.book.accounts.users.get(person)!
  await writeToAdministrators(parts, tx, actor, (reader) => ({
    kind: 'RightsSettled',
    firstName: reader,
    personName: `${firstName} ${lastName}`,
    keyNames: held.names,
    invitedAddresses: invited.names,
    change: keys === 'SUSPEND' ? 'Suspended' : 'HandedOver',
    byName: nameOfActor(parts.book, actor),
    at: actor.now,
    address: actor.address ?? '',
  }))
  return [...held.changes, ...invited.changes]
}

const none: Settled = { names: [], changes: [] }
const administers = (membership: Membership): boolean => membership.state === 'ACTIVE' && hasRight(membership.role, 'Administer')

/** A secret that is still accepted after a rotation belongs to the holder before it, who knows it (rulebook 2.12). */
async function settleKeys(tx: TransactionSql, actor: Actor, holder: UserId, outcome: KeysOutcome): Promise<Settled> {
  const change = outcome === 'SUSPEND' ? tx`suspended_at = ${actor.now}` : tx`held_by = ${actor.name}`
  await tx`
    update api_key set previous_secret_sealed = null, previous_secret_until = null, previous_held_by = null
    where desk = ${actor.desk} and previous_held_by = ${holder}`
  const keys = await tx<{ id: string; name: string }[]>`
    update api_key set ${change}
    where desk = ${actor.desk} and held_by = ${holder} and revoked_at is null and suspended_at is null
    returning id, name`
  const action = outcome === 'SUSPEND' ? 'SuspendApiKey' : 'HandOverApiKey'
  return {
    names: keys.map(({ name }) => name).sort(),
    changes: keys.map(({ id, name }) => about(actor, action, id, { name, heldBy: holder })),
  }
}

/** Otherwise an administrator who expects to be removed could invite a replacement. */
async function withdrawInvitations(tx: TransactionSql, actor: Actor, inviter: UserId): Promise<Settled> {
  const rows = await tx<{ id: string; email: string }[]>`
    update invitation set withdrawn_at = ${actor.now}
    where desk = ${actor.desk} and created_by = ${inviter} and accepted_at is null and withdrawn_at is null and expires_at > ${actor.now}
    returning id, email`
  return {
    names: rows.map(({ email }) => email).sort(),
    changes: rows.map(({ id, email }) => about(actor, 'WithdrawInvitation', id, { email, invitedBy: inviter })),
  }
}
