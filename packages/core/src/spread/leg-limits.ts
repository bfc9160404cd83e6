/** The venue's marks and limits of the legs of a listed spread, converted from model figures to exact prices (rulebook 17.4, 17.6). */
import { priceFromNumber, type Price } from '../decimal.ts'
import type { Mark } from '../pricing/mark.ts'
import type { MarkOf } from '../pricing/structure-mark.ts'
import type { Structure } from '../structure/structure.ts'
import type { LegLimits } from './leg-prices.ts'

/** One for each leg, on a tick common to both legs; undefined while the venue has no mark or limits for a leg. */
export function legLimits(structure: Structure, markOf: MarkOf): readonly LegLimits[] | undefined {
  const tick = commonTick(structure)
  const limits = structure.legs.map(({ instrument }) => limitsOn(tick, markOf(instrument.id)))
  return limits.every((one) => one !== undefined) ? limits : undefined
}

/** Rounded into the venue's limits, so that the venue accepts every price derived from them. */
function limitsOn(tick: Price, mark: Mark | undefined): LegLimits | undefined {
  if (mark?.minPrice === undefined || mark.maxPrice === undefined) return undefined
  const [middle, least, most] = [mark.markPrice, mark.minPrice, mark.maxPrice].map(priceFromNumber)
  if (middle === undefined || least === undefined || most === undefined) return undefined
  const limits = { mark: onTick(middle, tick, Math.round), least: onTick(least, tick, Math.ceil), most: onTick(most, tick, Math.floor) }
  return limits.least > limits.most ? undefined : limits
}

const onTick = (price: Price, tick: Price, round: (steps: number) => number): Price => (round(price / tick) * tick) as Price

/** The smallest step that is a whole number of every leg's ticks. */
export const commonTick = ({ legs }: Structure): Price =>
  legs.reduce((step, { instrument }) => leastCommonMultiple(step, instrument.tickSize), 1) as Price

export const leastCommonMultiple = (a: number, b: number): number => (a / greatestDivisor(a, b)) * b

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
