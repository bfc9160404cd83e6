/** Orders that close a position, a part of it, or turn it round, with the reason why they cannot be sent and what they would do. Pure. */
import { formatQuantity, isNearLiquidation, priceFromNumber, type Quantity, quantityToNumber } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { gainText } from '../../components/known-figure.ts'
import { met } from './after-order.ts'
import { endedReason } from './disabled-reason.ts'
import { afterFill } from './liquidation.ts'
import { fromMarkText, priceDecimals, quantityText, sizeDecimals } from './market-text.ts'
import type { Margin, Market, Position, Summary } from './model.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import { marketRefusal } from './market-refusal.ts'

export type ClosingWay = 'CLOSE' | 'FLIP'

/** The market order that closes a position, or flips it by twice its size. */
export const closingOrder = ({ market, quantity }: Position, way: ClosingWay): OrderToSend =>
  closingWith(market, quantity, (Math.abs(quantity) * (way === 'CLOSE' ? 1 : 2)) as Quantity, way === 'CLOSE')

/** The market order that closes a share of a position, rounded down to the size step. The whole position is never rounded. */
export function closingPart({ market, quantity }: Position, percent: number, { increment }: Pick<Market, 'increment'>): OrderToSend {
  const held = Math.abs(quantity)
  const part = percent >= 100 ? held : Math.floor((held * percent) / 100 / increment) * increment
  return closingWith(market, quantity, part as Quantity, true)
}

const closingWith = (market: string, held: Quantity, quantity: Quantity, isReduceOnly: boolean): OrderToSend => ({
  ...{ market, side: held > 0 ? 'SELL' : 'BUY', kind: 'MARKET', quantity, isReduceOnly },
  ...{ price: undefined, trigger: undefined, instruction: 'IMMEDIATE_OR_CANCEL', amends: undefined },
})

/** The account and the margin settings of a position. */
export type HeldBy = { readonly position: Position; readonly summary: Summary | undefined; readonly margin: Margin | undefined }

/** The reason why a closing order cannot be sent: it does not fit its market, or a flip would be liquidated (rulebook 21.4). */
export function closingReason(order: OrderToSend, market: Market | undefined, held: HeldBy): string | undefined {
  if (market === undefined) return 'Market data is not available. Close the position at the venue.'
  if (market.hasEnded) return endedReason(market)
  if (order.quantity === 0) return `The part is below the size step of ${formatQuantity(market.increment)} ${market.base}.`
  return marketRefusal(order, market) ?? (order.isReduceOnly ? undefined : flipReason(order, market, held))
}

function flipReason({ side, quantity }: OrderToSend, market: Market, { position, summary, margin }: HeldBy): string | undefined {
  const { mark, largestLeverage } = market
  if (mark === undefined || largestLeverage === undefined || summary === undefined) return 'The account figures are loading.'
  if (margin === undefined) return 'The margin mode is loading.'
  const size = quantityToNumber(quantity)
  const after = afterFill({
    before: { quantity: quantityToNumber(position.quantity), entry: position.entry },
    quantity: side === 'BUY' ? size : -size,
    ...{ price: mark, mark, mode: margin.mode, leverage: margin.leverage, largestLeverage },
    ...{ equity: summary.equity, maintenance: summary.maintenance },
  })
  if (!isNearLiquidation(after, mark)) return undefined
  const at = groupedText(after.liquidation!, priceDecimals(market))
  return `The flipped position would be liquidated at about ${at}, ${fromMarkText(after.liquidation!, mark)}. Close it instead, or lower the leverage.`
}

/** `About 138.40. Realises −580.00, fee about 5.54. Leaves long 400.00.` The book is known only in the market that is shown. */
export function closingEffect(
  { side, quantity, price }: OrderToSend,
  market: Market,
  { position, book }: { readonly position: Position; readonly book: Facts['book'] | undefined },
): string {
  const found = book === undefined ? undefined : met({ side, price, quantity }, book)
  const at = found?.average ?? market.mark
  const held = quantityToNumber(position.quantity)
  const traded = quantityToNumber(quantity) * (side === 'BUY' ? 1 : -1)
  const left = held + traded
  const isLeft = Math.abs(left) > quantityToNumber(market.increment) / 2
  const leaves = isLeft
    ? `Leaves ${left > 0 ? 'long' : 'short'} ${groupedText(Math.abs(left), sizeDecimals(market))}.`
    : 'The position is closed.'
  if (at === undefined || priceFromNumber(at) === undefined) return leaves
  const closed = Math.min(Math.abs(held), Math.abs(traded))
  const gain = Math.sign(held) * closed * (at - position.entry)
  const fee = market.takerFee === undefined ? '' : `, fee about ${groupedText((Math.abs(traded) * at * market.takerFee) / 100, 2)}`
  return `About ${groupedText(at, priceDecimals(market))}. Realises ${gainText(gain, 2)}${fee}. ${leaves}`
}

/** `Sell 4.20000 at market, reduce-only`. */
export const closingTitle = ({ side, quantity, isReduceOnly }: OrderToSend, market: Market): string =>
  `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantityText(quantity, market)} at market${isReduceOnly ? ', reduce-only' : ''}`
