/** What may be done to a request, by its phase and by who asks. The only copy of this knowledge; `can` is derived from it. */
import { refuse, type Refusal } from '../refusal.ts'
import type { DirectRfq, DirectRfqCommand, DirectRfqRefusal, Role } from './direct-rfq.ts'

export type Phase = 'ABSENT' | 'DRAFT' | 'OPEN' | 'ENDING' | 'CLOSED'
type Kind = DirectRfqCommand['kind']

/** NOTHING: the command comes too late or for the second time, and changes nothing. */
export type Cell = 'GOES' | 'NOTHING' | Refusal<DirectRfqRefusal>

const exists = refuse('RfqExists', '4.1', 'There is a request of this id already; give a new one.', 'id')
const absent = refuse('RfqClosed', '4.11', 'No request of this id is open; ask anew.')
const closed = refuse('RfqClosed', '4.11', 'The request is closed; ask anew.')
const ending = refuse(
  'RfqClosed',
  '4.10',
  "The request is ending: nothing new is taken, and it closes with the venue's answer to its last trade.",
)
const draft = refuse('RfqIsDraft', '4.7', 'The request is a draft; send it first.')
const sent = refuse('RfqNotADraft', '4.7', 'The request has been sent already; only a draft can be sent.')

/** Every phase, every command. */
export const transitions: Readonly<Record<Phase, Readonly<Record<Kind, Cell>>>> = {
  ABSENT: {
    CreateRfq: 'GOES',
    SendDraft: absent,
    CancelRfq: absent,
    PlaceOrder: absent,
    ReplaceOrder: absent,
    CancelOrder: absent,
    DeclineRfq: absent,
    ExpireRfq: 'NOTHING',
    ConfirmSettlement: 'NOTHING',
    RejectSettlement: 'NOTHING',
  },
  DRAFT: {
    CreateRfq: exists,
    SendDraft: 'GOES',
    CancelRfq: 'GOES',
    PlaceOrder: draft,
    ReplaceOrder: draft,
    CancelOrder: draft,
    DeclineRfq: draft,
    ExpireRfq: 'NOTHING',
    ConfirmSettlement: 'NOTHING',
    RejectSettlement: 'NOTHING',
  },
  OPEN: {
    CreateRfq: exists,
    SendDraft: sent,
    CancelRfq: 'GOES',
    PlaceOrder: 'GOES',
    ReplaceOrder: 'GOES',
    CancelOrder: 'GOES',
    DeclineRfq: 'GOES',
    ExpireRfq: 'GOES',
    ConfirmSettlement: 'GOES',
    RejectSettlement: 'GOES',
  },
  ENDING: {
    CreateRfq: exists,
    SendDraft: sent,
    CancelRfq: ending,
    PlaceOrder: ending,
    ReplaceOrder: ending,
    CancelOrder: ending,
    DeclineRfq: ending,
    ExpireRfq: 'NOTHING',
    ConfirmSettlement: 'GOES',
    RejectSettlement: 'GOES',
  },
  CLOSED: {
    CreateRfq: exists,
    SendDraft: closed,
    CancelRfq: closed,
    PlaceOrder: closed,
    ReplaceOrder: closed,
    CancelOrder: closed,
    DeclineRfq: closed,
    ExpireRfq: 'NOTHING',
    ConfirmSettlement: 'NOTHING',
    RejectSettlement: 'NOTHING',
  },
}

const notTheCreator = refuse('NotTheCreator', '4.9', 'Only the desk that created the request may do this.')

const onlyAsked = refuse('NotACounterparty', '5.19', 'Only a desk that was asked may decline; the taker cancels.')

/** The commands of people, and who may give them once the phase allows. */
export const seats: Readonly<
  Record<Exclude<Kind, 'CreateRfq' | 'ExpireRfq' | 'ConfirmSettlement' | 'RejectSettlement'>, Record<Role, Cell>>
> = {
  SendDraft: { TAKER: 'GOES', MAKER: notTheCreator },
  CancelRfq: { TAKER: 'GOES', MAKER: notTheCreator },
  PlaceOrder: { TAKER: 'GOES', MAKER: 'GOES' },
  ReplaceOrder: { TAKER: 'GOES', MAKER: 'GOES' },
  CancelOrder: { TAKER: 'GOES', MAKER: 'GOES' },
  DeclineRfq: { TAKER: onlyAsked, MAKER: 'GOES' },
}

export function phaseOf(rfq: Pick<DirectRfq, 'state' | 'ending'> | undefined): Phase {
  if (rfq === undefined) return 'ABSENT'
  return rfq.state === 'OPEN' && rfq.ending !== undefined ? 'ENDING' : rfq.state
}

/** Enough of a request to know what its reader may do: wire data will do. */
export type Standing = { readonly state: DirectRfq['state']; readonly ending?: 'EXPIRED' | 'CANCELED_BY_CREATOR'; readonly role: Role }

/** Why a screen may not offer the command, in words for a disabled button; undefined when it may. */
export function whyNot(command: keyof typeof seats, rfq: Standing): Refusal<DirectRfqRefusal> | undefined {
  const cells = [transitions[phaseOf(rfq)][command], seats[command][rfq.role]]
  return cells.find((cell) => typeof cell === 'object')
}

/** Whether a screen may offer the command at all; its fields are for `decide`. */
export const can = (command: keyof typeof seats, rfq: Standing): boolean => whyNot(command, rfq) === undefined
