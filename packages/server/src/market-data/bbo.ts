/** The venue's own screen prices for a structure, as returned by REST and the bbo channel: pure. */
import {
  formatQuantity,
  isHedge,
  parseQuantity,
  priceToNumber,
  ratioToNumber,
  strategyLegs,
  structureMark,
  type Leg,
  type Mark,
  type MarkOf,
  type Structure,
} from '@parley/core'
import type { BboView } from '@parley/contracts'
import { greeksOf, greeksView, onTick, orNull, percent, trimmed } from './wire.ts'

/** A structure that is priced until it expires. */
export type Priced = { readonly id: string; readonly structure: Structure; readonly expiresAt: number }

/** Undefined while a leg that is not a hedge has no mark, because every leg's mark price must be a number. */
export function bboOf({ id: rfqId, structure, expiresAt }: Priced, markOf: MarkOf, now: number): BboView | undefined {
  const whole = structureMark(structure, (id) => complete(structure, markOf, id))
  if (whole === undefined) return undefined
  return {
    rfq_id: rfqId,
    created_at: Math.trunc(now),
    expires_at: expiresAt,
    min_price: trimmed(whole.minPrice),
    max_price: trimmed(whole.maxPrice),
    mark_price: trimmed(whole.markPrice),
    best_bid_price: trimmed(whole.bidPrice),
    best_ask_price: trimmed(whole.askPrice),
    best_bid_amount: amountOf(structure, markOf, 'BUY'),
    best_ask_amount: amountOf(structure, markOf, 'SELL'),
    greeks: greeksView(whole.greeks),
    legs: structure.legs.map((leg) => legView(leg, markOf(leg.instrument.id))),
  }
}

/** A future's mark has no Greeks, but the structure's sum needs its delta. */
function complete(structure: Structure, markOf: MarkOf, id: number): Mark | undefined {
  const mark = markOf(id)
  const leg = structure.legs.find(({ instrument }) => instrument.id === id)
  return mark === undefined || leg === undefined ? mark : { ...mark, greeks: greeksOf(leg.instrument, mark) }
}

/** How many structures the venue's book can fill: the minimum over its legs. For the bid, bought legs are sold at the leg's bid. */
function amountOf(structure: Structure, markOf: MarkOf, side: 'BUY' | 'SELL'): string | null {
  const amounts = strategyLegs(structure).map((leg) => {
    const mark = markOf(leg.instrument.id)
    const amount = leg.side === side ? mark?.bidAmount : mark?.askAmount
    return amount === undefined ? Number.NaN : amount / ratioToNumber(leg.ratio)
  })
  const least = Math.min(...amounts)
  const exact = Number.isFinite(least) ? parseQuantity(least.toFixed(6)) : undefined
  return exact === undefined ? null : formatQuantity(exact)
}

function legView(leg: Leg, mark: Mark | undefined): BboView['legs'][number] {
  const { instrument } = leg
  const price = (value: number | undefined) => orNull(value, (known) => onTick(known, instrument.tickSize))
  const amount = (value: number | undefined) => orNull(value === undefined ? undefined : parseQuantity(value.toFixed(6)), formatQuantity)
  // If the venue publishes no price of a hedge, its own price is used.
  const shown: Mark = mark ?? {
    instrumentId: instrument.id,
    markPrice: isHedge(leg) ? priceToNumber(leg.price!) : 0,
    underlyingPrice: 0,
    indexPrice: 0,
    at: 0,
  }
  return {
    instrument_id: instrument.id,
    instrument_name: instrument.name,
    best_bid_price: price(shown.bidPrice),
    best_ask_price: price(shown.askPrice),
    best_bid_amount: amount(shown.bidAmount),
    best_ask_amount: amount(shown.askAmount),
    best_bid_iv: percent(shown.bidIv),
    best_ask_iv: percent(shown.askIv),
    mark_price: onTick(shown.markPrice, instrument.tickSize),
    mark_price_iv: percent(shown.markIv),
    index_price: trimmed(shown.indexPrice) ?? '0',
    greeks: greeksView(greeksOf(instrument, shown)),
  }
}
