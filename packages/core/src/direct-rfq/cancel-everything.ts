/** The kill switch and cancel on disconnect (rulebook 5.17): one desk's, one person's, or one key's, open orders and requests in one market. */
import type { DeskId, Instant, RfqId } from '../ids.ts'
import type { Actor, DirectRfq, DirectRfqEvent } from './direct-rfq.ts'
import { end } from './end.ts'
import { canceled } from './match.ts'
import type { DirectMarket } from './market.ts'
import { restingQuantity } from './quantities.ts'

/** Cancels what one desk, or one person or key of it, has open in the shard; a desk-wide action is this command sent to every shard. */
export type CancelEverything = {
  readonly kind: 'CancelEverything'
  readonly actor: { readonly desk: string; readonly user?: string; readonly via?: string }
  readonly what: 'ORDERS' | 'ORDERS_AND_RFQS'
  readonly rfqId?: RfqId
}

/** Never refused: with nothing to cancel there are no events. Drafts stay. */
export function cancelEverything(market: DirectMarket, command: CancelEverything, now: Instant): readonly DirectRfqEvent[] {
  const isTheirs = (actor: Actor) =>
    actor.desk === command.actor.desk &&
    (command.actor.user === undefined || actor.user === command.actor.user) &&
    (command.actor.via === undefined || actor.via === command.actor.via)
  const events: DirectRfqEvent[] = []
  for (const rfq of touched(market, command)) {
    const ends = command.what === 'ORDERS_AND_RFQS' && rfq.state === 'OPEN' && rfq.ending === undefined && isTheirs(rfq.creator)
    if (ends) events.push(...end(rfq, 'CANCELED_BY_CREATOR', now))
    else events.push(...ordersOf(rfq, isTheirs, now))
  }
  return events
}

function ordersOf(rfq: DirectRfq, isTheirs: (actor: Actor) => boolean, now: Instant): readonly DirectRfqEvent[] {
  return rfq.orders
    .filter((order) => order.state === 'OPEN' && isTheirs(order.actor))
    .map((order) => canceled(rfq, order.id, restingQuantity(order), 'ByUser', now))
}

/** The requests in which the desk has anything open, by id, so that the events do not depend on how the indexes came about. */
function touched(market: DirectMarket, command: CancelEverything): readonly DirectRfq[] {
  const open = market.desks.get(command.actor.desk as DeskId)
  if (open === undefined) return []
  const ids = new Set(open.rfqs)
  for (const id of open.orders.values()) ids.add(id)
  return [...ids]
    .filter((id) => command.rfqId === undefined || id === command.rfqId)
    .sort()
    .map((id) => market.rfqs.get(id)!)
}
