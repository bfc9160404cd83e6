/** The commands that an RFQ accepts, by its phase and by the desk's role. This is the only copy of the table. */
import { refuse } from '../refusal.ts'
import { bookingOver } from './model/booking.ts'
import type { RfqCommand } from './model/commands.ts'
import type { RfqRefusal } from './model/refusal-codes.ts'
import type { Rfq, RfqRole } from './model/rfq.ts'
import type { Wording } from './model/wording.ts'

export type Phase = 'ABSENT' | 'DRAFT' | 'OPEN' | 'ENDING'
type Kind = RfqCommand['kind']

/** NO_OP: the command is late or a repeat, and changes nothing. A text is the name of a refusal in the wording of the RFQ's kind. */
export type Cell = 'ALLOWED' | 'NO_OP' | RfqRefusal | keyof Pick<Wording, 'absent' | 'ending'>

const exists = refuse('RfqExists', '4.1', 'An RFQ with this id already exists. Use a new id.', 'id')
const draft = refuse('RfqIsDraft', '4.7', 'The RFQ is a draft. Send it first.')
const sent = refuse('RfqNotADraft', '4.7', 'The RFQ has already been sent. Only a draft can be sent.')

/**
 * Every phase and every command. A closed RFQ is absent, because it has left the shard. An RFQ that any desk can open is found by its structure: an
 * open one is joined, and one that is ending is no longer found.
 */
export const transitions: Readonly<Record<Phase, Readonly<Record<Kind, Cell>>>> = {
  ABSENT: {
    CreateRfq: 'ALLOWED',
    OpenRfq: 'ALLOWED',
    SendDraft: 'absent',
    CancelRfq: 'absent',
    PlaceOrder: 'absent',
    AgreeWithVenue: 'absent',
    ReplaceOrder: 'absent',
    CancelOrder: 'absent',
    DeclineRfq: 'absent',
    ConfirmBooking: bookingOver,
    RejectBooking: bookingOver,
    SettleDispute: bookingOver,
    ExpireRfq: 'NO_OP',
    ExpireOrders: 'NO_OP',
    RemindOfBooking: 'NO_OP',
    ExpireBooking: 'NO_OP',
    ConfirmSettlement: 'NO_OP',
    RejectSettlement: 'NO_OP',
  },
  DRAFT: {
    CreateRfq: exists,
    OpenRfq: 'NO_OP',
    SendDraft: 'ALLOWED',
    CancelRfq: 'ALLOWED',
    PlaceOrder: draft,
    AgreeWithVenue: draft,
    ReplaceOrder: draft,
    CancelOrder: draft,
    DeclineRfq: draft,
    ConfirmBooking: bookingOver,
    RejectBooking: bookingOver,
    SettleDispute: bookingOver,
    ExpireRfq: 'NO_OP',
    ExpireOrders: 'NO_OP',
    RemindOfBooking: 'NO_OP',
    ExpireBooking: 'NO_OP',
    ConfirmSettlement: 'NO_OP',
    RejectSettlement: 'NO_OP',
  },
  OPEN: {
    CreateRfq: exists,
    OpenRfq: 'NO_OP',
    SendDraft: sent,
    CancelRfq: 'ALLOWED',
    PlaceOrder: 'ALLOWED',
    AgreeWithVenue: 'ALLOWED',
    ReplaceOrder: 'ALLOWED',
    CancelOrder: 'ALLOWED',
    DeclineRfq: 'ALLOWED',
    ConfirmBooking: 'ALLOWED',
    RejectBooking: 'ALLOWED',
    SettleDispute: 'ALLOWED',
    ExpireRfq: 'ALLOWED',
    ExpireOrders: 'ALLOWED',
    RemindOfBooking: 'ALLOWED',
    ExpireBooking: 'ALLOWED',
    ConfirmSettlement: 'ALLOWED',
    RejectSettlement: 'ALLOWED',
  },
  ENDING: {
    CreateRfq: exists,
    OpenRfq: 'ALLOWED',
    SendDraft: sent,
    CancelRfq: 'ending',
    PlaceOrder: 'ending',
    AgreeWithVenue: 'ending',
    ReplaceOrder: 'ending',
    CancelOrder: 'ending',
    DeclineRfq: 'ending',
    ConfirmBooking: 'ALLOWED',
    RejectBooking: 'ALLOWED',
    SettleDispute: 'ALLOWED',
    ExpireRfq: 'NO_OP',
    ExpireOrders: 'NO_OP',
    RemindOfBooking: 'ALLOWED',
    ExpireBooking: 'ALLOWED',
    ConfirmSettlement: 'ALLOWED',
    RejectSettlement: 'ALLOWED',
  },
}

const notTheCreator = refuse('NotTheCreator', '4.9', 'Only the desk that created the RFQ can do this.')
const onlyAsked = refuse('NotACounterparty', '5.19', 'Only a desk that was asked can decline. The taker cancels instead.')

/** Commands that open an RFQ, and those of the shard itself, of settlement and of the operator. */
type NotOfPeople =
  | 'CreateRfq'
  | 'OpenRfq'
  | 'SettleDispute'
  | 'ExpireRfq'
  | 'ExpireOrders'
  | 'RemindOfBooking'
  | 'ExpireBooking'
  | 'ConfirmSettlement'
  | 'RejectSettlement'

/** The commands of users in an RFQ, and the roles that can give them once the phase allows it. */
export const seats: Readonly<Record<Exclude<Kind, NotOfPeople>, Readonly<Record<RfqRole, 'ALLOWED' | RfqRefusal>>>> = {
  SendDraft: { TAKER: 'ALLOWED', MAKER: notTheCreator, ANYONE: notTheCreator },
  CancelRfq: { TAKER: 'ALLOWED', MAKER: notTheCreator, ANYONE: notTheCreator },
  PlaceOrder: { TAKER: 'ALLOWED', MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
  ReplaceOrder: { TAKER: 'ALLOWED', MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
  AgreeWithVenue: { TAKER: 'ALLOWED', MAKER: notTheCreator, ANYONE: notTheCreator },
  CancelOrder: { TAKER: 'ALLOWED', MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
  DeclineRfq: { TAKER: onlyAsked, MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
  ConfirmBooking: { TAKER: 'ALLOWED', MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
  RejectBooking: { TAKER: 'ALLOWED', MAKER: 'ALLOWED', ANYONE: 'ALLOWED' },
}

export function phaseOf(rfq: Pick<Rfq, 'state' | 'ending'> | undefined): Phase {
  if (rfq === undefined || rfq.state === 'CLOSED') return 'ABSENT'
  return rfq.ending === undefined ? rfq.state : 'ENDING'
}
