/**
 * How far the price of a listed spread is on its losing side, in the measure of a spread: the yearly rate that it costs, and not a share of its legs,
 * which are a hundred times larger (rulebook 21.8). Figures are doubles, never money.
 */
import { priceFromNumber, priceToNumber, type Price } from '../decimal.ts'
import { figureText } from '../numbers/figure-text.ts'
import { priceAtTick } from '../numbers/price-at-tick.ts'
import { withCommas } from '../numbers/thousands.ts'
import { MILLISECONDS_PER_YEAR } from '../pricing/black76.ts'
import { HAIR, stepOf, type GuardStep } from '../pricing/guard-steps.ts'
import type { PriceGuard } from '../pricing/price-guard.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Side } from '../structure/structure.ts'

/** In basis points of the yearly rate. */
const SPREAD_STEPS = [
  { beyond: 10, guard: 'WARN' },
  { beyond: 25, guard: 'TYPE_TWICE' },
] as const satisfies readonly GuardStep[]
const REFUSED_BEYOND_BP = 100
/** Over a few days a basis point is less than a tick. So this much is never refused: a share of the nearer leg, and a number of ticks. */
const NEVER_REFUSED_SHARE = 0.001
const NEVER_REFUSED_TICKS = 20
/** A distance of some ticks, or of some widths of the market, is never too far. */
const NEAR_TICKS = 5
const NEAR_WIDTHS = 5
const BP = 10_000

export type SpreadGuardFigures = {
  /** The value of the spread at the marks of its legs; undefined while one has none. */
  readonly mark: number | undefined
  readonly nearMark: number | undefined
  /** From the nearer expiry to the later one, in ms. */
  readonly carriedMs: number
  readonly tick: number
}

export type GuardedSpread = {
  readonly guard: PriceGuard
  /** On the losing side of the mark, in points of the price; negative if the price is better. Undefined without a mark. */
  readonly away: number | undefined
  /** The same in basis points a year. */
  readonly basisPoints: number | undefined
}

/** `width` is the distance between the best bid and offer; undefined if one of them is missing. A price without a mark asks for confirmation. */
export function guardSpread(side: Side, price: Price, figures: SpreadGuardFigures, width: number | undefined): GuardedSpread {
  const { mark, nearMark, tick } = figures
  if (mark === undefined || nearMark === undefined) return { guard: 'WARN', away: undefined, basisPoints: undefined }
  const away = signOf(side) * (priceToNumber(price) - mark)
  const basisPoints = away / pointsOfOneBp(figures, nearMark)
  const isNear = away <= Math.max(NEAR_TICKS * tick, NEAR_WIDTHS * (width ?? 0)) + HAIR
  const guard = away > refusedBeyond(figures, nearMark) + HAIR ? 'REFUSE' : isNear ? 'FREE' : stepOf(SPREAD_STEPS, basisPoints)
  return { guard, away, basisPoints }
}

/** The worst price, on tick, that is not refused; undefined without a mark. */
export function worstSpreadPrice(side: Side, figures: SpreadGuardFigures): Price | undefined {
  const { mark, nearMark, tick } = figures
  if (mark === undefined || nearMark === undefined) return undefined
  const sign = signOf(side)
  return priceFromNumber(sign * Math.floor((sign * mark + refusedBeyond(figures, nearMark)) / tick + HAIR) * tick)
}

/** The refusal of a price too far on the losing side. Without a mark, this rule refuses nothing. */
export function spreadGuardRefusal(side: Side, price: Price, figures: SpreadGuardFigures): Refusal<'PriceFarFromMark'> | undefined {
  const { guard, basisPoints } = guardSpread(side, price, figures, undefined)
  const worst = worstSpreadPrice(side, figures)
  if (guard !== 'REFUSE' || basisPoints === undefined || worst === undefined) return undefined
  const text = (value: number) => withCommas(priceAtTick(value, figures.tick))
  const [beyond, accepted] = side === 'BUY' ? ['above', 'up to'] : ['below', 'from']
  return refuse(
    'PriceFarFromMark',
    '21.8',
    `The price ${text(priceToNumber(price))} is ${figureText(Math.round(basisPoints))} basis points a year ${beyond} the mark ${text(figures.mark!)}; ${accepted} ${text(priceToNumber(worst))} is accepted.`,
    'price',
  )
}

const pointsOfOneBp = ({ carriedMs }: SpreadGuardFigures, nearMark: number): number =>
  (nearMark * Math.max(carriedMs, 0)) / MILLISECONDS_PER_YEAR / BP

const refusedBeyond = (figures: SpreadGuardFigures, nearMark: number): number =>
  Math.max(REFUSED_BEYOND_BP * pointsOfOneBp(figures, nearMark), NEVER_REFUSED_SHARE * nearMark, NEVER_REFUSED_TICKS * figures.tick)

const signOf = (side: Side): 1 | -1 => (side === 'BUY' ? 1 : -1)
