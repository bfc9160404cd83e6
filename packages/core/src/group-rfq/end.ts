/** How quotes lapse and markets end (rulebook 10.4, 10.5), and what the venue's answers do (rulebook 10.15). */
import type { Quantity } from '../decimal.ts'
import type { Instant, MarketId, MatchId, QuoteId } from '../ids.ts'
import { causeOf, type CancelCause } from '../matching/cancel-cause.ts'
import type { GroupEvent, GroupQuote, QuoteCancelReason } from './group-rfq.ts'
import type { OpenMarket } from './markets.ts'
import { restingQuantity } from './quantities.ts'

export const canceled = (
  market: MarketId,
  { id: quoteId }: Pick<GroupQuote, 'id'>,
  quantity: Quantity,
  reason: QuoteCancelReason,
  at: Instant,
  cause: CancelCause = causeOf(reason),
): GroupEvent => ({ kind: 'QuoteCanceled', market, quoteId, quantity, reason, cause, at })

type Why = { readonly reason: QuoteCancelReason; readonly cause?: CancelCause }

/** Everything that rests of the quotes chosen, in the order of their ids; `taken` is what this very decision takes from one before. */
export function cancelResting(
  { head, quotes }: OpenMarket,
  chosen: (quote: GroupQuote) => boolean,
  { reason, cause }: Why,
  at: Instant,
  taken: ReadonlyMap<QuoteId, number> = new Map(),
): GroupEvent[] {
  return [...quotes.values()]
    .filter((quote) => quote.state === 'OPEN' && chosen(quote))
    .sort((a, b) => a.id - b.id)
    .map((quote) => ({ quote, rest: restingQuantity(quote) - (taken.get(quote.id) ?? 0) }))
    .filter(({ rest }) => rest > 0)
    .map(({ quote, rest }) => canceled(head.id, quote, rest as Quantity, reason, at, cause))
}

export const lapse = (market: OpenMarket, now: Instant): readonly GroupEvent[] =>
  cancelResting(market, ({ lapsesAt }) => lapsesAt <= now, { reason: 'Lapsed' }, now)

export function endMarket(market: OpenMarket, now: Instant): readonly GroupEvent[] {
  const { head } = market
  const reason = head.expiresAt !== undefined && head.expiresAt <= now ? 'INSTRUMENT_EXPIRED' : 'INACTIVE'
  return [...cancelResting(market, () => true, { reason: 'MarketEnded' }, now), { kind: 'MarketEnded', market: head.id, reason, at: now }]
}

/** The venue's first answer counts; every later one changes nothing (rulebook 7.4). */
export function confirmMatch({ head, matches }: OpenMarket, matchId: MatchId, venueTradeId: string, now: Instant): readonly GroupEvent[] {
  return matches.has(matchId) ? [{ kind: 'MatchSettled', market: head.id, matchId, venueTradeId, at: now }] : []
}

export function rejectMatch(
  { head, quotes, matches }: OpenMarket,
  matchId: MatchId,
  rejection: string,
  now: Instant,
): readonly GroupEvent[] {
  const match = matches.get(matchId)
  if (match === undefined) return []
  const given = [match.makerQuote, match.takerQuote].map((id) =>
    canceled(head.id, quotes.get(id)!, match.quantity, 'SettlementRejected', now),
  )
  return [{ kind: 'MatchRejected', market: head.id, matchId, rejection, at: now }, ...given]
}
