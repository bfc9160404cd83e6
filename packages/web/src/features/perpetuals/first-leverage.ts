/** The leverage of a first order (rulebook 21.25). Pure. */
import type { Margin, Market, Position } from './model.ts'

export const FIRST_LEVERAGE = 5

type Opened = {
  readonly market: Market
  readonly position: Position | undefined
  readonly hasOrders: boolean
  readonly margin: Margin | undefined
}

/**
 * The margin that a first order sets before it is sent: an account opens every market at the venue's largest leverage. Undefined if the desk has chosen
 * one, here or at the venue, or holds something in the market.
 */
export function firstMargin({ market, position, hasOrders, margin }: Opened): Margin | undefined {
  if (margin === undefined || margin.isChosen !== false || position !== undefined || hasOrders) return undefined
  const isLargest = margin.leverage >= (market.largestLeverage ?? Infinity)
  return isLargest && margin.leverage > FIRST_LEVERAGE ? { ...margin, leverage: FIRST_LEVERAGE } : undefined
}
