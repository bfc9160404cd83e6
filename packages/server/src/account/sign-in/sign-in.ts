/** Sign-in with email and password. Whatever is wrong, the answer is the same and takes as long. */
import { isRefusal, refuse, type Instant, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../../postgres/sql.ts'
import { isFault, type Fault } from '../../http/fault.ts'
import type { Guesses } from '../../protection/guesses.ts'
import type { RateLimit } from '../../protection/rate-limit.ts'
import type { Book } from '../book.ts'
import type { UserRow } from '../rows.ts'
import { seatOf, type Admit, type Admitted } from './admission.ts'
import type { KnownPlaces } from './known-places.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { Place } from './place.ts'
import { factorRequired, proveFactor, tooMany, type FactorParts } from './prove-factor.ts'
import type { GivenFactor } from './second-factor.ts'

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  readonly given: GivenFactor
  readonly place: Place
  readonly appType: string | null | undefined
  readonly appVersion: string | null | undefined
  readonly now: Instant
  readonly requestId: string
}

export type SignInParts = FactorParts & {
  readonly sql: Sql
  readonly book: Book
  readonly places: KnownPlaces
  readonly admit: Admit
  /** Guesses at passwords, by the email as typed. */
  readonly passwords: Guesses
  /** Attempts from one network, whoever they are about. */
  readonly addresses: RateLimit
}

export type SignIn = (attempt: SignInAttempt) => Promise<Admitted | Refusal | Fault>

export const emailOf = (typed: string): string => typed.trim().toLowerCase()

/** In this order: how often, the password, whether access is suspended, the second factor, the session. */
export const createSignIn =
  (parts: SignInParts): SignIn =>
  async (attempt) => {
    const { book, failed } = parts
    const { place, now, requestId } = attempt
    const email = emailOf(attempt.email)
    const found = book.accounts.usersByEmail.get(email)
    const from = countedAt(parts.places, found?.id, place, now)
    const guess = { subject: email, ...from }
    const wait = (from.isDevice ? undefined : parts.addresses.take(place.network, now)) ?? parts.passwords.begin(guess, now)
    if (wait !== undefined) {
      failed.note({ user: found, place, what: 'TooMany', now, requestId })
      return tooMany(wait)
    }
    const isRight = await isPassword(attempt.password, found?.passwordHash, from.isKnown ? 'First' : 'Usual')
    if (!isRight || found === undefined) {
      failed.note({ user: found, place, what: 'Password', now, requestId })
      return refuse('SignInRefused', '', 'Unable to log in with provided credentials.')
    }
    parts.passwords.right(guess)
    const seat = seatOf(book.accounts, found)
    if (isRefusal(seat)) return seat
    const factor = await proveFactor(parts, { user: found, given: attempt.given, place, from, now, requestId })
    if (factor === 'Missing') return factorRequired(parts.factors, found)
    if (typeof factor === 'object' && (isFault(factor) || isRefusal(factor))) return factor
    if (isOutdated(found.passwordHash)) await hashAgain(parts, found, attempt.password)
    const { appType, appVersion } = attempt
    return parts.admit({ user: found, by: 'Password', withFactor: true, place, appType, appVersion, now, requestId })
  }

/** A device that is known for the person counts by itself; whoever else shares its network does not hold it up. */
export function countedAt(places: KnownPlaces, user: UserId | undefined, place: Place, now: number) {
  const isDevice = user !== undefined && places.isKnownDevice(user, place, now)
  const isKnown = user !== undefined && places.isKnown(user, place, now)
  return { place: isDevice ? `device ${place.deviceToken}` : place.network, isKnown, isDevice }
}

/** Passwords outlive the work that was chosen for them. */
async function hashAgain({ sql, book }: SignInParts, { id, passwordHash }: UserRow, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await sql`update app_user set password_hash = ${hash} where id = ${id} and password_hash = ${passwordHash}`
  await book.refresh()
}
