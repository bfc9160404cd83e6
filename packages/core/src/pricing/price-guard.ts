/**
 * The guard of a price that a person is about to send (rulebook 11.9): how far it lies on the losing side of the mark, and what that asks
 * for. Models' figures: doubles, never money.
 */
import type { Side } from '../structure/structure.ts'

/** WARN is said in words and asked once more; TYPE_TWICE wants the price typed again; REFUSE is not sent at all. */
export type PriceGuard = 'FREE' | 'WARN' | 'TYPE_TWICE' | 'REFUSE'

export type GuardFigures = {
  /** Of the structure; undefined while a leg has none. */
  readonly mark: number | undefined
  /** The largest of the legs' marks times their ratios, without sign. */
  readonly largestLegMark: number | undefined
  /** The venue's own price for all legs at once on this side; undefined where it has none. */
  readonly venuePrice: number | undefined
  readonly tick: number
}

export type GuardedPrice = {
  readonly guard: PriceGuard
  /** How far it is on the losing side of the mark, per cent; negative where it is better. Undefined without a mark. */
  readonly percent: number | undefined
  readonly isBeyondVenue: boolean
}

/** The steps of the guard, the strictest first: beyond so many per cent. */
export const PRICE_GUARD_STEPS: readonly { readonly beyondPercent: number; readonly guard: PriceGuard }[] = [
  { beyondPercent: 50, guard: 'REFUSE' },
  { beyondPercent: 25, guard: 'TYPE_TWICE' },
  { beyondPercent: 10, guard: 'WARN' },
]

/** So many ticks are never far, whatever share of a small mark they are. */
const NEAR_TICKS = 5
/** Long and short legs may add up to almost nothing, of which every price is a multiple: a share of the largest leg is the least measure. */
const LEAST_SHARE_OF_LARGEST_LEG = 0.2
/** A price that is exactly on a step in decimals is not beyond it in doubles. */
const HAIR = 1e-9

export function guardPrice(side: Side, price: number, { mark, largestLegMark, venuePrice, tick }: GuardFigures): GuardedPrice {
  const sign = side === 'BUY' ? 1 : -1
  const isBeyondVenue = venuePrice !== undefined && sign * (price - venuePrice) > HAIR
  if (mark === undefined || largestLegMark === undefined) return { guard: 'WARN', percent: undefined, isBeyondVenue }
  const away = sign * (price - mark)
  const measure = Math.max(Math.abs(mark), LEAST_SHARE_OF_LARGEST_LEG * largestLegMark)
  const percent = measure === 0 ? (away > 0 ? Infinity : 0) : (100 * away) / measure
  const step = away <= NEAR_TICKS * tick + HAIR ? undefined : PRICE_GUARD_STEPS.find(({ beyondPercent }) => percent > beyondPercent + HAIR)
  return { guard: step?.guard ?? (isBeyondVenue ? 'WARN' : 'FREE'), percent, isBeyondVenue }
}
