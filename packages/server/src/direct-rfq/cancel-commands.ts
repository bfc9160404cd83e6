/** Orders are called back: one, those of a filter, or everything of a key that has gone. */
import { isRefusal, refuse, type MarketEvent, type OrderId, type Refusal, type RfqId } from '@parley/core'
import type { CancelReportView } from '@parley/contracts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { CANCELS_PER_CALL } from './limits.ts'
import type { Needs } from './needs.ts'
import { orderUnknown } from './order-commands.ts'
import type { Recall } from './recall.ts'
import { actorOf, shardOfRfq } from './rfq-commands.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'
import type { OrderFilter } from './store.ts'

/** A key or session, a person, or the whole desk. */
export type Gone = Pick<Caller, 'desk'> & { readonly [Member in 'user' | 'via']?: Caller[Member] | undefined }
type Canceled = { readonly canceled: readonly OrderId[]; readonly left: readonly OrderId[] }

const orderClosed = refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id')

export function createCancelCommands({ engine, store }: Needs, recall: Recall) {
  /** Where the market cannot be reached, what it still holds is what was not cancelled. */
  const cancelMarket = async (
    { desk }: Caller,
    { name, venue, baseCurrency }: MarketShard,
    rfqId: RfqId | undefined,
  ): Promise<Canceled> => {
    const about = rfqId === undefined ? {} : { rfqId }
    try {
      const decided = await engine.submit(name, { kind: 'CancelEverything', actor: { desk }, what: 'ORDERS', flow: 'DIRECT', ...about })
      return { canceled: isRefusal(decided) ? [] : canceledIn(decided.events), left: [] }
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      const { items } = await store.orders(desk, { venue, baseCurrency, rfqId, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
      return { canceled: [], left: items.map(({ order }) => order.id) }
    }
  }

  return {
    async cancelOrder(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const order = await recall.order(id)
      if (order === undefined || order.desk !== caller.desk) return orderUnknown
      const { rfq } = order
      const decided = await engine.submit(
        shardOfRfq(rfq),
        { kind: 'CancelOrder', actor: actorOf(caller), id: rfq.id, orderId: order.id },
        idempotency,
      )
      if (!isRefusal(decided)) return undefined
      // Clients look for the order's own code: an order of a closed request is closed.
      return decided.refused === 'RfqClosed' ? orderClosed : decided
    },

    /** By market where the filter allows it, else one by one. */
    async cancelOrders(caller: Caller, filter: OrderFilter): Promise<CancelReportView> {
      if (filter.side !== undefined) return this.cancelEach(caller, filter)
      const rfq = filter.rfqId === undefined ? undefined : await store.rfq(filter.rfqId)
      if (filter.rfqId !== undefined && rfq === undefined) return report([], [])
      const markets = marketShards.filter(
        ({ venue, baseCurrency }) =>
          (filter.venue ?? venue) === venue &&
          (filter.baseCurrency ?? baseCurrency) === baseCurrency &&
          (rfq === undefined || (rfq.venue === venue && rfq.baseCurrency === baseCurrency)),
      )
      const outcomes = await Promise.all(markets.map((market) => cancelMarket(caller, market, rfq?.id)))
      return report(
        outcomes.flatMap(({ canceled }) => canceled),
        outcomes.flatMap(({ left }) => left),
      )
    },

    async cancelEach(caller: Caller, filter: OrderFilter): Promise<CancelReportView> {
      const { items } = await store.orders(caller.desk, { ...filter, states: ['OPEN'] }, { size: CANCELS_PER_CALL })
      const outcomes = await Promise.all(
        items.map(async ({ rfq, order }) => {
          const decided = await engine.submit(shardOfRfq(rfq), {
            kind: 'CancelOrder',
            actor: actorOf(caller),
            id: rfq.id,
            orderId: order.id,
          })
          return { id: order.id, isCanceled: !isRefusal(decided) }
        }),
      )
      const idsWhere = (isCanceled: boolean) => outcomes.filter((one) => one.isCanceled === isCanceled).map(({ id }) => id)
      return report(idsWhere(true), idsWhere(false))
    },

    /** What it has open, requests too. */
    async cancelEverythingOf({ desk, user, via }: Gone): Promise<void> {
      const actor = { desk, ...(user === undefined ? {} : { user }), ...(via === undefined ? {} : { via }) }
      const command = { kind: 'CancelEverything', actor, what: 'ORDERS_AND_RFQS' } as const
      await Promise.all(marketShards.map(({ name }) => engine.submit(name, command)))
    },
  }
}

const canceledIn = (events: readonly MarketEvent[]): readonly OrderId[] =>
  events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event.orderId] : []))

const report = (successes: readonly string[], failures: readonly string[]): CancelReportView => ({
  successes: { count: successes.length, order_ids: [...successes] },
  failures: { count: failures.length, order_ids: [...failures] },
})
