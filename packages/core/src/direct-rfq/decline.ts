/** A maker that will not quote says so, and why (rulebook 5.19): the taker waits for nobody in vain, and silence means something else. */
import { refuse } from '../refusal.ts'
import { cancelOrders } from './cancel-everything.ts'
import type { Decision, Decline, DirectRfq, DirectRfqCommand, DirectRfqEvent, Moment, Order } from './direct-rfq.ts'
import { DECLINE_TEXT_CHARACTERS } from './limits.ts'
import { roleOf } from './orders.ts'

type Command = Extract<DirectRfqCommand, { kind: 'DeclineRfq' }>

/** What of its own rests there goes with it. */
export function declineRfq(rfq: DirectRfq, { actor, reason, text }: Command, { now }: Moment): Decision {
  if (roleOf(rfq, actor.desk) !== 'MAKER') return refuse('NotACounterparty', '5.19', 'Only a desk that was asked may decline.')
  if (hasDeclined(rfq, actor.desk))
    return refuse('AlreadyDeclined', '5.19', 'Your desk has declined this request; a quote takes that back.')
  if (text !== undefined && text.length > DECLINE_TEXT_CHARACTERS) throw new Error(`a text of ${text.length} characters came to the rules`)
  const decline: Decline = { desk: actor.desk, reason, at: now }
  const declined: DirectRfqEvent = { kind: 'RfqDeclined', id: rfq.id, decline: text === undefined ? decline : { ...decline, text } }
  return [declined, ...cancelOrders(rfq, (order) => order.actor.desk === actor.desk, { reason: 'ByUser', cause: 'DECLINED' }, now)]
}

/** Those that stand. */
export const declinesOf = ({ declines = [] }: DirectRfq): readonly Decline[] =>
  declines.filter(({ takenBackAt }) => takenBackAt === undefined)

export const hasDeclined = (rfq: DirectRfq, desk: Decline['desk']): boolean =>
  rfq.declines !== undefined && declinesOf(rfq).some((one) => one.desk === desk)

/** A hidden quote leaves the decline standing: taking it back would tell the taker of the quote (rulebook 8.2). */
export const takenBackBy = (rfq: DirectRfq, { actor, type, lastUpdatedAt: at }: Order): readonly DirectRfqEvent[] =>
  type === 'LIMIT' && hasDeclined(rfq, actor.desk) ? [{ kind: 'DeclineTakenBack', id: rfq.id, desk: actor.desk, at }] : nothing

const nothing: readonly never[] = []
