/** The take profit and stop loss of an order or a position (rulebook 18.12, 21.26). Pure. */
import { hasLimitPrice, isTakeProfit, parsePrice, type Price, priceToNumber, type Quantity, quantityToNumber } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'
import { groupedText } from '../../components/figure-text.ts'
import { gainText } from '../../components/known-figure.ts'
import { priceDecimals } from './market-text.ts'
import type { Market, Order, Position, Side } from './model.ts'
import type { OrderToSend } from './order-facts.ts'
import { marketRefusal } from './market-refusal.ts'

export type ExitTexts = { readonly takeProfit: EnteredNumber; readonly stopLoss: EnteredNumber }
export const noExits: ExitTexts = { takeProfit: '', stopLoss: '' }

export const exitKinds = ['takeProfit', 'stopLoss'] as const
export type ExitKind = (typeof exitKinds)[number]
export const exitLabels: Readonly<Record<ExitKind, string>> = { takeProfit: 'Take profit', stopLoss: 'Stop loss' }
const orderKinds = { takeProfit: 'TAKE_PROFIT_MARKET', stopLoss: 'STOP_MARKET' } as const

/** A position as it is, or as an order would make it. */
export type Exited = {
  readonly market: Market
  /** The side of the position: BUY if long. */
  readonly side: Side
  readonly quantity: Quantity
  readonly entry: number
}

export type Exits =
  | { readonly orders: readonly OrderToSend[]; readonly reason?: undefined }
  | { readonly orders?: undefined; readonly reason: string }

/** One order for each price that was entered, or the reason why they cannot be sent. */
export function exitsOf(of: Exited, texts: ExitTexts): Exits {
  const orders: OrderToSend[] = []
  for (const kind of exitKinds) {
    if (texts[kind] === '') continue
    const trigger = texts[kind] === undefined ? undefined : parsePrice(texts[kind])
    if (trigger === undefined) return { reason: `Enter a valid price for the ${exitLabels[kind].toLowerCase()}.` }
    const order = exitOrder(of, kind, trigger)
    const reason = sideRefusal(of, kind, trigger) ?? marketRefusal(order, of.market)
    if (reason !== undefined) return { reason }
    orders.push(order)
  }
  return orders.length === 0 ? { reason: 'Enter a price for the take profit or the stop loss.' } : { orders }
}

const exitOrder = ({ market, side, quantity }: Exited, kind: ExitKind, trigger: Price): OrderToSend => ({
  ...{ market: market.name, side: side === 'BUY' ? 'SELL' : 'BUY', kind: orderKinds[kind], quantity, price: undefined, trigger },
  ...{ instruction: 'IMMEDIATE_OR_CANCEL', isReduceOnly: true, followsPosition: true, amends: undefined },
})

/** A take profit at a loss is a slip, and so is a stop loss at a profit before the order is filled. */
function sideRefusal({ market, side, entry }: Exited, kind: ExitKind, trigger: Price): string | undefined {
  const isAbove = (side === 'BUY') === (kind === 'takeProfit')
  const away = priceToNumber(trigger) - entry
  if (isAbove ? away > 0 : away < 0) return undefined
  return `The ${exitLabels[kind].toLowerCase()} must be ${isAbove ? 'above' : 'below'} the entry price ${groupedText(entry, priceDecimals(market))}.`
}

/** `rises to` for the take profit of a long position. */
export const exitMoves = (side: Side, kind: ExitKind): 'rises to' | 'falls to' =>
  (side === 'BUY') === (kind === 'takeProfit') ? 'rises to' : 'falls to'

/** `+2,040.00, +2,018.56 after fees`: the result at the trigger price, with the taker fees of entry and exit. */
export function exitGainText({ market, side, quantity, entry }: Exited, trigger: Price): string {
  const size = quantityToNumber(quantity)
  const at = priceToNumber(trigger)
  const gain = (side === 'BUY' ? 1 : -1) * size * (at - entry)
  const fees = market.takerFee === undefined ? undefined : (size * (at + entry) * market.takerFee) / 100
  return fees === undefined ? gainText(gain, 2) : `${gainText(gain, 2)}, ${gainText(gain - fees, 2)} after fees`
}

/** `1.58`: the gain at the take profit for one of loss at the stop. */
export function rewardText({ takeProfit, stopLoss }: ExitTexts, entry: number): string | undefined {
  const [gain, loss] = [takeProfit, stopLoss].map((text) => (text === undefined || text === '' ? 0 : Math.abs(Number(text) - entry)))
  return gain! > 0 && loss! > 0 ? (gain! / loss!).toFixed(2) : undefined
}

export type OwnExits = Readonly<Record<ExitKind, Order | undefined>>

/** The orders that close a position at a trigger: exits, and reduce-only triggers that were placed otherwise. */
export function exitsIn(orders: Iterable<Order>, { market, quantity }: Pick<Position, 'market' | 'quantity'>): OwnExits {
  const own = [...orders].filter(
    (order) =>
      order.market === market && order.isReduceOnly && order.state === 'UNTRIGGERED' && order.side === (quantity > 0 ? 'SELL' : 'BUY'),
  )
  return { takeProfit: own.find(({ kind }) => isTakeProfit(kind)), stopLoss: own.find(({ kind }) => !isTakeProfit(kind)) }
}

/** The price that a fill of the order is expected at, by which its exits are measured. */
export const entryOf = ({ kind, price }: Pick<OrderToSend, 'kind' | 'price'>, average: number | undefined, mark: number | undefined) =>
  hasLimitPrice(kind) && price !== undefined ? priceToNumber(price) : (average ?? mark)
