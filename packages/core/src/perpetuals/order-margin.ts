/** The initial margin of a position in a perpetual, and what an order adds to it (rulebook 21.28). Figures are doubles, never money. */
import { quantityToNumber, type Quantity } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'

export type MarginedPosition = {
  /** In coin. Negative if short. */
  readonly quantity: number
  readonly leverage: number
}

type SizedOrder = { readonly side: Side; readonly quantity: Quantity; readonly isReduceOnly: boolean }

/** The position after the whole order has filled, in coin. A reduce-only order closes it at most. */
export function quantityAfter({ side, quantity, isReduceOnly }: SizedOrder, held: number): number {
  const size = quantityToNumber(quantity)
  const traded = isReduceOnly ? Math.min(size, Math.abs(held)) : size
  return held + (side === 'BUY' ? traded : -traded)
}

/** The additional margin of an account if one position becomes the other, in the settlement currency. Negative if margin becomes free. */
export const addedMargin = (before: MarginedPosition, after: MarginedPosition, mark: number): number =>
  marginAtMark(after, mark) - marginAtMark(before, mark)

/** The venue counts the margin of positions and of open orders at the mark, whatever the price of the order. */
const marginAtMark = ({ quantity, leverage }: MarginedPosition, mark: number): number => (Math.abs(quantity) * mark) / leverage
