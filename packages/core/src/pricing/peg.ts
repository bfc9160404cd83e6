/**
 * A peg keeps the maker's quote at an offset from the mark on each side, while the mark stays in a band and at a limited pace (rulebook 11.11). Model
 * figures are doubles; the prices are on tick.
 */
import type { Instant } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

export type PegTerms = {
  /** The distance of each side from the mark. */
  readonly offset: { readonly unit: 'TICKS' | 'VOL'; readonly amount: number }
  /** The number of ticks that the mark can move from where the peg began. */
  readonly bandTicks: number
  readonly mostPerSecond: number
}

/** A resting quote of the desk, or a fill of one since the last step. */
export type PegOrder = { readonly side: Side; readonly price: number }

export type PegSeen = {
  readonly mark: number | undefined
  readonly isStale: boolean
  readonly isConnected: boolean
  /** The value of a volatility point in the price of one unit; undefined if the structure has no vega. */
  readonly pricePerVol: number | undefined
  readonly tick: number
  readonly live: readonly PegOrder[]
  readonly fills: readonly PegOrder[]
  readonly now: Instant
}

export type PegHistory = {
  readonly sides: readonly Side[]
  readonly startMark: number
  /** At least those of the last second. */
  readonly replacedAt: readonly Instant[]
}

export type PegStop = 'OFFLINE' | 'MARKS_STALE' | 'NO_OFFSET' | 'BAND_LEFT' | 'FILLED_BEYOND' | 'QUOTE_GONE'

export type PegStep =
  | { readonly step: 'KEEP'; readonly why: 'IN_PLACE' | 'PACE' }
  | { readonly step: 'REPLACE'; readonly prices: readonly PegOrder[] }
  | { readonly step: 'STOP'; readonly why: PegStop }

const SECOND_MS = 1_000
/** A price that is on tick in decimals is seldom exactly so in doubles. */
const HAIR = 1e-6

/** Keeps, replaces or stops. The first reason to stop counts; an unknown figure comes before one that is too far away. */
export function pegStep(terms: PegTerms, seen: PegSeen, history: PegHistory): PegStep {
  const why = stopOf(terms, seen, history)
  if (why !== undefined) return { step: 'STOP', why }
  const prices = history.sides.map((side) => ({ side, price: pegPrice(side, terms, seen)! }))
  const isInPlace = prices.every(({ side, price }) => isAt(seen, seen.live.find((one) => one.side === side)!.price, price))
  if (isInPlace) return { step: 'KEEP', why: 'IN_PLACE' }
  const replaced = history.replacedAt.filter((at) => seen.now - at < SECOND_MS).length
  return replaced >= terms.mostPerSecond ? { step: 'KEEP', why: 'PACE' } : { step: 'REPLACE', prices }
}

function stopOf(terms: PegTerms, seen: PegSeen, { sides, startMark }: PegHistory): PegStop | undefined {
  const { mark, live, fills, tick } = seen
  if (!seen.isConnected) return 'OFFLINE'
  if (seen.isStale || mark === undefined) return 'MARKS_STALE'
  if (pegPrice('BUY', terms, seen) === undefined) return 'NO_OFFSET'
  if (Math.abs(mark - startMark) > (terms.bandTicks + HAIR) * tick) return 'BAND_LEFT'
  if (fills.some((fill) => isBeyond(terms, seen, fill))) return 'FILLED_BEYOND'
  return sides.every((side) => live.some((one) => one.side === side)) ? undefined : 'QUOTE_GONE'
}

/** The price of a side, rounded away from the mark to the tick; undefined if the offset gives no price. */
export function pegPrice(side: Side, { offset }: PegTerms, { mark, pricePerVol, tick }: Pick<PegSeen, 'mark' | 'pricePerVol' | 'tick'>) {
  const away = offset.amount * (offset.unit === 'TICKS' ? tick : Math.abs(pricePerVol ?? 0))
  if (mark === undefined || !(away > 0)) return undefined
  const steps = side === 'BUY' ? Math.floor((mark - away) / tick + HAIR) : Math.ceil((mark + away) / tick - HAIR)
  return steps * tick
}

/** A fill closer to the current mark than the peg would quote: the market moved faster. */
function isBeyond(terms: PegTerms, seen: PegSeen, { side, price }: PegOrder): boolean {
  const at = pegPrice(side, terms, seen)!
  return (side === 'BUY' ? 1 : -1) * (price - at) > HAIR * seen.tick
}

const isAt = ({ tick }: PegSeen, price: number, wanted: number): boolean => Math.abs(price - wanted) < HAIR * tick
