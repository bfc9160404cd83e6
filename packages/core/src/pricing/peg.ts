/**
 * A peg: the maker's quote goes with the mark, so far on either side of it, while the mark stays in a band and no faster than a pace
 * (rulebook 11.11). Models' figures: doubles; the prices are on the tick.
 */
import type { Instant } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

export type PegTerms = {
  /** How far each side stands from the mark. */
  readonly offset: { readonly unit: 'TICKS' | 'VOL'; readonly amount: number }
  /** The mark may move so many ticks from where the peg began. */
  readonly bandTicks: number
  readonly mostPerSecond: number
}

/** A quote of the desk's that rests, or a fill of one since the last step. */
export type PegOrder = { readonly side: Side; readonly price: number }

export type PegSeen = {
  readonly mark: number | undefined
  readonly isStale: boolean
  readonly isConnected: boolean
  /** The worth of a volatility point in the price of one unit; undefined where the structure has no vega. */
  readonly pricePerVol: number | undefined
  readonly tick: number
  readonly live: readonly PegOrder[]
  readonly fills: readonly PegOrder[]
  readonly now: Instant
}

export type PegHistory = {
  readonly sides: readonly Side[]
  readonly startMark: number
  /** Of this second at least. */
  readonly replacedAt: readonly Instant[]
}

export type PegStop = 'OFFLINE' | 'MARKS_STALE' | 'NO_OFFSET' | 'BAND_LEFT' | 'FILLED_BEYOND' | 'QUOTE_GONE'

export type PegStep =
  | { readonly step: 'KEEP'; readonly why: 'IN_PLACE' | 'PACE' }
  | { readonly step: 'REPLACE'; readonly prices: readonly PegOrder[] }
  | { readonly step: 'STOP'; readonly why: PegStop }

const SECOND_MS = 1_000
/** A price that is on the tick in decimals is seldom so in doubles. */
const HAIR = 1e-6

/** Keeps, replaces or stops. The first reason to stop counts: a figure that is not known comes before one that is too far. */
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

/** The price of a side, away from the mark onto the tick; undefined where the offset is nothing. */
export function pegPrice(side: Side, { offset }: PegTerms, { mark, pricePerVol, tick }: Pick<PegSeen, 'mark' | 'pricePerVol' | 'tick'>) {
  const away = offset.amount * (offset.unit === 'TICKS' ? tick : Math.abs(pricePerVol ?? 0))
  if (mark === undefined || !(away > 0)) return undefined
  const steps = side === 'BUY' ? Math.floor((mark - away) / tick + HAIR) : Math.ceil((mark + away) / tick - HAIR)
  return steps * tick
}

/** Dealt nearer to the mark of now than the peg would quote: the market was quicker. */
function isBeyond(terms: PegTerms, seen: PegSeen, { side, price }: PegOrder): boolean {
  const at = pegPrice(side, terms, seen)!
  return (side === 'BUY' ? 1 : -1) * (price - at) > HAIR * seen.tick
}

const isAt = ({ tick }: PegSeen, price: number, wanted: number): boolean => Math.abs(price - wanted) < HAIR * tick
