/** The RFQs of one shard, and the indexes derived from them. */
import type { Deadline } from '../../deadlines.ts'
import type { DeskId, OrderId, RfqId } from '../../ids.ts'
import type { ListId } from './list.ts'
import { ENTERED_LEFT, SHARDS_MOST } from './limits.ts'
import { marketModelOf, bookEntryOf, hasResting, type LiveRfq } from './live-rfq.ts'
import { neverRests, type Order } from './order.ts'
import type { Rfq } from './rfq.ts'

type DeskOpen = {
  /** Open RFQs that the desk created. */
  readonly own: Set<RfqId>
  /**
   * Every open RFQ in which the desk has placed an order that can rest, and some closed ones. Closed ones are removed many at a time, because
   * removing each one as it closes would be the most expensive part of closing.
   */
  entered: RfqId[]
  /** The length at which the list is cleaned up next. */
  enteredMost: number
  /** Resting orders in RFQs in which any order can trade with any other. */
  restingInBooks: number
}

export type Rfqs = {
  /** Draft, open and ending RFQs. A closed one is removed with its last event. */
  readonly live: Map<RfqId, LiveRfq>
  /** The open RFQ of each structure, in kinds with one RFQ for all desks. */
  readonly byKey: Map<string, RfqId>
  /** Orders by number, while they rest or have a pending trade. */
  readonly byNumber: Map<number, OrderId>
  readonly desks: Map<DeskId, DeskOpen>
  /** Resting orders by kind of RFQ, desk and client order id (rulebook 5.21, 10.17). */
  readonly clientOrderIds: Map<string, OrderId>
  /** The lines of each list that have not closed (rulebook 22.1). */
  readonly lists: Map<ListId, Set<RfqId>>
  /** A heap, soonest first; stale entries are skipped. */
  readonly deadlines: Deadline<RfqId>[]
  /** The count from which the next number is derived, and the next time priority to assign. */
  nextNumber: number
  nextPriority: number
}

export const noRfqs = (): Rfqs => ({
  live: new Map(),
  byKey: new Map(),
  byNumber: new Map(),
  desks: new Map(),
  clientOrderIds: new Map(),
  lists: new Map(),
  deadlines: [],
  nextNumber: 1,
  nextPriority: 1,
})

const nothing: readonly never[] = []

/** The order with that number, while it rests or has a pending trade. */
export const orderOfNumber = ({ byNumber }: Rfqs, number: number): OrderId | undefined => byNumber.get(number)

/**
 * Derives a number from what a shard has counted. The count includes hidden quotes, which no reader may find out (rulebook 10.11), so the server
 * scrambles it. No two counts of a shard, and no two shards, give the same number.
 */
export type NumberIn = (shard: number, counted: number) => number

export const countedNumber: NumberIn = (shard, counted) => counted * SHARDS_MOST + shard

/** The id of a numbered RFQ is derived from its number, so that no lookup is needed in either direction. */
export const rfqIdOf = (number: number): RfqId => `r_${number}` as RfqId

/** Counts that a number was assigned. The number itself does not reveal how many were. */
export function countNumber(rfqs: Rfqs, number: number | undefined): void {
  if (number !== undefined) rfqs.nextNumber += 1
}

function deskOpen({ desks }: Rfqs, desk: DeskId): DeskOpen {
  let open = desks.get(desk)
  if (open === undefined) desks.set(desk, (open = { own: new Set(), entered: [], enteredMost: ENTERED_LEFT, restingInBooks: 0 }))
  return open
}

/** Indexes an RFQ that opens. An RFQ that is ending has left the index by structure, but stays in its desk's list until it closes. */
export function indexRfq(rfqs: Rfqs, rfq: Rfq): void {
  if (rfq.key !== undefined && rfq.ending === undefined) rfqs.byKey.set(rfq.key, rfq.id)
  if (marketModelOf(rfq).opener === 'TAKER') deskOpen(rfqs, rfq.creator.desk).own.add(rfq.id)
  if (rfq.list === undefined) return
  const lines = rfqs.lists.get(rfq.list.id)
  if (lines === undefined) rfqs.lists.set(rfq.list.id, new Set([rfq.id]))
  else lines.add(rfq.id)
}

/** Frees the structure of an RFQ that is ending or has closed. */
export function forgetKey({ byKey }: Rfqs, { key, id }: Rfq): void {
  if (key !== undefined && byKey.get(key) === id) byKey.delete(key)
}

export function forgetOwn({ desks, lists }: Rfqs, { creator, id, list }: Rfq): void {
  desks.get(creator.desk)?.own.delete(id)
  if (list === undefined) return
  const lines = lists.get(list.id)
  lines?.delete(id)
  if (lines?.size === 0) lists.delete(list.id)
}

/** Records that the desk has entered the RFQ, at its first quote that can rest. */
export function enter(rfqs: Rfqs, live: LiveRfq, order: Order): void {
  const { desk } = order.actor
  if (neverRests(order) || order.kind === 'CROSS') return
  if (live.sharedBook === undefined ? isFirstOfDesk(live, order) : !live.sharedBook.byDesk.has(desk)) addEntered(rfqs, desk, live.rfq.id)
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

/** Indexes an order that rests. An order that never rests is gone by the end of its decision. */
export function addResting(rfqs: Rfqs, { rfq, sharedBook }: LiveRfq, order: Order): void {
  if (neverRests(order)) return
  addName(rfqs, rfq, order)
  if (sharedBook === undefined) return
  const { desk } = order.actor
  sharedBook.orders.add(bookEntryOf(order))
  const own = sharedBook.byDesk.get(desk)
  if (own === undefined) sharedBook.byDesk.set(desk, new Set([order.id]))
  else own.add(order.id)
  deskOpen(rfqs, desk).restingInBooks += 1
}

/** Removes an order from the indexes once no part of it rests. */
export function removeResting(rfqs: Rfqs, live: LiveRfq, order: Order): void {
  if (neverRests(order)) return
  removeName(rfqs, live.rfq, order)
  const { sharedBook } = live
  if (sharedBook === undefined) return
  sharedBook.orders.remove(order.id)
  sharedBook.byDesk.get(order.actor.desk)!.delete(order.id)
  deskOpen(rfqs, order.actor.desk).restingInBooks -= 1
}

const nameOf = ({ audience }: Pick<Rfq, 'audience'>, desk: DeskId, clientOrderId: string): string => `${audience} ${desk} ${clientOrderId}`

/** Whether an order other than the one that leaves has the client order id. */
export function isNameTaken(
  { clientOrderIds }: Rfqs,
  rfq: Pick<Rfq, 'audience'>,
  desk: DeskId,
  clientOrderId: string,
  leaving?: OrderId,
): boolean {
  const named = clientOrderIds.get(nameOf(rfq, desk, clientOrderId))
  return named !== undefined && named !== leaving
}

function addName({ clientOrderIds }: Rfqs, rfq: Rfq, { id, actor, clientOrderId }: Order): void {
  if (clientOrderId !== undefined) clientOrderIds.set(nameOf(rfq, actor.desk, clientOrderId), id)
}

function removeName({ clientOrderIds }: Rfqs, rfq: Rfq, { actor, clientOrderId }: Order): void {
  if (clientOrderId !== undefined) clientOrderIds.delete(nameOf(rfq, actor.desk, clientOrderId))
}

/** Follows a replacement that changes the client order id; the old id becomes free again. */
export function renameResting(rfqs: Rfqs, rfq: Rfq, before: Order, order: Order): void {
  if (order.clientOrderId === before.clientOrderId) return
  removeName(rfqs, rfq, before)
  addName(rfqs, rfq, order)
}

/** The number of open RFQs that the desk created (rulebook 9.2). */
export const countOfOwn = ({ desks }: Rfqs, desk: DeskId): number => desks.get(desk)?.own.size ?? 0

/** The number of the desk's resting orders over all books of the shard (rulebook 9.6). */
export const restingInBooks = ({ desks }: Rfqs, desk: DeskId): number => desks.get(desk)?.restingInBooks ?? 0

export const ownRfqsOf = ({ live, desks }: Rfqs, desk: DeskId): readonly LiveRfq[] =>
  [...(desks.get(desk)?.own ?? nothing)].map((id) => live.get(id)!)

/** RFQs in which the desk has anything open. Sorted by number, then id, so that nothing depends on the history of the index. */
export function rfqsOf(rfqs: Rfqs, desk: DeskId): readonly LiveRfq[] {
  const found = new Set(ownRfqsOf(rfqs, desk))
  for (const id of rfqs.desks.get(desk)?.entered ?? nothing) {
    const open = rfqs.live.get(id)
    if (open !== undefined && hasResting(open, desk)) found.add(open)
  }
  return [...found].sort(({ rfq: a }, { rfq: b }) => (a.number ?? 0) - (b.number ?? 0) || (a.id < b.id ? -1 : 1))
}
