/** The rules of a shard in one place: admit a command, decide it, and trigger protections. */
import type { Instant } from '../ids.ts'
import { decideProtection } from '../protection/decide.ts'
import { guardOf } from '../protection/decision-guard.ts'
import type { ProtectionCommand } from '../protection/protection.ts'
import { evolveProtections } from '../protection/protections.ts'
import { isRefusal } from '../refusal.ts'
import { cancelEverything } from '../rfq/orders/cancel.ts'
import { decide as decideRfq } from '../rfq/decide.ts'
import type { DecisionContext } from '../rfq/model/decision.ts'
import type { QuoteTwoWay } from '../rfq/model/commands.ts'
import { isOfList, type ListCommand } from '../rfq/model/list-commands.ts'
import type { Change } from '../rfq/model/events.ts'
import { evolve as evolveRfq } from '../rfq/evolve.ts'
import { countedNumber, type NumberIn } from '../rfq/model/rfqs.ts'
import { placedOrReplaced } from '../rfq/orders/replace.ts'
import { frozenRefusal, stopRefusal } from './admit.ts'
import { dueCommand, nextDeadline } from './deadlines.ts'
import { withCanceler } from './named-cancels.ts'
import { decideList, withBrokenNets } from './lists.ts'
import { executedBy, rememberExecutions } from './executions.ts'
import { emptyShard, type Shard, type ShardCommand, type ShardDecision, type ShardEvent } from './shard.ts'
import { restore, snapshot } from './snapshot.ts'
import { triggers } from './triggers.ts'
import { decideTwoWay } from './two-way.ts'

const decideWith = (numberIn: NumberIn) => (shard: Shard, asked: ShardCommand, now: Instant) => decide(shard, asked, now, numberIn)

function decide(shard: Shard, asked: ShardCommand, now: Instant, numberIn: NumberIn): ShardDecision {
  if (asked.kind === 'QuoteTwoWay') return decideTwoWay(shard, asked, now, { decide: decideWith(numberIn), evolve })
  const stopped = stopRefusal(shard, asked)
  if (stopped !== undefined) return stopped
  if (isOfList(asked)) return decideList(shard, asked, now, numberIn)
  const command = asked.kind === 'PlaceOrder' ? placedOrReplaced(shard.rfqs.live.get(asked.id), asked) : asked
  const frozen = frozenRefusal(shard, command)
  if (frozen !== undefined) return frozen
  const guard = guardOf(shard.protections, now)
  const decided = decideCommand(shard, command, { now, guard, numberIn })
  if (isRefusal(decided)) return decided
  const decision = withCanceler(shard, decided, 'canceler' in command ? command.canceler : undefined, now)
  const follows = triggers(shard, decision, guard, now)
  return withBrokenNets(shard, follows.length === 0 ? decision : [...decision, ...follows], now)
}

function decideCommand(
  { rfqs, protections }: Shard,
  command: Exclude<ShardCommand, QuoteTwoWay | ListCommand>,
  { now, guard, numberIn }: Omit<DecisionContext, 'rfqs'>,
): ShardDecision {
  switch (command.kind) {
    case 'SetLimit':
    case 'RemoveLimit':
    case 'ResetProtection':
    case 'AllowTrading':
    case 'SetDeadMan':
    case 'ResetDue':
      return decideProtection(protections, command, now)
    case 'StopTrading':
    case 'TriggerDeadMan':
      return withEverythingCancelled({ rfqs, protections }, command, now)
    case 'CancelEverything':
      return cancelEverything(rfqs, command, now)
    case 'CreateRfq':
    case 'OpenRfq':
    case 'SendDraft':
    case 'CancelRfq':
    case 'PlaceOrder':
    case 'ReplaceOrder':
    case 'AgreeWithVenue':
    case 'CancelOrder':
    case 'DeclineRfq':
    case 'ExpireRfq':
    case 'ExpireOrders':
    case 'ConfirmBooking':
    case 'RejectBooking':
    case 'SettleDispute':
    case 'RemindOfBooking':
    case 'ExpireBooking':
    case 'ConfirmSettlement':
    case 'RejectSettlement':
      return decideRfq(rfqs, command, now, guard, numberIn)
  }
}

/** Rulebook 11.5, 11.6: it cancels in the same decision, so that nothing fills after the number of that decision. */
function withEverythingCancelled(
  { rfqs, protections }: Shard,
  command: Extract<ProtectionCommand, { kind: 'StopTrading' | 'TriggerDeadMan' }>,
  now: Instant,
): ShardDecision {
  const decision = decideProtection(protections, command, now)
  const [first] = isRefusal(decision) ? [] : decision
  if (isRefusal(decision) || first === undefined) return decision
  const whose = command.kind === 'TriggerDeadMan' ? { via: command.via } : command.user === undefined ? {} : { user: command.user }
  const actor = { desk: first.desk, ...whose }
  const cause = command.kind === 'TriggerDeadMan' ? 'DEAD_MAN' : 'TRADING_STOPPED'
  return [...decision, ...cancelEverything(rfqs, { kind: 'CancelEverything', actor, what: 'ORDERS_AND_RFQS', cause }, now)]
}

/** Applies an event in place and returns the change of the RFQ. Protection events change no RFQ. */
export function evolve(shard: Shard, event: ShardEvent): Change | undefined {
  switch (event.kind) {
    case 'LimitSet':
    case 'LimitRemoved':
    case 'ProtectionTriggered':
    case 'FillRefused':
    case 'OthersCanceled':
    case 'ProtectionReset':
    case 'TradingStopped':
    case 'TradingAllowed':
    case 'DeadManSet':
    case 'DeadManCleared':
      evolveProtections(shard.protections, event)
      return undefined
    case 'TradeAgreed':
      rememberExecutions(shard.protections, executedBy(shard.rfqs, [event]), event.trade.agreedAt)
      return evolveRfq(shard.rfqs, event)
    case 'RfqCreated':
    case 'DraftSent':
    case 'RfqDeclined':
    case 'DeclineTakenBack':
    case 'OrderPlaced':
    case 'OrderReplaced':
    case 'OrderCanceled':
    case 'BookingSaid':
    case 'BookingReminded':
    case 'BookingDisputed':
    case 'TradeSettled':
    case 'TradeRejected':
    case 'RfqEnding':
    case 'RfqClosed':
      return evolveRfq(shard.rfqs, event)
  }
}

const rules = { initial: emptyShard, evolve, due: dueCommand, nextDeadline, snapshot, restore } as const

/** The rules of a shard, in the form in which the engine runs them. */
export const createShardMachine = (numberIn: NumberIn) => ({ ...rules, decide: decideWith(numberIn) })

/** Uses the plain count for its numbers: for decisions whose numbers are never published. */
export const shardMachine = createShardMachine(countedNumber)
