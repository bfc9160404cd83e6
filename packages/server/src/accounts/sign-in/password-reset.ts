/**
 * Resets a forgotten password with a mailed link. The request for a link is answered before anything is looked up, so that neither the response nor
 * its timing reveals whether the user exists.
 */
import { refuse, type Instant, type Refusal, type UserId } from '@parley/core'
import type { Fault } from '../../calls/fault.ts'
import type { Log } from '../../log/log.ts'
import { createRateLimit, type RateLimit } from '../../limits/token-bucket.ts'
import { appendAudit } from '../../audit/append.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { accountLimits } from '../limits.ts'
import { clearTwoFactor } from '../clear-two-factor.ts'
import { peekOneTime, takeOneTime } from '../one-time.ts'
import type { UserRow } from '../rows.ts'
import type { TransactionSql } from '../../database/sql.ts'
import { issueNewPasswordLink, type Undoes } from '../password-link.ts'
import { afterNewPassword, forgetFailedAttempts, refuseNew, type NewPasswords, type PasswordParts, type Said } from './password-change.ts'
import type { Device } from './device.ts'
import { tooMany } from './prove-factor.ts'
import { emailOf } from './sign-in.ts'

export type ResetParts = PasswordParts & {
  readonly publicUrl: string
  /** Limits requests for links, and their use, from one network. */
  readonly resets: RateLimit
  readonly log: Log
}
type From = { readonly device: Device; readonly now: Instant; readonly requestId: string }

export interface PasswordReset {
  request(typed: string, from: From): Said | Fault
  reset(given: NewPasswords & { readonly uid: string; readonly token: string }, from: From): Promise<Said | Refusal | Fault>
  close(): Promise<void>
}

export function createPasswordReset(parts: ResetParts): PasswordReset {
  const links = createRateLimit(accountLimits.resetLinks)
  let waiting = 0
  let working: Promise<unknown> = Promise.resolve()

  return {
    request(typed, from) {
      const wait = parts.resets.take(from.device.network, from.now)
      if (wait !== undefined) return tooMany(wait)
      // A request beyond the queue is dropped silently, just as an email may be lost. The user asks again.
      if (waiting < accountLimits.resetsWaiting) {
        waiting += 1
        working = working
          .then(() => mailLink(parts, links, emailOf(typed), from))
          .catch((error: unknown) => parts.log.error({ error, requestId: from.requestId }, 'Could not create a password reset link'))
          .finally(() => (waiting -= 1))
      }
      return { detail: 'Password reset email sent, please check your email.' }
    },
    reset: (given, from) => resetPassword(parts, given, from),
    close: async () => void (await working),
  }
}

async function mailLink({ sql, book, post, publicUrl }: ResetParts, links: RateLimit, email: string, from: From): Promise<void> {
  const user = book.accounts.usersByEmail.get(email)
  if (user === undefined || user.disabledAt !== null || links.take(user.id, from.now) !== undefined) return
  const { now, requestId, device } = from
  const desk = book.accounts.memberships.get(user.id)?.[0]?.desk
  await sql.begin(async (tx) => {
    const link = await issueNewPasswordLink(tx, { id: user.id, publicUrl, now })
    const validMinutes = accountLimits.resetLinkMs / 60_000
    await post.send(tx, user.email, { kind: 'PasswordReset', firstName: user.firstName, link, validMinutes }, now)
    await appendAudit(tx, {
      at: now,
      desk,
      actor: 'unknown',
      action: 'RequestPasswordReset',
      object: user.id,
      address: device.address,
      requestId,
    })
  })
}

async function resetPassword(
  parts: ResetParts,
  { uid, token, ...fresh }: NewPasswords & { readonly uid: string; readonly token: string },
  { device, now, requestId }: From,
): Promise<Said | Refusal | Fault> {
  const { book, failed } = parts
  const wait = parts.resets.take(device.network, now)
  if (wait !== undefined) return tooMany(wait)
  const user = await ownerOf(parts, uid, token, now)
  if (user === undefined) {
    failed.record({ user: undefined, device, what: 'ResetLink', now, requestId })
    return linkInvalid()
  }
  const wrong = refuseNew(user, fresh)
  if (wrong !== undefined) return wrong
  const hash = await parts.passwords.hash(fresh.new_password1)
  const desk = book.accounts.memberships.get(user.id)?.[0]?.desk
  const change = { at: now, desk, actor: user.id, action: 'ResetPassword', object: user.id, address: device.address, requestId }
  const refused = await changeOrRefuse(book, change, async (tx) => {
    // If two requests use the same link simultaneously, one of them finds it used.
    const link = await takeOneTime(tx, 'password-reset', token, now)
    if (link === undefined) return linkInvalid()
    const undoes: Undoes = 'TWO_FACTOR'
    if (link.detail['undoes'] === undoes && (await clearTwoFactor(tx, user.id))) await mailOff(parts, tx, user, { device, now })
    await tx`update app_user set password_hash = ${hash}, password_changed_at = ${now} where id = ${user.id}`
    await tx`delete from session where app_user = ${user.id}`
    await afterNewPassword(tx, parts, { user, device, now })
    return 'changed'
  })
  if (refused !== undefined) return refused
  await parts.sessions.endWhere((session) => session.user === user.id)
  forgetFailedAttempts(parts, user)
  return { detail: 'Password has been reset with the new password.' }
}

const mailOff = ({ post }: ResetParts, tx: TransactionSql, { firstName, email }: UserRow, { device, now }: Pick<From, 'device' | 'now'>) =>
  post.send(tx, email, { kind: 'FactorChanged', firstName, change: 'TwoFactorOff', at: now, address: device.address }, now)

const linkInvalid = (): Refusal => refuse('ResetLinkInvalid', '', 'The link has been used or has expired. Request a new one.')

/** The owner of a link. The link is not used up, because after a rejected password the user may try another one. */
async function ownerOf({ sql, book }: ResetParts, uid: string, token: string, now: number): Promise<UserRow | undefined> {
  const link = await peekOneTime(sql, 'password-reset', token, now)
  if (link === undefined || link.subject !== uid) return undefined
  const user = book.accounts.users.get(link.subject as UserId)
  return user?.disabledAt === null ? user : undefined
}
