/** A two-way quote: both lines of the batch in one command of one shard, and a verdict for each (rulebook 5.23). */
import { isRefusal, notTwoWay, refusedSides, type PlaceOrder, type Refusal, type ReplaceOrder, type Rfq } from '@parley/core'
import { bothOf } from '../calls/batch-key.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { FirstAnswer } from '../shards/first-answer.ts'
import { decideOnce, verdictOf, type Verdict } from './decide-batch.ts'

/** A side as its shard takes it. */
export type TwoWaySide = { readonly rfq: Rfq; readonly command: PlaceOrder | ReplaceOrder }
export type TwoWaySides = readonly [TwoWaySide, TwoWaySide]
/** As the shard remembers the answer. */
export type TwoWayAnswer<View> = { readonly orders: readonly [View, View] }

export type TwoWayBatch<Item, View> = {
  readonly items: readonly Item[]
  /** The checks before the shard are each side's own. */
  readonly sideOf: (item: Item) => Promise<TwoWaySide | Refusal>
  readonly submit: (sides: TwoWaySides, idempotency: Idempotency | undefined) => Promise<TwoWayAnswer<View> | Refusal>
  readonly firstAnswer: FirstAnswer
  readonly idempotency: Idempotency | undefined
}

export async function decideTwoWay<Item, View extends object>(batch: TwoWayBatch<Item, View>): Promise<readonly Verdict<View>[]> {
  const both = bothOf(batch.idempotency)
  const answer = await decideOnce(both, batch.firstAnswer, () => decideBoth(batch, both))
  return batch.items.map((_, place) =>
    verdictOf(place, isRefusal(answer) ? (answer.sides?.[place] ?? answer) : answer.orders[place === 0 ? 0 : 1]),
  )
}

/** A side that is refused before the shard refuses the other with it. */
async function decideBoth<Item, View>(
  { items, sideOf, submit }: TwoWayBatch<Item, View>,
  both: Idempotency | undefined,
): Promise<TwoWayAnswer<View> | Refusal> {
  const [first, second, ...more] = items
  if (first === undefined || second === undefined || more.length > 0) return notTwoWay
  const [one, other] = [await sideOf(first), await sideOf(second)]
  if (isRefusal(one) || isRefusal(other)) return refusedSides([isRefusal(one) ? one : undefined, isRefusal(other) ? other : undefined])
  return one.rfq.id === other.rfq.id ? submit([one, other], both) : notTwoWay
}
