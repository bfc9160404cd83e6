/** Leg prices for a bid and an ask of a structure, as returned by the pricing call: pure except for the marks. */
import {
  estimatedMark,
  formatPrice,
  formatRatio,
  isHedge,
  isRefusal,
  legPricesFor,
  parsePrice,
  refuse,
  strategyLegs,
  structureMark,
  type Instant,
  type Mark,
  type MarkOf,
  type Price,
  type Refusal,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { LegPricingView } from '@parley/contracts'
import type { MarketData } from '../market-data/market-data.ts'
import { onTick, trimmed } from '../market-data/wire.ts'

export type AskedPrices = { readonly bid_price?: string | null | undefined; readonly ask_price?: string | null | undefined }

/** The request, with the treatment of legs that have no mark. */
export type Pricing = {
  readonly markOf: MarkOf
  /** Undefined if estimates are not requested, or not allowed. */
  readonly estimateOf: MarkOf | undefined
}

export function priceStructure(
  structure: Structure,
  { bid_price, ask_price }: AskedPrices,
  { markOf: knownMarkOf, estimateOf }: Pricing,
): LegPricingView | Refusal {
  const estimates = new Map<number, Mark | undefined>()
  for (const { instrument } of strategyLegs(structure))
    if (estimateOf !== undefined && knownMarkOf(instrument.id) === undefined) estimates.set(instrument.id, estimateOf(instrument.id))
  const markOf: MarkOf = (id) => knownMarkOf(id) ?? estimates.get(id)
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
        estimated: estimates.get(leg.instrument.id) !== undefined,
      }
    }),
  }
}

type From = { readonly venue: VenueCode; readonly now: Instant; readonly marks: 'TOLD' | 'ALSO_ESTIMATED' }

export function pricingFrom(marketData: MarketData, { venue, now, marks }: From): Pricing {
  const markOf: MarkOf = (id) => marketData.mark(id)
  if (marks === 'TOLD') return { markOf, estimateOf: undefined }
  const estimateOf: MarkOf = (id) => {
    const instrument = marketData.instrument(id)
    if (instrument === undefined) return undefined
    return estimatedMark(instrument, marketData.instruments({ venue, baseCurrency: instrument.baseCurrency }), markOf, now)
  }
  return { markOf, estimateOf }
}

/** Empty if no price was requested. */
function pricesFor(structure: Structure, asked: string | null | undefined, field: string, markOf: MarkOf): readonly Price[] | Refusal {
  if (asked === undefined || asked === null) return []
  const price = parsePrice(asked)
  if (price === undefined) return refuse('PriceOffTick', '6.2', 'A price must have at most 8 decimals and be less than 90 million.', field)
  const found = legPricesFor(structure, price, markOf)
  return isRefusal(found) && found.field === 'price' ? { ...found, field } : found
}
