/** Describes an order in text. A button states exactly what it sends. Pure. */
import { hasLimitPrice, isTakeProfit, type Price, priceToNumber, quantityToNumber, waitsForRise } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { met } from './after-order.ts'
import { besideText, priceDecimals, priceText, quantityText, shortQuantity } from './market-text.ts'
import type { Market, Order, Side } from './model.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import { marginNeeded } from './order-to-send.ts'

/** A smaller remainder of a value is a rounding error. */
const SMALLEST = 1e-6

const verbs: Readonly<Record<Side, string>> = { BUY: 'Buy', SELL: 'Sell' }
export const sideWord = (side: Side): string => verbs[side]

export const kindLabels: Readonly<Record<Order['kind'], string>> = {
  LIMIT: 'Limit',
  MARKET: 'Market',
  STOP_LIMIT: 'Stop limit',
  STOP_MARKET: 'Stop market',
  TAKE_PROFIT_LIMIT: 'Take profit limit',
  TAKE_PROFIT_MARKET: 'Take profit',
}

export type OrderText = {
  /** `Buy 1.00000 @ 91,460.0`, `Sell 4.20000 at market when the mark falls to 89,000.0`. */
  readonly title: string
  /** `rests 10.3 below the bid`. */
  readonly meeting: string
  /** `margin 9,147.04 USDC · post-only`. */
  readonly terms: string
}

type Terms = Pick<OrderToSend, 'side' | 'kind' | 'quantity' | 'price' | 'trigger'>

export function orderTitle({ side, quantity, price, trigger, kind }: Terms, market: Market): string {
  const at = price === undefined ? 'at market' : `@ ${priceText(price, market)}`
  const when = trigger === undefined ? '' : ` when the mark ${triggerText({ side, kind, trigger }, market)}`
  return `${verbs[side]} ${quantityText(quantity, market)} ${at}${when}`
}

/** `falls to 89,000.0`: which way the mark has to move. */
export const triggerText = (
  { side, kind, trigger }: Pick<OrderToSend, 'side' | 'kind'> & { readonly trigger: Price },
  market: Market,
): string => `${waitsForRise(side, kind) ? 'rises' : 'falls'} to ${priceText(trigger, market)}`

export function orderText(order: OrderToSend, facts: Facts): OrderText {
  const title = orderTitle(order, facts.market)
  const margin = marginNeeded(order, facts)
  const currency = facts.summary?.currency ?? facts.market.settlement
  const terms = [
    margin === undefined ? undefined : margin === 0 ? 'no margin needed' : `margin ${groupedText(margin, 2)} ${currency}`,
    order.kind === 'LIMIT' && order.instruction === 'IMMEDIATE_OR_CANCEL' ? 'IOC' : undefined,
    order.instruction === 'POST_ONLY' ? 'post-only' : undefined,
    order.isReduceOnly ? 'reduce-only' : undefined,
    ...(order.exits ?? []).map((exit) => `${isTakeProfit(exit.kind) ? 'take profit' : 'stop'} ${priceText(exit.trigger!, facts.market)}`),
  ]
  return {
    title: order.amends === undefined ? title : `Amend to ${title.replace(/^\w+ /, '')}`,
    meeting: meetingText(order, facts),
    terms: terms.filter((part) => part !== undefined).join(' · '),
  }
}

/** Describes how the order meets the current order book. */
function meetingText({ side, kind, price, quantity, trigger, instruction }: OrderToSend, { market, book }: Facts): string {
  if (trigger !== undefined) return hasLimitPrice(kind) ? 'waits for the trigger, then limit' : 'waits for the trigger, then market'
  const found = met({ side, price, quantity }, book)
  if (found !== undefined) {
    const average = groupedText(found.average, priceDecimals(market))
    if (found.amount >= quantity) return `fills at about ${average}`
    const rest = shortQuantity((quantity - found.amount) as typeof quantity)
    const then = price === undefined || instruction === 'IMMEDIATE_OR_CANCEL' ? 'is cancelled' : 'rests'
    return `fills ${shortQuantity(found.amount as typeof quantity)} near ${average}, ${rest} ${then}`
  }
  const best = (side === 'BUY' ? book.bids : book.asks)[0]?.price
  if (price === undefined) return side === 'BUY' ? 'no offers' : 'no bids'
  if (instruction === 'IMMEDIATE_OR_CANCEL') return 'no liquidity at this price'
  return best === undefined
    ? `rests as the first ${side === 'BUY' ? 'bid' : 'offer'}`
    : `rests ${besideText(price, best, side === 'BUY' ? 'bid' : 'ask', market)}`
}

/** The estimated fee at the market's rates: the part that fills now pays the taker fee, and the part that rests the maker fee. Negative if received. */
export function feeOf(order: OrderToSend, { market, book }: Facts): { readonly fee: number; readonly role: string } | undefined {
  const { makerFee, takerFee, mark } = market
  const at = order.price ?? order.trigger
  const price = at === undefined ? mark : priceToNumber(at)
  if (makerFee === undefined || takerFee === undefined || price === undefined) return undefined
  const taken = order.trigger === undefined ? met(order, book) : undefined
  const takenSize = taken === undefined ? 0 : quantityToNumber(taken.amount as typeof order.quantity)
  const takes = takenSize * (taken?.average ?? 0)
  const rests = (quantityToNumber(order.quantity) - takenSize) * price
  const mayRest = hasLimitPrice(order.kind) && order.instruction !== 'IMMEDIATE_OR_CANCEL'
  const role = !mayRest || rests < SMALLEST ? 'taker' : takes === 0 ? 'maker' : 'maker + taker'
  return { fee: (takes * takerFee + rests * (mayRest ? makerFee : takerFee)) / 100, role }
}

/** `Fee about 2.74 USDC (maker).` */
export function feeText(order: OrderToSend, facts: Facts): string | undefined {
  const found = feeOf(order, facts)
  if (found === undefined) return undefined
  const { fee, role } = found
  const amount = `${groupedText(Math.abs(fee), 2)} ${facts.summary?.currency ?? facts.market.settlement}`
  return fee < 0 ? `Rebate about ${amount} (${role}).` : `Fee about ${amount} (${role}).`
}

/** Funding per period at the current rate: `Funding costs about 7.96 per 8 h at the current rate.` */
export function holdingText(quantity: number, { fundingRate, fundingHours, mark }: Market): string | undefined {
  if (fundingRate === undefined || mark === undefined || quantity === 0) return undefined
  const paid = (quantity * mark * fundingRate) / 100
  const amount = groupedText(Math.abs(paid), 2)
  return `Funding ${paid >= 0 ? 'costs' : 'earns'} about ${amount} per ${fundingHours} h at the current rate.`
}

/** The outcome of a sent order, as one sentence. */
export function outcomeText(order: Order, market: Market): string {
  const filled = (order.quantity - order.remaining) as typeof order.quantity
  if (order.state === 'NEW') return 'Sent to Paradex. Track it under Open Orders.'
  if (order.state === 'UNTRIGGERED') return 'Waiting for its trigger.'
  if (order.state === 'CLOSED' && filled === 0)
    return order.reason === undefined ? 'No liquidity. Order cancelled.' : `Nothing filled. ${order.reason}`
  const parts = [
    filled > 0 ? `${quantityText(filled, market)} filled` : undefined,
    order.state === 'OPEN' && order.remaining > 0 ? `${quantityText(order.remaining, market)} resting` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'Sent to Paradex.' : `${parts.join(', ')}.`
}

export type OrderState = 'Sent' | 'Working' | 'Waiting' | 'Partial' | 'Filled' | 'Cancelled' | 'Liquidation'

/** An order that the venue ended, or made, to liquidate a position is marked as such. */
export function orderState({ state, quantity, remaining, isLiquidation }: Order): OrderState {
  if (isLiquidation) return 'Liquidation'
  switch (state) {
    case 'NEW':
      return 'Sent'
    case 'UNTRIGGERED':
      return 'Waiting'
    case 'OPEN':
      return remaining < quantity ? 'Partial' : 'Working'
    case 'CLOSED':
      return remaining === 0 ? 'Filled' : 'Cancelled'
  }
}
