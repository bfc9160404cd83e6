/** Returns events, or the first refusal in this order: the phase, the desk's role, then the fields by their rules (rulebook 4.13, 10.16). */
import type { Instant } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import type { Actor } from './model/actor.ts'
import { agreeWithVenue } from './orders/agree-with-venue.ts'
import { marketModels } from './model/market-model.ts'
import { confirmBooking, expireBooking, rejectBooking, remindOfBooking, settleDispute } from './booking/decide-booking.ts'
import { cancelOrder } from './orders/cancel.ts'
import type { RfqCommand } from './model/commands.ts'
import { createRfq, sendDraft } from './life/create.ts'
import type { DecisionContext, Decision } from './model/decision.ts'
import { declineRfq } from './life/decline.ts'
import { cancelRfq, expire, expireOrders } from './life/expiry.ts'
import { confirmSettlement, rejectSettlement } from './life/settlement.ts'
import { openRfq } from './life/open.ts'
import { lifetimeOf } from './life/lifetime.ts'
import { marketModelOf, roleOf, type LiveRfq } from './model/live-rfq.ts'
import { lateRefusal, placeOrder } from './orders/place.ts'
import type { RfqRefusal } from './model/refusal-codes.ts'
import { replaceOrder } from './orders/replace.ts'
import { countedNumber, type NumberIn, type Rfqs } from './model/rfqs.ts'
import { phaseOf, seats, transitions } from './transitions.ts'

export function decide(
  rfqs: Rfqs,
  command: RfqCommand,
  now: Instant,
  guard: Guard = noGuard,
  numberIn: NumberIn = countedNumber,
): Decision {
  const context: DecisionContext = { rfqs, now, guard, numberIn }
  if (command.kind === 'OpenRfq') return openRfq(command, context)
  const live = openFor(rfqs, command)
  const cell = transitions[phaseOf(live?.rfq)][command.kind]
  if (cell === 'NO_OP') return []
  if (typeof cell === 'object') return cell
  if (cell !== 'ALLOWED') return wordingFor(command, live)[cell]
  if (command.kind === 'CreateRfq') return createRfq(command, context)
  if (live === undefined) throw new Error(`${command.kind} is allowed without an RFQ`)
  return seatRefusal(live, command, now) ?? decideOn(live, command, context)
}

/** An RFQ of another kind, or another desk's draft (rulebook 4.7), counts as absent. Its id is still in use. */
function openFor(rfqs: Rfqs, command: Exclude<RfqCommand, { kind: 'OpenRfq' }>): LiveRfq | undefined {
  const live = rfqs.live.get(command.id)
  if (live === undefined || command.kind === 'CreateRfq' || !isOfPerson(command)) return live
  const { rfq } = live
  const isSilent = rfq.audience !== command.audience || (rfq.state === 'DRAFT' && command.actor.desk !== rfq.creator.desk)
  return isSilent ? undefined : live
}

const isOfPerson = (command: InRfq): command is Extract<InRfq, { actor: Actor }> => command.kind in seats

function wordingFor(command: RfqCommand, live: LiveRfq | undefined) {
  if (live !== undefined) return marketModelOf(live.rfq).wording
  if ('audience' in command) return marketModels[command.audience].wording
  throw new Error(`${command.kind} was refused for no actor`)
}

type InRfq = Exclude<RfqCommand, { kind: 'CreateRfq' | 'OpenRfq' }>

function decideOn(live: LiveRfq, command: InRfq, context: DecisionContext): Decision {
  const { rfq } = live
  const { now } = context
  switch (command.kind) {
    case 'SendDraft':
      return sendDraft(rfq, command, context)
    case 'CancelRfq':
      return cancelRfq(live, 'USER', now)
    case 'PlaceOrder':
      return lateRefusal(command, now) ?? placeOrder(live, command, context)
    case 'ReplaceOrder':
      return lateRefusal(command, now) ?? replaceOrder(live, command, context)
    case 'AgreeWithVenue':
      return agreeWithVenue(live, command, context)
    case 'CancelOrder':
      return cancelOrder(live, command, now)
    case 'DeclineRfq':
      return declineRfq(live, command, now)
    case 'ConfirmBooking':
      return confirmBooking(live, command, now)
    case 'RejectBooking':
      return rejectBooking(live, command, now)
    case 'SettleDispute':
      return settleDispute(live, command, now)
    case 'RemindOfBooking':
      return remindOfBooking(live, now)
    case 'ExpireBooking':
      return expireBooking(live, now)
    case 'ExpireRfq':
      return expire(live, now)
    case 'ExpireOrders':
      return expireOrders(live, now)
    case 'ConfirmSettlement':
      return confirmSettlement(live, command, now)
    case 'RejectSettlement':
      return rejectSettlement(live, command.tradeId, command.rejection, now)
  }
}

/** A desk without a role counts as a maker here; `placeOrder` has its own refusal for it. */
function seatRefusal({ rfq }: LiveRfq, command: InRfq, now: Instant): RfqRefusal | undefined {
  switch (command.kind) {
    case 'SendDraft':
    case 'CancelRfq':
    case 'PlaceOrder':
    case 'ReplaceOrder':
    case 'AgreeWithVenue':
    case 'CancelOrder':
    case 'DeclineRfq': {
      const { life, wording } = marketModelOf(rfq)
      // An RFQ ends at its time even if its deadline command is a moment late.
      if (life.until === 'FIXED' && rfq.state === 'OPEN' && now >= rfq.expiresAt!) return wording.over(lifetimeOf(rfq))
      const seat = seats[command.kind][roleOf(rfq, command.actor.desk) ?? 'MAKER']
      return seat === 'ALLOWED' ? undefined : seat
    }
    // A trade may be booked after its RFQ has closed, and only by its two desks (decide-booking.ts).
    case 'ConfirmBooking':
    case 'RejectBooking':
    case 'SettleDispute':
    case 'RemindOfBooking':
    case 'ExpireBooking':
    case 'ExpireRfq':
    case 'ExpireOrders':
    case 'ConfirmSettlement':
    case 'RejectSettlement':
      return undefined
  }
}
