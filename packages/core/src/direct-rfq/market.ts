/** One shard's direct RFQs: a venue and a base currency. The engine owns one value of this and is the only one to change it. */
import { addDeadline, removeSoonest, type Deadline } from '../deadlines.ts'
import type { Instant, OrderId, RfqId } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { Recent } from '../recent.ts'
import type { Refusal } from '../refusal.ts'
import { cancelEverything, type CancelEverything } from './cancel-everything.ts'
import { decide } from './decide.ts'
import {
  countOfOwn,
  forgetName,
  forgetRequest,
  indexAgain,
  indexOrder,
  indexRequest,
  isNameTaken,
  ownRequestsOf,
  renameOrder,
  type Desks,
} from './desks.ts'
import type { Decision, DirectRfq, DirectRfqCommand, DirectRfqEvent, DirectRfqRefusal } from './direct-rfq.ts'
import { evolve } from './evolve.ts'
import { CLOSED_RFQS_SHOWN, EXPIRIES_LEFT } from './limits.ts'

export type DirectMarketCommand = DirectRfqCommand | CancelEverything
export type DirectMarketEvent = DirectRfqEvent

export type DirectMarket = {
  /** DRAFT and OPEN requests; closed ones leave with their last event. */
  readonly rfqs: Map<RfqId, DirectRfq>
  /** The last requests that closed, for whoever presents their events; no decision looks here and no snapshot holds it. */
  readonly closed: Recent<RfqId, DirectRfq>
  readonly desks: Desks
  /** By desk and the desk's own name: what rests of it. */
  readonly clientOrderIds: Map<string, OrderId>
  /** Time priority counter. */
  nextPriority: number
  /** Expiries, soonest first; entries of requests that have closed are skipped. */
  readonly expiries: Deadline<RfqId>[]
}

export const emptyMarket = (): DirectMarket => ({
  rfqs: new Map(),
  closed: new Recent(CLOSED_RFQS_SHOWN),
  desks: new Map(),
  clientOrderIds: new Map(),
  nextPriority: 1,
  expiries: [],
})

export function decideMarket(
  market: DirectMarket,
  command: DirectMarketCommand,
  now: Instant,
  guard: Guard = noGuard,
): Decision | Refusal<DirectRfqRefusal> {
  if (command.kind === 'CancelEverything') return cancelEverything(market, command, now)
  const rfq = market.rfqs.get(command.id)
  const { nextPriority } = market
  // What the desk has beside the request matters to a new one alone.
  if (command.kind !== 'CreateRfq' && command.kind !== 'SendDraft')
    return decide(rfq, command, {
      now,
      nextPriority,
      openRfqsOfDesk: 0,
      guard,
      isNameTaken: asksForTakenName(market, command),
      requestsOfDesk: none,
    })
  const { desk } = command.actor
  const openRfqsOfDesk = countOfOwn(market, desk)
  return decide(rfq, command, { now, nextPriority, openRfqsOfDesk, guard, requestsOfDesk: () => ownRequestsOf(market, desk) })
}

const none = (): readonly never[] => []

const asksForTakenName = (market: DirectMarket, command: DirectRfqCommand): boolean =>
  (command.kind === 'PlaceOrder' || command.kind === 'ReplaceOrder') &&
  command.clientOrderId !== undefined &&
  isNameTaken(market, command.actor.desk, command.clientOrderId)

/** Changes the market in place; the requests in it are values. */
export function evolveMarket(market: DirectMarket, event: DirectMarketEvent): DirectMarket {
  const id = event.kind === 'RfqCreated' ? event.rfq.id : event.id
  const before = market.rfqs.get(id)
  const rfq = evolve(before, event)
  if (event.kind === 'OrderReplaced') renameOrder(market, before, event.order)
  if (rfq.state !== 'CLOSED') market.rfqs.set(id, rfq)
  index(market, rfq, event)
  return market
}

function index(market: DirectMarket, rfq: DirectRfq, event: DirectMarketEvent): void {
  switch (event.kind) {
    case 'RfqCreated':
    case 'DraftSent':
      return indexOpen(market, rfq)
    case 'OrderOpened':
      market.nextPriority = Math.max(market.nextPriority, event.order.priority + 1)
      return indexOrder(market, rfq, event.order)
    case 'OrderReplaced':
      // It was open and still rests, so beside its name only the counter can have moved.
      market.nextPriority = Math.max(market.nextPriority, event.order.priority + 1)
      return
    case 'OrderCanceled':
      return forgetName(market, rfq, event.orderId)
    case 'TradeAgreed':
      forgetName(market, rfq, event.trade.takerOrder)
      return forgetName(market, rfq, event.trade.makerOrder)
    case 'RfqClosed':
      return forget(market, rfq)
    case 'TradeSettled':
    case 'TradeRejected':
    case 'RfqEnding':
    case 'RfqDeclined':
    case 'DeclineTakenBack':
      return
  }
}

function indexOpen(market: DirectMarket, rfq: DirectRfq): void {
  if (rfq.state !== 'OPEN') return
  indexRequest(market, rfq)
  addDeadline(market.expiries, { at: rfq.expiresAt, id: rfq.id })
}

function forget(market: DirectMarket, rfq: DirectRfq): void {
  market.rfqs.delete(rfq.id)
  forgetRequest(market, rfq)
  tidyExpiries(market)
  market.closed.set(rfq.id, rfq)
}

/** Requests mostly close before their time: once a good many entries outnumber the living two to one, the queue is built anew. */
function tidyExpiries(market: DirectMarket): void {
  if (market.expiries.length <= 2 * market.rfqs.size + EXPIRIES_LEFT) return
  const living = market.expiries.filter((expiry) => isAwaited(market, expiry))
  market.expiries.length = 0
  for (const expiry of living) addDeadline(market.expiries, expiry)
}

function isAwaited(market: DirectMarket, expiry: Deadline<RfqId>): boolean {
  const rfq = market.rfqs.get(expiry.id)
  return rfq !== undefined && rfq.ending === undefined
}

/** The soonest entry that still means something; the others are dropped on the way, which changes nothing anyone can see. */
function soonest(market: DirectMarket): Deadline<RfqId> | undefined {
  for (;;) {
    const expiry = market.expiries[0]
    if (expiry === undefined) return undefined
    if (isAwaited(market, expiry)) return expiry
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
    indexAgain(market, rfq)
    if (rfq.state === 'OPEN' && rfq.ending === undefined) addDeadline(market.expiries, { at: rfq.expiresAt, id: rfq.id })
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
