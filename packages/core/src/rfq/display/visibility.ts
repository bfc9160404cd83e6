/** Decides who can see which parts of an RFQ (rulebook 8, 10.2, 10.11). Everything that the server publishes passes through here, and only here. */
import { byPriceAndTime } from '../../book/priority.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../../ids.ts'
import { opposite, type Side } from '../../structure/structure.ts'
import type { BookingWord } from '../model/booking.ts'
import { declinesOf, hasDeclined } from '../life/decline.ts'
import { marketModelOf, roleOf } from '../model/live-rfq.ts'
import type { ListLine, NetAmount, NetId } from '../model/list.ts'
import { restingQuantity, type Order, type OrderKind } from '../model/order.ts'
import type { Decline, Rfq, RfqRole } from '../model/rfq.ts'
import { similarOpenFor } from '../life/similar.ts'
import type { Trade } from '../model/trade.ts'

/** The reader's role. Undefined hides the RFQ: from a desk that was not asked, and a draft from every desk but the taker (rulebook 8.6). */
export function readerRole(rfq: Rfq, viewer: DeskId): RfqRole | undefined {
  const role = roleOf(rfq, viewer)
  const isDraft = rfq.state === 'DRAFT' || rfq.closedReason === 'CLOSED_DRAFT'
  return isDraft && role !== 'TAKER' ? undefined : role
}

/** Every desk that can see any part of the RFQ. */
export function readersOf(rfq: Rfq): readonly DeskId[] | 'EVERYBODY' {
  if (marketModelOf(rfq).quotesSeenBy === 'EVERYBODY') return 'EVERYBODY'
  return [rfq.creator.desk, ...rfq.makers].filter((desk) => readerRole(rfq, desk) !== undefined)
}

/** The members of an RFQ that differ between readers. Null replaces a value that the reader must not see (rulebook 8.3, 8.5). */
export type RfqFor = {
  readonly role: RfqRole
  readonly taker: DeskId | null
  readonly account: string | null
  readonly label: string | null
  readonly makers: readonly DeskId[]
  /** Only for the taker: a maker cannot see who else is asked (rulebook 4.15). */
  readonly groups: readonly string[]
  readonly traded: boolean
  /** For the taker, of the whole RFQ. For a maker, of its own trades. */
  readonly filled: Quantity
  readonly pending: Quantity
  /** The last time that a trade visible to the reader was agreed or answered by the venue. */
  readonly lastTradeAt: Instant | null
  /** The last time that the venue settled one. */
  readonly lastFilledAt: Instant | null
  /** Only for the taker: no other desk can see that the venue's makers are asked too (rulebook 15.2). */
  readonly alsoAsksVenue: boolean
  /** Only for the taker: why it was cancelled, and by whom (rulebook 8.14). */
  readonly canceled: Pick<Rfq, 'cancelCause' | 'canceledBy'>
  /** Only for the taker (rulebook 5.19). */
  readonly declines: readonly Decline[]
  readonly hasDeclined: boolean
  /** Only for makers (rulebook 8.10). */
  readonly similarOpen: number | null
  /** Its place in its list; the row, side and name only for the taker (rulebook 22.3). */
  readonly list: (Pick<ListLine, 'id' | 'line' | 'lines'> & Partial<ListLine>) | null
}

export function rfqFor(rfq: Rfq, viewer: DeskId): RfqFor | undefined {
  const role = readerRole(rfq, viewer)
  if (role === undefined) return undefined
  const totals = rfq.makerTotals.filter(({ desk }) => role !== 'MAKER' || desk === viewer)
  const lastTradeAt = latest(totals.map(({ lastAt }) => lastAt))
  const lastFilledAt = latest(totals.flatMap((one) => one.lastFilledAt ?? []))
  if (role !== 'MAKER') {
    const { filled, pending, account = null, label = null, makers, groups = [], creator } = rfq
    const { cancelCause, canceledBy } = rfq
    return {
      role,
      taker: creator.desk,
      account,
      label,
      makers,
      groups,
      alsoAsksVenue: rfq.alsoAsksVenue === true,
      traded: filled > 0,
      filled,
      pending,
      lastTradeAt,
      lastFilledAt,
      canceled: { ...(cancelCause === undefined ? {} : { cancelCause }), ...(canceledBy === undefined ? {} : { canceledBy }) },
      declines: declinesOf(rfq),
      hasDeclined: false,
      similarOpen: null,
      list: rfq.list ?? null,
    }
  }
  const { filled = 0 as Quantity, pending = 0 as Quantity } = totals[0] ?? {}
  return {
    role,
    taker: rfq.isTakerAnonymous ? null : rfq.creator.desk,
    account: null,
    label: null,
    makers: [viewer],
    groups: [],
    alsoAsksVenue: false,
    traded: filled > 0,
    filled,
    pending,
    lastTradeAt,
    lastFilledAt,
    canceled: {},
    declines: [],
    hasDeclined: hasDeclined(rfq, viewer),
    similarOpen: similarOpenFor(rfq, viewer),
    list: rfq.list === undefined ? null : { id: rfq.list.id, line: rfq.list.line, lines: rfq.list.lines },
  }
}

const latest = (times: readonly Instant[]): Instant | null => (times.length === 0 ? null : (Math.max(...times) as Instant))

/** An order as the reader's book shows it. */
export type BookOrder = {
  readonly id: OrderId
  readonly number?: number
  readonly kind: OrderKind
  readonly side: Side
  readonly price: Price
  readonly legPrices?: readonly Price[]
  /** The resting quantity. */
  readonly quantity: Quantity
  readonly desk: DeskId | null
  readonly priority: number
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  readonly expiresAt?: Instant
}

/**
 * Undefined if the reader's book does not show the order: a hidden or closed order, a cross in a public book, and, if only the taker sees quotes, all
 * orders of the reader's own kind (rulebook 8.1 to 8.5). Without a reader it is the public book.
 */
export function bookOrderFor(rfq: Rfq, order: Order, viewer: DeskId | undefined): BookOrder | undefined {
  if (order.isHidden || order.state !== 'OPEN') return undefined
  const { kind } = order
  const { quotesSeenBy, names } = marketModelOf(rfq)
  if (quotesSeenBy === 'EVERYBODY') {
    if (kind === 'CROSS') return undefined
  } else {
    const role = viewer === undefined ? undefined : readerRole(rfq, viewer)
    if (role === undefined || (role === 'TAKER') === (kind === 'CROSS')) return undefined
  }
  const { id, side, price, priority, createdAt, lastUpdatedAt } = order
  const isNameless = names === 'HIDDEN' || (kind === 'CROSS' && rfq.isTakerAnonymous)
  return {
    id,
    ...(order.number === undefined ? {} : { number: order.number }),
    kind,
    side,
    price,
    ...(order.legPrices === undefined || names !== 'HIDDEN' ? {} : { legPrices: order.legPrices }),
    quantity: restingQuantity(order),
    desk: isNameless ? null : order.actor.desk,
    priority,
    createdAt,
    lastUpdatedAt,
    ...(order.expiresAt === undefined ? {} : { expiresAt: order.expiresAt }),
  }
}

/** A part of a net price, as the taker and the maker that sent it see it; undefined for everyone else (rulebook 22.3). */
export function netPartFor(
  rfq: Rfq,
  order: Order,
  viewer: DeskId,
): { readonly id: NetId; readonly amount: NetAmount; readonly maker: DeskId } | undefined {
  const { net, actor } = order
  if (net === undefined || order.state !== 'OPEN' || (viewer !== actor.desk && viewer !== rfq.creator.desk)) return undefined
  return { id: net.id, amount: net.amount, maker: actor.desk }
}

/** How ranks are defined (rulebook 5.9, 10.6), published with every book. */
export const RANKING = 'Best price first, then time priority.'

export type BookFor = { readonly asks: readonly BookOrder[]; readonly bids: readonly BookOrder[] }

/** The reader's book: asks ascending and bids descending, in the sequence in which they would trade. */
export function bookFor(rfq: Rfq, orders: Iterable<Order>, viewer: DeskId | undefined): BookFor {
  const asks: BookOrder[] = []
  const bids: BookOrder[] = []
  for (const order of orders) {
    const seen = bookOrderFor(rfq, order, viewer)
    if (seen !== undefined) (seen.side === 'SELL' ? asks : bids).push(seen)
  }
  return {
    asks: asks.sort(byPriceAndTime('SELL')),
    bids: bids.sort(byPriceAndTime('BUY')),
  }
}

/** The declines that every desk can read if names are hidden: reasons without desks (rulebook 10.19). */
export const declineReasonsOf = (rfq: Rfq): readonly Pick<Decline, 'reason' | 'at'>[] =>
  declinesOf(rfq).map(({ reason, at }) => ({ reason, at }))

/** A trade as shown to one of its two parties; undefined for everyone else (rulebook 8.7). */
export type TradeFor = {
  readonly id: TradeId
  readonly role: 'TAKER' | 'MAKER'
  readonly side: Side
  readonly order: OrderId
  readonly account: string
  readonly counterparty: DeskId | null
}

export function tradeFor(rfq: Rfq, trade: Trade, viewer: DeskId): TradeFor | undefined {
  const { id, takerSide, taker, maker } = trade
  // Rulebook 16.8: neither could book the trade without knowing the other.
  const isBooked = trade.booking !== undefined
  const areNamed = marketModelOf(rfq).names === 'SHOWN' || isBooked
  if (viewer === taker) {
    const counterparty = areNamed ? maker : null
    return { id, role: 'TAKER', side: takerSide, order: trade.takerOrder, account: trade.takerAccount, counterparty }
  }
  if (viewer !== maker) return undefined
  const counterparty = areNamed && (isBooked || !rfq.isTakerAnonymous) ? taker : null
  return { id, role: 'MAKER', side: opposite(takerSide), order: trade.makerOrder, account: trade.makerAccount, counterparty }
}

export type BookingState = 'WAITING' | 'DISPUTED' | 'BOOKED' | 'NOT_BOOKED'

/** The booking of a trade as shown to one of its two parties (rulebook 16.8); undefined for everyone else, and if the venue settles the trade. */
export type BookingFor = {
  readonly state: BookingState
  readonly dueAt: Instant
  readonly mine: BookingWord | undefined
  readonly theirs: BookingWord | undefined
  readonly desk: DeskId
  readonly account: string
}

export function bookingFor(trade: Trade, viewer: DeskId): BookingFor | undefined {
  const { booking, taker, maker, takerAccount, makerAccount } = trade
  if (booking === undefined || (viewer !== taker && viewer !== maker)) return undefined
  const about = { state: bookingState(trade), dueAt: booking.dueAt }
  return viewer === taker
    ? { ...about, mine: booking.taker, theirs: booking.maker, desk: maker, account: makerAccount }
    : { ...about, mine: booking.maker, theirs: booking.taker, desk: taker, account: takerAccount }
}

function bookingState({ state, booking }: Trade): BookingState {
  switch (state) {
    case 'PENDING_SETTLEMENT':
      return booking?.disputedAt === undefined ? 'WAITING' : 'DISPUTED'
    case 'FILLED':
      return 'BOOKED'
    case 'REJECTED':
      return 'NOT_BOOKED'
  }
}

/** Rulebook 8.7, 10.11: the tape shows settled trades to all desks, without their parties. */
export const isOnTape = (trade: Trade): boolean => trade.state === 'FILLED'
