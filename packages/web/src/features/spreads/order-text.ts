/** Describes an order in text. A button states exactly what it sends. Pure. */
import type { OwnOrders, Price } from '@parley/core'
import { groupedText } from '../market-data/figure-text.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy } from './model.ts'
import type { Replaced } from './order-form.ts'
import type { OrderToSend } from './order-to-send.ts'
import { amountText, amountUnit, carryText, decimalsFor, legsText, shortAmount, spreadPriceText } from './strategy-text.ts'

const verbs: Readonly<Record<Side, string>> = { BUY: 'Buy', SELL: 'Sell' }
export const sideWord = (side: Side): string => verbs[side]

export type ButtonText = {
  /** `Buy 100k @ 1,132.0`. */
  readonly title: string
  /** `sell 26 DEC, buy 27 MAR`. */
  readonly legs: string
  /** `pay 4.95% p.a. · post-only`. */
  readonly last: string
}

/** `Buy 100k @ 1,132.0`, or `Buy 100k at market`. */
export function orderTitle({ side, amount, price }: Pick<OrderToSend, 'side' | 'amount' | 'price'>, strategy: Strategy): string {
  return `${verbs[side]} ${shortAmount(amount)} ${price === undefined ? 'at market' : `@ ${spreadPriceText(price, strategy)}`}`
}

/** The current data for the text: the annualised yield, the reach of a market order, and the order that is replaced. */
type ButtonFacts = {
  readonly rate: number | undefined
  readonly found?: { readonly amount: number; readonly average: number } | undefined
  readonly replaced?: Replaced | undefined
}

export function buttonText(order: OrderToSend, strategy: Strategy, { rate, found, replaced }: ButtonFacts): ButtonText {
  const what = orderTitle(order, strategy)
  const before = replaced === undefined ? undefined : `${shortAmount(replaced.amount)} @ ${spreadPriceText(replaced.price, strategy)}`
  const about = found === undefined ? undefined : foundText(found, order, strategy)
  return {
    title: before === undefined ? what : `Amend to ${what.replace(/^\w+ /, '')}`,
    legs: before === undefined ? legsText(order.side, strategy) : `from ${before}`,
    last: [about, carryText(order.side, rate), ...howText(order)].filter((part) => part !== undefined).join(' · '),
  }
}

/** `≈ 1,132.3`, with the amount if it is less than the whole. */
function foundText({ amount, average }: NonNullable<ButtonFacts['found']>, order: OrderToSend, strategy: Strategy): string {
  const part = amount < order.amount ? `${shortAmount(amount as typeof order.amount)} ` : ''
  return `${part}≈ ${groupedText(average, decimalsFor(strategy))}`
}

const MINUTE_MS = 60_000

/** The default, rejection, needs no text. */
const wayTexts: Readonly<Record<OwnOrders, readonly string[]>> = {
  REFUSE: [],
  CANCEL_RESTING: ['cancels own resting orders'],
  CANCEL_ARRIVING: ['stops at own orders'],
}

/** Lists all settings of the order except GTC. */
function howText({ type, lifetime, expiresInMs, isPostOnly, own }: OrderToSend): readonly string[] {
  const isAtOnce = type === 'LIMIT' && lifetime === 'IMMEDIATE_OR_CANCEL'
  return [
    ...(isAtOnce ? ['IOC'] : []),
    ...(expiresInMs === undefined ? [] : [`for ${expiresInMs / MINUTE_MS} min`]),
    ...(isPostOnly ? ['post-only'] : []),
    ...(own === undefined ? [] : wayTexts[own]),
  ]
}

/** The name of a rung button: `Lift offer: buy 100k @ 1,132.0`, `Place offer 100k @ 1,134.0`. */
export const rungText = (side: Side, price: Price, how: 'TAKES' | 'RESTS', amount: string, strategy: Strategy): string =>
  how === 'TAKES'
    ? `${side === 'BUY' ? 'Lift offer: buy' : 'Hit bid: sell'} ${amount} @ ${spreadPriceText(price, strategy)}`
    : `Place ${side === 'BUY' ? 'bid' : 'offer'} ${amount} @ ${spreadPriceText(price, strategy)}`

/** The outcome of a sent order, as one sentence. */
export function outcomeText(order: SpreadOrder, strategy: Strategy): string {
  const unit = amountUnit(strategy)
  const parts = [
    order.pending + order.filled > 0 ? `${amountText((order.pending + order.filled) as typeof order.amount)} ${unit} filled` : undefined,
    order.state === 'OPEN' && order.amount > order.pending + order.filled + order.canceled
      ? `${amountText((order.amount - order.pending - order.filled - order.canceled) as typeof order.amount)} resting`
      : undefined,
    order.canceled > 0 ? `${amountText(order.canceled)} cancelled` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'No liquidity. Order cancelled.' : `${parts.join(', ')}.`
}

export type OrderState = 'Working' | 'Partial' | 'Settling' | 'Filled' | 'Cancelled'

/** The wire reports an order as closed when no part of it is resting, even while its trades are settling. */
export function orderState(order: SpreadOrder): OrderState {
  const { filled, pending, amount } = order
  if (restingOf(order) > 0) return filled + pending > 0 ? 'Partial' : 'Working'
  if (pending > 0) return 'Settling'
  return filled >= amount ? 'Filled' : filled > 0 ? 'Partial' : 'Cancelled'
}
