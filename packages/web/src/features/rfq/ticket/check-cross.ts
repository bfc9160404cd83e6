/**
 * Checks a taker's order with the server's own rules before it is sent. The RFQ is rebuilt as its taker sees it. Makers' protections are not known
 * here, so the server may fill less, and its result is final. Pure.
 */
import type { Book, BookLevel, Order as OwnOrder, OrderTerms } from '@parley/client'
import {
  explainMinimumBlock,
  formatPrice,
  formatQuantity,
  isRefusal,
  parsePrice,
  parseQuantity,
  refuse,
  shardMachine,
  structureKey,
  type AllocationPart,
  type DeskId,
  type Instant,
  type Order,
  type OrderId,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type RfqId,
  type Shard,
  type ShardEvent,
  type Structure,
} from '@parley/core'
import type { DirectRfq } from '../../../live/audiences.ts'
import { actorOf, arrivedFrom, none, seenShard, US, type SeenOrder } from '../rules/seen-shard.ts'
import type { OnArrival } from './deal.ts'

/** The quantity that is to trade or rest, even if the order replaces the desk's own with this id. */
export type CrossTerms = Pick<OrderTerms, 'side' | 'quantity' | 'price' | 'timeInForce' | 'isHidden' | 'allocations'> & {
  readonly replaces?: string
}
export type RfqSeen = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly book: Book
  /** The taker's own orders in it. */
  readonly own: readonly OwnOrder[]
  readonly now: number
}

/** The first refusal, in the server's order and with its message, or the immediate result. */
export type CrossVerdict =
  | { readonly refused: Refusal; readonly onArrival?: undefined }
  | { readonly refused?: undefined; readonly onArrival: OnArrival }

const DRAFT = 'o_draft' as OrderId

export function checkCross(terms: CrossTerms, seen: RfqSeen): CrossVerdict {
  const { side, timeInForce = 'GTC', isHidden = false, allocations } = terms
  const quantity = parseQuantity(terms.quantity)
  const price = parsePrice(terms.price ?? '')
  if (quantity === undefined || quantity === 0)
    return { refused: refuse('QuantityBelowBlockMinimum', '5.4', 'Enter a quantity.', 'quantity') }
  if (price === undefined) return { refused: refuse('OrderPriceMissing', '5.7', 'Enter a price.', 'price') }
  const replaced = seen.own.find(({ id }) => id === terms.replaces)
  const whose = { audience: 'DIRECT', actor: US, id: seen.rfq.id as RfqId, shard: 0 } as const
  const order = { side, quantity, price, timeInForce, isHidden, isPostOnly: false }
  const decided = shardMachine.decide(
    shardOf(seen),
    replaced === undefined
      ? {
          ...{ kind: 'PlaceOrder', ...whose, ...order, orderId: DRAFT, account: seen.rfq.account ?? '' },
          ...(allocations === undefined ? {} : { allocations: allocations.map(partOf) }),
        }
      : { kind: 'ReplaceOrder', ...whose, ...order, orderId: replaced.id as OrderId },
    seen.now as Instant,
  )
  const arrived = (replaced?.id as OrderId | undefined) ?? DRAFT
  return isRefusal(decided) ? { refused: decided } : { onArrival: arrivalOf(decided, { arrived, quantity }, seen.own) }
}

const partOf = ({ account, quantity }: { readonly account: string; readonly quantity: string }): AllocationPart => ({
  account,
  quantity: parseQuantity(quantity) ?? none,
})

type Arrival = { readonly arrived: OrderId; readonly quantity: Quantity }

function arrivalOf(events: readonly ShardEvent[], { arrived, quantity }: Arrival, own: readonly OwnOrder[]): OnArrival {
  const { trades, rests, canceled } = arrivedFrom(events, arrived, quantity)
  const gone = events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event] : []))
  // One quote may fill several accounts in several trades.
  const fills = new Map<OrderId, { readonly maker: string | undefined; readonly price: string; quantity: number }>()
  for (const { makerOrder, maker, price, quantity: size } of trades) {
    const fill = fills.get(makerOrder) ?? { maker: maker.startsWith(UNNAMED) ? undefined : maker, price: formatPrice(price), quantity: 0 }
    fills.set(makerOrder, { ...fill, quantity: fill.quantity + size })
  }
  return {
    fills: [...fills.values()].map((fill) => ({ ...fill, quantity: formatQuantity(fill.quantity as Quantity) })),
    rests,
    canceled,
    takesBack: own.filter(({ id }) => id !== arrived && gone.some(({ orderId }) => orderId === id)).map(({ price }) => price),
  }
}

/** The desk of an anonymous quote: each counts as a different desk. */
const UNNAMED = ' '
const deskOf = ({ deskName, id }: BookLevel): DeskId => (deskName ?? UNNAMED + id) as DeskId

function shardOf({ rfq: seen, structure, book, own }: RfqSeen): Shard {
  const { minimum, increment } = explainMinimumBlock(structure)
  const levels = [...book.asks, ...book.bids].filter(({ isOwn }) => !isOwn)
  const quotes = levels.map((level) => orderOf({ ...level, actor: actorOf(deskOf(level)), kind: 'QUOTE' }))
  const crosses = own
    .filter(({ state, kind }) => state === 'OPEN' && kind === 'CROSS')
    .map((order) => orderOf({ ...order, quantity: order.resting, actor: US, kind: 'CROSS' }))
  return seenShard(
    {
      id: seen.id as RfqId,
      audience: 'DIRECT',
      venue: seen.venue as Rfq['venue'],
      baseCurrency: seen.baseCurrency as Rfq['baseCurrency'],
      structure,
      key: structureKey(structure),
      quantity: parseQuantity(seen.quantity) ?? none,
      minimumBlock: minimum,
      quantityIncrement: increment,
      creator: US,
      isTakerAnonymous: seen.isTakerAnonymous,
      ...(seen.takerSide === undefined ? {} : { side: seen.takerSide }),
      account: seen.account ?? '',
      makers: [...new Set(levels.map(deskOf))],
      createdAt: seen.createdAt as Instant,
      expiresAt: seen.expiresAt as Instant,
      updatedAt: seen.updatedAt,
      filled: parseQuantity(seen.filled ?? '') ?? none,
      pending: parseQuantity(seen.pending ?? '') ?? none,
    },
    // The book is sorted by price and time, so the position in it is the priority.
    [...crosses, ...quotes],
  )
}

type Resting = Pick<Order, 'actor' | 'kind' | 'side' | 'isHidden'> & {
  readonly id: string
  readonly price: string
  readonly quantity: string
  readonly createdAt: number
}

function orderOf({ id, actor, kind, side, isHidden, createdAt, ...texts }: Resting): SeenOrder | undefined {
  const price = parsePrice(texts.price)
  const quantity = parseQuantity(texts.quantity)
  if (price === undefined || quantity === undefined || quantity === 0) return undefined
  const legPrices = kind === 'QUOTE' ? { legPrices: [] as readonly Price[] } : {}
  return { id: id as OrderId, actor, kind, side, price, quantity, isHidden, ...legPrices, account: '', createdAt }
}
