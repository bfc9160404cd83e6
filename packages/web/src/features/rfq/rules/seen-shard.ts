/** Rebuilds the shard as a desk sees it, so that the server's own rules can be checked before anything is sent. Pure. */
import {
  emptyShard,
  formatQuantity,
  shardMachine,
  type Actor,
  type DeskId,
  type Instant,
  type Order,
  type OrderId,
  type Quantity,
  type Rfq,
  type Shard,
  type ShardEvent,
  type Trade,
  type UserId,
} from '@parley/core'

export const actorOf = (desk: string): Actor => ({ desk: desk as DeskId, user: '' as UserId, via: '' })
export const US = actorOf('US')
export const none = 0 as Quantity

const openRfq = { state: 'OPEN', tradesAtVenue: 0, makerTotals: [], declines: [] } as const
/** The rules ask only how much of a resting order rests. */
const restingOrder = {
  filled: none,
  pending: none,
  canceled: none,
  state: 'OPEN',
  timeInForce: 'GTC',
  isPostOnly: false,
  trades: 0,
  takesAtVenue: 0,
  hasTaken: false,
} as const

export type SeenRfq = Omit<Rfq, keyof typeof openRfq | 'lastUpdatedAt' | 'lastActivityAt'> & { readonly updatedAt: number }
export type SeenOrder = Omit<Order, keyof typeof restingOrder | 'priority' | 'createdAt' | 'lastUpdatedAt'> &
  Partial<Pick<Order, 'canceled' | 'timeInForce'>> & { readonly createdAt: number }

/** The state that events leading to the visible data would have made. Among orders at the same price, the first in the list has priority. */
export function seenShard({ updatedAt, ...given }: SeenRfq, orders: readonly (SeenOrder | undefined)[]): Shard {
  const { id } = given
  const latest = updatedAt as Instant
  const shard = emptyShard()
  const rfq: Rfq = { ...openRfq, ...given, lastUpdatedAt: latest, lastActivityAt: latest }
  shardMachine.evolve(shard, { kind: 'RfqCreated', id, rfq })
  for (const [place, order] of orders.entries()) {
    if (order === undefined) continue
    const at = order.createdAt as Instant
    const resting: Order = { ...restingOrder, ...order, priority: place + 1, createdAt: at, lastUpdatedAt: at }
    shardMachine.evolve(shard, { kind: 'OrderPlaced', id, order: resting })
  }
  return shard
}

export type Arrived = { readonly trades: readonly Trade[]; readonly rests: string; readonly canceled: string }

/** The immediate trades of an order with this quantity, and how much of it rests and is cancelled. */
export function arrivedFrom(events: readonly ShardEvent[], orderId: OrderId | undefined, quantity: Quantity): Arrived {
  const trades = events.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
  const canceled = events.reduce(
    (sum, event) => (event.kind === 'OrderCanceled' && event.orderId === orderId ? sum + event.quantity : sum),
    0,
  )
  const dealt = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  return { trades, rests: formatQuantity((quantity - dealt - canceled) as Quantity), canceled: formatQuantity(canceled as Quantity) }
}
