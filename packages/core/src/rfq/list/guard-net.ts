/** The price guard for the net of several lines: the steps of 11.9, with the list as the structure and its lines as the legs (rulebook 22.11). */
import type { Price } from '../../decimal.ts'
import type { GuardFigures } from '../../pricing/price-guard.ts'
import { guardRefusal } from '../../protection/pre-trade-limits.ts'
import type { Refusal } from '../../refusal.ts'
import type { Side } from '../../structure/structure.ts'
import type { NetAmount } from '../model/list.ts'

export type GuardedLine = { readonly side: Side; readonly quantity: number; readonly mark: number | undefined; readonly tick: number }
/** `side` is BUY for the taker, who loses by a higher net price, and SELL for a maker. */
type Net = { readonly side: Side; readonly amount: NetAmount; readonly deskPercent: number | undefined }

/** The figures of the guard. Without a mark of every line, there is none of the net. */
export function netFigures(lines: readonly GuardedLine[], deskPercent: number | undefined): GuardFigures {
  const costs = lines.map((line) => (line.mark === undefined ? undefined : (line.side === 'BUY' ? 1 : -1) * line.mark * line.quantity))
  const tick = Math.min(...lines.map((line) => line.tick * line.quantity))
  if (!costs.every((cost) => cost !== undefined))
    return { mark: undefined, largestLegMark: undefined, venuePrice: undefined, tick, deskPercent }
  const mark = costs.reduce((sum, cost) => sum + cost, 0)
  return { mark, largestLegMark: Math.max(...costs.map(Math.abs)), venuePrice: undefined, tick, deskPercent }
}

/** Without a mark it refuses nothing. */
export const netGuardRefusal = (lines: readonly GuardedLine[], { side, amount, deskPercent }: Net): Refusal | undefined =>
  guardRefusal(side, amount as number as Price, netFigures(lines, deskPercent))
