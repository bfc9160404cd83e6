/**
 * Applies what was decided. It handles every event and checks no rule. It changes the shard's RFQs in place and returns the change. The RFQ, its
 * orders and its trades are immutable values, so a returned change never changes later.
 */
import { withWord, type Booking } from './model/booking.ts'
import { causedBy, type CancelCause } from './model/cancel-cause.ts'
import type { CanceledBy } from '../canceler.ts'
import type { Quantity } from '../decimal.ts'
import type { Instant, OrderId } from '../ids.ts'
import { idleFrom, schedule, tidyDeadlines } from './life/deadlines.ts'
import type { Change, EventOf, RfqCanceled, RfqEvent } from './model/events.ts'
import { marketModelOf, liveRfqOf, tradeAtVenue, type LiveRfq } from './model/live-rfq.ts'
import { neverRests, restingQuantity, type Order, type UnfilledReason } from './model/order.ts'
import type { Decline, Rfq } from './model/rfq.ts'
import { addResting, countNumber, enter, forgetKey, forgetOwn, indexRfq, removeResting, renameResting, type Rfqs } from './model/rfqs.ts'
import { totalsAfter } from './model/maker-totals.ts'
import type { Trade } from './model/trade.ts'

const nothing: readonly never[] = []

/** RfqCreated adds an RFQ; every other event needs its RFQ to be live. */
export function evolve(rfqs: Rfqs, event: RfqEvent): Change {
  if (event.kind === 'RfqCreated') return created(rfqs, event.rfq)
  const live = rfqs.live.get(event.id)
  if (live === undefined) throw new Error(`${event.kind} refers to an unknown RFQ: ${event.id}`)
  switch (event.kind) {
    case 'DraftSent':
      return sent(rfqs, live, event)
    case 'RfqDeclined':
      return declined(live, event.decline)
    case 'DeclineTakenBack':
      return takenBack(live, event)
    case 'OrderPlaced':
      return placed(rfqs, live, event.order)
    case 'OrderReplaced':
      return replaced(rfqs, live, event.order)
    case 'OrderCanceled':
      return canceled(rfqs, live, event)
    case 'TradeAgreed':
      return agreed(rfqs, live, event.trade)
    case 'BookingSaid':
      return booked(live, event, (booking) => withWord(booking, event.seat, event.word))
    case 'BookingReminded':
      return booked(live, event, ({ remindAt: _, ...booking }) => booking)
    case 'BookingDisputed':
      return booked(live, event, (booking) => ({ ...booking, disputedAt: event.at }))
    case 'TradeSettled':
      return settled(rfqs, live, event)
    case 'TradeRejected':
      return rejected(rfqs, live, event)
    case 'RfqEnding':
      forgetKey(rfqs, live.rfq)
      return changed(live, { ...live.rfq, ...canceling(event), ending: event.reason, lastUpdatedAt: event.at, lastActivityAt: event.at })
    case 'RfqClosed':
      return closed(rfqs, live, event)
  }
}

function changed(live: LiveRfq, rfq: Rfq, orders: readonly Order[] = nothing): Change {
  live.rfq = rfq
  return { rfq, orders }
}

function created(rfqs: Rfqs, rfq: Rfq): Change {
  countNumber(rfqs, rfq.number)
  const live = liveRfqOf(rfq)
  rfqs.live.set(rfq.id, live)
  if (rfq.state === 'OPEN') opened(rfqs, live)
  return { rfq, orders: nothing }
}

function opened(rfqs: Rfqs, live: LiveRfq): void {
  const { rfq } = live
  indexRfq(rfqs, rfq)
  schedule(rfqs, live, Math.min(rfq.expiresAt ?? Infinity, idleFrom(rfq, rfq.lastActivityAt)))
}

function sent(rfqs: Rfqs, live: LiveRfq, event: EventOf<'DraftSent'>): Change {
  const { makers, minimumBlock, quantityIncrement, at, expiresAt, similar } = event
  const open: Rfq = {
    ...live.rfq,
    state: 'OPEN',
    makers,
    minimumBlock,
    quantityIncrement,
    expiresAt,
    lastUpdatedAt: at,
    lastActivityAt: at,
  }
  const change = changed(live, similar === undefined ? open : { ...open, similar })
  opened(rfqs, live)
  return change
}

function declined(live: LiveRfq, decline: Decline): Change {
  const others = live.rfq.declines.filter(({ desk }) => desk !== decline.desk)
  return changed(live, { ...live.rfq, declines: [...others, decline], lastUpdatedAt: decline.at })
}

function takenBack(live: LiveRfq, { desk, at }: EventOf<'DeclineTakenBack'>): Change {
  const declines = live.rfq.declines.map((decline) => (decline.desk === desk ? { ...decline, takenBackAt: at } : decline))
  return changed(live, { ...live.rfq, declines, lastUpdatedAt: at })
}

/** Only its own desk can see an order that is hidden, or one that never rests (rulebook 10.11). */
const isShown = (order: Order): boolean => !order.isHidden && !neverRests(order)

/**
 * Orders keep an RFQ active only if it can become idle; an RFQ with a fixed lifetime is not affected. All desks can see when it was last active, so
 * only a visible order updates that time.
 */
function active(rfq: Rfq, at: Instant, isActivity: boolean): Rfq {
  if (marketModelOf(rfq).life.until === 'FIXED') return rfq
  return isActivity ? { ...rfq, lastUpdatedAt: at, lastActivityAt: at } : { ...rfq, lastUpdatedAt: at }
}

function placed(rfqs: Rfqs, live: LiveRfq, order: Order): Change {
  countNumber(rfqs, order.number)
  if (order.number !== undefined) rfqs.byNumber.set(order.number, order.id)
  rfqs.nextPriority = Math.max(rfqs.nextPriority, order.priority + 1)
  live.orders.set(order)
  enter(rfqs, live, order)
  addResting(rfqs, live, order)
  if (order.expiresAt !== undefined) schedule(rfqs, live, order.expiresAt)
  return changed(live, active(live.rfq, order.lastUpdatedAt, isShown(order)), [order])
}

function replaced(rfqs: Rfqs, live: LiveRfq, order: Order): Change {
  const before = orderOf(live, order.id)
  rfqs.nextPriority = Math.max(rfqs.nextPriority, order.priority + 1)
  live.orders.set(order)
  if (order.priority === before.priority && !neverRests(order)) {
    live.sharedBook?.orders.reduce(order.id, restingQuantity(before) - restingQuantity(order))
    renameResting(rfqs, live.rfq, before, order)
  } else {
    removeResting(rfqs, live, before)
    addResting(rfqs, live, order)
  }
  const change = changed(live, active(live.rfq, order.lastUpdatedAt, isShown(before) || isShown(order)), [order])
  // An order that becomes hidden may leave the visible book empty.
  schedule(rfqs, live, idleFrom(live.rfq, live.rfq.lastActivityAt))
  return change
}

function orderOf(live: LiveRfq, id: OrderId): Order {
  const order = live.orders.get(id)
  if (order === undefined) throw new Error(`${id} is not in ${live.rfq.id}`)
  return order
}

/** The changes of an order's quantities by an event. */
type QuantityMoves = {
  readonly filled: number
  readonly pending: number
  readonly canceled: number
  readonly trades: number
  /** 1 for the taker's order of a trade that was agreed, -1 once the venue has answered. */
  readonly takes: number
  readonly cause?: CancelCause
  readonly by?: CanceledBy | undefined
  readonly unfilledReason?: UnfilledReason | undefined
}

/**
 * Updates the quantities of an order. It stays open as long as any part rests (rulebook 5.16). Once nothing is pending at the venue either, the RFQ
 * removes it, unless its kind keeps closed orders.
 */
function moved(rfqs: Rfqs, live: LiveRfq, before: Order, by: QuantityMoves, at: Instant): Order {
  const filled = before.filled + by.filled
  const pending = before.pending + by.pending
  const canceledNow = before.canceled + by.canceled
  const rests = before.quantity - filled - pending - canceledNow
  const order: { -readonly [Member in keyof Order]: Order[Member] } = {
    ...before,
    filled: filled as Quantity,
    pending: pending as Quantity,
    canceled: canceledNow as Quantity,
    state: rests === 0 ? 'CLOSED' : before.state,
    trades: before.trades + by.trades,
    takesAtVenue: before.takesAtVenue + by.takes,
    hasTaken: before.hasTaken || by.takes > 0,
    lastUpdatedAt: at,
  }
  if (by.cause !== undefined) {
    const isNews = causedBy(before.cancelCause, by.cause) === by.cause
    order.cancelCause = causedBy(before.cancelCause, by.cause)
    if (isNews && by.by !== undefined) order.canceledBy = by.by
    else if (isNews) delete order.canceledBy
  }
  if (by.unfilledReason !== undefined) order.unfilledReason = by.unfilledReason
  if (before.state === 'OPEN') {
    if (rests === 0) removeResting(rfqs, live, before)
    else if (!neverRests(before)) live.sharedBook?.orders.reduce(before.id, restingQuantity(before) - rests)
  }
  keep(rfqs, live, order)
  return order
}

function keep(rfqs: Rfqs, live: LiveRfq, order: Order): void {
  if (order.state === 'OPEN' || order.pending > 0 || marketModelOf(live.rfq).areClosedOrdersKept) live.orders.set(order)
  else {
    live.orders.delete(order.id)
    if (order.number !== undefined) rfqs.byNumber.delete(order.number)
  }
}

function canceled(rfqs: Rfqs, live: LiveRfq, event: EventOf<'OrderCanceled'>): Change {
  const { orderId, quantity, cause, at, by, unfilledReason } = event
  // A rejection by the venue cancels pending quantity; every other cause cancels resting quantity.
  const pending = cause === 'SETTLEMENT_REJECTED' ? -quantity : 0
  const moves = { filled: 0, pending, canceled: quantity, trades: 0, takes: 0, cause, by, unfilledReason }
  const order = moved(rfqs, live, orderOf(live, orderId), moves, at)
  // A quantity that the venue rejects left the book when the trade was agreed.
  const change = changed(live, active(live.rfq, at, isShown(order) && cause !== 'SETTLEMENT_REJECTED'), [order])
  schedule(rfqs, live, idleFrom(live.rfq, live.rfq.lastActivityAt))
  return change
}

function agreed(rfqs: Rfqs, live: LiveRfq, trade: Trade): Change {
  const { quantity, agreedAt: at } = trade
  const by = { filled: 0, pending: quantity, canceled: 0, trades: 1, takes: 0 }
  const orders = [
    moved(rfqs, live, orderOf(live, trade.makerOrder), by, at),
    moved(rfqs, live, orderOf(live, trade.takerOrder), { ...by, takes: 1 }, at),
  ]
  countNumber(rfqs, trade.numbers?.trade)
  live.trades = [...live.trades, trade]
  const { rfq } = live
  live.rfq = {
    ...rfq,
    pending: (rfq.pending + quantity) as Quantity,
    tradesAtVenue: rfq.tradesAtVenue + 1,
    makerTotals: totalsAfter(rfq, trade),
    lastUpdatedAt: at,
    // All desks can see the trade itself once it has settled. Until then they see only what it removes from the book.
    lastActivityAt: marketModelOf(rfq).life.until === 'FIXED' || orders.some(isShown) ? at : rfq.lastActivityAt,
  }
  schedule(rfqs, live, Math.min(idleFrom(live.rfq, live.rfq.lastActivityAt), trade.booking?.remindAt ?? Infinity))
  return { rfq: live.rfq, orders, trade }
}

/** The reports of its desks change nothing but the trade itself. */
function booked(live: LiveRfq, { tradeId }: { readonly tradeId: Trade['id'] }, change: (booking: Booking) => Booking): Change {
  const before = tradeAtVenue(live, tradeId)
  if (before?.booking === undefined) throw new Error(`${tradeId} is not waiting to be booked`)
  const trade: Trade = { ...before, booking: change(before.booking) }
  live.trades = live.trades.map((one) => (one === before ? trade : one))
  return { rfq: live.rfq, orders: nothing, trade }
}

function settled(rfqs: Rfqs, live: LiveRfq, { tradeId, venueTradeId, at, executed }: EventOf<'TradeSettled'>): Change {
  const trade: Trade = { ...leavingVenue(live, tradeId), ...executed, state: 'FILLED', settledAt: at, venueTradeId }
  const { price, quantity, takerSide: side } = trade
  const by = { filled: quantity, pending: -quantity, canceled: 0, trades: 0, takes: 0 }
  const orders = [
    moved(rfqs, live, orderOf(live, trade.makerOrder), by, at),
    moved(rfqs, live, orderOf(live, trade.takerOrder), { ...by, takes: -1 }, at),
  ]
  const { rfq } = live
  const traded = { filled: (rfq.filled + quantity) as Quantity, lastTrade: { price, quantity, side, at } }
  live.rfq = answered(rfq, trade, at, isEverybodys(rfq) ? { ...traded, lastActivityAt: at } : traded)
  schedule(rfqs, live, idleFrom(live.rfq, live.rfq.lastActivityAt))
  return { rfq: live.rfq, orders, trade }
}

/** An RFQ that is visible to all desks and is not over for them. */
const isEverybodys = (rfq: Rfq): boolean => marketModelOf(rfq).life.until !== 'FIXED' && rfq.ending === undefined

/** The quantities of the two orders follow in separate OrderCanceled events. */
function rejected(rfqs: Rfqs, live: LiveRfq, { tradeId, rejection, at }: EventOf<'TradeRejected'>): Change {
  const trade: Trade = { ...leavingVenue(live, tradeId), state: 'REJECTED', settledAt: at, rejection }
  const taker = orderOf(live, trade.takerOrder)
  const after: Order = { ...taker, takesAtVenue: taker.takesAtVenue - 1, lastUpdatedAt: at }
  live.orders.set(after)
  live.rfq = answered(live.rfq, trade, at)
  schedule(rfqs, live, idleFrom(live.rfq, live.rfq.lastActivityAt))
  return { rfq: live.rfq, orders: [orderOf(live, trade.makerOrder), after], trade }
}

function leavingVenue(live: LiveRfq, tradeId: Trade['id']): Trade {
  const trade = tradeAtVenue(live, tradeId)
  if (trade === undefined) throw new Error(`${tradeId} is not at the venue`)
  live.trades = live.trades.length === 1 ? nothing : live.trades.filter((one) => one !== trade)
  return trade
}

const answered = (
  rfq: Rfq,
  trade: Trade,
  at: Instant,
  more?: Pick<Rfq, 'filled' | 'lastTrade'> & Partial<Pick<Rfq, 'lastActivityAt'>>,
): Rfq => ({
  ...rfq,
  pending: (rfq.pending - trade.quantity) as Quantity,
  tradesAtVenue: rfq.tradesAtVenue - 1,
  makerTotals: totalsAfter(rfq, trade),
  lastUpdatedAt: at,
  ...more,
})

/** An RFQ that is cancelled while a trade is pending at the venue keeps the reason when the venue's answer closes it. */
const canceling = ({ cause, by }: RfqCanceled): Pick<Rfq, 'cancelCause' | 'canceledBy'> => ({
  ...(cause === undefined ? {} : { cancelCause: cause }),
  ...(by === undefined ? {} : { canceledBy: by }),
})

/** Removes the RFQ from the shard. This is the shard's last change of it. */
function closed(rfqs: Rfqs, live: LiveRfq, event: EventOf<'RfqClosed'>): Change {
  const { reason, at } = event
  const { rfq } = live
  rfqs.live.delete(rfq.id)
  forgetKey(rfqs, rfq)
  forgetOwn(rfqs, rfq)
  tidyDeadlines(rfqs)
  // An RFQ that was ending had its last activity when RfqEnding came.
  const lastActivityAt = rfq.ending === undefined ? at : rfq.lastActivityAt
  return changed(live, { ...rfq, ...canceling(event), state: 'CLOSED', closedReason: reason, lastUpdatedAt: at, lastActivityAt })
}
