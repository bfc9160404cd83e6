/** Mass cancel (rulebook 5.17, 11.6): what one desk, or one key or person of it, has open in one market's requests. */
import type { ProductCode } from '../catalogue/product.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, MarketId, OrderId, RfqId } from '../ids.ts'
import type { CancelCause, SweepCause } from '../matching/cancel-cause.ts'
import { productsOf } from '../structure/figures.ts'
import type { Side } from '../structure/structure.ts'
import { requestsOf } from './desks.ts'
import type { Actor, CancelReason, DirectRfq, DirectRfqEvent, Order } from './direct-rfq.ts'
import { end } from './end.ts'
import { canceled } from './match.ts'
import type { DirectMarket } from './market.ts'
import { restingQuantity } from './quantities.ts'

/** Cancels what one desk has open in the shard, as far as it fits all that is named; a desk-wide action is this command sent to every shard. */
export type CancelEverything = {
  readonly kind: 'CancelEverything'
  readonly actor: { readonly desk: string; readonly via?: string; readonly user?: string }
  readonly what: 'ORDERS' | 'ORDERS_AND_RFQS'
  /** A mass cancel of its desk unless said. */
  readonly cause?: SweepCause
  readonly flow?: 'DIRECT' | 'GROUP'
  /** One request of the direct flow. */
  readonly rfqId?: RfqId
  /** One market of the order-book flow. */
  readonly market?: MarketId
  readonly product?: ProductCode
  readonly side?: Side
  readonly price?: Price
  readonly label?: string
}

export const isTheirs = (wanted: CancelEverything['actor'], actor: Actor): boolean =>
  actor.desk === wanted.desk &&
  (wanted.via === undefined || actor.via === wanted.via) &&
  (wanted.user === undefined || actor.user === wanted.user)

/** Never refused: with nothing to cancel there are no events. Drafts stay. */
export function cancelEverything(market: DirectMarket, command: CancelEverything, now: Instant): readonly DirectRfqEvent[] {
  if (command.flow === 'GROUP' || command.market !== undefined) return []
  const isOfOrders = command.side !== undefined || command.label !== undefined || command.price !== undefined
  const { cause = 'MASS_CANCEL' } = command
  const events: DirectRfqEvent[] = []
  for (const rfq of touched(market, command)) {
    const isMeant = command.what === 'ORDERS_AND_RFQS' && !isOfOrders && isTheirs(command.actor, rfq.creator)
    if (isMeant && rfq.state === 'OPEN' && rfq.ending === undefined) events.push(...end(rfq, 'CANCELED_BY_CREATOR', now))
    else events.push(...cancelOrders(rfq, (order) => isMeantOrder(command, order), { reason: 'ByUser', cause }, now))
  }
  return events
}

const isMeantOrder = ({ actor, side, price, label }: CancelEverything, order: Order): boolean =>
  isTheirs(actor, order.actor) &&
  (side === undefined || order.side === side) &&
  (price === undefined || order.price === price) &&
  (label === undefined || order.label === label)

type Why = { readonly reason: CancelReason; readonly cause?: CancelCause }

/** `taken` is what this very decision takes from an order before: it is no longer there to be cancelled. */
export function cancelOrders(
  rfq: DirectRfq,
  chosen: (order: Order) => boolean,
  { reason, cause }: Why,
  now: Instant,
  taken: ReadonlyMap<OrderId, number> = new Map(),
): readonly DirectRfqEvent[] {
  return rfq.orders
    .filter((order) => order.state === 'OPEN' && chosen(order))
    .map((order) => ({ order, rest: restingQuantity(order) - (taken.get(order.id) ?? 0) }))
    .filter(({ rest }) => rest > 0)
    .map(({ order, rest }) => canceled(rfq, order.id, rest as Quantity, reason, now, cause))
}

function touched(market: DirectMarket, { actor, rfqId, product }: CancelEverything): readonly DirectRfq[] {
  return requestsOf(market, actor.desk as DeskId)
    .filter(({ id }) => rfqId === undefined || id === rfqId)
    .filter(({ structure }) => product === undefined || productsOf(structure).includes(product))
}
