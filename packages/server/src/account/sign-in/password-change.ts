/** A new password in place of the old one. Whoever was signed in elsewhere is out, because it may be them it is changed against. */
import { isRefusal, refuse, refusePassword, type Refusal, type UserId } from '@parley/core'
import type { TransactionSql } from '../../postgres/sql.ts'
import { isFault, type Fault } from '../../http/fault.ts'
import type { Guesses } from '../../protection/guesses.ts'
import type { Post } from '../../mail/post.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { voidOneTime } from '../one-time.ts'
import type { UserRow } from '../rows.ts'
import { commonPasswords } from './common-passwords.ts'
import type { KnownPlaces } from './known-places.ts'
import { hashPassword } from './passwords.ts'
import type { Place } from './place.ts'
import { proveOwner, type Asked, type ProofParts } from './prove-again.ts'

export type NewPasswords = { readonly new_password1: string; readonly new_password2: string }
export type Said = { readonly detail: string }

export type PasswordParts = ProofParts & {
  readonly post: Post
  readonly places: KnownPlaces
  /** What was guessed at before is another now. */
  readonly guessed: readonly Guesses[]
}

const fields = ['new_password1', 'new_password2'] as const

export async function changePassword(
  parts: PasswordParts,
  asked: Asked,
  body: NewPasswords & { readonly old_password: string },
): Promise<Said | Refusal | Fault> {
  const { caller, place, now, requestId } = asked
  const user = await proveOwner(parts, asked, body.old_password, 'old_password')
  if (isFault(user) || isRefusal(user)) return user
  const wrong = refuseNew(user, body, body.old_password)
  if (wrong !== undefined) return wrong
  const hash = await hashPassword(body.new_password1)
  const change = {
    at: now,
    desk: caller.desk,
    actor: user.id,
    action: 'ChangePassword',
    object: user.id,
    address: place.address,
    requestId,
  }
  const refused = await changeOrRefuse(parts.book, change, async (tx) => {
    const { count } = await tx`
      update app_user set password_hash = ${hash}, password_changed_at = ${now}
      where id = ${user.id} and password_hash = ${user.passwordHash}`
    // Another request has changed it since: the old password is not this one any more.
    if (count === 0) return refuse('PasswordWrong', '', 'The password is not right.', 'old_password')
    await tx`delete from session where app_user = ${user.id} and id <> ${caller.via}`
    await afterNewPassword(tx, parts, { user, place, now })
    await parts.places.remember(tx, user.id, place, now)
    return 'changed'
  })
  if (refused !== undefined) return refused
  await parts.sessions.endWhere((other) => other.user === user.id && other.id !== caller.via)
  forgetGuesses(parts, user)
  return { detail: 'Your password has been changed successfully!' }
}

export function refuseNew(owner: UserRow, { new_password1, new_password2 }: NewPasswords, old?: string): Refusal | undefined {
  const wanted = { password: new_password1, confirmation: new_password2, owner, fields }
  return refusePassword(old === undefined ? wanted : { ...wanted, old }, commonPasswords)
}

type Changed = { readonly user: UserRow; readonly place: Place; readonly now: number }

/** Links that were mailed before are void, and nobody is known by having signed in with the old password. */
export async function afterNewPassword(tx: TransactionSql, { post, places }: PasswordParts, { user, place, now }: Changed): Promise<void> {
  await voidOneTime(tx, 'password-reset', user.id)
  await places.forget(tx, user.id)
  const { firstName, email } = user
  await post.send(tx, email, { kind: 'PasswordChanged', firstName, at: now, address: place.address }, now)
}

export function forgetGuesses({ guessed }: PasswordParts, { id, email }: { readonly id: UserId; readonly email: string }): void {
  for (const guesses of guessed) for (const subject of [email, id, `check ${id}`]) guesses.forget(subject)
}
