/** One shard's direct RFQs: a venue and a base currency. The engine owns one value of this and is the only one to change it. */
import type { DeskId, Instant, OrderId, RfqId } from '../ids.ts'
import type { Refusal } from '../refusal.ts'
import { cancelEverything, type CancelEverything } from './cancel-everything.ts'
import { decide } from './decide.ts'
import type { Decision, DirectRfq, DirectRfqCommand, DirectRfqEvent, DirectRfqRefusal } from './direct-rfq.ts'
import { evolve } from './evolve.ts'
import { addExpiry, removeSoonest, type Expiry } from './expiries.ts'
import { CLOSED_RFQS_SHOWN } from './limits.ts'

export type DirectMarketCommand = DirectRfqCommand | CancelEverything
export type DirectMarketEvent = DirectRfqEvent

/** What one desk has open: an index over the requests, never a second truth. */
export type DeskOpen = { readonly rfqs: Set<RfqId>; readonly orders: Set<OrderId> }

export type DirectMarket = {
  /** DRAFT and OPEN requests; closed ones leave with their last event. */
  readonly rfqs: Map<RfqId, DirectRfq>
  /** The last requests that closed, for whoever presents their events; no decision looks here and no snapshot holds it. */
  readonly closed: Map<RfqId, DirectRfq>
  /** Where an open order is. */
  readonly orders: Map<OrderId, RfqId>
  readonly desks: Map<DeskId, DeskOpen>
  /** Time priority counter. */
  nextPriority: number
  /** Expiries, soonest first; entries of requests that have closed are skipped. */
  readonly expiries: Expiry[]
}

export const emptyMarket = (): DirectMarket => ({
  rfqs: new Map(),
  closed: new Map(),
  orders: new Map(),
  desks: new Map(),
  nextPriority: 1,
  expiries: [],
})

export function decideMarket(market: DirectMarket, command: DirectMarketCommand, now: Instant): Decision | Refusal<DirectRfqRefusal> {
  if (command.kind === 'CancelEverything') return cancelEverything(market, command, now)
  const openRfqsOfDesk = 'actor' in command ? (market.desks.get(command.actor.desk)?.rfqs.size ?? 0) : 0
  return decide(market.rfqs.get(command.id), command, { now, nextPriority: market.nextPriority, openRfqsOfDesk })
}

/** Changes the market in place; the requests in it are values. */
export function evolveMarket(market: DirectMarket, event: DirectMarketEvent): DirectMarket {
  const id = event.kind === 'RfqCreated' ? event.rfq.id : event.id
  const rfq = evolve(market.rfqs.get(id), event)
  market.rfqs.set(id, rfq)
  index(market, rfq, event)
  return market
}

function index(market: DirectMarket, rfq: DirectRfq, event: DirectMarketEvent): void {
  switch (event.kind) {
    case 'RfqCreated':
    case 'DraftSent':
      return indexOpen(market, rfq)
    case 'OrderOpened':
    case 'OrderReplaced':
      market.nextPriority = Math.max(market.nextPriority, event.order.priority + 1)
      return indexOrder(market, rfq, event.order.id)
    case 'OrderCanceled':
      return indexOrder(market, rfq, event.orderId)
    case 'TradeAgreed':
      indexOrder(market, rfq, event.trade.takerOrder)
      return indexOrder(market, rfq, event.trade.makerOrder)
    case 'RfqClosed':
      return forget(market, rfq)
    case 'TradeSettled':
    case 'TradeRejected':
    case 'RfqEnding':
      return
  }
}

function deskOpen(market: DirectMarket, desk: DeskId): DeskOpen {
  let open = market.desks.get(desk)
  if (open === undefined) market.desks.set(desk, (open = { rfqs: new Set(), orders: new Set() }))
  return open
}

function indexOpen(market: DirectMarket, rfq: DirectRfq): void {
  if (rfq.state !== 'OPEN') return
  deskOpen(market, rfq.creator.desk).rfqs.add(rfq.id)
  addExpiry(market.expiries, { at: rfq.expiresAt, id: rfq.id })
}

function indexOrder(market: DirectMarket, rfq: DirectRfq, orderId: OrderId): void {
  const order = rfq.orders.find(({ id }) => id === orderId)
  if (order === undefined) return
  const { orders } = deskOpen(market, order.actor.desk)
  if (order.state === 'OPEN') {
    market.orders.set(orderId, rfq.id)
    orders.add(orderId)
  } else if (market.orders.delete(orderId)) orders.delete(orderId)
}

function forget(market: DirectMarket, rfq: DirectRfq): void {
  market.rfqs.delete(rfq.id)
  market.desks.get(rfq.creator.desk)?.rfqs.delete(rfq.id)
  market.closed.set(rfq.id, rfq)
  if (market.closed.size <= CLOSED_RFQS_SHOWN) return
  const [oldest] = market.closed.keys()
  market.closed.delete(oldest!)
}

/** The soonest entry that still means something; the others are dropped on the way, which changes nothing anyone can see. */
function soonest(market: DirectMarket): Expiry | undefined {
  for (;;) {
    const expiry = market.expiries[0]
    if (expiry === undefined) return undefined
    const rfq = market.rfqs.get(expiry.id)
    if (rfq !== undefined && rfq.ending === undefined) return expiry
    removeSoonest(market.expiries)
  }
}

/** Rulebook 4.8: the request whose time has come, as a command. */
export function due(market: DirectMarket, now: Instant): DirectMarketCommand | undefined {
  const expiry = soonest(market)
  return expiry === undefined || expiry.at > now ? undefined : { kind: 'ExpireRfq', id: expiry.id }
}

export const nextDeadline = (market: DirectMarket): Instant | undefined => soonest(market)?.at

type Snapshot = { readonly rfqs: readonly DirectRfq[]; readonly nextPriority: number }

/** Canonical: two markets that behave alike have equal snapshots, whatever order they came about in. */
export function snapshot(market: DirectMarket): Snapshot {
  const rfqs = [...market.rfqs.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { rfqs, nextPriority: market.nextPriority }
}

export function restore(saved: unknown): DirectMarket {
  const { rfqs, nextPriority } = saved as Snapshot
  const market = emptyMarket()
  market.nextPriority = nextPriority
  for (const rfq of rfqs) {
    market.rfqs.set(rfq.id, rfq)
    if (rfq.ending === undefined) indexOpen(market, rfq)
    else deskOpen(market, rfq.creator.desk).rfqs.add(rfq.id)
    for (const order of rfq.orders) if (order.state === 'OPEN') indexOrder(market, rfq, order.id)
  }
  return market
}

/** As the engine asks for a market's rules. */
export const directMarket = {
  initial: emptyMarket,
  decide: decideMarket,
  evolve: evolveMarket,
  due,
  nextDeadline,
  snapshot,
  restore,
} as const
