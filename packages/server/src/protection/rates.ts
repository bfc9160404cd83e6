/** The rates of the public API, as an installation may set them for all and the operator for one desk. */
import type { wireRates } from '@parley/contracts'
import type { Rate } from './rate-limit.ts'

export type RateName = keyof typeof wireRates
export type Rates = Readonly<Record<RateName, Rate>>

/** Those that count desks. */
export const deskRateNames = [
  'requestsPerDesk',
  'rfqsPerDesk',
  'marketsPerProduct',
  'quoteSweepsPerDesk',
  'takesPerProduct',
] as const satisfies readonly RateName[]
export type DeskRateName = (typeof deskRateNames)[number]

/**
 * For a demonstration and for tests, where one person is both sides of a market and takes as fast as a finger goes: the market is asked
 * and taken at a desk's leisure, everything else is as published.
 */
export const unhurried = {
  marketsPerProduct: { perSecond: 100, burst: 1_000 },
  takesPerProduct: { perSecond: 100, burst: 1_000 },
} as const satisfies Partial<Rates>
