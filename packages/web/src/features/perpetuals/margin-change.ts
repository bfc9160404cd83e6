/** The effect of a change of margin mode or leverage on the open position, before it is applied (rulebook 21.5). Pure. */
import { isNearLiquidation, quantityToNumber } from '@parley/core'
import { beforeAfter, type FigureRow, isWithinAsking } from './before-after.ts'
import { afterFill } from './liquidation.ts'
import type { Margin } from './model.ts'
import type { Facts } from './order-facts.ts'

export type MarginChange = {
  /** The figures before and after. */
  readonly rows: readonly FigureRow[] | undefined
  /** A second click is needed. */
  readonly asks: boolean
  readonly reason: string | undefined
}

/** Undefined without a position, or while a figure is unknown. */
export function changeOf({ mode, leverage }: Margin, facts: Facts): MarginChange | undefined {
  const { market, position, summary } = facts
  const { mark, largestLeverage } = market
  if (position === undefined || summary === undefined || mark === undefined || largestLeverage === undefined) return undefined
  const before = { quantity: quantityToNumber(position.quantity), entry: position.entry }
  const { equity, maintenance } = summary
  const after = afterFill({ before, quantity: 0, price: mark, mark, mode, leverage, largestLeverage, equity, maintenance })
  const reason = isNearLiquidation(after, mark) ? 'This would liquidate the position now, or within 1 % of the mark.' : undefined
  return { rows: beforeAfter(facts, [{ after, leverage }]), asks: isWithinAsking(after, mark), reason }
}
