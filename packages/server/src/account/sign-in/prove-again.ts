/** A signed-in person proves again who they are, before what asks for it. */
import { wireLimits } from '@parley/contracts'
import { isRefusal, refuse, type Instant, type Refusal } from '@parley/core'
import type { Sql } from '../../postgres/sql.ts'
import { isFault, type Fault } from '../../http/fault.ts'
import type { Caller } from '../../http/route.ts'
import type { Guesses } from '../../protection/guesses.ts'
import { noPerson } from '../actor.ts'
import { appendAudit } from '../audit/append.ts'
import type { Book } from '../book.ts'
import type { UserRow } from '../rows.ts'
import { isPassword } from './passwords.ts'
import type { Place } from './place.ts'
import { proveFactor, tooMany, type FactorParts } from './prove-factor.ts'
import type { GivenFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

export type Asked = {
  readonly caller: Caller
  readonly place: Place
  readonly now: Instant
  readonly requestId: string
}
export type Proof = { readonly valid_until: number; readonly with_factor: boolean }

export type ProofParts = FactorParts & {
  readonly sql: Sql
  readonly book: Book
  readonly sessions: Sessions
  /** Guesses at the password of a person whose session is open, by session. */
  readonly passwords: Guesses
}

/** Who has no second factor has proved with every factor they have. */
export async function proveAgain(
  parts: ProofParts,
  asked: Asked,
  { password, ...given }: GivenFactor & { readonly password: string },
): Promise<Proof | Refusal | Fault> {
  const { caller, place, now, requestId } = asked
  const user = await proveOwner(parts, asked, password, 'password')
  if (isFault(user) || isRefusal(user)) return user
  const from = { place: caller.via, isKnown: true }
  const factor = await proveFactor(parts, { user, given, place, from, now, requestId })
  if (typeof factor === 'object' && (isFault(factor) || isRefusal(factor))) return factor
  const withFactor = factor !== 'Missing'
  await parts.sql.begin((tx) =>
    appendAudit(tx, {
      at: now,
      desk: caller.desk,
      actor: user.id,
      action: 'ProveIdentity',
      object: caller.via,
      address: place.address,
      requestId,
      detail: { withFactor },
    }),
  )
  await parts.sessions.prove(caller.via, withFactor, now)
  return { valid_until: now + wireLimits.provedForMs, with_factor: withFactor }
}

/** The owner of the session, if the password is theirs. */
export async function proveOwner(
  { book, passwords, failed }: Pick<ProofParts, 'book' | 'passwords' | 'failed'>,
  { caller, place, now, requestId }: Asked,
  password: string,
  field: string,
): Promise<UserRow | Refusal | Fault> {
  const user = book.accounts.users.get(caller.user)
  if (user === undefined) return noPerson()
  const guess = { subject: `check ${user.id}`, place: caller.via, isKnown: true }
  const wait = passwords.begin(guess, now)
  if (wait !== undefined) return tooMany(wait)
  if (!(await isPassword(password, user.passwordHash, 'First'))) {
    failed.note({ user, place, what: 'PasswordCheck', now, requestId })
    return refuse('PasswordWrong', '', 'The password is not right.', field)
  }
  passwords.right(guess)
  return user
}
