/** What quotes have traded by a decision, as protections count it (rulebook 11.1, 11.2). */
import type { Order } from '../direct-rfq/direct-rfq.ts'
import { guardedArrival as arrivingOrder, guarded as guardedOrder } from '../direct-rfq/match.ts'
import type { GroupQuote } from '../group-rfq/group-rfq.ts'
import { guardedArrival, guarded as guardedQuote } from '../group-rfq/meet.ts'
import type { Instant } from '../ids.ts'
import type { Protections } from '../protection/protection.ts'
import type { GuardedOrder, UnitExposure } from '../protection/guard.ts'
import type { Executed } from '../protection/guarding.ts'
import { remember } from '../protection/protections.ts'
import type { Market, MarketEvent } from './market.ts'

const none: readonly never[] = []
const unknown: UnitExposure = {}

/** An order or a quote has come, or come anew; whatever it trades follows in the same decision. */
export type Arrival = Extract<MarketEvent, { kind: 'OrderOpened' | 'OrderReplaced' | 'QuotePlaced' | 'QuoteReplaced' }>
type Agreed<Kind extends 'TradeAgreed' | 'MatchAgreed'> = Extract<MarketEvent, { kind: Kind }>

export const isArrival = (event: MarketEvent): event is Arrival =>
  event.kind === 'OrderOpened' || event.kind === 'OrderReplaced' || event.kind === 'QuotePlaced' || event.kind === 'QuoteReplaced'

export const arrivalOf = (arrival: Arrival): Order | GroupQuote => ('quote' in arrival ? arrival.quote : arrival.order)

/**
 * In the direct flow the maker's quote, in the order-book flow the quote that rested and the one that came, unless it came to take
 * (docs/decisions/0355). Asked before the events have happened, or when all but the last have.
 */
export function executedBy(market: Market, events: readonly MarketEvent[]): readonly Executed[] {
  let executed: Executed[] | undefined
  let arrival: Arrival | undefined
  for (const event of events) {
    if (isArrival(event)) arrival = event
    // Most decisions match nothing.
    else if (event.kind === 'TradeAgreed' || event.kind === 'MatchAgreed') (executed ??= []).push(...executedIn(market, event, arrival))
  }
  return executed ?? none
}

function executedIn(market: Market, event: Agreed<'TradeAgreed' | 'MatchAgreed'>, arrival: Arrival | undefined): readonly Executed[] {
  const orders = event.kind === 'MatchAgreed' ? inBook(market, event, arrival) : inRequest(market, event, arrival)
  const { quantity } = event.kind === 'MatchAgreed' ? event.match : event.trade
  // What is allocated to several accounts is one execution of the quote, whatever it settles as (rulebook 5.20).
  return orders.map((order) => (event.isSameFill ? { order, quantity, isSameFill: true } : { order, quantity }))
}

function inBook({ group }: Market, event: Agreed<'MatchAgreed'>, arrival: Arrival | undefined): readonly GuardedOrder[] {
  const { market, match, unit = unknown, isArrivalCounted } = event
  const book = group.open.get(market)
  if (book === undefined) return none
  const rested = guardedQuote(book, book.quotes.get(match.makerQuote)!, unit)
  if (!isArrivalCounted) return [rested]
  const come = arrival !== undefined && 'quote' in arrival ? arrival.quote : book.quotes.get(match.takerQuote)!
  return [rested, guardedArrival(book, come, unit)]
}

function inRequest({ direct }: Market, event: Agreed<'TradeAgreed'>, arrival: Arrival | undefined): readonly GuardedOrder[] {
  const { trade, unit = unknown, aggressor, isArrivalCounted } = event
  if (aggressor === 'MAKER' && !isArrivalCounted) return none
  const rfq = direct.rfqs.get(event.id)
  const come = arrival !== undefined && 'order' in arrival && arrival.order.id === trade.makerOrder ? arrival.order : undefined
  const order = come ?? rfq?.orders.find(({ id }) => id === trade.makerOrder)
  if (rfq === undefined || order === undefined) return none
  return [isArrivalCounted ? arrivingOrder(rfq, order, unit) : guardedOrder(rfq, order, unit)]
}

export function rememberExecutions(protections: Protections, executed: readonly Executed[], at: Instant): void {
  for (const one of executed) remember(protections, one, at)
}
