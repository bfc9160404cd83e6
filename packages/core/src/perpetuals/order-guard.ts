/** How far a perpetual order may lose against the mark, and on which side of it a trigger may wait (rulebook 21.2, 21.3, 21.22). Figures are doubles, never money. */
import { priceToNumber } from '../decimal.ts'
import { figureText } from '../numbers/figure-text.ts'
import { priceAtTick } from '../numbers/price-at-tick.ts'
import { withCommas } from '../numbers/thousands.ts'
import { HAIR, stepOf, type GuardStep } from '../pricing/guard-steps.ts'
import type { PriceGuard } from '../pricing/price-guard.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Side } from '../structure/structure.ts'
import { hasTrigger, isStop, type PerpetualOrderTerms, waitsForRise } from './admit-order.ts'

/** In per cent of the mark. A perpetual trades close to its mark, so the steps are smaller than those of an option. */
export const PERPETUAL_STEPS = [
  { beyond: 0.5, guard: 'WARN' },
  { beyond: 2, guard: 'TYPE_TWICE' },
  { beyond: 10, guard: 'REFUSE' },
] as const satisfies readonly GuardStep[]
const REFUSED_BEYOND = PERPETUAL_STEPS[2].beyond
const NEAR_TICKS = 5
/** An order that leaves its position closer than this to its liquidation, as a share of the mark, is not sent. */
export const NEAREST_LIQUIDATION = 0.01

export type PerpetualGuardFigures = {
  /** The venue's mark; undefined while it publishes none. */
  readonly mark: number | undefined
  readonly tick: number
}
type GuardedTerms = Pick<PerpetualOrderTerms, 'kind' | 'price' | 'triggerPrice'>

export type GuardedPerpetual = {
  readonly guard: PriceGuard
  /** On the losing side of the reference, in per cent; undefined without a limit price or without a mark. */
  readonly percent: number | undefined
  /** The trigger price of a stop, and the mark for everything else. */
  readonly reference: number | undefined
}

/** The distance of a limit price on its losing side. A price without a mark asks for confirmation. */
export function guardPerpetual(side: Side, { price, triggerPrice }: GuardedTerms, { mark, tick }: PerpetualGuardFigures): GuardedPerpetual {
  const reference = triggerPrice === undefined ? mark : priceToNumber(triggerPrice)
  if (price === undefined) return { guard: 'FREE', percent: undefined, reference }
  if (reference === undefined || reference <= 0) return { guard: 'WARN', percent: undefined, reference }
  const away = signOf(side) * (priceToNumber(price) - reference)
  const percent = (100 * away) / reference
  return { guard: away <= NEAR_TICKS * tick + HAIR ? 'FREE' : stepOf(PERPETUAL_STEPS, percent), percent, reference }
}

/** The refusal of a price too far on the losing side, or of a trigger that would not wait. */
export function perpetualGuardRefusal(
  side: Side,
  terms: GuardedTerms,
  figures: PerpetualGuardFigures,
): Refusal<'PriceFarFromMark' | 'PerpetualOrderInvalid'> | undefined {
  return triggerRefusal(side, terms, figures) ?? priceRefusal(side, terms, figures)
}

function priceRefusal(side: Side, terms: GuardedTerms, figures: PerpetualGuardFigures) {
  const { guard, reference } = guardPerpetual(side, terms, figures)
  if (guard !== 'REFUSE' || terms.price === undefined || reference === undefined) return undefined
  const sign = signOf(side)
  const { tick } = figures
  const away = Math.max(NEAR_TICKS * tick, (REFUSED_BEYOND / 100) * reference)
  const worst = sign * Math.floor((sign * reference + away) / tick + HAIR) * tick
  const [beyond, accepted] = side === 'BUY' ? ['above', 'up to'] : ['below', 'from']
  const what = terms.triggerPrice === undefined ? 'the mark' : 'its trigger price'
  return refuse(
    'PriceFarFromMark',
    '21.2',
    `The price ${textOf(priceToNumber(terms.price), tick)} is more than ${figureText(REFUSED_BEYOND)} % ${beyond} ${what} ${textOf(reference, tick)}; ${accepted} ${textOf(worst, tick)} is accepted.`,
    'price',
  )
}

/**
 * A stop waits for the mark to move against it, and a take-profit order for the mark to move its way: a sale with a stop waits for a fall, one that
 * takes profit for a rise. On the other side of the mark it would trade immediately.
 */
function triggerRefusal(side: Side, { kind, triggerPrice }: GuardedTerms, { mark, tick }: PerpetualGuardFigures) {
  if (!firesAtOnce(side, { kind, triggerPrice }, mark) || triggerPrice === undefined || mark === undefined) return undefined
  const doing = side === 'BUY' ? 'buy' : 'sell'
  const [moves, where] = waitsForRise(side, kind) ? ['rises', 'above'] : ['falls', 'below']
  const [what, instead] = isStop(kind) ? ['stop', 'take-profit order'] : ['take-profit order', 'stop']
  const trigger = textOf(priceToNumber(triggerPrice), tick)
  const turned = `To ${doing} when the mark ${moves === 'rises' ? 'falls' : 'rises'} to ${trigger}, send a ${instead}.`
  return refuse(
    'PerpetualOrderInvalid',
    isStop(kind) ? '21.3' : '21.22',
    `This ${what} would ${doing} immediately. It waits until the mark ${moves} to its trigger price, which must be ${where} the mark ${textOf(mark, tick)}. ${turned}`,
    'trigger_price',
  )
}

/** Whether an order with a trigger would not wait at this mark (rulebook 21.3, 21.22). The other type waits there. */
export function firesAtOnce(
  side: Side,
  { kind, triggerPrice }: Pick<GuardedTerms, 'kind' | 'triggerPrice'>,
  mark: number | undefined,
): boolean {
  if (!hasTrigger(kind) || triggerPrice === undefined || mark === undefined) return false
  const above = priceToNumber(triggerPrice) - mark
  return waitsForRise(side, kind) ? above <= 0 : above >= 0
}

export type LiquidationAfter = {
  /** Negative if short. */
  readonly quantity: number
  /** Undefined if no price above zero liquidates it. */
  readonly liquidation: number | undefined
}

/**
 * Whether a position would be liquidated at once, or within one per cent of `at` (rulebook 21.4). `at` is the price at which it would be held: the mark,
 * or the trigger price of a stop.
 */
export const isNearLiquidation = ({ quantity, liquidation }: LiquidationAfter, at: number): boolean =>
  quantity !== 0 && liquidation !== undefined && Math.sign(quantity) * (at - liquidation) < NEAREST_LIQUIDATION * at

const signOf = (side: Side): 1 | -1 => (side === 'BUY' ? 1 : -1)
const textOf = (value: number, tick: number): string => withCommas(priceAtTick(value, tick))
