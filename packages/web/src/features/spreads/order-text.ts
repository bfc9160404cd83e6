/** Describes an order in text. A button states exactly what it sends. Pure. */
import type { CellKind, LadderCell, OrderNow, OwnOrders } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy } from './model.ts'
import type { Replaced } from './order-form.ts'
import type { OrderToSend } from './order-to-send.ts'
import { amountText, amountUnit, carryText, decimalsFor, rateText, shortAmount, spreadPriceText } from './strategy-text.ts'

const verbs: Readonly<Record<Side, string>> = { BUY: 'Buy', SELL: 'Sell' }
export const sideWord = (side: Side): string => verbs[side]

export type ButtonText = {
  /** `Buy 100k @ 1,132.0`. */
  readonly title: string
  /** `takes 100k @ 1,132.0, rests 200k @ 1,132.0`. */
  readonly does: string
  /** `pay 4.95% p.a. · post-only`. */
  readonly last: string
}

/** `Buy 100k @ 1,132.0`, or `Buy 100k at market`. */
export function orderTitle({ side, amount, price }: Pick<OrderToSend, 'side' | 'amount' | 'price'>, strategy: Strategy): string {
  return `${verbs[side]} ${shortAmount(amount)} ${price === undefined ? 'at market' : `@ ${spreadPriceText(price, strategy)}`}`
}

/** The current data for the text. */
type ButtonFacts = {
  /** The annualised yield, and the same after funding and fees. */
  readonly rate: number | undefined
  readonly net?: number | undefined
  /** The immediate effect of the order. */
  readonly now?: OrderNow | undefined
  readonly replaced?: Replaced | undefined
}

export function buttonText(order: OrderToSend, strategy: Strategy, { rate, net, now, replaced }: ButtonFacts): ButtonText {
  const what = orderTitle(order, strategy)
  const before = replaced === undefined ? undefined : `from ${shortAmount(replaced.amount)} @ ${spreadPriceText(replaced.price, strategy)}`
  const does = now === undefined ? undefined : nowText(order, now, strategy)
  return {
    title: replaced === undefined ? what : `Amend ${verbs[order.side].toLowerCase()} to ${what.replace(/^\w+ /, '')}`,
    does: [before, does].filter((part) => part !== undefined).join(' · '),
    last: [yieldText(order.side, rate, net), ...howText(order)].filter((part) => part !== undefined).join(' · '),
  }
}

/** `pay 4.78% · net 1.87%`. The net yield has its own word if it has the other sign. */
function yieldText(side: Side, rate: number | undefined, net: number | undefined): string | undefined {
  const gross = carryText(side, rate)
  if (gross === undefined || rate === undefined || net === undefined) return gross
  const isSame = rate >= 0 === net >= 0
  const [shortGross, shortNet] = [gross, carryText(side, net)!].map((text) => text.replace(' p.a.', ''))
  return `${shortGross} · net ${isSame ? rateText(Math.abs(net)) : shortNet}`
}

/** The immediate effect of the order: `takes 100k @ 669.0, rests 200k @ 669.0`, `joins the bid, 220k ahead` (rulebook 21.12). */
export function nowText(order: OrderToSend, { takes, average, left, ahead, best }: OrderNow, strategy: Strategy): string {
  const { side, price, lifetime } = order
  const isAtOnce = lifetime === 'IMMEDIATE_OR_CANCEL'
  const at = average === undefined ? '' : ` @ ${groupedText(average, decimalsFor(strategy))}`
  if (takes > 0) {
    const taken = `takes ${shortAmount(takes)}${at}`
    if (left === 0) return taken
    const rest = shortAmount(left)
    return isAtOnce || price === undefined
      ? `${taken}, ${rest} is cancelled`
      : `${taken}, rests ${rest} @ ${spreadPriceText(price, strategy)}`
  }
  if (isAtOnce || price === undefined) return 'nothing to take: it would be cancelled'
  const word = side === 'BUY' ? 'bid' : 'ask'
  if (best === undefined || (side === 'BUY' ? price > best : price < best)) return `rests as the best ${word}`
  return price === best ? `joins the ${word}, ${shortAmount(ahead)} ahead` : `rests, ${shortAmount(ahead)} ahead`
}

const MINUTE_MS = 60_000

/** The default, rejection, needs no text. */
const wayTexts: Readonly<Record<OwnOrders, readonly string[]>> = {
  REFUSE: [],
  CANCEL_RESTING: ['self-trade: cancel resting'],
  CANCEL_ARRIVING: ['self-trade: cancel incoming'],
}

/** Lists all settings of the order except GTC. */
function howText({ type, lifetime, expiresInMs, isPostOnly, isMmp, own }: OrderToSend): readonly string[] {
  const isAtOnce = type === 'LIMIT' && lifetime === 'IMMEDIATE_OR_CANCEL'
  return [
    ...(isAtOnce ? ['IOC'] : []),
    ...(expiresInMs === undefined ? [] : [`for ${expiresInMs / MINUTE_MS} min`]),
    ...(isPostOnly ? ['post-only'] : []),
    ...(isMmp && lifetime !== 'IMMEDIATE_OR_CANCEL' ? ['MMP'] : []),
    ...(own === undefined ? [] : wayTexts[own]),
  ]
}

/** The name of a cell: `Take: buy 100k @ 1,132.0`, `Join ask: sell 100k @ 1,134.0` (rulebook 21.10). */
export function cellText(side: Side, { kind, price }: LadderCell, amount: string, strategy: Strategy): string {
  const word = side === 'BUY' ? 'bid' : 'ask'
  const acts: Readonly<Record<CellKind, string>> = { TAKE: 'Take', JOIN: `Join ${word}`, IMPROVE: `Improve ${word}`, REST: `Place ${word}` }
  return `${acts[kind]}: ${verbs[side].toLowerCase()} ${amount} @ ${spreadPriceText(price, strategy)}`
}

/** The current outcome of an order, as one sentence. `reason` is why it was cancelled, or the message of the venue that rejected its trade. */
export function outcomeText(order: SpreadOrder, strategy: Strategy, reason = ''): string {
  const unit = amountUnit(strategy)
  const resting = restingOf(order)
  const parts = [
    order.filled > 0 ? `${amountText(order.filled)} ${unit} filled` : undefined,
    order.pending > 0 ? `${amountText(order.pending)} ${unit} traded, settling at the venue` : undefined,
    resting > 0 ? `${amountText(resting)} resting` : undefined,
    order.canceled > 0 ? `${amountText(order.canceled)} cancelled${reason === '' ? '' : ` ${reason}`}` : undefined,
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
