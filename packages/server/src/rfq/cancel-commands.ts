/** Commands that cancel an RFQ, an order or the orders of a filter, and that decline. */
import {
  isRefusal,
  type RfqKind,
  type DeclineReason,
  type OrderId,
  type Price,
  type Refusal,
  type Rfq,
  type ShardCommand,
  type ShardEvent,
  type Side,
} from '@parley/core'
import { cancelerOf } from '../calls/canceler.ts'
import type { Caller } from '../calls/route.ts'
import type { Decided, Idempotency, Presented } from '../engine/engine.ts'
import { marketsOf, type Covered } from '../shards/broadcast.ts'
import { marketShardOf, type MarketShard } from '../shards/shards.ts'
import { actorOf } from './actor.ts'
import { nothing, withRfq, type PresentDecision, type Reply } from './answers.ts'
import { LEFT_ORDERS_LISTED } from './limits.ts'
import type { AudienceNeeds } from './audience-needs.ts'

/** Selects the orders that match every given member. */
export type CancelFilter = {
  /** The RFQ as it was found. If undefined, there is nothing to cancel. */
  readonly within?: { readonly rfq: Rfq | undefined } | undefined
  /** A line of the list as it was found. The net price of the list stays. */
  readonly inList?: { readonly rfq: Rfq | undefined } | undefined
  readonly venue?: string | undefined
  readonly currency?: string | undefined
  readonly side?: Side | undefined
  readonly price?: Price | undefined
  readonly label?: string | undefined
}

type Decision = Decided<ShardEvent> | Refusal

export function createCancelCommands({ audience, engine, store, broadcast }: AudienceNeeds) {
  const shardsOf = ({ within, inList, ...filter }: CancelFilter): readonly MarketShard[] =>
    marketsOf(engine, filter).filter(({ venue, baseCurrency }) =>
      [within, inList].every((found) => found === undefined || (found.rfq?.venue === venue && found.rfq.baseCurrency === baseCurrency)),
    )

  return {
    async decline<View extends object>(
      caller: Caller,
      rfq: Rfq,
      { reason, text }: { readonly reason: DeclineReason; readonly text?: string | undefined },
      { view, idempotency }: Reply<Rfq, View>,
    ): Promise<View | Refusal> {
      const command = {
        kind: 'DeclineRfq',
        actor: actorOf(caller),
        ...cancelerOf(caller),
        audience,
        id: rfq.id,
        reason,
        ...(text ? { text } : {}),
      } as const
      const decided = await engine.submit(marketShardOf(rfq).name, command, idempotency, { view: withRfq(view, rfq.id) })
      return isRefusal(decided) ? decided : decided.answer
    },

    cancelRfq: (caller: Caller, rfq: Rfq, idempotency?: Idempotency): Promise<Decision> =>
      engine.submit(
        marketShardOf(rfq).name,
        { kind: 'CancelRfq', actor: actorOf(caller), ...cancelerOf(caller), audience, id: rfq.id },
        idempotency,
        nothing,
      ),

    cancelOrder: <View>(
      caller: Caller,
      { rfq, id: orderId }: { readonly rfq: Rfq; readonly id: OrderId },
      { idempotency, present }: { readonly idempotency: Idempotency | undefined; readonly present: PresentDecision<View> },
    ): Promise<Presented<ShardEvent, View> | Refusal> =>
      engine.submit(
        marketShardOf(rfq).name,
        { kind: 'CancelOrder', actor: actorOf(caller), ...cancelerOf(caller), audience, id: rfq.id, orderId },
        idempotency,
        present,
      ),

    /** Cancels in all shards at once, each fenced by its number (rulebook 11.7). */
    async cancelOrders(caller: Caller, filter: CancelFilter, idempotency?: Idempotency): Promise<CanceledOrders | Refusal> {
      const command = massCancelOf(caller, audience, filter)
      const covered = await broadcast(command, { markets: shardsOf(filter), idempotency })
      return isRefusal(covered) ? covered : { covered, canceled: covered.decided.flatMap(({ events }) => canceledIn(events)) }
    },

    /** The matching orders of unreachable shards, which were not cancelled. */
    async leftIn({ desk }: Caller, shards: readonly MarketShard[], { within, inList, side }: CancelFilter): Promise<readonly OrderId[]> {
      const filter = { side, rfqId: within?.rfq?.id, listId: inList?.rfq?.list?.id, states: ['OPEN'] }
      const left = await Promise.all(
        shards.map(({ venue, baseCurrency }) => store.orders(desk, { ...filter, venue, baseCurrency }, { size: LEFT_ORDERS_LISTED })),
      )
      return left.flatMap(({ items }) => items.map(({ order }) => order.id))
    },
  }
}

const massCancelOf = (caller: Caller, audience: RfqKind, { within, inList, side, price, label }: CancelFilter): ShardCommand => ({
  kind: 'CancelEverything',
  actor: { desk: caller.desk },
  ...cancelerOf(caller),
  what: 'ORDERS',
  cause: 'MASS_CANCEL',
  audience,
  ...(within?.rfq === undefined ? {} : { rfqId: within.rfq.id }),
  ...(inList?.rfq?.list === undefined ? {} : { listId: inList.rfq.list.id }),
  ...(side === undefined ? {} : { side }),
  ...(price === undefined ? {} : { price }),
  ...(label === undefined ? {} : { label }),
})

export type Canceled = { readonly orderId: OrderId; readonly number: number | undefined }
export type CanceledOrders = { readonly covered: Covered; readonly canceled: readonly Canceled[] }

const canceledIn = (events: readonly ShardEvent[]): readonly Canceled[] =>
  events.flatMap((event) => (event.kind === 'OrderCanceled' ? [{ orderId: event.orderId, number: event.number }] : []))
