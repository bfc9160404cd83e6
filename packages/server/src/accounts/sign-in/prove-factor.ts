/** A second factor in addition to a correct password: required, counted, and accepted once. */
import { refuse, type Refusal } from '@parley/core'
import { fault, type Fault } from '../../calls/fault.ts'
import type { FailedAttempts } from '../../limits/failed-attempts.ts'
import type { UserRow } from '../rows.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import type { Device } from './device.ts'
import type { GivenFactor, SecondFactors } from './second-factor.ts'

export type FactorAsked = {
  readonly user: UserRow
  readonly given: GivenFactor
  readonly device: Device
  /** The origin against which the attempt counts, and whether the user is known there. */
  readonly from: { readonly origin: string; readonly isKnown: boolean }
  readonly now: number
  readonly requestId: string
}

export type FactorParts = { readonly factors: SecondFactors; readonly codes: FailedAttempts; readonly failed: FailedSignIns }

/** `None` if the user has no second factor, `Missing` if none was sent. */
export async function proveFactor(parts: FactorParts, asked: FactorAsked): Promise<'Right' | 'None' | 'Missing' | Fault | Refusal> {
  const { factors, codes, failed } = parts
  const { user, given, device, now, requestId } = asked
  const needed = factors.needed(user.id)
  if (!needed.totp && !needed.passkey) return 'None'
  const isPasskey = given.passkey !== undefined && given.passkey !== null
  if (!isPasskey && (given.totp_token ?? '').trim() === '') return 'Missing'
  const attempt = { subject: user.id, ...asked.from }
  const wait = codes.begin(attempt, now)
  if (wait !== undefined) return tooMany(wait)
  switch (await factors.check(user, given, now, { address: device.address, requestId })) {
    case 'Right':
      codes.right(attempt)
      return 'Right'
    case 'Missing':
      codes.right(attempt)
      return 'Missing'
    case 'Wrong':
      failed.record({ user, device, what: 'SecondFactor', now, requestId })
      return isPasskey
        ? refuse('PasskeyRefused', '', 'The passkey could not be verified.')
        : refuse('TwoFactorRefused', '', 'The authentication code is not valid.')
  }
}

/** The application shows the two-factor screen when it reads exactly this text. `factors` lists what it may offer there. */
export function factorRequired(factors: SecondFactors, { id }: UserRow): Fault {
  const { totp, passkey } = factors.needed(id)
  const offered = [...(totp ? ['totp'] : []), ...(passkey ? ['passkey'] : [])]
  return fault('TwoFactorRequired', 'Two Factor Authentication code is required', { more: { factors: offered } })
}

export function tooMany(retryAfterMs: number): Fault {
  const seconds = Math.ceil(retryAfterMs / 1000)
  return fault('RateLimited', `Too many attempts. Try again in ${waitText(seconds)}.`, { retryAfterMs })
}

function waitText(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
