/**
 * Why an order that never rests did not fill in full (rulebook 8.18). It is derived only from the orders that the sender's book showed at
 * that time, so it reveals neither hidden orders nor which desk's limit or blocklist applied.
 */
import { crosses, planMatch } from '../../book/match.ts'
import type { DeskId, OrderId } from '../../ids.ts'
import type { LiveRfq } from '../model/live-rfq.ts'
import type { Order, UnfilledReason } from '../model/order.ts'

/** An order on the other side, linked to the one that trades after it. */
type Queued = {
  readonly id: OrderId
  readonly owner: DeskId
  readonly price: number
  readonly quantity: number
  readonly next: Queued | undefined
}

type Arrived = {
  readonly order: Order
  /** The quantity that it could trade when it arrived. */
  readonly quantity: number
  /** It trades in full or not at all. */
  readonly isWhole: boolean
}

export function unfilledReason({ rfq, orders }: LiveRfq, first: Queued | undefined, { order, quantity, isWhole }: Arrived): UnfilledReason {
  const { side, price: limit, actor } = order
  const shown: Queued[] = []
  for (let one = first; one !== undefined && crosses(side, limit, one.price); one = one.next)
    if (one.owner !== actor.desk && !orders.get(one.id)!.isHidden) shown.push(one)
  if (shown.length === 0) return 'NO_LIQUIDITY'
  if (shown.reduce((sum, one) => sum + one.quantity, 0) < quantity) return 'NOT_ENOUGH_LIQUIDITY'
  const queue = shown.reduceRight<Queued | undefined>((next, one) => ({ ...one, next }), undefined)
  const { left } = planMatch<Queued>(queue, { owner: actor.desk, side, limit, quantity, isWhole }, { minimum: rfq.minimumBlock })
  return left > 0 ? 'BELOW_BLOCK_MINIMUM' : 'COUNTERPARTY_LIMIT'
}
