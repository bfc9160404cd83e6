/** Who may see what of a request (rulebook 8). Pure, and the only place: whatever leaves the server has passed here. */
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import { declinesOf, hasDeclined } from './decline.ts'
import type { Decline, DirectRfq, Order, Role, Trade } from './direct-rfq.ts'
import { roleOf } from './orders.ts'
import { filledQuantity, pendingQuantity, restingQuantity } from './quantities.ts'
import { similarOpenFor } from './similar.ts'

/** The reader's part; undefined for whom the request does not exist: who was not asked, and for a draft every other desk (rulebook 8.6). */
export function seatOf(rfq: DirectRfq, viewer: DeskId): Role | undefined {
  const role = roleOf(rfq, viewer)
  return rfq.state === 'DRAFT' || rfq.closedReason === 'CLOSED_DRAFT' ? (role === 'TAKER' ? role : undefined) : role
}

/** Every desk that may read something of the request. */
export const readersOf = (rfq: DirectRfq): readonly DeskId[] =>
  [rfq.creator.desk, ...rfq.makers].filter((desk) => seatOf(rfq, desk) !== undefined)

/** The fields of a request that are not the same for every reader; null is what the reader must not see (rulebook 8.3, 8.5). */
export type RfqFor = {
  readonly role: Role
  readonly taker: DeskId | null
  readonly account: string | null
  readonly label: string | null
  readonly makers: readonly DeskId[]
  readonly traded: boolean
  /** Of the whole request for the taker, of its own trades for a maker. */
  readonly filled: Quantity
  readonly pending: Quantity
  /** For the taker alone (rulebook 5.19). */
  readonly declines: readonly Decline[]
  readonly hasDeclined: boolean
  /** For makers alone (rulebook 8.10). */
  readonly similarOpen: number | null
}

export function rfqFor(rfq: DirectRfq, viewer: DeskId): RfqFor | undefined {
  const role = seatOf(rfq, viewer)
  if (role === undefined) return undefined
  const traded = rfq.trades.some((trade) => trade.state === 'FILLED' && isParty(trade, viewer))
  if (role === 'TAKER') {
    const { account, label = null, makers, creator } = rfq
    const quantities = { filled: filledQuantity(rfq), pending: pendingQuantity(rfq) }
    return {
      role,
      taker: creator.desk,
      account,
      label,
      makers,
      traded,
      ...quantities,
      declines: declinesOf(rfq),
      hasDeclined: false,
      similarOpen: null,
    }
  }
  const own = { ...rfq, trades: rfq.trades.filter((trade) => isParty(trade, viewer)) }
  const taker = rfq.isTakerAnonymous ? null : rfq.creator.desk
  return {
    role,
    taker,
    account: null,
    label: null,
    makers: [viewer],
    traded,
    filled: filledQuantity(own),
    pending: pendingQuantity(own),
    declines: [],
    hasDeclined: hasDeclined(rfq, viewer),
    similarOpen: similarOpenFor(rfq, viewer),
  }
}

/** Its own orders a desk sees whole; nobody else sees them so (rulebook 8.2, 8.3). */
export const ownOrders = (rfq: DirectRfq, viewer: DeskId): readonly Order[] => rfq.orders.filter((order) => order.actor.desk === viewer)

/** An order of the other side as it stands in the reader's book. */
export type BookOrder = {
  readonly id: OrderId
  readonly role: Role
  readonly side: Side
  readonly price: Price
  /** What rests. */
  readonly quantity: Quantity
  readonly desk: DeskId | null
  readonly priority: number
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
}

/** Undefined where the order is not in the reader's book: hidden, closed, its own, or another maker's (rulebook 8.1 to 8.5). */
export function bookOrderFor(rfq: DirectRfq, order: Order, viewer: DeskId): BookOrder | undefined {
  const seat = seatOf(rfq, viewer)
  if (seat === undefined || seat === order.role || order.type === 'HIDDEN' || order.state !== 'OPEN') return undefined
  const { id, role, side, price, priority, createdAt, lastUpdatedAt } = order
  const desk = role === 'TAKER' && rfq.isTakerAnonymous ? null : order.actor.desk
  return { id, role, side, price, quantity: restingQuantity(order), desk, priority, createdAt, lastUpdatedAt }
}

/** What a rank means, in either flow (rulebook 5.9, 10.6). */
export const RANKING = 'Best price first, then the one that has stood longest.'

/** The reader's book: asks rising, bids falling, each in the order in which they would trade. */
export function bookFor(rfq: DirectRfq, viewer: DeskId): { readonly asks: readonly BookOrder[]; readonly bids: readonly BookOrder[] } {
  const seen = rfq.orders.map((order) => bookOrderFor(rfq, order, viewer)).filter((order) => order !== undefined)
  const asks = seen.filter(({ side }) => side === 'SELL').sort((a, b) => a.price - b.price || a.priority - b.priority)
  const bids = seen.filter(({ side }) => side === 'BUY').sort((a, b) => b.price - a.price || a.priority - b.priority)
  return { asks, bids }
}

const isParty = (trade: Trade, viewer: DeskId): boolean => trade.taker === viewer || trade.maker === viewer

/** A trade as one of its two parties reads it; undefined for everybody else (rulebook 8.7). */
export type TradeFor = {
  readonly id: TradeId
  readonly role: Role
  readonly side: Side
  readonly order: OrderId
  readonly account: string
  readonly counterparty: DeskId | null
}

export function tradeFor(rfq: DirectRfq, trade: Trade, viewer: DeskId): TradeFor | undefined {
  const { id, takerSide, taker, maker } = trade
  if (viewer === taker)
    return { id, role: 'TAKER', side: takerSide, order: trade.takerOrder, account: trade.takerAccount, counterparty: maker }
  if (viewer !== maker) return undefined
  const side: Side = takerSide === 'BUY' ? 'SELL' : 'BUY'
  const counterparty = rfq.isTakerAnonymous ? null : taker
  return { id, role: 'MAKER', side, order: trade.makerOrder, account: trade.makerAccount, counterparty }
}

/** Rulebook 8.7: the tape tells everybody of settled trades, without their parties. */
export const isOnTape = (trade: Trade): boolean => trade.state === 'FILLED'
