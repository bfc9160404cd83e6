/** The RFQs of one shard and the indexes over them, which are never a second truth. */
import type { Deadline } from '../deadlines.ts'
import type { DeskId, OrderId, RfqId } from '../ids.ts'
import { ENTERED_LEFT, SHARDS_MOST } from './limits.ts'
import { audienceOf, bookEntryOf, hasResting, type LiveRfq } from './live-rfq.ts'
import { neverRests, type Order } from './order.ts'
import type { Rfq } from './rfq.ts'

type DeskOpen = {
  /** RFQs of its own that are open. */
  readonly own: Set<RfqId>
  /**
   * Each open RFQ in which it has placed an order that may rest; and some that have closed. Those are dropped many at once, because to take
   * each out when it closes would cost more than all else that is done then.
   */
  entered: RfqId[]
  /** How long the list may become before it is tidied. */
  enteredMost: number
  /** Orders that rest where anyone meets anyone. */
  restingInBooks: number
}

export type Rfqs = {
  /** Drafts, open and ending ones; a closed one leaves with its last event. */
  readonly live: Map<RfqId, LiveRfq>
  /** Of structures that have one RFQ for everybody. */
  readonly byKey: Map<string, RfqId>
  /** Of numbered orders that rest or are at the venue. */
  readonly byNumber: Map<number, OrderId>
  readonly desks: Map<DeskId, DeskOpen>
  /** By audience, desk and the desk's own name: what rests of it (rulebook 5.21, 10.17). */
  readonly clientOrderIds: Map<string, OrderId>
  /** Soonest first; entries that mean nothing any more are skipped. */
  readonly deadlines: Deadline<RfqId>[]
  /** The counters of numbers and of time priority. */
  nextNumber: number
  nextPriority: number
}

export const noRfqs = (): Rfqs => ({
  live: new Map(),
  byKey: new Map(),
  byNumber: new Map(),
  desks: new Map(),
  clientOrderIds: new Map(),
  deadlines: [],
  nextNumber: 1,
  nextPriority: 1,
})

const nothing: readonly never[] = []

/** The order of that number, where something of it rests or is at the venue. */
export const orderOfNumber = ({ byNumber }: Rfqs, number: number): OrderId | undefined => byNumber.get(number)

export const numberIn = (shard: number, counted: number): number => counted * SHARDS_MOST + shard

/** A numbered RFQ is named by its number, so that no lookup stands between the two. */
export const rfqIdOf = (number: number): RfqId => `r_${number}` as RfqId

export function countNumber(rfqs: Rfqs, number: number | undefined): void {
  if (number !== undefined) rfqs.nextNumber = Math.max(rfqs.nextNumber, Math.floor(number / SHARDS_MOST) + 1)
}

function deskOpen({ desks }: Rfqs, desk: DeskId): DeskOpen {
  let open = desks.get(desk)
  if (open === undefined) desks.set(desk, (open = { own: new Set(), entered: [], enteredMost: ENTERED_LEFT, restingInBooks: 0 }))
  return open
}

/** It is open from now on. One that is ending is found by its structure no more, and is its desk's until it closes. */
export function indexRfq(rfqs: Rfqs, rfq: Rfq): void {
  if (rfq.key !== undefined && rfq.ending === undefined) rfqs.byKey.set(rfq.key, rfq.id)
  if (audienceOf(rfq).opener === 'TAKER') deskOpen(rfqs, rfq.creator.desk).own.add(rfq.id)
}

/** It has closed, or is ending and found by nobody any more. */
export function forgetKey({ byKey }: Rfqs, { key, id }: Rfq): void {
  if (key !== undefined && byKey.get(key) === id) byKey.delete(key)
}

export const forgetOwn = ({ desks }: Rfqs, { creator, id }: Rfq): void => void desks.get(creator.desk)?.own.delete(id)

/** A desk's first order here that may rest. */
export function enter(rfqs: Rfqs, live: LiveRfq, order: Order): void {
  const { desk } = order.actor
  if (neverRests(order) || order.kind === 'CROSS') return
  if (live.crowd === undefined ? isFirstOfDesk(live, order) : !live.crowd.desks.has(desk)) addEntered(rfqs, desk, live.rfq.id)
}

function isFirstOfDesk({ orders }: LiveRfq, { id, actor }: Order): boolean {
  for (const other of orders.values()) if (other.actor.desk === actor.desk && other.id !== id) return false
  return true
}

export function addEntered(rfqs: Rfqs, desk: DeskId, id: RfqId): void {
  const open = deskOpen(rfqs, desk)
  if (open.entered.length >= open.enteredMost) {
    open.entered = open.entered.filter((one) => rfqs.live.has(one))
    open.enteredMost = 2 * open.entered.length + ENTERED_LEFT
  }
  open.entered.push(id)
}

/** It rests from now on. One that never rests is gone by the end of the decision in which it came. */
export function addResting(rfqs: Rfqs, { rfq, crowd }: LiveRfq, order: Order): void {
  if (neverRests(order)) return
  addName(rfqs, rfq, order)
  if (crowd === undefined) return
  const { desk } = order.actor
  crowd.book.add(bookEntryOf(order))
  const own = crowd.desks.get(desk)
  if (own === undefined) crowd.desks.set(desk, new Set([order.id]))
  else own.add(order.id)
  deskOpen(rfqs, desk).restingInBooks += 1
}

/** Nothing of it rests any more. */
export function removeResting(rfqs: Rfqs, open: LiveRfq, order: Order): void {
  if (neverRests(order)) return
  removeName(rfqs, open.rfq, order)
  const { crowd } = open
  if (crowd === undefined) return
  crowd.book.remove(order.id)
  crowd.desks.get(order.actor.desk)!.delete(order.id)
  deskOpen(rfqs, order.actor.desk).restingInBooks -= 1
}

const nameOf = ({ audience }: Pick<Rfq, 'audience'>, desk: DeskId, clientOrderId: string): string => `${audience} ${desk} ${clientOrderId}`

export const isNameTaken = ({ clientOrderIds }: Rfqs, rfq: Pick<Rfq, 'audience'>, desk: DeskId, clientOrderId: string): boolean =>
  clientOrderIds.has(nameOf(rfq, desk, clientOrderId))

function addName({ clientOrderIds }: Rfqs, rfq: Rfq, { id, actor, clientOrderId }: Order): void {
  if (clientOrderId !== undefined) clientOrderIds.set(nameOf(rfq, actor.desk, clientOrderId), id)
}

function removeName({ clientOrderIds }: Rfqs, rfq: Rfq, { actor, clientOrderId }: Order): void {
  if (clientOrderId !== undefined) clientOrderIds.delete(nameOf(rfq, actor.desk, clientOrderId))
}

/** It rests on, maybe by another name; the one it had is free again. */
export function renameResting(rfqs: Rfqs, rfq: Rfq, before: Order, order: Order): void {
  if (order.clientOrderId === before.clientOrderId) return
  removeName(rfqs, rfq, before)
  addName(rfqs, rfq, order)
}

/** How many RFQs of its own the desk has open (rulebook 9.2). */
export const countOfOwn = ({ desks }: Rfqs, desk: DeskId): number => desks.get(desk)?.own.size ?? 0

/** Orders of the desk that rest in all books of the shard (rulebook 9.6). */
export const restingInBooks = ({ desks }: Rfqs, desk: DeskId): number => desks.get(desk)?.restingInBooks ?? 0

export const ownRfqsOf = ({ live, desks }: Rfqs, desk: DeskId): readonly LiveRfq[] =>
  [...(desks.get(desk)?.own ?? nothing)].map((id) => live.get(id)!)

/** The RFQs in which the desk has anything open: by number, then by id, so that nothing depends on how the index came about. */
export function rfqsOf(rfqs: Rfqs, desk: DeskId): readonly LiveRfq[] {
  const found = new Set(ownRfqsOf(rfqs, desk))
  for (const id of rfqs.desks.get(desk)?.entered ?? nothing) {
    const open = rfqs.live.get(id)
    if (open !== undefined && hasResting(open, desk)) found.add(open)
  }
  return [...found].sort(({ rfq: a }, { rfq: b }) => (a.number ?? 0) - (b.number ?? 0) || (a.id < b.id ? -1 : 1))
}
