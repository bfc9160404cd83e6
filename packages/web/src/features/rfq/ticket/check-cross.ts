/**
 * Asks the server's own rules what becomes of a taker's order, before it is sent: the RFQ as its taker sees it is built anew and given the
 * order. Makers' protections are not known here, so the answer of the server may be less than this one, and is the one that counts. Pure.
 */
import type { Book, BookLevel, Order as OwnOrder, OrderTerms } from '@parley/client'
import {
  emptyShard,
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
  type UserId,
} from '@parley/core'
import type { DirectRfq } from '../../../live/audiences.ts'
import type { OnArrival } from './deal.ts'

export type CrossTerms = Pick<OrderTerms, 'side' | 'quantity' | 'price' | 'timeInForce' | 'isHidden' | 'allocations'>
export type RfqSeen = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly book: Book
  /** The taker's own orders in it. */
  readonly own: readonly OwnOrder[]
  readonly now: number
}

/** The first refusal, in the server's order and words, or what becomes of it at once. */
export type CrossVerdict =
  | { readonly refused: Refusal; readonly onArrival?: undefined }
  | { readonly refused?: undefined; readonly onArrival: OnArrival }

const US = { desk: 'US' as DeskId, user: '' as UserId, via: '' }
const DRAFT = 'o_draft' as OrderId
const none = 0 as Quantity

export function checkCross(terms: CrossTerms, seen: RfqSeen): CrossVerdict {
  const { side, timeInForce = 'GTC', isHidden = false, allocations } = terms
  const quantity = parseQuantity(terms.quantity)
  const price = parsePrice(terms.price ?? '')
  if (quantity === undefined || quantity === 0)
    return { refused: refuse('QuantityBelowBlockMinimum', '5.4', 'Enter a quantity.', 'quantity') }
  if (price === undefined) return { refused: refuse('OrderPriceMissing', '5.7', 'Enter a price.', 'price') }
  const decided = shardMachine.decide(
    shardOf(seen),
    {
      kind: 'PlaceOrder',
      ...{ audience: 'DIRECT', actor: US, id: seen.rfq.id as RfqId, shard: 0, orderId: DRAFT },
      ...{ side, quantity, price, timeInForce, isHidden, isPostOnly: false, account: seen.rfq.account ?? '' },
      ...(allocations === undefined ? {} : { allocations: allocations.map(partOf) }),
    },
    seen.now as Instant,
  )
  return isRefusal(decided) ? { refused: decided } : { onArrival: arrivalOf(decided, quantity, seen.own) }
}

const partOf = ({ account, quantity }: { readonly account: string; readonly quantity: string }): AllocationPart => ({
  account,
  quantity: parseQuantity(quantity) ?? none,
})

function arrivalOf(events: readonly ShardEvent[], quantity: Quantity, own: readonly OwnOrder[]): OnArrival {
  const trades = events.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
  const gone = events.flatMap((event) => (event.kind === 'OrderCanceled' ? [event] : []))
  const canceled = gone.reduce((sum, event) => (event.orderId === DRAFT ? sum + event.quantity : sum), 0)
  const dealt = trades.reduce((sum, trade) => sum + trade.quantity, 0)
  // One quote fills the parts of several accounts in several trades.
  const fills = new Map<OrderId, { readonly maker: string | undefined; readonly price: string; quantity: number }>()
  for (const { makerOrder, maker, price, quantity: size } of trades) {
    const fill = fills.get(makerOrder) ?? { maker: maker.startsWith(UNNAMED) ? undefined : maker, price: formatPrice(price), quantity: 0 }
    fills.set(makerOrder, { ...fill, quantity: fill.quantity + size })
  }
  return {
    fills: [...fills.values()].map((fill) => ({ ...fill, quantity: formatQuantity(fill.quantity as Quantity) })),
    rests: formatQuantity((quantity - dealt - canceled) as Quantity),
    canceled: formatQuantity(canceled as Quantity),
    takesBack: own.filter(({ id }) => gone.some(({ orderId }) => orderId === id)).map(({ price }) => price),
  }
}

/** The desk of a quote without a name: each is somebody else's. */
const UNNAMED = ' '
const deskOf = ({ deskName, id }: BookLevel): DeskId => (deskName ?? UNNAMED + id) as DeskId

/** As the events would have made it that led to what we see. */
function shardOf({ rfq: seen, structure, book, own }: RfqSeen): Shard {
  const id = seen.id as RfqId
  const { minimum, increment } = explainMinimumBlock(structure)
  const levels = [...book.asks, ...book.bids].filter(({ isOwn }) => !isOwn)
  const rfq: Rfq = {
    id,
    audience: 'DIRECT',
    state: 'OPEN',
    venue: seen.venue as Rfq['venue'],
    baseCurrency: seen.baseCurrency as Rfq['baseCurrency'],
    structure,
    key: structureKey(structure),
    quantity: parseQuantity(seen.quantity) ?? none,
    minimumBlock: minimum,
    quantityIncrement: increment,
    creator: US,
    isTakerAnonymous: seen.isTakerAnonymous,
    account: seen.account ?? '',
    makers: [...new Set(levels.map(deskOf))],
    createdAt: seen.createdAt as Instant,
    expiresAt: seen.expiresAt as Instant,
    lastUpdatedAt: seen.updatedAt as Instant,
    lastActivityAt: seen.updatedAt as Instant,
    filled: parseQuantity(seen.filled ?? '') ?? none,
    pending: parseQuantity(seen.pending ?? '') ?? none,
    tradesAtVenue: 0,
    makerTotals: [],
    declines: [],
  }
  const shard = emptyShard()
  shardMachine.evolve(shard, { kind: 'RfqCreated', id, rfq })
  const quotes = levels.map((level) => ({ ...level, actor: { ...US, desk: deskOf(level) }, kind: 'QUOTE' as const }))
  const crosses = own
    .filter(({ state, kind }) => state === 'OPEN' && kind === 'CROSS')
    .map((order) => ({ ...order, quantity: order.resting, actor: US, kind: 'CROSS' as const }))
  for (const [place, order] of [...crosses, ...quotes].entries()) {
    const resting = orderOf(order, place)
    if (resting !== undefined) shardMachine.evolve(shard, { kind: 'OrderPlaced', id, order: resting })
  }
  return shard
}

type Resting = Pick<Order, 'actor' | 'kind' | 'side' | 'isHidden'> & {
  readonly id: string
  readonly price: string
  readonly quantity: string
  readonly createdAt: number
}

/** The book is best first and the earlier of equals before the later, so a place in it is a priority. */
function orderOf({ id, actor, kind, side, isHidden, createdAt, ...texts }: Resting, place: number): Order | undefined {
  const price = parsePrice(texts.price)
  const quantity = parseQuantity(texts.quantity)
  if (price === undefined || quantity === undefined || quantity === 0) return undefined
  return {
    ...{ id: id as OrderId, actor, kind, side, price, quantity, isHidden },
    ...(kind === 'QUOTE' ? { legPrices: [] as readonly Price[] } : {}),
    ...{ filled: none, pending: none, canceled: none },
    state: 'OPEN',
    timeInForce: 'GTC',
    isPostOnly: false,
    account: '',
    priority: place + 1,
    trades: 0,
    takesAtVenue: 0,
    hasTaken: false,
    createdAt: createdAt as Instant,
    lastUpdatedAt: createdAt as Instant,
  }
}
