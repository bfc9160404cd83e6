/**
 * The price guard (rulebook 11.9): how far a price is on the losing side of the mark, and what that requires. Screens check it before a price is
 * sent, and the server before it is accepted. Model figures are doubles, never money.
 */
import type { Side } from '../structure/structure.ts'

/** WARN shows a warning and asks for confirmation. TYPE_TWICE asks for the price again. REFUSE does not send it. */
export type PriceGuard = 'FREE' | 'WARN' | 'TYPE_TWICE' | 'REFUSE'

export type GuardFigures = {
  /** The mark of the structure; undefined while a leg has none. */
  readonly mark: number | undefined
  /** The largest of the legs' marks times their ratios, as an absolute value. */
  readonly largestLegMark: number | undefined
  /** The venue's own price for all legs at once on this side; undefined if it has none. */
  readonly venuePrice: number | undefined
  readonly tick: number
  /** The desk's own limit on the distance from the mark (rulebook 11.8), in per cent. If it is wider than the guard's, it is the last step. */
  readonly deskPercent?: number | undefined
}

export type GuardedPrice = {
  readonly guard: PriceGuard
  /** The distance on the losing side of the mark, in per cent; negative if the price is better. Undefined without a mark. */
  readonly percent: number | undefined
  readonly isBeyondVenue: boolean
}

/** The steps of the guard, strictest first, each beyond a number of per cent. */
export const PRICE_GUARD_STEPS: readonly { readonly beyondPercent: number; readonly guard: PriceGuard }[] = [
  { beyondPercent: 50, guard: 'REFUSE' },
  { beyondPercent: 25, guard: 'TYPE_TWICE' },
  { beyondPercent: 10, guard: 'WARN' },
]

/** A distance of this many ticks is always accepted, even if it is a large share of a small mark. */
const NEAR_TICKS = 5
/** Long and short legs may add up to almost nothing, so the distance is measured against at least this share of the largest leg. */
const LEAST_SHARE_OF_LARGEST_LEG = 0.2
/** A price that is exactly on a step in decimals must not be beyond it in doubles. */
const HAIR = 1e-9

/** A price is refused beyond this many per cent of the measure. */
export const refusedBeyondPercent = (deskPercent: number | undefined): number =>
  Math.max(PRICE_GUARD_STEPS[0]!.beyondPercent, deskPercent ?? 0)

export function guardPrice(side: Side, price: number, figures: GuardFigures): GuardedPrice {
  const { mark, largestLegMark, venuePrice, tick } = figures
  const sign = signOf(side)
  const isBeyondVenue = venuePrice !== undefined && sign * (price - venuePrice) > HAIR
  if (mark === undefined || largestLegMark === undefined) return { guard: 'WARN', percent: undefined, isBeyondVenue }
  const away = sign * (price - mark)
  const measure = measureOf(mark, largestLegMark)
  const percent = measure === 0 ? (away > 0 ? Infinity : 0) : (100 * away) / measure
  const isNear = away <= NEAR_TICKS * tick + HAIR
  const step = isNear ? undefined : PRICE_GUARD_STEPS.find((each) => percent > beyondPercentOf(each, figures) + HAIR)
  return { guard: step?.guard ?? (isBeyondVenue ? 'WARN' : 'FREE'), percent, isBeyondVenue }
}

/** The worst price, on tick, that is not refused; undefined without a mark. */
export function worstAcceptedPrice(side: Side, { mark, largestLegMark, tick, deskPercent }: GuardFigures): number | undefined {
  if (mark === undefined || largestLegMark === undefined) return undefined
  const away = Math.max(NEAR_TICKS * tick, (refusedBeyondPercent(deskPercent) / 100) * measureOf(mark, largestLegMark))
  const sign = signOf(side)
  return sign * Math.floor((sign * mark + away) / tick + HAIR) * tick
}

const signOf = (side: Side): 1 | -1 => (side === 'BUY' ? 1 : -1)

/** The base of a distance from the mark: the absolute mark, or a part of the largest leg if that is more. */
export const measureOf = (mark: number, largestLegMark: number): number =>
  Math.max(Math.abs(mark), LEAST_SHARE_OF_LARGEST_LEG * Math.abs(largestLegMark))

const beyondPercentOf = ({ guard, beyondPercent }: (typeof PRICE_GUARD_STEPS)[number], { deskPercent }: GuardFigures): number =>
  guard === 'REFUSE' ? refusedBeyondPercent(deskPercent) : beyondPercent
