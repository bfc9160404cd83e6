/** The maximum loss and gain of a holding at its first expiry: exact, or unknown (rulebook 6.14). */
import { priceToNumber } from '../decimal.ts'
import { strategyLegs, type Structure } from '../structure/structure.ts'
import { isNearly, payoffLine, type Holding, type LineRefusal, type PayoffLine } from './payoff-line.ts'

export type PayoffExtremes = { readonly loss: PayoffExtreme; readonly gain: PayoffExtreme }

/** Dollars are signed from the holder's point of view: negative is a loss. */
export type PayoffExtreme =
  | {
      readonly kind: 'UNLIMITED'
      /** The strike from which it grows; undefined if it grows at every price. */
      readonly above: number | undefined
      /** The next corner, if that is also a loss, or also a gain. */
      readonly otherwise: ExtremeAt | undefined
    }
  /** The legs are worth nothing there, so the premium is everything: in its own coin, and in dollars at the current price of the coin. */
  | { readonly kind: 'PREMIUM'; readonly coins: number; readonly currency: string; readonly dollars: number }
  | ExtremeAt
  | { readonly kind: 'UNKNOWN'; readonly reason: LineRefusal | 'LATER_LEG' }

export type ExtremeAt = {
  readonly kind: 'AT'
  readonly dollars: number
  readonly underlying: number
  /** It is the same everywhere below or above the price, or only at it. */
  readonly reach: 'AT' | 'BELOW' | 'ABOVE'
  /** A leg with a later expiry makes the loss, or the gain, smaller than this. */
  readonly isBound: boolean
}

export function payoffExtremes(holding: Holding): PayoffExtremes {
  return { loss: lowest(holding, 1), gain: lowest({ ...holding, quantity: -holding.quantity }, -1) }
}

/** Dollars per unit of the premium's currency. */
const premiumRate = (structure: Structure, spot: number): number => (isInDollars(structure) ? 1 : spot)
const isInDollars = (structure: Structure): boolean => premiumCurrency(structure).startsWith('USD')
const premiumCurrency = (structure: Structure): string => strategyLegs(structure)[0]?.instrument.quoteCurrency ?? ''

/** The premium of a holding in dollars at the current price of the coin, negative if it is received. A single future has none. */
export function premiumNow({ structure, quantity, price, spot }: Holding): number {
  return strategyLegs(structure)[0]?.instrument.kind === 'OPTION' ? premiumRate(structure, spot) * quantity * priceToNumber(price) : 0
}

/** The maximum gain is the maximum loss of the opposite holding with the sign reversed. */
function lowest(holding: Holding, sign: 1 | -1): PayoffExtreme {
  const line = payoffLine(holding)
  if (typeof line === 'string') return { kind: 'UNKNOWN', reason: line }
  const last = line.corners.at(-1)!
  if (line.lastSlope < 0)
    return { kind: 'UNLIMITED', above: last.underlying === 0 ? undefined : last.underlying, otherwise: otherwise(holding, line, sign) }
  if (line.hasLaterSold) return { kind: 'UNKNOWN', reason: 'LATER_LEG' }
  const { structure, quantity, price } = holding
  const at = lowestCorner(line)
  const hasPremium = strategyLegs(structure)[0]?.instrument.kind === 'OPTION' && !isInDollars(structure)
  if (at.worth === 0 && !at.isBound && hasPremium) {
    const coins = -sign * quantity * priceToNumber(price) + 0
    return { kind: 'PREMIUM', coins, currency: premiumCurrency(structure), dollars: coins * holding.spot }
  }
  return extremeAt(holding, at, sign)
}

/** A short straddle has unlimited loss above its strike, and a large loss below it too: the corner from which both sides rise. */
function otherwise(holding: Holding, line: PayoffLine, sign: 1 | -1): ExtremeAt | undefined {
  if (line.hasLaterSold || line.hasLaterBought) return undefined
  const lowest = lowestCorner(line)
  const place = line.corners.findIndex(({ underlying }) => underlying === lowest.underlying)
  const [before, after] = [line.corners[place - 1], line.corners[place + 1]]
  const isBelow = (corner: Corner | undefined): boolean =>
    corner === undefined || (lowest.worth < corner.worth && !isNearly(lowest.worth, corner.worth))
  if (after === undefined || !isBelow(before) || !isBelow(after)) return undefined
  const at = extremeAt(holding, lowest, sign)
  return sign * at.dollars < 0 ? at : undefined
}

type Corner = PayoffLine['corners'][number]
type Lowest = Corner & Pick<ExtremeAt, 'reach' | 'isBound'>

const extremeAt = (holding: Holding, { worth, underlying, reach, isBound }: Lowest, sign: 1 | -1): ExtremeAt => ({
  kind: 'AT',
  dollars: sign * (worth - premiumNow(holding)) + 0,
  underlying,
  reach,
  isBound,
})

/** If corners are equal, returns the one at a strike. Only at zero and far above is an option with a later expiry worth no more than its part of the line. */
function lowestCorner({ corners, lastSlope, hasLaterBought }: PayoffLine): Lowest {
  const [zero, ...strikes] = corners as readonly [Corner, ...Corner[]]
  const least = Math.min(...corners.map(({ worth }) => worth))
  const isLeast = ({ worth }: Corner): boolean => isNearly(worth, least)
  if (hasLaterBought && isLeast(zero)) return { ...zero, reach: 'AT', isBound: false }
  const isBound = hasLaterBought
  const [first, last] = [strikes[0], strikes.at(-1)]
  if (last !== undefined && isLeast(last) && lastSlope === 0) return { ...last, reach: 'ABOVE', isBound }
  if (first !== undefined && isLeast(first) && isLeast(zero)) return { ...first, reach: 'BELOW', isBound }
  return { ...(strikes.find(isLeast) ?? zero), reach: 'AT', isBound }
}

/** The prices, ascending, at which a holding breaks even at its first expiry; undefined if that depends on a later leg. */
export function breakEvens(holding: Holding): readonly number[] | undefined {
  const line = payoffLine(holding)
  if (typeof line === 'string' || line.hasLaterBought || line.hasLaterSold) return undefined
  const premium = premiumNow(holding)
  const corners = line.corners.map(({ underlying, worth }) => ({ underlying, result: worth - premium }))
  const last = corners.at(-1)!
  const between = corners.flatMap((from, place) => {
    const to = corners[place + 1]
    if (to === undefined || from.result * to.result >= 0) return []
    return [from.underlying + ((to.underlying - from.underlying) * from.result) / (from.result - to.result)]
  })
  const touched = corners.filter(({ result, underlying }) => result === 0 && underlying > 0).map(({ underlying }) => underlying)
  const beyond = last.result * line.lastSlope < 0 ? [last.underlying - last.result / line.lastSlope] : []
  return [...between, ...touched, ...beyond].sort((a, b) => a - b)
}
