/**
 * The steps that every kind of order has between a plain price and a refused one (rulebook 21.1), in the measure of its product. Distances are doubles,
 * never money.
 */
import type { PriceGuard } from './price-guard.ts'

/** A step is reached beyond its distance, and not at it. */
export type GuardStep = { readonly beyond: number; readonly guard: Exclude<PriceGuard, 'FREE'> }

/** A distance that is exactly on a step in decimals must not be beyond it in doubles. */
export const HAIR = 1e-9

/** The strictest step that the distance is beyond. */
export function stepOf(steps: readonly GuardStep[], distance: number): PriceGuard {
  const reached = steps.filter(({ beyond }) => distance > beyond + HAIR)
  return reached.toSorted((a, b) => b.beyond - a.beyond)[0]?.guard ?? 'FREE'
}
