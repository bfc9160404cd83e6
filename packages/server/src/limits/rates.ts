/** The rates of the public API, as an installation may set them for all and the operator for one desk. */
import type { BucketRate, RollingRate, wireRates } from '@parley/contracts'

export type RateName = keyof typeof wireRates

/** Those that count desks. */
export const deskRateNames = [
  'requestsPerDesk',
  'rescuesPerDesk',
  'rfqsPerDesk',
  'marketsPerProduct',
  'quoteSweepsPerDesk',
  'takesPerProduct',
  'spreadReadsPerDesk',
  'spreadWritesPerDesk',
] as const satisfies readonly RateName[]
export type DeskRateName = (typeof deskRateNames)[number]
export type Rates = { readonly [Name in RateName]: Name extends DeskRateName ? RollingRate : BucketRate }

/**
 * For a demonstration and for tests, where one person is both sides of a market and takes as fast as a finger goes: the market is asked
 * and taken at a desk's leisure, everything else is as published.
 */
export const unhurried = {
  rfqsPerDesk: { most: 100, withinMs: 10_000 },
  marketsPerProduct: { most: 1_000, withinMs: 10_000 },
  takesPerProduct: { most: 1_000, withinMs: 10_000 },
  spreadReadsPerDesk: { most: 1_000, withinMs: 1_000 },
  spreadWritesPerDesk: { most: 1_000, withinMs: 1_000 },
} as const satisfies Partial<Rates>
