/** What a decision triggers, and what that cancels: part of the same decision, so that nothing fills in between (rulebook 11.1, 11.2). */
import type { Quantity } from '../decimal.ts'
import type { DirectRfqEvent, Order } from '../direct-rfq/direct-rfq.ts'
import { cancelOrders } from '../direct-rfq/cancel-everything.ts'
import { requestsOf } from '../direct-rfq/desks.ts'
import { canceled as canceledOrder } from '../direct-rfq/match.ts'
import { restingQuantity as restsOfOrder } from '../direct-rfq/quantities.ts'
import { marketsOf } from '../group-rfq/cancel-everything.ts'
import { canceled as canceledQuote, cancelResting } from '../group-rfq/end.ts'
import { restingQuantity as restsOfQuote } from '../group-rfq/quantities.ts'
import type { GroupQuote } from '../group-rfq/group-rfq.ts'
import type { Instant, OrderId, QuoteId } from '../ids.ts'
import type { GuardedOrder } from '../protection/guard.ts'
import { triggeredBy } from '../protection/guarding.ts'
import { covers } from '../protection/tally.ts'
import { productsOf } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import { arrivalOf, executedBy, isArrival, type Arrival } from './executions.ts'
import type { Market, MarketEvent } from './market.ts'

const none: readonly never[] = []

type Taken = { readonly orders: Map<OrderId, number>; readonly quotes: Map<QuoteId, number> }

export function triggers(
  market: Market,
  decision: readonly MarketEvent[],
  heldBack: ReadonlyMap<string, GuardedOrder>,
  now: Instant,
): readonly MarketEvent[] {
  const executed = executedBy(market, decision)
  if (executed.length === 0 && heldBack.size === 0) return none
  const triggered = triggeredBy(market.protections, executed, heldBack.values(), now)
  if (triggered.length === 0) return triggered
  const taken = takenBy(decision)
  const arrived = decision.find(isArrival)
  return triggered.flatMap((event) => [event, ...cancelFrozen(market, event, { taken, arrived }, now)])
}

/** What the decision takes from orders and quotes. */
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
function cancelFrozen(
  market: Market,
  { desk, frozen }: Extract<MarketEvent, { kind: 'ProtectionTriggered' }>,
  { taken, arrived }: { readonly taken: Taken; readonly arrived: Arrival | undefined },
  now: Instant,
): readonly MarketEvent[] {
  const isCovered = (structure: Structure, { actor, label }: Pick<Order | GroupQuote, 'actor' | 'label'>) =>
    actor.desk === desk && covers(frozen, { products: productsOf(structure), ...(label === undefined ? {} : { label }) })
  const id = arrived === undefined ? undefined : arrivalOf(arrived).id
  const direct: readonly DirectRfqEvent[] = requestsOf(market.direct, desk).flatMap((rfq) =>
    cancelOrders(
      rfq,
      (order) => order.id !== id && order.role === 'MAKER' && isCovered(rfq.structure, order),
      { reason: 'Protection' },
      now,
      taken.orders,
    ),
  )
  const group = marketsOf(market.group, desk).flatMap((book) =>
    cancelResting(book, (quote) => quote.id !== id && isCovered(book.head.structure, quote), { reason: 'Protection' }, now, taken.quotes),
  )
  const canceled = [...direct, ...group, ...cancelArrived(market, arrived, isCovered, taken, now)]
  for (const event of canceled) take(event, taken)
  return canceled
}

/** What has just come is in no list yet, or as it was before it was replaced. */
function cancelArrived(
  { direct, group }: Market,
  arrived: Arrival | undefined,
  isCovered: (structure: Structure, one: Order | GroupQuote) => boolean,
  { orders, quotes }: Taken,
  now: Instant,
): readonly MarketEvent[] {
  if (arrived === undefined) return none
  if ('quote' in arrived) {
    const { market, quote } = arrived
    const rest = restsOfQuote(quote) - (quotes.get(quote.id) ?? 0)
    if (rest === 0 || !isCovered(group.open.get(market)!.head.structure, quote)) return none
    return [canceledQuote(market, quote, rest as Quantity, 'Protection', now)]
  }
  const { order } = arrived
  const rfq = direct.rfqs.get(arrived.id)!
  const rest = restsOfOrder(order) - (orders.get(order.id) ?? 0)
  if (rest === 0 || order.role === 'TAKER' || !isCovered(rfq.structure, order)) return none
  return [canceledOrder(rfq, order.id, rest as Quantity, 'Protection', now)]
}
