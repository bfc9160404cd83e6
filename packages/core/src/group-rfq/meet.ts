/** An incoming quote meets what rests (rulebook 10.6, 10.7, 10.13, 10.14): its matches, then what they leave that may not rest. */
import type { Quantity } from '../decimal.ts'
import type { MatchId, QuoteId } from '../ids.ts'
import { piecesOf, settledFor } from '../matching/allocation-rules.ts'
import type { RestingOrder } from '../matching/book.ts'
import { planMatch, restingInTheWay, tooSmallToRest, type Fill } from '../matching/match.ts'
import type { GuardedOrder, UnitExposure } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import { productsOf } from '../structure/figures.ts'
import { opposite } from '../structure/structure.ts'
import { canceled } from './end.ts'
import type { GroupCommand, GroupDecision, GroupEvent, GroupQuote, Match, QuoteCancelReason } from './group-rfq.ts'
import { SHARDS_MOST } from './limits.ts'
import type { OpenMarket } from './markets.ts'
import { restingQuantity } from './quantities.ts'
import type { Around } from './quotes.ts'

type Arrived = Extract<GroupEvent, { quote: GroupQuote }>
type Meeting = Extract<GroupCommand, { kind: 'PlaceQuote' | 'ReplaceQuote' }>

export function followedByMatches(arrived: Arrived, market: OpenMarket, command: Meeting, around: Around): GroupDecision {
  const { head, book } = market
  const incoming = arrived.quote
  const quantity = restingQuantity(incoming)
  const { guard, now } = around
  const unit = command.unit ?? {}
  // What never rests has come to take: no quote, so its desk's limits are not for it (docs/decisions/0355).
  const arriving = () => (incoming.isIoc ? undefined : guardedArrival(market, incoming, unit))
  const plan = planMatch(
    book.first(opposite(incoming.side)),
    { owner: incoming.actor.desk, side: incoming.side, limit: incoming.price, quantity },
    {
      minimum: head.minimumBlock,
      allowed: ({ id }, wanted) => guard.allowed(guarded(market, market.quotes.get(id)!, unit), wanted as Quantity, arriving()),
    },
  )
  // Rulebook 10.18.
  if (incoming.allocations !== undefined && plan.left > 0) return [arrived, canceled(head.id, incoming, quantity, 'NotFilledAtOnce', now)]
  const pieces = piecesOf(incoming.allocations, plan.fills, head, ({ resting }) => !resting.isHidden)
  if (isRefusal(pieces)) return pieces
  const events: GroupEvent[] = [arrived]
  // The ids after the one that the quote itself has taken.
  const first = around.markets.nextNumber + (arrived.kind === 'QuotePlaced' ? 1 : 0)
  pieces.forEach(({ fill, part, quantity: traded }, index) => {
    const id = ((first + index) * SHARDS_MOST + command.shard) as MatchId
    const met = { resting: plan.fills[fill]!.resting, quantity: traded }
    const match = matchOf(market, settledFor(incoming, part), met, { id, nonce: `${command.nonce}${index}` }, command, around)
    const isSameFill = index > 0 && pieces[index - 1]!.fill === fill
    events.push({
      kind: 'MatchAgreed',
      market: head.id,
      match,
      ...(command.unit === undefined ? {} : { unit: command.unit }),
      ...(isSameFill ? { isSameFill } : {}),
      ...(incoming.isIoc ? {} : { isArrivalCounted: true }),
    })
  })
  const cancel = (quote: { readonly id: QuoteId }, left: number, reason: QuoteCancelReason) =>
    events.push(canceled(head.id, quote, left as Quantity, reason, now))
  for (const { resting, quantity: left } of tooSmallToRest(plan, head.minimumBlock)) cancel(resting, left, 'BelowBlockMinimum')
  if (plan.left === 0) return events
  if (incoming.isIoc) cancel(incoming, plan.left, 'NotFilledAtOnce')
  else if (plan.left < head.minimumBlock) cancel(incoming, plan.left, 'BelowBlockMinimum')
  else if (guard.heldBack.has(String(incoming.id))) cancel(incoming, plan.left, 'Protection')
  else for (const { resting, quantity: left } of restingInTheWay(plan, head.minimumBlock)) cancel(resting, left, 'Protection')
  return events
}

/** A quote as its desk's protections look at it. */
export function guarded({ head }: OpenMarket, { id, actor, side, label }: GroupQuote, unit: UnitExposure): GuardedOrder {
  const { structure, minimumBlock, quantityIncrement } = head
  const order = { order: String(id), desk: actor.desk, side, products: productsOf(structure), unit, minimumBlock, quantityIncrement }
  return label === undefined ? order : { ...order, label }
}

export const guardedArrival = (market: OpenMarket, quote: GroupQuote, unit: UnitExposure): GuardedOrder => ({
  ...guarded(market, quote, unit),
  isArriving: true,
})

function matchOf(
  { quotes }: OpenMarket,
  incoming: GroupQuote,
  { resting, quantity }: Fill<RestingOrder<QuoteId>>,
  { id, nonce }: { readonly id: MatchId; readonly nonce: string },
  { reference }: Meeting,
  { now }: Around,
): Match {
  const maker = quotes.get(resting.id)!
  return {
    id,
    maker: maker.actor.desk,
    makerQuote: maker.id,
    makerAccount: maker.account,
    taker: incoming.actor.desk,
    takerQuote: incoming.id,
    takerForm: incoming.form,
    takerAccount: incoming.account,
    takerSide: incoming.side,
    price: maker.price,
    legPrices: maker.legPrices ?? [],
    quantity: quantity as Quantity,
    state: 'PENDING_SETTLEMENT',
    agreedAt: now,
    nonce,
    ...(reference === undefined ? {} : { reference }),
  }
}
