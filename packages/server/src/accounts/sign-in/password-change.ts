/** Replaces the password. All other sessions end, because one of them may be the reason for the change. */
import { isRefusal, refuse, refusePassword, type Refusal, type UserId } from '@parley/core'
import type { TransactionSql } from '../../database/sql.ts'
import { isFault, type Fault } from '../../calls/fault.ts'
import type { FailedAttempts } from '../../limits/failed-attempts.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { voidOneTime } from '../one-time.ts'
import type { UserRow } from '../rows.ts'
import { commonPasswords } from './common-passwords.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Device } from './device.ts'
import { proveOwner, type ProofRequest, type ProofParts } from './prove-again.ts'

export type NewPasswords = { readonly new_password1: string; readonly new_password2: string }
export type Said = { readonly detail: string }

export type PasswordParts = ProofParts & {
  readonly post: Post
  readonly knownDevices: KnownDevices
  /** The counts of failed attempts, which are reset together with the old password. */
  readonly secrets: readonly FailedAttempts[]
}

const fields = ['new_password1', 'new_password2'] as const

export async function changePassword(
  parts: PasswordParts,
  asked: ProofRequest,
  body: NewPasswords & { readonly old_password: string },
): Promise<Said | Refusal | Fault> {
  const { caller, device, now, requestId } = asked
  const user = await proveOwner(parts, asked, body.old_password, 'old_password')
  if (isFault(user) || isRefusal(user)) return user
  const wrong = refuseNew(user, body, body.old_password)
  if (wrong !== undefined) return wrong
  const hash = await parts.passwords.hash(body.new_password1)
  const change = {
    at: now,
    desk: caller.desk,
    actor: user.id,
    action: 'ChangePassword',
    object: user.id,
    address: device.address,
    requestId,
  }
  const refused = await changeOrRefuse(parts.book, change, async (tx) => {
    const { count } = await tx`
      update app_user set password_hash = ${hash}, password_changed_at = ${now}
      where id = ${user.id} and password_hash = ${user.passwordHash}`
    // Another request has changed the password in the meantime.
    if (count === 0) return refuse('PasswordWrong', '', 'The password is incorrect.', 'old_password')
    await tx`delete from session where app_user = ${user.id} and id <> ${caller.via}`
    await afterNewPassword(tx, parts, { user, device, now })
    await parts.knownDevices.remember(tx, user.id, device, now)
    return 'changed'
  })
  if (refused !== undefined) return refused
  await parts.sessions.endWhere((other) => other.user === user.id && other.id !== caller.via)
  forgetFailedAttempts(parts, user)
  return { detail: 'Your password has been changed successfully!' }
}

export function refuseNew(owner: UserRow, { new_password1, new_password2 }: NewPasswords, old?: string): Refusal | undefined {
  const wanted = { password: new_password1, confirmation: new_password2, owner, fields }
  return refusePassword(old === undefined ? wanted : { ...wanted, old }, commonPasswords)
}

type Changed = { readonly user: UserRow; readonly device: Device; readonly now: number }

/** Earlier reset links become void, and devices known from the old password become unknown. */
export async function afterNewPassword(
  tx: TransactionSql,
  { post, knownDevices }: PasswordParts,
  { user, device, now }: Changed,
): Promise<void> {
  await voidOneTime(tx, 'password-reset', user.id)
  await knownDevices.forget(tx, user.id)
  const { firstName, email } = user
  await post.send(tx, email, { kind: 'PasswordChanged', firstName, at: now, address: device.address }, now)
}

export function forgetFailedAttempts({ secrets }: PasswordParts, { id, email }: { readonly id: UserId; readonly email: string }): void {
  for (const attempts of secrets) for (const subject of [email, id, `check ${id}`]) attempts.forget(subject)
}
