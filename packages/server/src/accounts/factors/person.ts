/** After a change of a second factor, the user gets an email and their other sessions end. */
import { refuse, type Refusal } from '@parley/core'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import type { Occasion, Post } from '../../mail/mail-queue.ts'
import type { Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { Change } from '../still-may.ts'
import type { UserRow } from '../rows.ts'
import type { GivenFrom } from '../sign-in/second-factor.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { Vault } from '../../vault/vault.ts'

export type Person = { readonly actor: Actor; readonly user: UserRow; readonly session: string }

export type FactorParts = {
  readonly sql: Sql
  readonly book: Book
  readonly vault: Vault
  readonly post: Post
  readonly sessions: Sessions
  readonly publicUrl: string
}

export type FactorChange = (Occasion & { readonly kind: 'FactorChanged' })['change']

/** Runs in the transaction of the change that the email reports. */
export function mailChange(post: Post, tx: TransactionSql, { user, actor }: Person, change: FactorChange, undo?: string): Promise<void> {
  const about = { firstName: user.firstName, change, at: actor.now, address: actor.address ?? '' }
  const mail = { kind: 'FactorChanged', ...about, ...(undo === undefined ? {} : { undo }) } as const
  return post.send(tx, user.email, mail, actor.now)
}

/** Another session may belong to the attacker whom the change is meant to lock out. */
export const endOthers = (sessions: Sessions, { user, session }: Person): Promise<void> =>
  sessions.endWhere((other) => other.user === user.id && other.id !== session)

export const isInactive = (): Refusal => refuse('TwoFactorInactive', '', 'Two-factor authentication is not active.')
export const isActive = (): Refusal => refuse('TwoFactorActive', '', 'Two-factor authentication is already active.')

/** The time and origin of a factor that is shown by a user who is not signed in yet. */
export type Moment = GivenFrom & { readonly now: number }

/** The audit entry about the user. It belongs to their first desk. */
export const changeBy = ({ accounts }: Book, { id }: UserRow, { now, address, requestId }: Moment, about: Done): Change => ({
  at: now,
  desk: accounts.memberships.get(id)?.[0]?.desk,
  actor: id,
  address,
  requestId,
  ...about,
})
type Done = Pick<Change, 'action' | 'object' | 'detail'>
