/** What resting orders have traded by a decision, as protections count it (rulebook 11.1, 11.2). */
import { guarded as guardedOrder } from '../direct-rfq/match.ts'
import { guarded as guardedQuote } from '../group-rfq/meet.ts'
import type { Instant } from '../ids.ts'
import type { Protections } from '../protection/protection.ts'
import type { Executed } from '../protection/guarding.ts'
import { remember } from '../protection/protections.ts'
import type { Market, MarketEvent } from './market.ts'

const none: readonly never[] = []

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
  if (event.kind === 'MatchAgreed') {
    const book = market.group.open.get(event.market)
    if (book === undefined) return undefined
    return { order: guardedQuote(book, event.match.makerQuote, event.unit ?? {}), quantity: event.match.quantity, ...sameFill(event) }
  }
  if (event.aggressor === 'MAKER') return undefined
  const rfq = market.direct.rfqs.get(event.id)
  const order = rfq?.orders.find(({ id }) => id === event.trade.makerOrder)
  if (rfq === undefined || order === undefined) return undefined
  return { order: guardedOrder(rfq, order, event.unit ?? {}), quantity: event.trade.quantity, ...sameFill(event) }
}

/** What is allocated to several accounts is one execution of the quote, whatever it settles as (rulebook 5.20). */
const sameFill = ({ isSameFill }: { readonly isSameFill?: true }): Pick<Executed, 'isSameFill'> => (isSameFill ? { isSameFill } : {})

export function rememberExecutions(protections: Protections, executed: readonly Executed[], at: Instant): void {
  for (const one of executed) remember(protections, one, at)
}
