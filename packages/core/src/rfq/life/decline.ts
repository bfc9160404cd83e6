/** A maker declines to quote and gives a reason (rulebook 5.19, 10.19), so that the taker does not wait for it. Silence has a different meaning. */
import type { DeskId, Instant } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import { cancelResting } from '../model/cancel-events.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Decision } from '../model/decision.ts'
import type { RfqEvent } from '../model/events.ts'
import { DECLINE_TEXT_CHARACTERS } from '../model/limits.ts'
import { marketModelOf, roleOf, type LiveRfq } from '../model/live-rfq.ts'
import type { Order } from '../model/order.ts'
import type { Decline, Rfq } from '../model/rfq.ts'

/** The desk's own resting orders are cancelled with it. */
export function declineRfq(live: LiveRfq, { actor, reason, text }: CommandOf<'DeclineRfq'>, now: Instant): Decision {
  const { rfq } = live
  const { desk } = actor
  if (roleOf(rfq, desk) === undefined) return refuse('NotACounterparty', '5.19', 'Only a desk that was asked can decline.')
  if (hasDeclined(rfq, desk)) return marketModelOf(rfq).wording.alreadyDeclined
  if (text !== undefined && text.length > DECLINE_TEXT_CHARACTERS) throw new Error(`a text of ${text.length} characters reached the rules`)
  const decline: Decline = { desk, reason, at: now }
  const declined: RfqEvent = { kind: 'RfqDeclined', id: rfq.id, decline: text === undefined ? decline : { ...decline, text } }
  return [declined, ...cancelResting(live, (order) => order.actor.desk === desk, 'DECLINED', now)]
}

/** The declines that no quote has reversed. */
export const declinesOf = ({ declines }: Pick<Rfq, 'declines'>): readonly Decline[] =>
  declines.filter(({ takenBackAt }) => takenBackAt === undefined)

export const hasDeclined = (rfq: Pick<Rfq, 'declines'>, desk: DeskId): boolean =>
  rfq.declines.length > 0 && declinesOf(rfq).some((one) => one.desk === desk)

const nothing: readonly never[] = []

/**
 * A hidden quote does not reverse the decline, because that would reveal the quote (rulebook 8.2, 10.11). A cross, which is not a quote, does not
 * reverse it either.
 */
export const takenBackBy = (rfq: Rfq, { actor, kind, isHidden, lastUpdatedAt: at }: Order): readonly RfqEvent[] =>
  kind === 'QUOTE' && !isHidden && hasDeclined(rfq, actor.desk) ? [{ kind: 'DeclineTakenBack', id: rfq.id, desk: actor.desk, at }] : nothing
