/** How often one network may try to sign in without a password. Each attempt costs a look-up or a request, whether or not it can succeed. */
import type { BucketRate } from '@parley/contracts'
import { fault } from '../../calls/fault.ts'
import { Faulted } from '../../calls/route.ts'
import { createRateLimit } from '../../limits/token-bucket.ts'
import type { DeviceOf } from './device.ts'

export type TakeAttempt = (input: Parameters<DeviceOf>[0] & { readonly now: number }) => void

/** Throws the refusal that every attempt beyond the rate gets. */
export function createAttemptRate(rate: BucketRate, deviceOf: DeviceOf): TakeAttempt {
  const attempts = createRateLimit(rate)
  return (input) => {
    const retryAfterMs = attempts.take(deviceOf(input).network, input.now)
    if (retryAfterMs !== undefined)
      throw new Faulted(
        fault('RateLimited', 'Too many sign-in attempts from this address. Wait a moment, then try again.', { retryAfterMs }),
      )
  }
}
