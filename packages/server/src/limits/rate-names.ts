/** The rates of the public API, which an installation may set for all desks and the operator for one desk. */
import type { BucketRate, RollingRate, wireRates } from '@parley/contracts'

export type RateName = keyof typeof wireRates

/** The rates that are counted per desk. */
export const deskRateNames = [
  'requestsPerDesk',
  'rescuesPerDesk',
  'rfqsPerDesk',
  'marketsPerProduct',
  'quoteSweepsPerDesk',
  'takesPerProduct',
  'spreadReadsPerDesk',
  'spreadWritesPerDesk',
  'perpetualReadsPerDesk',
  'chainCallsPerDesk',
] as const satisfies readonly RateName[]
export type DeskRateName = (typeof deskRateNames)[number]
export type Rates = { readonly [Name in RateName]: Name extends DeskRateName ? RollingRate : BucketRate }

/**
 * For demonstrations and tests in which one user acts on both sides of a market and trades as fast as they can click: the limits on sending RFQs
 * and trading are relaxed, and everything else is as published.
 */
export const unhurried = {
  rfqsPerDesk: { most: 100, withinMs: 10_000 },
  marketsPerProduct: { most: 1_000, withinMs: 10_000 },
  takesPerProduct: { most: 1_000, withinMs: 10_000 },
  spreadReadsPerDesk: { most: 1_000, withinMs: 1_000 },
  spreadWritesPerDesk: { most: 1_000, withinMs: 1_000 },
  perpetualReadsPerDesk: { most: 1_000, withinMs: 1_000 },
  chainCallsPerDesk: { most: 1_000, withinMs: 1_000 },
} as const satisfies Partial<Rates>
