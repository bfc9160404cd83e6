/** Orders are called back: one, those of a filter, or everything of a key that has gone. */
import { isRefusal, refuse, type MarketEvent, type OrderId, type Refusal, type RfqId, type Side } from '@parley/core'
import type { CancelReportView, FenceView } from '@parley/contracts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { CANCELS_PER_CALL } from './limits.ts'
import type { Needs } from './needs.ts'
import { orderUnknown } from './order-commands.ts'
import type { Recall } from './recall.ts'
import { actorOf } from './rfq-commands.ts'
import { marketShardOf, marketShards, type MarketShard } from '../market/shards.ts'
import type { OrderFilter } from './store.ts'

/** A key or session, a person, or the whole desk. */
export type Gone = Pick<Caller, 'desk'> & { readonly [Member in 'user' | 'via']?: Caller[Member] | undefined }
type Canceled = { readonly canceled: readonly OrderId[]; readonly left: readonly OrderId[]; readonly fences: readonly FenceView[] }

const orderClosed = refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id')

export function createCancelCommands({ engine, store }: Needs, recall: Recall) {
  /** Where the market cannot be reached, what it still holds is what was not cancelled. */
  const cancelMarket = async (
    { desk }: Caller,
    { name, venue, baseCurrency, group }: MarketShard,
    about: { readonly rfqId?: RfqId; readonly side?: Side },
  ): Promise<Canceled> => {
    try {
      const decided = await engine.submit(name, { kind: 'CancelEverything', actor: { desk }, what: 'ORDERS', flow: 'DIRECT', ...about })
      if (isRefusal(decided)) throw new Error(`a mass cancel was refused: ${decided.message}`)
      return { canceled: canceledIn(decided.events), left: [], fences: [{ seq_group: group, seq_num: decided.seq }] }
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      const { items } = await store.orders(desk, { venue, baseCurrency, ...about, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
      return { canceled: [], left: items.map(({ order }) => order.id), fences: [] }
    }
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
    async cancelOrders(caller: Caller, filter: OrderFilter): Promise<CancelReportView> {
      const rfq = filter.rfqId === undefined ? undefined : await store.rfq(filter.rfqId)
      if (filter.rfqId !== undefined && rfq === undefined) return report([])
      const markets = marketShards.filter(
        ({ venue, baseCurrency }) =>
          (filter.venue ?? venue) === venue &&
          (filter.baseCurrency ?? baseCurrency) === baseCurrency &&
          (rfq === undefined || (rfq.venue === venue && rfq.baseCurrency === baseCurrency)),
      )
      const { side, states } = filter
      // What does not rest is not there to be cancelled.
      if (states !== undefined && !states.includes('OPEN')) return report([])
      const about = { ...(rfq === undefined ? {} : { rfqId: rfq.id }), ...(side === undefined ? {} : { side }) }
      return report(await Promise.all(markets.map((market) => cancelMarket(caller, market, about))))
    },

    /** What it has open, requests too. */
    async cancelEverythingOf({ desk, user, via }: Gone): Promise<void> {
      const actor = { desk, ...(user === undefined ? {} : { user }), ...(via === undefined ? {} : { via }) }
      const command = { kind: 'CancelEverything', actor, what: 'ORDERS_AND_RFQS', cause: 'ACCESS_ENDED' } as const
      await Promise.all(marketShards.map(({ name }) => engine.submit(name, command)))
    },
  }
}

const canceledIn = (events: readonly MarketEvent[]): readonly OrderId[] =>
  events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.orderId] : []))

function report(outcomes: readonly Canceled[]): CancelReportView {
  const [successes, failures] = [outcomes.flatMap(({ canceled }) => canceled), outcomes.flatMap(({ left }) => left)]
  return {
    successes: { count: successes.length, order_ids: successes },
    failures: { count: failures.length, order_ids: failures },
    fences: outcomes.flatMap(({ fences }) => fences),
  }
}
