/** The carry that a spread of two futures represents: its basis, and the equivalent annual rate. Model figures, as doubles. */
import { MILLISECONDS_PER_YEAR } from '../pricing/black76.ts'
import type { Funding } from '../pricing/mark.ts'

/** The carry period of a spread, ms: from the nearer expiry, or from now if the nearer leg is a perpetual. */
export const carriedMs = (near: { readonly expiresAt?: number | undefined }, far: { readonly expiresAt: number }, now: number): number =>
  far.expiresAt - (near.expiresAt ?? now)

/** The price of the spread as a fraction of the nearer leg's price; undefined if that is not positive. Both in the quote unit. */
export const basisOf = (spread: number, near: number): number | undefined => (near > 0 ? spread / near : undefined)

/** For a shorter period, an annualised rate is noise: one tick would be worth several percentage points. */
const LEAST_CARRIED_MS = 3_600_000

/** A basis as a simple rate over 365 days, a fraction; undefined for less than an hour. */
const annualised = (rate: number, overMs: number): number | undefined =>
  overMs < LEAST_CARRIED_MS ? undefined : (rate * MILLISECONDS_PER_YEAR) / overMs

/** The annual rate of a spread at a price, as a fraction. */
export function spreadRate(spread: number, near: number, overMs: number): number | undefined {
  const rate = basisOf(spread, near)
  return rate === undefined ? undefined : annualised(rate, overMs)
}

/** Funding as a simple rate over 365 days, a fraction: the cost of holding the perpetual, comparable with a future's basis. */
export const fundingRate = ({ rate, everyMs }: Pick<Funding, 'rate' | 'everyMs'>): number | undefined => annualised(rate, everyMs)

export type CarryPoint = { readonly expiresAt: number; readonly days: number; readonly rate: number }

/** The carry of each future over the index as an annual rate, nearest first. Perpetuals and expired futures are left out. */
export function carryCurve(
  index: number,
  futures: readonly { readonly expiresAt?: number | undefined; readonly mark: number | undefined }[],
  now: number,
): readonly CarryPoint[] {
  const points = futures.flatMap(({ expiresAt, mark }): readonly CarryPoint[] => {
    if (expiresAt === undefined || mark === undefined) return []
    const rate = spreadRate(mark - index, index, expiresAt - now)
    return rate === undefined ? [] : [{ expiresAt, days: (expiresAt - now) / (MILLISECONDS_PER_YEAR / 365), rate }]
  })
  return points.toSorted((a, b) => a.expiresAt - b.expiresAt)
}

export type SpreadSize = {
  readonly amount: number
  readonly margin: 'INVERSE' | 'LINEAR'
  readonly near: number
  readonly carriedMs: number
}

/** The value of one basis point of the annual rate, in the quote unit: an inverse amount is counted in dollars, a linear one in coin. */
export function basisPointValue({ amount, margin, near, carriedMs: overMs }: SpreadSize): number {
  const dollars = margin === 'INVERSE' ? amount : amount * near
  return (dollars * Math.max(overMs, 0)) / MILLISECONDS_PER_YEAR / 10_000
}
