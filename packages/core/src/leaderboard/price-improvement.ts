/** How much better the price of each maker was than the best quote of another maker, for the leaderboard (rulebook 20.6). */
import { PRICE_DECIMALS, QUANTITY_DECIMALS, type Price } from '../decimal.ts'
import type { DeskId } from '../ids.ts'
import { dealQuality } from '../pricing/deal-quality.ts'
import { recordFor, type RecordEntry } from '../rfq/record/record.ts'
import type { Rfq } from '../rfq/model/rfq.ts'
import type { Trade } from '../rfq/model/trade.ts'
import { indexOf, isCountedInDollars, volumeOf } from './volume.ts'

export type PriceImprovement = {
  /** The taker's saving against the best quote of another maker, in cents. */
  readonly improvedUsd: number
  /** The traded volume for which there was such a quote, in cents. */
  readonly coveredUsd: number
}

export const noImprovement: PriceImprovement = { improvedUsd: 0, coveredUsd: 0 }

/** By maker. Each trade is compared with its cover, the quote that the taker would have traded with next (rulebook 6.15). */
export function priceImprovements(
  rfq: Rfq,
  moments: readonly RecordEntry[],
  trades: readonly Trade[],
): ReadonlyMap<DeskId, PriceImprovement> {
  const improvements = new Map<DeskId, PriceImprovement>()
  const record = recordFor(rfq, { moments, trades, ownOrders: [] }, rfq.creator.desk)
  for (const deal of record?.deals ?? []) {
    const quotes = deal.quotes?.map(({ desk: maker, ...quote }) => ({ maker, ...quote }))
    const known = { mark: undefined, venueBid: undefined, venueAsk: undefined }
    const { cover } = dealQuality({ side: deal.side, fills: deal.trades, quotes, ...known })
    if (cover === undefined) continue
    for (const trade of deal.trades) {
      if (trade.state !== 'FILLED') continue
      const better = (deal.side === 'BUY' ? cover.price - trade.price : trade.price - cover.price) as Price
      const { improvedUsd, coveredUsd } = improvements.get(trade.maker) ?? noImprovement
      improvements.set(trade.maker, {
        improvedUsd: improvedUsd + inCents(rfq, trade, better),
        coveredUsd: coveredUsd + volumeOf(rfq.structure, trade).usd,
      })
    }
  }
  return improvements
}

/** A price difference over the whole quantity, in cents. Prices in coin, and futures counted in dollars, are converted at the index price. */
function inCents({ structure }: Rfq, trade: Trade, difference: Price): number {
  const index = indexOf(structure, trade)
  if (index === undefined) return 0
  const units = (Math.abs(difference) / 10 ** PRICE_DECIMALS) * (trade.quantity / 10 ** QUANTITY_DECIMALS)
  const { kind, marginKind } = structure.legs[0]!.instrument
  const dollars = index / 10 ** PRICE_DECIMALS
  const worth = isCountedInDollars(structure) ? units / dollars : kind === 'OPTION' && marginKind === 'INVERSE' ? units * dollars : units
  return Math.sign(difference) * Math.round(worth * 100)
}
