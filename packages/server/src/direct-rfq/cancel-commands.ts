/** Orders are called back: one, or those of a filter. */
import { isRefusal, refuse, type DeskId, type MarketEvent, type OrderId, type Refusal, type RfqId, type Side } from '@parley/core'
import type { CancelReportView } from '@parley/contracts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { fencesOf, marketsOf, unreachedIn, type Covered } from '../protection/everywhere.ts'
import { CANCELS_PER_CALL } from './limits.ts'
import type { Needs } from './needs.ts'
import { orderUnknown } from './order-commands.ts'
import type { Recall } from './recall.ts'
import { actorOf } from './rfq-commands.ts'
import { marketShardOf, type MarketShard } from '../market/shards.ts'
import type { OrderFilter } from './store.ts'

const orderClosed = refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id')

type CancelNeeds = Pick<Needs, 'engine' | 'store' | 'everywhere'>

export function createCancelCommands({ engine, store, everywhere }: CancelNeeds, recall: Recall) {
  /** What a market that could not be reached still holds was not cancelled. */
  const leftIn = async (
    desk: DeskId,
    { venue, baseCurrency }: MarketShard,
    about: { readonly rfqId?: RfqId; readonly side?: Side },
  ): Promise<readonly OrderId[]> => {
    const { items } = await store.orders(desk, { venue, baseCurrency, ...about, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
    return items.map(({ order }) => order.id)
  }

  return {
    async cancelOrder(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const order = await recall.order(id)
      if (order === undefined || order.desk !== caller.desk) return orderUnknown
      const { rfq } = order
      const decided = await engine.submit(
        marketShardOf(rfq).name,
        { kind: 'CancelOrder', actor: actorOf(caller), id: rfq.id, orderId: order.id },
        idempotency,
      )
      if (!isRefusal(decided)) return undefined
      // Clients look for the order's own code: an order of a closed request is closed.
      return decided.refused === 'RfqClosed' ? orderClosed : decided
    },

    /** Market by market; in each all at once, fenced by its number (rulebook 11.7). */
    async cancelOrders(caller: Caller, filter: OrderFilter, idempotency?: Idempotency): Promise<CancelReportView | Refusal> {
      const rfq = filter.rfqId === undefined ? undefined : await store.rfq(filter.rfqId)
      const { side, states } = filter
      // What does not rest is not there to be cancelled.
      if ((filter.rfqId !== undefined && rfq === undefined) || states?.includes('OPEN') === false) return report(nothing, [])
      const markets = marketsOf({ venue: filter.venue, currency: filter.baseCurrency }).filter(
        ({ venue, baseCurrency }) => rfq === undefined || (rfq.venue === venue && rfq.baseCurrency === baseCurrency),
      )
      const about = { ...(rfq === undefined ? {} : { rfqId: rfq.id }), ...(side === undefined ? {} : { side }) }
      const { desk } = caller
      const command = { kind: 'CancelEverything', actor: { desk }, what: 'ORDERS', flow: 'DIRECT', ...about } as const
      const covered = await everywhere(command, { markets, idempotency })
      if (isRefusal(covered)) return covered
      const left = await Promise.all(covered.unreached.map((market) => leftIn(desk, market, about)))
      return report(covered, left.flat())
    },
  }
}

const canceledIn = (events: readonly MarketEvent[]): readonly OrderId[] =>
  events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.orderId] : []))

const nothing: Covered = { decided: [], against: [], unreached: [] }

function report(covered: Covered, left: readonly OrderId[]): CancelReportView {
  const canceled = covered.decided.flatMap(({ events }) => canceledIn(events))
  return {
    successes: { count: canceled.length, order_ids: canceled },
    failures: { count: left.length, order_ids: [...left] },
    fences: fencesOf(covered),
    ...unreachedIn(covered),
  }
}
