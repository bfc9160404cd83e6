/** What the matches of a decision trigger, and what that cancels: part of the same decision, so that nothing fills in between (rulebook 11.1, 11.2). */
import type { DirectRfqEvent } from '../direct-rfq/direct-rfq.ts'
import { cancelOrders, requestsOf } from '../direct-rfq/cancel-everything.ts'
import { marketsOf } from '../group-rfq/cancel-everything.ts'
import { cancelResting } from '../group-rfq/end.ts'
import type { DeskId, Instant, OrderId, QuoteId } from '../ids.ts'
import type { Frozen } from '../protection/protection.ts'
import { triggeredBy } from '../protection/guarding.ts'
import { covers } from '../protection/tally.ts'
import { productsOf } from '../structure/figures.ts'
import { executedBy } from './executions.ts'
import type { Market, MarketEvent } from './market.ts'

const none: readonly never[] = []

type Taken = { readonly orders: Map<OrderId, number>; readonly quotes: Map<QuoteId, number> }

export function triggers(market: Market, decision: readonly MarketEvent[], now: Instant): readonly MarketEvent[] {
  const executed = executedBy(market, decision)
  if (executed.length === 0) return none
  const triggered = triggeredBy(market.protections, executed, now)
  if (triggered.length === 0) return triggered
  const taken = takenBy(decision)
  return triggered.flatMap((event) => [event, ...cancelFrozen(market, event.desk, event.frozen, taken, now)])
}

/** What the decision takes from orders and quotes that rest already. */
function takenBy(decision: readonly MarketEvent[]): Taken {
  const orders = new Map<OrderId, number>()
  const quotes = new Map<QuoteId, number>()
  for (const event of decision) take(event, { orders, quotes })
  return { orders, quotes }
}

function take(event: MarketEvent, { orders, quotes }: Taken): void {
  const add = <Id>(to: Map<Id, number>, id: Id, quantity: number) => to.set(id, (to.get(id) ?? 0) + quantity)
  if (event.kind === 'TradeAgreed') for (const id of [event.trade.makerOrder, event.trade.takerOrder]) add(orders, id, event.trade.quantity)
  else if (event.kind === 'MatchAgreed')
    for (const id of [event.match.makerQuote, event.match.takerQuote]) add(quotes, id, event.match.quantity)
  else if (event.kind === 'OrderCanceled') add(orders, event.orderId, event.quantity)
  else if (event.kind === 'QuoteCanceled') add(quotes, event.quoteId, event.quantity)
}

/** What is cancelled counts as taken: a second limit that fires with the first finds nothing of it. */
function cancelFrozen(market: Market, desk: DeskId, frozen: Frozen, taken: Taken, now: Instant): readonly MarketEvent[] {
  const isCovered = (structure: Parameters<typeof productsOf>[0], label: string | undefined) =>
    covers(frozen, { products: productsOf(structure), ...(label === undefined ? {} : { label }) })
  const direct: readonly DirectRfqEvent[] = requestsOf(market.direct, desk).flatMap((rfq) =>
    cancelOrders(
      rfq,
      (order) => order.actor.desk === desk && order.role === 'MAKER' && isCovered(rfq.structure, order.label),
      'Protection',
      now,
      taken.orders,
    ),
  )
  const group = marketsOf(market.group, desk).flatMap((book) =>
    cancelResting(
      book,
      (quote) => quote.actor.desk === desk && isCovered(book.head.structure, quote.label),
      'Protection',
      now,
      taken.quotes,
    ),
  )
  const canceled = [...direct, ...group]
  for (const event of canceled) take(event, taken)
  return canceled
}
