/** Sign-in with email and password. Every failure has the same response and takes equally long. */
import { isRefusal, refuse, type Instant, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import { isFault, type Fault } from '../../calls/fault.ts'
import type { FailedAttempts } from '../../limits/failed-attempts.ts'
import type { RateLimit } from '../../limits/token-bucket.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { UserRow } from '../rows.ts'
import { seatOf, type Admit, type Admitted } from './admission.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Passwords } from './passwords.ts'
import type { Device } from './device.ts'
import { factorRequired, proveFactor, tooMany, type FactorParts } from './prove-factor.ts'
import type { GivenFactor } from './second-factor.ts'

export type SignInAttempt = {
  readonly email: string
  readonly password: string
  readonly given: GivenFactor
  readonly device: Device
  readonly appType: string | null | undefined
  readonly appVersion: string | null | undefined
  readonly now: Instant
  readonly requestId: string
}

export type SignInParts = FactorParts & {
  readonly sql: Sql
  readonly book: Book
  readonly knownDevices: KnownDevices
  readonly admit: Admit
  readonly passwords: Passwords
  /** Failed attempts at passwords, by the email as typed. */
  readonly failedAttempts: FailedAttempts
  /** Limits attempts from one network, for any account. */
  readonly addresses: RateLimit
}

export type SignIn = (attempt: SignInAttempt) => Promise<Admitted | Refusal | Fault>

export const emailOf = (typed: string): string => typed.trim().toLowerCase()

/** Checks in this order: rate limits, the password, suspended access, the second factor. Then the session starts. */
export const createSignIn =
  (parts: SignInParts): SignIn =>
  async (attempt) => {
    const { book, failed, passwords } = parts
    const { device, now, requestId } = attempt
    const email = emailOf(attempt.email)
    const found = book.accounts.usersByEmail.get(email)
    const from = countedAt(parts.knownDevices, found?.id, device, now)
    const tried = { subject: email, ...from }
    const wait = (from.isDevice ? undefined : parts.addresses.take(device.network, now)) ?? parts.failedAttempts.begin(tried, now)
    if (wait !== undefined) {
      failed.record({ user: found, device, what: 'TooMany', now, requestId })
      return tooMany(wait)
    }
    const isRight = await passwords.isRight(attempt.password, found?.passwordHash, from.isKnown ? 'First' : 'Usual')
    if (!isRight || found === undefined) {
      failed.record({ user: found, device, what: 'Password', now, requestId })
      return refuse('SignInRefused', '', 'Unable to log in with provided credentials.')
    }
    parts.failedAttempts.right(tried)
    const seat = seatOf(book.accounts, found)
    if (isRefusal(seat)) return seat
    const factor = await proveFactor(parts, { user: found, given: attempt.given, device, from, now, requestId })
    if (factor === 'Missing') return factorRequired(parts.factors, found)
    if (typeof factor === 'object' && (isFault(factor) || isRefusal(factor))) return factor
    if (passwords.isOutdated(found.passwordHash)) await hashAgain(parts, found, attempt.password)
    const { appType, appVersion } = attempt
    return parts.admit({ user: found, by: 'Password', withFactor: true, device, appType, appVersion, now, requestId })
  }

/** A known device has its own count, so that other devices on its network do not block it. */
export function countedAt(knownDevices: KnownDevices, user: UserId | undefined, device: Device, now: number) {
  const isDevice = user !== undefined && knownDevices.isKnownDevice(user, device, now)
  const isKnown = user !== undefined && knownDevices.isKnown(user, device, now)
  return { origin: isDevice ? `device ${device.deviceToken}` : device.network, isKnown, isDevice }
}

/** Passwords outlive the parameters with which they were hashed. */
async function hashAgain({ sql, book, passwords }: SignInParts, { id, passwordHash }: UserRow, password: string): Promise<void> {
  const hash = await passwords.hash(password)
  await sql`update app_user set password_hash = ${hash} where id = ${id} and password_hash = ${passwordHash}`
  await book.refresh()
}
