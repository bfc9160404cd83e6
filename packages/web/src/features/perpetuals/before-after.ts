/** The figures of a position and its account before and after an order, or a change of its margin. Pure. */
import { addedMargin, isNearLiquidation, quantityToNumber } from '@parley/core'
import { groupedText, signedText } from '../../components/figure-text.ts'
import { figureText } from '../../components/known-figure.ts'
import type { AfterFill } from './liquidation.ts'
import { awayText, priceDecimals, sizeDecimals } from './market-text.ts'
import type { Facts } from './order-facts.ts'

/** A liquidation this close to the mark is amber, and a change that leads to it needs a second click, as a share of the mark. */
const ASKS_WITHIN = 0.05

export type Figure = { readonly text: string; readonly isNear?: boolean }
/** The figures of one row: before, and after each of the possible orders. */
export type FigureRow = { readonly name: string; readonly figures: readonly Figure[] }
/** The position after an order, the leverage that it then has, and the fee. */
export type Then = { readonly after: AfterFill; readonly leverage: number; readonly fee?: number | undefined }

export const isWithinAsking = ({ quantity, liquidation }: AfterFill, mark: number): boolean =>
  liquidation !== undefined && Math.sign(quantity) * (mark - liquidation) < ASKS_WITHIN * mark

/** Undefined while a figure of the account or of the market is unknown. */
export function beforeAfter({ market, position, summary, margin }: Facts, thens: readonly Then[]): readonly FigureRow[] | undefined {
  const { mark } = market
  if (mark === undefined || summary === undefined || margin === undefined) return undefined
  const held = position === undefined ? 0 : quantityToNumber(position.quantity)
  const before: AfterFill = { quantity: held, entry: position?.entry, liquidation: position?.liquidation }
  const now = { quantity: held, leverage: margin.leverage }
  const all = [
    { after: before, added: 0, fee: 0 },
    ...thens.map(({ after, leverage, fee }) => {
      const added = addedMargin(now, { quantity: after.quantity, leverage }, mark)
      return { after, added, fee: fee ?? 0 }
    }),
  ]
  const decimals = priceDecimals(market)
  const row = (name: string, of: (one: (typeof all)[number]) => string | Figure): FigureRow => ({
    name,
    figures: all.map((one) => {
      const figure = of(one)
      return typeof figure === 'string' ? { text: figure } : figure
    }),
  })
  return [
    row(`Position, ${market.base}`, ({ after: { quantity } }) => (quantity === 0 ? 'none' : signedText(quantity, sizeDecimals(market)))),
    row('Entry', ({ after: { entry } }) => figureText(entry, decimals)),
    row('Margin used', ({ added }) => groupedText(summary.marginUsed + added, 2)),
    row('Free', ({ added, fee }) => groupedText(summary.free - added - fee, 2)),
    row('Liquidation', ({ after }) => ({
      text: after.liquidation === undefined ? 'none' : groupedText(after.liquidation, decimals),
      isNear: isWithinAsking(after, mark) || isNearLiquidation(after, mark),
    })),
    row('Distance', ({ after }) => ({ text: awayText(after.liquidation, mark), isNear: isWithinAsking(after, mark) })),
  ]
}
