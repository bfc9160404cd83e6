/** Remedies that move the liquidation of a position away from the mark, each with its result (rulebook 21.19). Pure. */
import { quantityToNumber } from '@parley/core'
import { groupedText } from '../../components/figure-text.ts'
import { afterFill } from './liquidation.ts'
import { priceDecimals } from './market-text.ts'
import type { Margin, Market, Position, Summary } from './model.ts'

/** A remedy only opens what it needs. Nothing is sent before that is confirmed. */
export type Remedy =
  | { readonly kind: 'CLOSE_PART'; readonly percent: number; readonly label: string }
  | { readonly kind: 'LOWER_LEVERAGE'; readonly leverage: number; readonly label: string }

type Threatened = {
  readonly market: Market
  readonly position: Position
  readonly summary: Summary | undefined
  readonly margin: Margin | undefined
}

const HALF = 50

/** At most two. One that does not help, or that the free margin does not allow, is left out. */
export function remediesOf({ market, position, summary, margin }: Threatened): readonly Remedy[] {
  const { mark, largestLeverage } = market
  if (mark === undefined || largestLeverage === undefined || summary === undefined || margin === undefined) return []
  const before = { quantity: quantityToNumber(position.quantity), entry: position.entry }
  const known = { before, price: mark, mark, mode: margin.mode, largestLeverage, equity: summary.equity, maintenance: summary.maintenance }
  const result = (quantity: number, leverage: number): string | undefined => {
    const { liquidation } = afterFill({ ...known, quantity, leverage })
    const isBetter = liquidation === undefined || Math.sign(before.quantity) * (position.liquidation! - liquidation) > 0.001 * mark
    if (position.liquidation === undefined || !isBetter) return undefined
    return liquidation === undefined ? 'no liquidation' : groupedText(liquidation, priceDecimals(market))
  }
  const lower = Math.max(1, Math.floor(margin.leverage / 2))
  const worth = Math.abs(before.quantity) * mark
  const isAffordable = worth / lower - worth / margin.leverage <= summary.free
  const lowered = margin.mode === 'ISOLATED' && lower < margin.leverage && isAffordable ? result(0, lower) : undefined
  const halved = result((-before.quantity * HALF) / 100, margin.leverage)
  return [
    ...(lowered === undefined ? [] : [{ kind: 'LOWER_LEVERAGE', leverage: lower, label: `Leverage ${lower}× → ${lowered}` } as const]),
    ...(halved === undefined ? [] : [{ kind: 'CLOSE_PART', percent: HALF, label: `Close half → ${halved}` } as const]),
  ]
}
