/** The changes of a decision by RFQ. Rows and messages are made only from these. */
import type { CancelCause, Change, DeskId, EventOf, Order, OrderId, Rfq, RfqEvent, RfqId, Trade, TradeId } from '@parley/core'

export type OrderChange = {
  /** Its state after the decision. */
  readonly order: Order
  readonly isNew: boolean
  readonly isReplaced: boolean
  /** It traded in the decision. */
  readonly isMatched: boolean
  /** Its resting quantity, and therefore the book, has changed. */
  readonly isBookChanged: boolean
  readonly canceledFor: CancelCause | undefined
  /** If the decision hid it: the state that others read last. */
  readonly lastShown: EventOf<'OrderReplaced'>['lastShown']
  /** Shown by this decision, and hidden before. */
  readonly isNowShown: boolean
  /** How far the venue has settled the trades of its cross; undefined if none of them is, or just was, at the venue. */
  readonly aggressorOrder: AggressorOrderStage | undefined
}

/** `OVER` once the venue has answered for everything that the order crossed, even if part of it still rests. */
export type AggressorOrderStage = 'BEGUN' | 'GOES_ON' | 'OVER'

export type TradeChange = { readonly trade: Trade; readonly isNew: boolean }

export type RfqChange = {
  readonly rfq: Rfq
  readonly isNew: boolean
  readonly isSent: boolean
  /** It accepts nothing new from now on. It closes in the same decision, or with the venue's answer to its last trade. */
  readonly isEnding: boolean
  readonly isClosed: boolean
  readonly hasSettled: boolean
  /** Desks that have declined, or have reversed their decline. */
  readonly declined: ReadonlySet<DeskId>
  /** In the order in which the decision changed them. */
  readonly orders: readonly OrderChange[]
  readonly trades: readonly TradeChange[]
}

/** Events, and the changes of each at the same index. A protection's event changes no RFQ. */
export type Decision = { readonly events: readonly { readonly kind: string }[]; readonly changes: readonly (Change | undefined)[] }

export function changesByRfq({ events, changes }: Decision): readonly RfqChange[] {
  const collected = new Map<RfqId, Collected>()
  for (const [place, change] of changes.entries()) {
    if (change === undefined) continue
    const { id } = change.rfq
    let one = collected.get(id)
    if (one === undefined) collected.set(id, (one = collectedOf(change.rfq)))
    collect(one, events[place] as RfqEvent, change)
  }
  return [...collected.values()].map(finished)
}

type Touch = Omit<OrderChange, 'order' | 'aggressorOrder'>
type Collected = {
  rfq: Rfq
  readonly kinds: Set<RfqEvent['kind']>
  readonly declined: Set<DeskId>
  readonly orders: Map<OrderId, { order: Order; touch: Touch }>
  readonly trades: Map<TradeId, TradeChange>
}

const untouched: Touch = {
  isNew: false,
  isReplaced: false,
  isMatched: false,
  isBookChanged: false,
  canceledFor: undefined,
  lastShown: undefined,
  isNowShown: false,
}

const collectedOf = (rfq: Rfq): Collected => ({ rfq, kinds: new Set(), declined: new Set(), orders: new Map(), trades: new Map() })

function collect(one: Collected, event: RfqEvent, { rfq, orders, trade }: Change): void {
  one.rfq = rfq
  one.kinds.add(event.kind)
  if (event.kind === 'RfqDeclined') one.declined.add(event.decline.desk)
  if (event.kind === 'DeclineTakenBack') one.declined.add(event.desk)
  const more = touchOf(event)
  // The maker's order of a trade comes first, because it existed first.
  for (const order of orders.toReversed()) {
    const before = one.orders.get(order.id)
    one.orders.set(order.id, { order, touch: { ...(before?.touch ?? untouched), ...more } })
  }
  if (trade !== undefined)
    one.trades.set(trade.id, { trade, isNew: event.kind === 'TradeAgreed' || one.trades.get(trade.id)?.isNew === true })
}

function touchOf(event: RfqEvent): Partial<Touch> {
  switch (event.kind) {
    case 'OrderPlaced':
      return { isNew: true, isBookChanged: true }
    case 'OrderReplaced':
      return { isReplaced: true, isBookChanged: true, lastShown: event.lastShown, isNowShown: event.isNowShown ?? false }
    case 'OrderCanceled':
      // An order that the venue rejected had already left the book.
      return event.cause === 'SETTLEMENT_REJECTED' ? { canceledFor: event.cause } : { canceledFor: event.cause, isBookChanged: true }
    case 'TradeAgreed':
      return { isMatched: true, isBookChanged: true }
    case 'RfqCreated':
    case 'DraftSent':
    case 'RfqDeclined':
    case 'DeclineTakenBack':
    case 'BookingSaid':
    case 'BookingReminded':
    case 'BookingDisputed':
    case 'TradeSettled':
    case 'TradeRejected':
    case 'RfqEnding':
    case 'RfqClosed':
      return untouchedMore
  }
}

const untouchedMore: Partial<Touch> = {}

function finished({ rfq, kinds, declined, orders, trades }: Collected): RfqChange {
  const changed = [...trades.values()]
  return {
    rfq,
    isNew: kinds.has('RfqCreated'),
    isSent: kinds.has('DraftSent'),
    isEnding: kinds.has('RfqEnding') || (kinds.has('RfqClosed') && rfq.ending === undefined),
    isClosed: kinds.has('RfqClosed'),
    hasSettled: kinds.has('TradeSettled'),
    declined,
    orders: [...orders.values()].map(({ order, touch }) => ({ order, ...touch, aggressorOrder: aggressorOrderOf(order, changed) })),
    trades: changed,
  }
}

/** A cross is always an aggressor order. */
function aggressorOrderOf({ id, kind, takesAtVenue }: Order, trades: readonly TradeChange[]): AggressorOrderStage | undefined {
  if (kind === 'CROSS') return undefined
  const own = trades.filter(({ trade }) => trade.takerOrder === id)
  if (takesAtVenue === 0) return own.some(({ isNew }) => !isNew) ? 'OVER' : undefined
  return own.filter(({ isNew }) => isNew).length === takesAtVenue ? 'BEGUN' : 'GOES_ON'
}
