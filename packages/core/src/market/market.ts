/**
 * One shard's market, whole: the direct requests, the order-book markets and the protections of one venue and base currency. A product trades
 * in one shard only, so what protects a desk in a product is counted here and nowhere else.
 */
import { decideMarket, directMarket, evolveMarket, type DirectMarket, type DirectMarketCommand } from '../direct-rfq/market.ts'
import type { DirectRfqEvent, DirectRfqRefusal } from '../direct-rfq/direct-rfq.ts'
import { decide as decideGroup } from '../group-rfq/decide.ts'
import { evolve as evolveGroup } from '../group-rfq/evolve.ts'
import type { GroupCommand, GroupEvent, GroupRefusal } from '../group-rfq/group-rfq.ts'
import * as group from '../group-rfq/markets.ts'
import { cancelQuotes } from '../group-rfq/cancel-everything.ts'
import { placedOrReplaced } from '../group-rfq/upsert.ts'
import type { Instant } from '../ids.ts'
import { decideProtection } from '../protection/decide.ts'
import type { ProtectionCommand, ProtectionEvent, ProtectionRefusal, Protections } from '../protection/protection.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { guardOf } from '../protection/guarding.ts'
import { dueProtection, evolveProtections, nextProtectionDeadline, noProtections } from '../protection/protections.ts'
import { restoreProtections, saveProtections } from '../protection/saved.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import { executedBy, rememberExecutions } from './executions.ts'
import { stopped } from './stopped.ts'
import { triggers } from './triggers.ts'

export type Market = { readonly direct: DirectMarket; readonly group: group.GroupMarkets; readonly protections: Protections }

export type MarketCommand = DirectMarketCommand | GroupCommand | ProtectionCommand
export type MarketEvent = DirectRfqEvent | GroupEvent | ProtectionEvent
export type MarketRefusal = DirectRfqRefusal | GroupRefusal | ProtectionRefusal
export type MarketDecision = readonly MarketEvent[] | Refusal<MarketRefusal>

export const emptyWholeMarket = (): Market => ({
  direct: directMarket.initial(),
  group: group.emptyGroupMarkets(),
  protections: noProtections(),
})

export function decideWholeMarket(market: Market, asked: MarketCommand, now: Instant): MarketDecision {
  const command = asked.kind === 'PlaceQuote' ? placedOrReplaced(market.group, asked) : asked
  const refusal = stopped(market, command)
  if (refusal !== undefined) return refusal
  const guard = guardOf(market.protections, now)
  const decision = decideFlow(market, command, now, guard)
  if (isRefusal(decision)) return decision
  const follows = triggers(market, decision, guard.heldBack, now)
  return follows.length === 0 ? decision : [...decision, ...follows]
}

function decideFlow(market: Market, command: MarketCommand, now: Instant, guard: Guard): MarketDecision {
  const { direct, group: books, protections } = market
  switch (command.kind) {
    case 'OpenMarket':
    case 'PlaceQuote':
    case 'ReplaceQuote':
    case 'CancelQuote':
    case 'DeclineMarket':
    case 'LapseQuotes':
    case 'EndMarket':
    case 'ConfirmMatch':
    case 'RejectMatch':
      return decideGroup(books, command, now, guard)
    case 'SetLimit':
    case 'RemoveLimit':
    case 'ResetProtection':
    case 'AllowTrading':
    case 'SetDeadMan':
    case 'ThawDue':
      return decideProtection(protections, command, now)
    case 'StopTrading':
    case 'FireDeadMan':
      return withEverythingCancelled(market, command, now)
    case 'CancelEverything':
      return [...(decideMarket(direct, command, now) as readonly DirectRfqEvent[]), ...cancelQuotes(books, command, now)]
    case 'CreateRfq':
    case 'SendDraft':
    case 'CancelRfq':
    case 'PlaceOrder':
    case 'ReplaceOrder':
    case 'CancelOrder':
    case 'DeclineRfq':
    case 'ExpireRfq':
    case 'ConfirmSettlement':
    case 'RejectSettlement':
      return decideMarket(direct, command, now, guard)
  }
}

/** Rulebook 11.5, 11.6: in the same decision, so that nothing of it fills after its number. */
function withEverythingCancelled(
  market: Market,
  command: Extract<ProtectionCommand, { kind: 'StopTrading' | 'FireDeadMan' }>,
  now: Instant,
): MarketDecision {
  const decision = decideProtection(market.protections, command, now)
  const [first] = isRefusal(decision) ? [] : decision
  if (isRefusal(decision) || first === undefined) return decision
  const whose = command.kind === 'FireDeadMan' ? { via: command.via } : command.user === undefined ? {} : { user: command.user }
  const actor = { desk: first.desk, ...whose }
  const cause = command.kind === 'FireDeadMan' ? 'DEAD_MAN' : 'TRADING_STOPPED'
  const canceled = decideFlow(market, { kind: 'CancelEverything', actor, what: 'ORDERS_AND_RFQS', cause }, now, noGuard)
  return [...decision, ...(canceled as readonly MarketEvent[])]
}

/** Changes the market in place. */
export function evolveWholeMarket(market: Market, event: MarketEvent): Market {
  switch (event.kind) {
    case 'MarketOpened':
    case 'QuotePlaced':
    case 'QuoteReplaced':
    case 'QuoteCanceled':
    case 'MatchSettled':
    case 'MatchRejected':
    case 'MarketEnded':
    case 'MarketDeclined':
    case 'MarketDeclineTakenBack':
      evolveGroup(market.group, event)
      return market
    case 'LimitSet':
    case 'LimitRemoved':
    case 'ProtectionTriggered':
    case 'ProtectionReset':
    case 'TradingStopped':
    case 'TradingAllowed':
    case 'DeadManSet':
    case 'DeadManCleared':
      evolveProtections(market.protections, event)
      return market
    case 'MatchAgreed':
      rememberExecutions(market.protections, executedBy(market, [event]), event.match.agreedAt)
      evolveGroup(market.group, event)
      return market
    case 'TradeAgreed':
      rememberExecutions(market.protections, executedBy(market, [event]), event.trade.agreedAt)
      evolveMarket(market.direct, event)
      return market
    case 'RfqCreated':
    case 'DraftSent':
    case 'OrderOpened':
    case 'OrderReplaced':
    case 'OrderCanceled':
    case 'TradeSettled':
    case 'TradeRejected':
    case 'RfqEnding':
    case 'RfqClosed':
    case 'RfqDeclined':
    case 'DeclineTakenBack':
      evolveMarket(market.direct, event)
      return market
  }
}

/** The deadline that is the soonest of the three. */
function due({ direct, group: books, protections }: Market, now: Instant): MarketCommand | undefined {
  const all = [
    { at: directMarket.nextDeadline(direct), command: () => directMarket.due(direct, now) },
    { at: group.nextDeadline(books), command: () => group.due(books, now) },
    { at: nextProtectionDeadline(protections), command: () => dueProtection(protections, now) },
  ]
  const soonest = all.reduce((first, one) => ((one.at ?? Infinity) < (first.at ?? Infinity) ? one : first))
  return soonest.at === undefined || soonest.at > now ? undefined : soonest.command()
}

function nextDeadline({ direct, group: books, protections }: Market): Instant | undefined {
  const all = [directMarket.nextDeadline(direct), group.nextDeadline(books), nextProtectionDeadline(protections)]
  const soonest = Math.min(...all.map((at) => at ?? Infinity))
  return soonest === Infinity ? undefined : (soonest as Instant)
}

type Saved = {
  readonly direct: unknown
  readonly group: Parameters<typeof group.restore>[0]
  readonly protections: Parameters<typeof restoreProtections>[0]
}

const snapshot = ({ direct, group: books, protections }: Market): Saved => ({
  direct: directMarket.snapshot(direct),
  group: group.snapshot(books),
  protections: saveProtections(protections),
})

/** A snapshot of before the order-book flow holds the direct requests alone. */
function restore(saved: unknown): Market {
  if (typeof saved === 'object' && saved !== null && 'rfqs' in saved) return { ...emptyWholeMarket(), direct: directMarket.restore(saved) }
  const parts = saved as Saved
  return {
    direct: directMarket.restore(parts.direct),
    group: group.restore(parts.group),
    protections: restoreProtections(parts.protections),
  }
}

/** As the engine asks for a market's rules. */
export const wholeMarket = {
  initial: emptyWholeMarket,
  decide: decideWholeMarket,
  evolve: evolveWholeMarket,
  due,
  nextDeadline,
  snapshot,
  restore,
} as const
