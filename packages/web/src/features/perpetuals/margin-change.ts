/** The effect of a change of margin mode or leverage on the open position, before it is applied (rulebook 21.5). Pure. */
import { isNearLiquidation, quantityToNumber } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { afterFill } from './liquidation.ts'
import { fromMarkText, priceDecimals } from './market-text.ts'
import type { Margin } from './model.ts'
import type { Facts } from './order-facts.ts'

export type MarginChange = {
  /** The liquidation price before and after. */
  readonly says: string
  /** A second click is needed. */
  readonly asks: boolean
  readonly reason: string | undefined
}

/** A liquidation this close to the mark needs a second click, as a share of the mark. */
const ASKS_WITHIN = 0.05

/** Undefined without a position, or while a figure is unknown. */
export function changeOf({ mode, leverage }: Margin, { market, position, summary }: Facts): MarginChange | undefined {
  const { mark, largestLeverage } = market
  if (position === undefined || summary === undefined || mark === undefined || largestLeverage === undefined) return undefined
  const before = { quantity: quantityToNumber(position.quantity), entry: position.entry }
  const { equity, maintenance } = summary
  const after = afterFill({ before, quantity: 0, price: mark, mark, mode, leverage, largestLeverage, equity, maintenance })
  const shown = (price: number | undefined) => (price === undefined ? 'none' : groupedText(price, priceDecimals(market)))
  const then = after.liquidation === undefined ? 'none' : `about ${shown(after.liquidation)}, ${fromMarkText(after.liquidation, mark)}`
  const asks = after.liquidation !== undefined && Math.sign(before.quantity) * (mark - after.liquidation) < ASKS_WITHIN * mark
  const reason = isNearLiquidation(after, mark) ? 'This would liquidate the position now, or within 1 % of the mark.' : undefined
  return { says: `Liquidation: ${shown(position.liquidation)} → ${then}.`, asks, reason }
}
