/** A signed-in user confirms their identity again before a call that requires it. */
import { wireLimits } from '@parley/contracts'
import { isRefusal, refuse, type Instant, type Refusal } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import { isFault, type Fault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import type { FailedAttempts } from '../../limits/failed-attempts.ts'
import { noPerson } from '../actor.ts'
import { appendAudit } from '../../audit/append.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { UserRow } from '../rows.ts'
import type { Passwords } from './passwords.ts'
import type { Device } from './device.ts'
import { proveFactor, tooMany, type FactorParts } from './prove-factor.ts'
import type { GivenFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

export type ProofRequest = {
  readonly caller: Caller
  readonly device: Device
  readonly now: Instant
  readonly requestId: string
}
export type Proof = { readonly valid_until: number; readonly with_factor: boolean }

export type ProofParts = FactorParts & {
  readonly sql: Sql
  readonly book: Book
  readonly sessions: Sessions
  readonly passwords: Passwords
  /** Failed attempts at the password of an open session, by session. */
  readonly failedAttempts: FailedAttempts
}

/** A user without a second factor has proved every factor that they have. */
export async function proveAgain(
  parts: ProofParts,
  asked: ProofRequest,
  { password, ...given }: GivenFactor & { readonly password: string },
): Promise<Proof | Refusal | Fault> {
  const { caller, device, now, requestId } = asked
  const user = await proveOwner(parts, asked, password, 'password')
  if (isFault(user) || isRefusal(user)) return user
  const from = { origin: caller.via, isKnown: true }
  const factor = await proveFactor(parts, { user, given, device, from, now, requestId })
  if (typeof factor === 'object' && (isFault(factor) || isRefusal(factor))) return factor
  const withFactor = factor !== 'Missing'
  await parts.sql.begin((tx) =>
    appendAudit(tx, {
      at: now,
      desk: caller.desk,
      actor: user.id,
      action: 'ProveIdentity',
      object: caller.via,
      address: device.address,
      requestId,
      detail: { withFactor },
    }),
  )
  await parts.sessions.prove(caller.via, withFactor, now)
  return { valid_until: now + wireLimits.provedForMs, with_factor: withFactor }
}

/** The owner of the session, if the password is correct. */
export async function proveOwner(
  { book, passwords, failedAttempts, failed }: Pick<ProofParts, 'book' | 'passwords' | 'failedAttempts' | 'failed'>,
  { caller, device, now, requestId }: ProofRequest,
  password: string,
  field: string,
): Promise<UserRow | Refusal | Fault> {
  const user = book.accounts.users.get(caller.user)
  if (user === undefined) return noPerson()
  const attempt = { subject: `check ${user.id}`, origin: caller.via, isKnown: true }
  const wait = failedAttempts.begin(attempt, now)
  if (wait !== undefined) return tooMany(wait)
  if (!(await passwords.isRight(password, user.passwordHash, 'First'))) {
    failed.record({ user, device, what: 'PasswordCheck', now, requestId })
    return refuse('PasswordWrong', '', 'The password is incorrect.', field)
  }
  failedAttempts.right(attempt)
  return user
}
