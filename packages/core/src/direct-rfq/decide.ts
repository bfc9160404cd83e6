/** Events, or the first refusal in this order: the phase, then who asks, then the fields in the order of their rules (rulebook 4.13). */
import type { Instant } from '../ids.ts'
import type { DirectRfq, DirectRfqCommand, Decision, Moment } from './direct-rfq.ts'
import { createRfq, sendDraft } from './create.ts'
import { declineRfq } from './decline.ts'
import { closed, confirmSettlement, end, rejectSettlement } from './end.ts'
import { cancelOrder, placeOrder, roleOf } from './orders.ts'
import { replaceOrder } from './replace.ts'
import { refuse } from '../refusal.ts'
import { phaseOf, seats, transitions, type Cell } from './transitions.ts'

/** A request ends at its time even when its deadline command is a moment late. */
const over = refuse('RfqClosed', '4.8', 'The 300 seconds of the request are over; ask anew.')

export function decide(rfq: DirectRfq | undefined, command: DirectRfqCommand, moment: Moment): Decision {
  const cell = transitions[phaseFor(rfq, command)][command.kind]
  if (cell === 'NOTHING') return []
  if (cell !== 'GOES') return cell
  if (command.kind === 'CreateRfq') return createRfq(command, moment)
  if (rfq === undefined) throw new Error(`${command.kind} goes without a request`)
  const seat = seatOf(rfq, command, moment.now)
  return typeof seat === 'object' ? seat : decideOn(rfq, command, moment)
}

function decideOn(rfq: DirectRfq, command: Exclude<DirectRfqCommand, { kind: 'CreateRfq' }>, moment: Moment): Decision {
  switch (command.kind) {
    case 'SendDraft':
      return sendDraft(rfq, command, moment)
    case 'CancelRfq':
      return rfq.state === 'DRAFT' ? [closed(rfq, 'CLOSED_DRAFT', moment.now)] : end(rfq, 'CANCELED_BY_CREATOR', moment.now)
    case 'PlaceOrder':
      return placeOrder(rfq, command, moment)
    case 'ReplaceOrder':
      return replaceOrder(rfq, command, moment)
    case 'CancelOrder':
      return cancelOrder(rfq, command, moment)
    case 'DeclineRfq':
      return declineRfq(rfq, command, moment)
    case 'ExpireRfq':
      return end(rfq, 'EXPIRED', moment.now)
    case 'ConfirmSettlement':
      return confirmSettlement(rfq, command.tradeId, command.venueTradeId, moment.now)
    case 'RejectSettlement':
      return rejectSettlement(rfq, command.tradeId, command.rejection, moment.now)
  }
}

/** To every other desk a draft does not exist (rulebook 4.7). */
function phaseFor(rfq: DirectRfq | undefined, command: DirectRfqCommand) {
  const isSilent = rfq?.state === 'DRAFT' && command.kind !== 'CreateRfq' && 'actor' in command && command.actor.desk !== rfq.creator.desk
  return phaseOf(isSilent ? undefined : rfq)
}

/** A desk that was not asked is no creator either; that it may not place orders is said in its own words by `placeOrder`. */
function seatOf(rfq: DirectRfq, command: Exclude<DirectRfqCommand, { kind: 'CreateRfq' }>, now: Instant): Cell {
  switch (command.kind) {
    case 'SendDraft':
    case 'CancelRfq':
    case 'PlaceOrder':
    case 'ReplaceOrder':
    case 'CancelOrder':
    case 'DeclineRfq':
      if (rfq.state === 'OPEN' && now >= rfq.expiresAt) return over
      return seats[command.kind][roleOf(rfq, command.actor.desk) ?? 'MAKER']
    case 'ExpireRfq':
    case 'ConfirmSettlement':
    case 'RejectSettlement':
      return 'GOES'
  }
}
