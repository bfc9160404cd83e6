/** What resting orders have traded by a decision, as protections count it (rulebook 11.1, 11.2). */
import { guarded as guardedOrder } from '../direct-rfq/match.ts'
import { guarded as guardedQuote } from '../group-rfq/meet.ts'
import type { Instant } from '../ids.ts'
import type { Protections } from '../protection/protection.ts'
import type { GuardedOrder, UnitExposure } from '../protection/guard.ts'
import type { Executed } from '../protection/guarding.ts'
import { remember } from '../protection/protections.ts'
import type { Market, MarketEvent } from './market.ts'

const none: readonly never[] = []
const unknown: UnitExposure = {}

/** In the direct flow a quote that rested when the taker came; in the order-book flow whatever rested. Asked before the events have happened. */
export function executedBy(market: Market, events: readonly MarketEvent[]): readonly Executed[] {
  let executed: Executed[] | undefined
  for (const event of events) {
    // Most decisions match nothing.
    if (event.kind !== 'TradeAgreed' && event.kind !== 'MatchAgreed') continue
    const one = executedIn(market, event)
    if (one !== undefined) (executed ??= []).push(one)
  }
  return executed ?? none
}

function executedIn(market: Market, event: Extract<MarketEvent, { kind: 'TradeAgreed' | 'MatchAgreed' }>): Executed | undefined {
  const order = event.kind === 'MatchAgreed' ? restedInBook(market, event) : restedInRequest(market, event)
  if (order === undefined) return undefined
  const { quantity } = event.kind === 'MatchAgreed' ? event.match : event.trade
  // What is allocated to several accounts is one execution of the quote, whatever it settles as (rulebook 5.20).
  return event.isSameFill ? { order, quantity, isSameFill: true } : { order, quantity }
}

function restedInBook({ group }: Market, { market, match, unit }: Extract<MarketEvent, { kind: 'MatchAgreed' }>): GuardedOrder | undefined {
  const book = group.open.get(market)
  return book === undefined ? undefined : guardedQuote(book, match.makerQuote, unit ?? unknown)
}

function restedInRequest({ direct }: Market, event: Extract<MarketEvent, { kind: 'TradeAgreed' }>): GuardedOrder | undefined {
  if (event.aggressor === 'MAKER') return undefined
  const { makerOrder } = event.trade
  const rfq = direct.rfqs.get(event.id)
  const order = rfq?.orders.find(({ id }) => id === makerOrder)
  return rfq === undefined || order === undefined ? undefined : guardedOrder(rfq, order, event.unit ?? unknown)
}

export function rememberExecutions(protections: Protections, executed: readonly Executed[], at: Instant): void {
  for (const one of executed) remember(protections, one, at)
}
