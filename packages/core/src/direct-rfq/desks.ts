/** Where each desk has something open: an index over a market's requests, never a second truth. */
import type { DeskId, OrderId, RfqId } from '../ids.ts'
import type { DirectRfq, Order } from './direct-rfq.ts'
import { QUOTED_LEFT } from './limits.ts'

type DeskOpen = {
  /** Its own open requests. */
  readonly own: Set<RfqId>
  /**
   * Of others: each open request in which it has placed an order that may rest, once; and some that have closed. Those are dropped many at
   * once, because to take each out when it closes would cost more than all else that is done then.
   */
  quoted: RfqId[]
  /** How long the list may become before it is tidied. */
  quotedMost: number
}

export type Desks = Map<DeskId, DeskOpen>
type Indexed = {
  readonly rfqs: ReadonlyMap<RfqId, DirectRfq>
  readonly desks: Desks
  /** By desk and the desk's own name: what rests of it (rulebook 5.21). */
  readonly clientOrderIds: Map<string, OrderId>
}

const nothing: readonly never[] = []

function deskOpen({ desks }: Indexed, desk: DeskId): DeskOpen {
  let open = desks.get(desk)
  if (open === undefined) desks.set(desk, (open = { own: new Set(), quoted: [], quotedMost: QUOTED_LEFT }))
  return open
}

/** A request is open from now on. */
export const indexRequest = (market: Indexed, { id, creator }: DirectRfq): void => void deskOpen(market, creator.desk).own.add(id)

/** An order has just come into the request. What never rests is gone by the end of the decision in which it came. */
export function indexOrder(market: Indexed, rfq: DirectRfq, { id, actor, role, timeInForce, clientOrderId }: Order): void {
  if (timeInForce === 'FILL_OR_KILL') return
  if (clientOrderId !== undefined) market.clientOrderIds.set(nameOf(actor.desk, clientOrderId), id)
  if (role === 'TAKER') return
  for (const other of rfq.orders) if (other.actor.desk === actor.desk && other.id !== id) return
  addQuoted(market, actor.desk, rfq.id)
}

function addQuoted(market: Indexed, desk: DeskId, id: RfqId): void {
  const open = deskOpen(market, desk)
  if (open.quoted.length >= open.quotedMost) {
    open.quoted = open.quoted.filter((one) => market.rfqs.has(one))
    open.quotedMost = 2 * open.quoted.length + QUOTED_LEFT
  }
  open.quoted.push(id)
}

const nameOf = (desk: DeskId, clientOrderId: string): string => `${desk} ${clientOrderId}`

export const isNameTaken = ({ clientOrderIds }: Indexed, desk: DeskId, clientOrderId: string): boolean =>
  clientOrderIds.has(nameOf(desk, clientOrderId))

/** The name of an order of which nothing rests any more is free again. */
export function forgetName({ clientOrderIds }: Indexed, { orders }: DirectRfq, orderId: OrderId): void {
  // Most orders have none.
  if (clientOrderIds.size === 0) return
  const order = orders.find(({ id }) => id === orderId)
  if (order?.clientOrderId === undefined || order.state === 'OPEN' || order.timeInForce === 'FILL_OR_KILL') return
  clientOrderIds.delete(nameOf(order.actor.desk, order.clientOrderId))
}

/** It rests on, maybe by another name; the one it had is free again. */
export function renameOrder({ clientOrderIds }: Indexed, before: DirectRfq | undefined, { id, actor, clientOrderId }: Order): void {
  // Most orders have none.
  if (clientOrderId === undefined && clientOrderIds.size === 0) return
  const nameBefore = before?.orders.find((order) => order.id === id)?.clientOrderId
  if (nameBefore === clientOrderId) return
  if (nameBefore !== undefined) clientOrderIds.delete(nameOf(actor.desk, nameBefore))
  if (clientOrderId !== undefined) clientOrderIds.set(nameOf(actor.desk, clientOrderId), id)
}

/** A request has closed. */
export const forgetRequest = ({ desks }: Indexed, { id, creator }: DirectRfq): void => void desks.get(creator.desk)?.own.delete(id)

/** As the request says it, after a restart. */
export function indexAgain(market: Indexed, rfq: DirectRfq): void {
  if (rfq.state !== 'OPEN') return
  indexRequest(market, rfq)
  const quoting = rfq.orders.filter(({ role }) => role === 'MAKER').map(({ actor }) => actor.desk)
  for (const desk of new Set(quoting)) addQuoted(market, desk, rfq.id)
  for (const { id, actor, state, clientOrderId } of rfq.orders)
    if (state === 'OPEN' && clientOrderId !== undefined) market.clientOrderIds.set(nameOf(actor.desk, clientOrderId), id)
}

/** How many requests of its own the desk has open (rulebook 9.2). */
export const countOfOwn = ({ desks }: Indexed, desk: DeskId): number => desks.get(desk)?.own.size ?? 0

/** The desk's own open requests. */
export const ownRequestsOf = ({ rfqs, desks }: Indexed, desk: DeskId): readonly DirectRfq[] =>
  [...(desks.get(desk)?.own ?? nothing)].map((id) => rfqs.get(id)!)

/** The requests in which the desk has anything open, by id, so that nothing depends on how the index came about. */
export function requestsOf(market: Indexed, desk: DeskId): readonly DirectRfq[] {
  const found = [...ownRequestsOf(market, desk)]
  for (const id of market.desks.get(desk)?.quoted ?? nothing) {
    const rfq = market.rfqs.get(id)
    if (rfq?.orders.some(({ actor, state }) => state === 'OPEN' && actor.desk === desk)) found.push(rfq)
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}
