/**
 * Finds orders that matched in a decision and traded less than both could, so that protections of either desk must have blocked them (rulebook 11.3).
 * It compares the shard before the decision with the events, in plain lists, and does not use the limits.
 */
import type { RfqId } from '../src/ids.ts'
import type { Order } from '../src/rfq/model/order.ts'
import { remainingQuantity } from '../src/rfq/model/rfq.ts'
import type { Shard, ShardEvent } from '../src/shard/shard.ts'

type FacingOrder = { readonly id: string; readonly desk: string; readonly rests: number; readonly price: number; readonly priority: number }

export type Shortfall = {
  readonly resting: string
  readonly arriving: string
  /** False if the order had to trade in full, because then its slices may be smaller (rulebook 5.24), or it did not trade at all. */
  readonly isSure: boolean
}
export type Blocking = { readonly minimum: number; readonly shortfalls: readonly Shortfall[] }

export function blockingIn(shard: Shard, events: readonly ShardEvent[]): Blocking | undefined {
  for (const event of events)
    if (event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced') return inRfq(shard, event.id, event.order, events)
  return undefined
}

const facingOrder = ({ id, actor, price, priority, quantity, filled, pending, canceled }: Order): FacingOrder => ({
  ...{ id, desk: actor.desk, price, priority },
  rests: quantity - filled - pending - canceled,
})

function inRfq({ rfqs }: Shard, id: RfqId, come: Order, events: readonly ShardEvent[]): Blocking {
  const { rfq, orders } = rfqs.live.get(id)!
  const isTaker = (desk: string) => rfq.audience === 'DIRECT' && desk === rfq.creator.desk
  const meets = (desk: string) => rfq.audience === 'ORDER_BOOK' || isTaker(desk) !== isTaker(come.actor.desk)
  const facing = [...orders.values()]
    .filter(({ state, side, actor }) => state === 'OPEN' && side !== come.side && meets(actor.desk))
    .map(facingOrder)
  const had = Math.min(facingOrder(come).rests, remainingQuantity(rfq))
  const isSure = come.allocations === undefined && come.timeInForce !== 'FOK'
  return { minimum: rfq.minimumBlock, shortfalls: shortfallsOf(come, had, facing, rfq.minimumBlock, events, isSure) }
}

function shortfallsOf(
  come: Order,
  had: number,
  facing: readonly FacingOrder[],
  minimum: number,
  events: readonly ShardEvent[],
  isSure: boolean,
): readonly Shortfall[] {
  const better = come.side === 'BUY' ? 1 : -1
  const met = facing
    .filter(({ price, desk }) => (price - come.price) * better <= 0 && desk !== come.actor.desk)
    .sort((a, b) => (a.price - b.price) * better || a.priority - b.priority)
  const shortfalls: Shortfall[] = []
  let left = had
  for (const { id, rests } of met) {
    if (left < minimum) break
    const traded = tradedBy(id, events)
    if (traded < Math.min(left, rests)) shortfalls.push({ resting: id, arriving: come.id, isSure })
    left -= traded
  }
  return shortfalls
}

const tradedBy = (id: string, events: readonly ShardEvent[]): number =>
  events.reduce((sum, event) => {
    const isTheirs = event.kind === 'TradeAgreed' && [event.trade.makerOrder, event.trade.takerOrder].some((order) => order === id)
    return isTheirs ? sum + event.trade.quantity : sum
  }, 0)
