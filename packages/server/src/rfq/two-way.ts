/** A two-way quote: both items of the batch in one command of one shard, with a result for each (rulebook 5.23). */
import {
  isRefusal,
  notTwoWay,
  type Order,
  type OrderId,
  refusedSides,
  type PlaceOrder,
  type Refusal,
  type ReplaceOrder,
  type Rfq,
  type ShardEvent,
} from '@parley/core'
import { bothOf } from '../calls/batch-key.ts'
import type { Caller } from '../calls/route.ts'
import type { Decided, Idempotency } from '../engine/engine.ts'
import { portable, type Portable } from '../engine/portable.ts'
import type { RepeatedAnswerOf } from '../shards/repeated-answer.ts'
import { decideOnce, verdictOf, type Verdict } from './decide-batch.ts'
import { orderAfter } from './order-after.ts'
import type { AskedOrder } from './refused-order.ts'

/** A side in the form that its shard takes. */
export type TwoWaySide = { readonly rfq: Rfq; readonly command: PlaceOrder | ReplaceOrder; readonly asked: AskedOrder }
export type TwoWaySides = readonly [TwoWaySide, TwoWaySide]
/** The response as the shard stores it. */
export type TwoWayAnswer<View> = { readonly orders: readonly [View, View] }

export type TwoWayReply<View> = {
  readonly view: (rfq: Rfq) => Portable<(order: Order) => View>
  readonly idempotency: Idempotency | undefined
}

/** Answers with both orders that the decision placed or replaced. */
export const withBothOrders = portable(
  'rfq.bothOrders',
  <View>(view: Portable<(order: Order) => View>, one: OrderId, other: OrderId) =>
    ({ events }: Decided<ShardEvent>): TwoWayAnswer<View> => ({
      orders: [view(orderAfter(events, one)), view(orderAfter(events, other))],
    }),
)

/** Each dialect parses a side and formats an order in its own way. How both sides are decided is the same for all. */
type TwoWayDialect<Item, View> = {
  /** The checks before the shard, for each side separately. */
  readonly sideOf: (caller: Caller, item: Item) => Promise<TwoWaySide | Refusal>
  readonly view: TwoWayReply<View>['view']
  readonly submit: (caller: Caller, sides: TwoWaySides, reply: TwoWayReply<View>) => Promise<TwoWayAnswer<View> | Refusal>
  readonly repeatedAnswer: RepeatedAnswerOf<TwoWayAnswer<View>>
}

/** Decides both together, or neither. */
export function createTwoWay<Item, View extends object>(dialect: TwoWayDialect<Item, View>) {
  return async (caller: Caller, items: readonly Item[], idempotency: Idempotency | undefined): Promise<readonly Verdict<View>[]> => {
    const both = bothOf(idempotency)
    const answer = await decideOnce(both, dialect.repeatedAnswer, () => decideBoth(dialect, { caller, items, both }))
    return items.map((_, place) =>
      verdictOf(place, isRefusal(answer) ? (answer.sides?.[place] ?? answer) : answer.orders[place === 0 ? 0 : 1]),
    )
  }
}

type Sent<Item> = { readonly caller: Caller; readonly items: readonly Item[]; readonly both: Idempotency | undefined }

/** If one side is refused before it reaches the shard, the other is refused with it. */
async function decideBoth<Item, View>(
  { sideOf, view, submit }: TwoWayDialect<Item, View>,
  { caller, items, both }: Sent<Item>,
): Promise<TwoWayAnswer<View> | Refusal> {
  const [first, second, ...more] = items
  if (first === undefined || second === undefined || more.length > 0) return notTwoWay
  const [one, other] = [await sideOf(caller, first), await sideOf(caller, second)]
  if (isRefusal(one) || isRefusal(other)) return refusedSides([isRefusal(one) ? one : undefined, isRefusal(other) ? other : undefined])
  return one.rfq.id === other.rfq.id ? submit(caller, [one, other], { view, idempotency: both }) : notTwoWay
}
