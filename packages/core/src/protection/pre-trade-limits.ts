/**
 * Checks an order before it reaches the market: against its desk's own limits (rulebook 11.8) and the price guard (11.9). Model figures are doubles,
 * never money.
 */
import { formatQuantity, priceFromNumber, priceToNumber, QUANTITY_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import { FIGURE_DIGITS, figureText } from '../numbers/figure-text.ts'
import { priceAtTick } from '../numbers/price-at-tick.ts'
import { withCommas } from '../numbers/thousands.ts'
import { guardPrice, refusedBeyondPercent, worstAcceptedPrice, type GuardFigures } from '../pricing/price-guard.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { isHedge, type Side, type Structure } from '../structure/structure.ts'

export type PreTradeLimits = {
  /** In US dollars, for one order or RFQ. */
  readonly mostNotional?: number
  /** In US dollars, for the orders of one user or API key; the smaller of the two limits applies. */
  readonly mostNotionalOfSender?: number
  /** The same for the person who approved the order (rulebook 11.16). */
  readonly mostNotionalOfApprover?: number
  /** In per cent of the mark of the larger leg. */
  readonly mostDeviationPercent?: number
}

/** The initial limits of a new desk. Its administrators can change or remove them. */
export const NEW_DESK_LIMITS: Required<Omit<PreTradeLimits, 'mostNotionalOfSender' | 'mostNotionalOfApprover'>> = {
  mostNotional: 25_000_000,
  mostDeviationPercent: 50,
}

export type PreTradeTerms = {
  readonly quantity: Quantity
  readonly price?: Price
  readonly quantityIncrement: Quantity
  readonly minimumBlock: Quantity
}

/** The venue's current figures for the structure; absent while the venue publishes none. */
export type PreTradeFigures = {
  /** US dollars per unit. */
  readonly unitNotional?: number
  readonly mark?: number
  /** The mark of the leg whose mark times ratio is the largest. */
  readonly largestLegMark?: number
  /** The tick of the structure, for the decimals of messages. */
  readonly tick?: number
}

/** US dollars per unit: a contract of a future counted in dollars is one dollar, everything else follows the index. */
export function unitNotional({ legs }: Structure, index: number | undefined): number | undefined {
  const lead = legs.find((leg) => !isHedge(leg))!.instrument
  return lead.kind === 'FUTURE' && lead.marginKind === 'INVERSE' ? 1 : index
}

export type PreTradeRefusalCode = 'NotionalAboveLimit' | 'PriceFarFromMark'

const QUANTITY_UNIT = 10 ** QUANTITY_DECIMALS

/** Refuses an order that cannot be measured, because a limit that is skipped when data is missing protects no one. */
export function preTradeRefusal(
  bounds: PreTradeLimits,
  terms: PreTradeTerms,
  figures: PreTradeFigures,
): Refusal<PreTradeRefusalCode> | undefined {
  return notionalRefusal(bounds, terms, figures) ?? deviationRefusal(bounds, terms, figures)
}

/** The limit that is reached first, and a phrase that names its owner. */
function tighterNotional({ mostNotional, mostNotionalOfSender, mostNotionalOfApprover }: PreTradeLimits) {
  const limits = [
    { most: mostNotional, whose: "your desk's" },
    { most: mostNotionalOfSender, whose: 'your own' },
    { most: mostNotionalOfApprover, whose: "the approver's" },
  ]
  const known = limits.flatMap(({ most, whose }) => (most === undefined ? [] : [{ most, whose }]))
  return known.toSorted((one, other) => one.most - other.most)[0]
}

/** Only the notional check, because an RFQ has no price. */
export function notionalRefusal(
  limits: PreTradeLimits,
  { quantity, quantityIncrement, minimumBlock }: Omit<PreTradeTerms, 'price'>,
  { unitNotional }: PreTradeFigures,
): Refusal<PreTradeRefusalCode> | undefined {
  const tighter = tighterNotional(limits)
  if (tighter === undefined) return undefined
  const { most, whose } = tighter
  if (unitNotional === undefined)
    return refuse(
      'NotionalAboveLimit',
      '11.8',
      `The venue's index price is not available, so ${whose} limit of ${withCommas(figureText(most))} USD cannot be checked. Wait, or have the limit removed.`,
      'quantity',
    )
  const notional = (quantity / QUANTITY_UNIT) * unitNotional
  if (notional <= most) return undefined
  const largest = Math.floor(((most / unitNotional) * QUANTITY_UNIT) / quantityIncrement) * quantityIncrement
  const least = (minimumBlock / QUANTITY_UNIT) * unitNotional
  const accepted =
    largest < minimumBlock
      ? `and the smallest block, ${sizeText(minimumBlock)}, is worth ${withCommas(figureText(least))} USD. Raise the limit to trade this structure.`
      : `so ${largest === minimumBlock ? 'only' : `${sizeText(minimumBlock)} to`} ${sizeText(largest as Quantity)} is accepted.`
  const words = `A quantity of ${sizeText(quantity)} is worth ${withCommas(figureText(notional))} USD; ${whose} limit is ${withCommas(figureText(most))} USD, ${accepted}`
  return refuse('NotionalAboveLimit', '11.8', words, 'quantity')
}

/** Lines that are sent, quoted or traded together are one order: their sum is within the limit (rulebook 22.14). */
export function sumNotionalRefusal(
  limits: PreTradeLimits,
  lines: readonly { readonly quantity: Quantity; readonly unitNotional: number | undefined }[],
): Refusal<PreTradeRefusalCode> | undefined {
  const tighter = tighterNotional(limits)
  // A line that cannot be measured is refused on its own.
  if (tighter === undefined || lines.some(({ unitNotional }) => unitNotional === undefined)) return undefined
  const { most, whose } = tighter
  const sum = lines.reduce((total, { quantity, unitNotional }) => total + (quantity / QUANTITY_UNIT) * unitNotional!, 0)
  if (sum <= most) return undefined
  const words = `The ${lines.length} lines are worth ${withCommas(figureText(sum))} USD together; ${whose} limit is ${withCommas(figureText(most))} USD. Use fewer lines or smaller quantities.`
  return refuse('NotionalAboveLimit', '22.14', words, 'lines')
}

function deviationRefusal(
  { mostDeviationPercent: most }: PreTradeLimits,
  { price }: PreTradeTerms,
  { mark, largestLegMark, tick }: PreTradeFigures,
) {
  if (most === undefined || price === undefined) return undefined
  if (mark === undefined || largestLegMark === undefined)
    return refuse(
      'PriceFarFromMark',
      '11.8',
      `The venue's mark price is not available, so your desk's limit of ${figureText(most)} % from the mark cannot be checked. Wait, or have the limit removed.`,
      'price',
    )
  const away = (most / 100) * Math.abs(largestLegMark)
  if (Math.abs(priceToNumber(price) - mark) <= away * (1 + 1e-9)) return undefined
  const [least, greatest] = pricesWithin(mark, away, tick)
  return refuse(
    'PriceFarFromMark',
    '11.8',
    `The price ${priceAtTick(priceToNumber(price), tick)} is further from the mark ${priceAtTick(mark, tick)} than your desk's limit of ${figureText(most)} %; ${least} to ${greatest} is accepted.`,
    'price',
  )
}

/** The price guard on the server (rulebook 11.9): it refuses prices of every desk that has not set a wider limit of its own. */
export function guardRefusal(side: Side, price: Price, figures: GuardFigures): Refusal<PreTradeRefusalCode> | undefined {
  const { guard, percent } = guardPrice(side, priceToNumber(price), figures)
  const worst = worstAcceptedPrice(side, figures)
  if (guard !== 'REFUSE' || percent === undefined || worst === undefined) return undefined
  const { tick } = figures
  const [beyond, accepted] = side === 'BUY' ? ['above', 'up to'] : ['below', 'from']
  return refuse(
    'PriceFarFromMark',
    '11.9',
    `The price ${priceAtTick(priceToNumber(price), tick)} is more than ${figureText(refusedBeyondPercent(figures.deskPercent))} % ${beyond} the mark ${priceAtTick(figures.mark!, tick)}; ${accepted} ${priceAtTick(worst, tick)} is accepted, unless your desk sets a wider limit.`,
    'price',
  )
}

/** The worst price, on tick, at which a market order can trade: within 11.9 and 11.8 (rulebook 17.4). Undefined without a mark. */
export function furthestPrice(side: Side, figures: GuardFigures): Price | undefined {
  const worst = worstAcceptedPrice(side, figures)
  if (worst === undefined) return undefined
  const { mark, largestLegMark, tick, deskPercent } = figures
  if (deskPercent === undefined) return priceFromNumber(worst)
  const away = (deskPercent / 100) * Math.abs(largestLegMark!)
  const steps = (value: number) => Number((value / tick).toPrecision(FIGURE_DIGITS))
  return priceFromNumber(
    side === 'BUY' ? Math.min(worst, Math.floor(steps(mark! + away)) * tick) : Math.max(worst, Math.ceil(steps(mark! - away)) * tick),
  )
}

/** The outermost accepted prices on tick, so that every price that the message calls accepted really is. */
function pricesWithin(mark: number, away: number, tick: number | undefined): readonly [string, string] {
  const [least, most] = [mark - away, mark + away]
  if (tick === undefined) return [figureText(least), figureText(most)]
  const steps = (value: number) => Number((value / tick).toPrecision(FIGURE_DIGITS))
  return [priceAtTick(Math.ceil(steps(least)) * tick, tick), priceAtTick(Math.floor(steps(most)) * tick, tick)]
}

const sizeText = (size: Quantity): string => withCommas(formatQuantity(size))
