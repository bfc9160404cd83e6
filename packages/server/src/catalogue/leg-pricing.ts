/** Leg prices for a bid and an ask of a structure, as the pricing call answers them: pure but for the marks. */
import {
  formatPrice,
  formatRatio,
  isHedge,
  isRefusal,
  legPricesFor,
  parsePrice,
  refuse,
  structureMark,
  type MarkOf,
  type Price,
  type Refusal,
  type Structure,
} from '@parley/core'
import type { LegPricingView } from '@parley/contracts'
import { onTick, trimmed } from '../market-data/wire.ts'

export type AskedPrices = { readonly bid_price?: string | null | undefined; readonly ask_price?: string | null | undefined }

export function priceStructure(structure: Structure, { bid_price, ask_price }: AskedPrices, markOf: MarkOf): LegPricingView | Refusal {
  const bids = pricesFor(structure, bid_price, 'bid_price', markOf)
  if (isRefusal(bids)) return bids
  const asks = pricesFor(structure, ask_price, 'ask_price', markOf)
  if (isRefusal(asks)) return asks
  const text = (prices: readonly Price[], place: number) => (prices.length === 0 ? null : formatPrice(prices[place]!))
  return {
    bid_price: bid_price ?? null,
    ask_price: ask_price ?? null,
    mark_price: trimmed(structureMark(structure, markOf)?.markPrice),
    legs: structure.legs.map((leg, place) => {
      const mark = markOf(leg.instrument.id)
      return {
        instrument_id: leg.instrument.id,
        instrument_name: leg.instrument.name,
        ratio: formatRatio(leg.ratio),
        side: leg.side,
        bid_price: text(bids, place),
        ask_price: text(asks, place),
        mark_price: mark === undefined ? (isHedge(leg) ? formatPrice(leg.price!) : null) : onTick(mark.markPrice, leg.instrument.tickSize),
      }
    }),
  }
}

/** Empty where no price was asked for. */
function pricesFor(structure: Structure, asked: string | null | undefined, field: string, markOf: MarkOf): readonly Price[] | Refusal {
  if (asked === undefined || asked === null) return []
  const price = parsePrice(asked)
  if (price === undefined) return refuse('PriceOffTick', '6.2', 'A price has at most 8 decimals and is below 90 million.', field)
  const found = legPricesFor(structure, price, markOf)
  return isRefusal(found) && found.field === 'price' ? { ...found, field } : found
}
