/** The order that a button sends, or the reason why it would be rejected. The server applies the same rules with the same messages. Pure. */
import {
  addedMargin,
  firesAtOnce,
  formatPrice,
  formatQuantity,
  isNearLiquidation,
  parsePrice,
  type Price,
  priceToNumber,
  type Quantity,
  quantityAfter,
  quantityToNumber,
} from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import type { EnteredNumber } from '../../components/number-text.ts'
import type { Market, Order, Side } from './model.ts'
import { entryOf, exitsOf } from './exits.ts'
import { marketRefusal } from './market-refusal.ts'
import { canHaveExits, type FormKind, isWaiting, type OrderForm } from './order-form.ts'
import { quantityOf, type SizeFacts } from './order-size.ts'
import { afterOrder, met } from './after-order.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import { fromMarkText, priceDecimals } from './market-text.ts'

export type Draft =
  | { readonly order: OrderToSend; readonly reason?: undefined; readonly instead?: undefined }
  | {
      readonly order?: undefined
      readonly reason: string
      /** The type that would wait at this trigger, if this one would trade immediately (rulebook 21.3, 21.22). */
      readonly instead?: FormKind | undefined
    }

const refused = (reason: string): Draft => ({ reason })

/** Checks in the order of the server. Checks that only the account data allows come last. */
export function draftOf(side: Side, form: OrderForm, facts: Facts): Draft {
  const price = readPrice(side, form, facts)
  if (typeof price === 'string') return refused(price)
  const trigger = readTrigger(form)
  if (typeof trigger === 'string') return refused(trigger)
  const quantity = quantityOf(form.size, form.unit, sizeFacts(side, price ?? trigger, facts, form))
  if (typeof quantity === 'string') return refused(quantity)
  const order: OrderToSend = {
    market: facts.market.name,
    side,
    kind: kindOf(form, price),
    quantity,
    price,
    trigger,
    instruction: instructionOf(form, price),
    isReduceOnly: form.isReduceOnly,
    amends: form.amends?.id,
  }
  const reason =
    marketRefusal(order, facts.market) ??
    crossingRefusal(order, facts) ??
    reducingRefusal(order, facts) ??
    marginRefusal(order, facts) ??
    liquidationRefusal(order, facts)
  return reason === undefined ? withExits(order, form, facts) : { reason, instead: insteadOf(order, form, facts.market) }
}

/** Rulebook 21.26: the exits are measured from the limit of the order, or from the average at which it would fill now. */
function withExits(order: OrderToSend, form: OrderForm, facts: Facts): Draft {
  if (!form.hasExits || !canHaveExits(form)) return { order }
  const { side, quantity } = order
  const held = facts.position?.quantity ?? 0
  if (side === 'BUY' ? held < 0 : held > 0)
    return refused('You hold the opposite position, which this order reduces. Switch take profit and stop loss off.')
  const entry = entryOf(order, met(order, facts.book)?.average, facts.market.mark)
  if (entry === undefined) return refused('Enter a price: take profit and stop loss are measured from it.')
  const exits = exitsOf({ market: facts.market, side, quantity, entry }, form)
  return exits.orders === undefined ? refused(exits.reason) : { order: { ...order, exits: exits.orders } }
}

/** A stop on the wrong side of the mark is a take-profit order on the right one, and the other way round. */
function insteadOf({ side, kind, trigger }: OrderToSend, form: OrderForm, { mark }: Market): FormKind | undefined {
  if (form.amends !== undefined || !firesAtOnce(side, { kind, triggerPrice: trigger }, mark)) return undefined
  return form.kind === 'STOP' ? 'TAKE_PROFIT' : 'STOP'
}

const kindOf = ({ kind }: OrderForm, price: Price | undefined): Order['kind'] =>
  isWaiting(kind) ? (price === undefined ? `${kind}_MARKET` : `${kind}_LIMIT`) : kind

const instructionOf = ({ how }: OrderForm, price: Price | undefined): Order['instruction'] => {
  if (price === undefined || how === 'IOC') return 'IMMEDIATE_OR_CANCEL'
  return how === 'POST_ONLY' ? 'POST_ONLY' : 'GOOD_TILL_CANCELED'
}

function readPrice(side: Side, form: OrderForm, facts: Facts): Price | undefined | string {
  if (form.kind === 'MARKET') return undefined
  if (isWaiting(form.kind) && form.price === '') return undefined
  if (form.price !== '') return readFigure(form.price, 'price')
  const best = (side === 'BUY' ? facts.book.asks : facts.book.bids)[0]?.price
  return best ?? `${side === 'BUY' ? 'No offers.' : 'No bids.'} Enter a price.`
}

function readTrigger(form: OrderForm): Price | undefined | string {
  if (!isWaiting(form.kind)) return undefined
  return form.trigger === '' ? 'Enter a trigger price.' : readFigure(form.trigger, 'trigger price')
}

const readFigure = (text: EnteredNumber, what: string): Price | string =>
  text === undefined ? `Enter a valid ${what}.` : (parsePrice(text) ?? `The ${what} has too many digits.`)

/** The size of a market order is calculated at the best price of the other side, or at the mark price. */
export function sizeFacts(
  side: Side,
  price: Price | undefined,
  { market, book, summary, margin, position }: Facts,
  form?: Pick<OrderForm, 'kind' | 'how' | 'isReduceOnly' | 'price'>,
): SizeFacts {
  const others = side === 'BUY' ? book.asks : book.bids
  const other = others[0]?.price
  const neverRests = form !== undefined && (form.kind === 'MARKET' || (form.kind === 'LIMIT' && form.how === 'IOC'))
  const within =
    form?.kind === 'MARKET' || price === undefined
      ? others
      : others.filter((level) => (side === 'BUY' ? level.price <= price : level.price >= price))
  const held = position?.quantity ?? 0
  const isReducing = side === 'SELL' ? held > 0 : held < 0
  const marked = market.mark === undefined ? undefined : parsePrice(market.mark.toFixed(6))
  return {
    price: price ?? other ?? marked,
    mark: market.mark,
    increment: market.increment,
    base: market.base,
    quote: market.quote,
    free: summary?.free,
    leverage: margin?.leverage,
    fee: market.takerFee,
    largest: market.largestOrder,
    depth: neverRests ? (within.reduce((sum, { amount }) => sum + amount, 0) as Quantity) : undefined,
    reducible: form?.isReduceOnly === true ? ((isReducing ? Math.abs(held) : 0) as Quantity) : undefined,
  }
}

/** The venue cancels a post-only order that would fill immediately. */
function crossingRefusal({ side, price, instruction, kind }: OrderToSend, { book }: Facts): string | undefined {
  if (instruction !== 'POST_ONLY' || kind !== 'LIMIT' || price === undefined) return undefined
  const best = (side === 'BUY' ? book.asks : book.bids)[0]?.price
  if (best === undefined || (side === 'BUY' ? price < best : price > best)) return undefined
  return `Post-only: the best ${side === 'BUY' ? 'offer' : 'bid'} is ${formatPrice(best)}. Enter a price ${side === 'BUY' ? 'below' : 'above'} it.`
}

function reducingRefusal({ side, isReduceOnly, market }: OrderToSend, { position }: Facts): string | undefined {
  if (!isReduceOnly) return undefined
  if (position === undefined) return `Reduce-only: you have no position in ${market}.`
  const closes = position.quantity > 0 ? 'SELL' : 'BUY'
  if (side === closes) return undefined
  return `Reduce-only: a ${position.quantity > 0 ? 'long' : 'short'} position can only be reduced by ${closes === 'SELL' ? 'selling' : 'buying'}.`
}

/** Only an order that increases the position, on either side, needs margin. An order with a trigger needs none until it is triggered. */
function marginRefusal(order: OrderToSend, facts: Facts): string | undefined {
  const needed = marginNeeded(order, facts)
  if (needed === undefined || facts.summary === undefined || order.trigger !== undefined || order.amends !== undefined) return undefined
  const { free, currency } = facts.summary
  return needed <= free ? undefined : `Not enough margin: ${groupedText(needed, 2)} ${currency} needed, ${groupedText(free, 2)} free.`
}

/** Rulebook 21.4: an order that adds to a position is not sent if the position would be liquidated at once, or within one per cent. */
function liquidationRefusal(order: OrderToSend, facts: Facts): string | undefined {
  const after = afterOrder(order, facts)
  const at = order.trigger === undefined ? facts.market.mark : priceToNumber(order.trigger)
  if (after === undefined || at === undefined) return undefined
  const held = quantityToNumber(facts.position?.quantity ?? (0 as Quantity))
  if (Math.abs(after.quantity) <= Math.abs(held) || !isNearLiquidation(after, at)) return undefined
  const where = groupedText(after.liquidation!, priceDecimals(facts.market))
  return `The position would be liquidated at about ${where}, ${fromMarkText(after.liquidation!, at)}. Lower the quantity or the leverage.`
}

/** The margin that the order adds, as the figures before and after it show (rulebook 21.28). Undefined while leverage or mark is not known. */
export function marginNeeded(order: OrderToSend, { market: { mark }, position, margin }: Facts): number | undefined {
  if (mark === undefined || margin === undefined || margin.leverage <= 0) return undefined
  const { leverage } = margin
  const held = quantityToNumber(position?.quantity ?? (0 as Quantity))
  return Math.max(0, addedMargin({ quantity: held, leverage }, { quantity: quantityAfter(order, held), leverage }, mark))
}

/** The request fields that the wire has as text. Undefined if the order does not have them. */
export const toWire = ({ quantity, price, trigger }: Pick<OrderToSend, 'quantity' | 'price' | 'trigger'>) => ({
  quantity: formatQuantity(quantity),
  price: price === undefined ? undefined : formatPrice(price),
  trigger_price: trigger === undefined ? undefined : formatPrice(trigger),
})
