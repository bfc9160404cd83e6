/** Whether an order meets the rules of its perpetual market, checked before it is sent to the venue (rulebook 18.3). */
import { formatPrice, formatQuantity, isMultiple, PRICE_DECIMALS, QUANTITY_DECIMALS, type Price, type Quantity } from '../decimal.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Side } from '../structure/structure.ts'

export type PerpetualTerms = {
  readonly tickSize: Price
  readonly quantityIncrement: Quantity
  /** The minimum notional of an order, in the quote currency. */
  readonly leastNotional: number | undefined
  readonly largestOrder: Quantity | undefined
  readonly takes: 'ORDERS' | 'BLOCKS_ONLY'
}

export type PerpetualOrderKind = 'LIMIT' | 'MARKET' | 'STOP_LIMIT' | 'STOP_MARKET' | 'TAKE_PROFIT_LIMIT' | 'TAKE_PROFIT_MARKET'

export type PerpetualOrderTerms = {
  readonly kind: PerpetualOrderKind
  readonly quantity: Quantity
  readonly price: Price | undefined
  readonly triggerPrice: Price | undefined
  readonly instruction: 'GOOD_TILL_CANCELED' | 'POST_ONLY' | 'IMMEDIATE_OR_CANCEL'
  readonly effect: 'OPEN_OR_CLOSE' | 'REDUCE_ONLY'
}

/** These orders have a limit price. Their names end in it. */
export const hasLimitPrice = (kind: PerpetualOrderKind): boolean => kind.endsWith('LIMIT')
export const isStop = (kind: PerpetualOrderKind): boolean => kind === 'STOP_LIMIT' || kind === 'STOP_MARKET'
export const isTakeProfit = (kind: PerpetualOrderKind): boolean => kind === 'TAKE_PROFIT_LIMIT' || kind === 'TAKE_PROFIT_MARKET'
/** Stops and take-profit orders wait for their trigger. */
export const hasTrigger = (kind: PerpetualOrderKind): boolean => isStop(kind) || isTakeProfit(kind)

/** Whether the order waits until the mark rises to its trigger, or until it falls to it (rulebook 21.3, 21.22). */
export const waitsForRise = (side: Side, kind: PerpetualOrderKind): boolean => (side === 'BUY') === isStop(kind)

/**
 * Whether the order can only make a position smaller, or only makes the open order `before` smaller. A customer to whom perpetuals are not offered can
 * still send it (rulebook 2.18).
 */
export function onlyReduces(
  order: PerpetualOrderTerms,
  before?: Pick<PerpetualOrderTerms, 'quantity' | 'price' | 'triggerPrice'>,
): boolean {
  if (order.effect === 'REDUCE_ONLY') return true
  return (
    before !== undefined && order.quantity <= before.quantity && order.price === before.price && order.triggerPrice === before.triggerPrice
  )
}

/** `mark` is the venue's mark price as a plain number. If it is undefined, the venue has to check the notional of an order without a price. */
export function perpetualOrderRefusal(
  terms: PerpetualTerms,
  order: PerpetualOrderTerms,
  mark: number | undefined,
): Refusal<'PerpetualOrderInvalid'> | undefined {
  if (terms.takes === 'BLOCKS_ONLY')
    return invalid('The order book of this market does not accept orders. Its venue trades it only in blocks.', 'market')
  return kindRefusal(order) ?? quantityRefusal(terms, order) ?? priceRefusal(terms, order) ?? notionalRefusal(terms, order, mark)
}

const invalid = (message: string, field: string): Refusal<'PerpetualOrderInvalid'> =>
  refuse('PerpetualOrderInvalid', '18.3', message, field)

function kindRefusal({ kind, price, triggerPrice, instruction }: PerpetualOrderTerms): Refusal<'PerpetualOrderInvalid'> | undefined {
  if (hasLimitPrice(kind) && price === undefined) return invalid('A limit order needs a price.', 'price')
  if (!hasLimitPrice(kind) && price !== undefined)
    return invalid('A market order must not have a price. Omit it, or send a limit order.', 'price')
  if (hasTrigger(kind) && triggerPrice === undefined) return invalid('A stop order needs a trigger price.', 'trigger_price')
  if (!hasTrigger(kind) && triggerPrice !== undefined)
    return invalid('Only a stop or take-profit order can have a trigger price. Omit it.', 'trigger_price')
  if (!hasLimitPrice(kind) && instruction !== 'IMMEDIATE_OR_CANCEL')
    return invalid('A market order never rests. Its instruction must be IMMEDIATE_OR_CANCEL.', 'instruction')
  return undefined
}

function quantityRefusal(
  { quantityIncrement, largestOrder }: PerpetualTerms,
  { quantity }: PerpetualOrderTerms,
): Refusal<'PerpetualOrderInvalid'> | undefined {
  if (quantity <= 0 || !isMultiple(quantity, quantityIncrement))
    return invalid(`The quantity must be above zero and a multiple of ${formatQuantity(quantityIncrement)}.`, 'quantity')
  if (largestOrder !== undefined && quantity > largestOrder)
    return invalid(`The quantity of one order must not exceed ${formatQuantity(largestOrder)}. Send several orders.`, 'quantity')
  return undefined
}

function priceRefusal(
  { tickSize }: PerpetualTerms,
  { price, triggerPrice }: PerpetualOrderTerms,
): Refusal<'PerpetualOrderInvalid'> | undefined {
  const isOff = (one: Price | undefined): boolean => one !== undefined && (one <= 0 || !isMultiple(one, tickSize))
  if (isOff(price)) return invalid(`The price must be above zero and a multiple of ${formatPrice(tickSize)}.`, 'price')
  if (isOff(triggerPrice))
    return invalid(`The trigger price must be above zero and a multiple of ${formatPrice(tickSize)}.`, 'trigger_price')
  return undefined
}

/** An order that reduces a position is always accepted, however small it is. */
function notionalRefusal(
  { leastNotional }: PerpetualTerms,
  { quantity, price, triggerPrice, effect }: PerpetualOrderTerms,
  mark: number | undefined,
): Refusal<'PerpetualOrderInvalid'> | undefined {
  if (leastNotional === undefined || effect === 'REDUCE_ONLY') return undefined
  const named = price ?? triggerPrice
  const at = named === undefined ? mark : named / 10 ** PRICE_DECIMALS
  if (at === undefined || (quantity / 10 ** QUANTITY_DECIMALS) * at >= leastNotional) return undefined
  return invalid(`An order must be worth at least ${leastNotional} in the quote currency at its price.`, 'quantity')
}
