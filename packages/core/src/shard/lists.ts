/** Commands of lists in a shard: a list is created, quoted with a net price, traded and cancelled in one decision each (rulebook 22). */
import type { Instant } from '../ids.ts'
import { guardOf } from '../protection/decision-guard.ts'
import { isRefusal, refuse } from '../refusal.ts'
import { decide as decideRfq } from '../rfq/decide.ts'
import { brokenNets, cancelList, cancelNet, createList, ownNetCancelled, quoteNet, wholeRefusal } from '../rfq/list/decide-list.ts'
import type { ListCommand, QuoteNet, TradeList } from '../rfq/model/list-commands.ts'
import type { PlaceOrder } from '../rfq/model/commands.ts'
import type { Decision } from '../rfq/model/decision.ts'
import type { RfqEvent } from '../rfq/model/events.ts'
import type { NumberIn } from '../rfq/model/rfqs.ts'
import { lateRefusal } from '../rfq/orders/place.ts'
import { frozenRefusal } from './admit.ts'
import { withCanceler } from './named-cancels.ts'
import type { Shard, ShardDecision, ShardEvent, ShardRefusalCode } from './shard.ts'
import { triggers } from './triggers.ts'

export function decideList(shard: Shard, command: ListCommand, now: Instant, numberIn: NumberIn): ShardDecision {
  const { rfqs } = shard
  const guard = guardOf(shard.protections, now)
  switch (command.kind) {
    case 'CreateList':
      return createList(command, { rfqs, now, guard, numberIn })
    case 'QuoteNet':
      return netOf(shard, command, now, numberIn)
    case 'TradeList':
      return lateRefusal(command, now) ?? tradeList(shard, command, now, numberIn)
    case 'CancelList': {
      const decided = cancelList(rfqs, command, now)
      return isRefusal(decided) ? decided : withCanceler(shard, withBrokenNets(shard, decided, now), command.canceler, now)
    }
    case 'CancelNet': {
      const decided = cancelNet(rfqs, command, now)
      return isRefusal(decided) ? decided : withCanceler(shard, decided, command.canceler, now)
    }
  }
}

/** The decision, with the cancellations of net prices that follow from it (rulebook 22.7). */
export function withBrokenNets({ rfqs }: Shard, decision: readonly ShardEvent[], now: Instant): readonly ShardEvent[] {
  const broken = brokenNets(rfqs, decision as readonly RfqEvent[], now)
  return broken.length === 0 ? decision : [...decision, ...broken]
}

/** A new net price replaces the desk's earlier one (rulebook 22.7). */
function netOf(shard: Shard, command: QuoteNet, now: Instant, numberIn: NumberIn): ShardDecision {
  const { rfqs, protections } = shard
  const decided = quoteNet<ShardRefusalCode>(
    rfqs,
    command,
    (part) => frozenRefusal(shard, part) ?? decideRfq(rfqs, part, now, guardOf(protections, now), numberIn),
  )
  if (isRefusal(decided)) return decided
  const list = rfqs.live.get(command.parts[0]!.id)!.rfq.list!.id
  return [...ownNetCancelled(rfqs, list, command.actor.desk, 'REPLACED', now), ...decided]
}

type Tried = { readonly events: readonly RfqEvent[]; readonly isTraded: boolean; readonly why: string }

/** Rulebook 22.8, 22.9: one decision for all lines. An order that trades is whole; the others change nothing. */
function tradeList(shard: Shard, command: TradeList, now: Instant, numberIn: NumberIn): ShardDecision {
  const { rfqs, protections } = shard
  const isOfOneMaker = command.lines.some(({ takes }) => takes !== undefined)
  const whole = isOfOneMaker ? wholeRefusal(rfqs, command.lines) : undefined
  if (whole !== undefined) return whole
  const guard = guardOf(protections, now)
  const tried: Tried[] = []
  for (const line of command.lines) {
    // A line that does not trade uses up no limit of a later line. Each line is decided once (rulebook 22.15).
    const forget = guard.attempt()
    const one = triedOn(decideRfq(rfqs, line, now, guard, numberIn))
    if (!one.isTraded) forget()
    tried.push(one)
  }
  const open = tried.flatMap(({ isTraded, why }, at) => (isTraded ? [] : [{ line: lineOf(shard, command.lines[at]!), why }]))
  if ((isOfOneMaker || command.way === 'ALL_OR_NONE') && open.length > 0) return notTraded(open)
  const decision = tried.flatMap(({ events }) => events)
  if (decision.length === 0) return notTraded(open)
  return withBrokenNets(shard, [...decision, ...triggers(shard, decision, guard, now)], now)
}

function triedOn(decided: Decision): Tried {
  if (isRefusal(decided)) return { events: [], isTraded: false, why: decided.message }
  const isTraded = decided.some(({ kind }) => kind === 'TradeAgreed')
  return { events: decided, isTraded, why: 'its price is worse now, or less than its quantity is offered.' }
}

const lineOf = ({ rfqs }: Shard, { id }: PlaceOrder): number => rfqs.live.get(id)?.rfq.list?.line ?? 0

function notTraded(open: readonly { readonly line: number; readonly why: string }[]) {
  const [first, ...others] = open
  const more =
    others.length === 0
      ? ''
      : ` The same applies to ${others.length === 1 ? 'line' : 'lines'} ${others.map(({ line }) => line).join(', ')}.`
  return refuse(
    'ListNotTraded',
    '22.8',
    `Nothing was traded. Line ${first!.line}: ${first!.why}${more} Check the prices and send it again.`,
  )
}
