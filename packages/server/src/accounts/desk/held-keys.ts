/** Handles the keys of a user who may no longer trade for the desk (rulebook 2.16). */
import type { UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { about, type Actor } from '../actor.ts'
import type { Book, Change } from '../accounts-snapshot.ts'
import { nameOfActor, writeToAdministrators } from '../administrators.ts'

export type KeysOutcome = 'SUSPEND' | 'HAND_OVER'
type KeyParts = { readonly book: Book; readonly post: Post }

/** Returns the rows for the audit log, which are written when everything else in the transaction is done. */
export async function settleHeldKeys(
  parts: KeyParts,
  tx: TransactionSql,
  actor: Actor,
  holder: UserId,
  outcome: KeysOutcome,
): Promise<readonly Change[]> {
  const change = outcome === 'SUSPEND' ? tx`suspended_at = ${actor.now}` : tx`held_by = ${actor.name}`
  const keys = await tx<{ id: string; name: string }[]>`
    update api_key set ${change}
    where desk = ${actor.desk} and held_by = ${holder} and revoked_at is null and suspended_at is null
    returning id, name`
  if (keys.length === 0) return []
  const keyNames = keys.map(({ name }) => name).sort()
  const person = parts.book.accounts.users.get(holder)!
  await writeToAdministrators(parts, tx, actor, (firstName) => ({
    kind: 'KeysSettled',
    firstName,
    personName: `${person.firstName} ${person.lastName}`,
    keyNames,
    change: outcome === 'SUSPEND' ? 'Suspended' : 'HandedOver',
    byName: nameOfActor(parts.book, actor),
    at: actor.now,
    address: actor.address ?? '',
  }))
  const action = outcome === 'SUSPEND' ? 'SuspendApiKey' : 'HandOverApiKey'
  return keys.map(({ id, name }) => about(actor, action, id, { name, heldBy: holder }))
}
