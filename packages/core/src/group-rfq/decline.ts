/** A maker that will not quote in a market says so, and why (rulebook 10.19): everybody reads the reasons, and nobody whose they are. */
import type { DeskId, Instant } from '../ids.ts'
import { refuse } from '../refusal.ts'
import { cancelResting } from './end.ts'
import type { GroupCommand, GroupDecision, GroupEvent, GroupMarket, GroupQuote } from './group-rfq.ts'
import type { OpenMarket } from './markets.ts'

type Decline = Extract<GroupCommand, { kind: 'DeclineMarket' }>

/** What of its own rests there goes with it. */
export function declineMarket(market: OpenMarket, { actor, reason }: Decline, now: Instant): GroupDecision {
  const { head } = market
  if (hasDeclinedMarket(head, actor.desk))
    return refuse('AlreadyDeclined', '10.19', 'Your desk has declined this market; a quote takes that back.')
  const declined: GroupEvent = { kind: 'MarketDeclined', market: head.id, decline: { desk: actor.desk, reason, at: now } }
  return [declined, ...cancelResting(market, (quote) => quote.actor.desk === actor.desk, { reason: 'ByUser', cause: 'DECLINED' }, now)]
}

export const hasDeclinedMarket = ({ declines = [] }: Pick<GroupMarket, 'declines'>, desk: DeskId): boolean =>
  declines.some((one) => one.desk === desk)

/** A hidden quote leaves the decline standing, because taking it back would tell of the quote; an order takes and is no quote. */
export const marketDeclineTakenBackBy = (
  head: GroupMarket,
  { actor, form, isHidden, lastUpdatedAt: at }: GroupQuote,
): readonly GroupEvent[] =>
  form === 'QUOTE' && !isHidden && hasDeclinedMarket(head, actor.desk)
    ? [{ kind: 'MarketDeclineTakenBack', market: head.id, desk: actor.desk, at }]
    : nothing

const nothing: readonly never[] = []
