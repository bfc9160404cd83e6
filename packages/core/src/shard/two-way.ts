/**
 * A two-way quote: a bid and an ask of one desk in one RFQ that are both placed, or leave the existing quotes unchanged (rulebook 5.23). A book is
 * never crossed, so at most one of the two can trade. That side goes last, when nothing can refuse the other one, so no fill ever has to be reversed.
 */
import type { Instant } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { QuoteTwoWay } from '../rfq/model/commands.ts'
import { forkOf } from '../rfq/model/fork.ts'
import { neverRests, type Order } from '../rfq/model/order.ts'
import { isArrival } from './executions.ts'
import type { Shard, ShardCommand, ShardDecision, ShardEvent, ShardRefusalCode } from './shard.ts'

/** The shard's own rules, which check each side. */
export type ShardRules = {
  readonly decide: (shard: Shard, command: ShardCommand, now: Instant) => ShardDecision
  readonly evolve: (shard: Shard, event: ShardEvent) => unknown
}

type Quotes = QuoteTwoWay['quotes']
type SideIndex = 0 | 1
type SideRefusal = Refusal<ShardRefusalCode>
type SideRefusals = readonly [SideRefusal | undefined, SideRefusal | undefined]
type Judgement = ShardRules & { readonly shard: Shard; readonly now: Instant }

export const notTwoWay = refuse(
  'NotTwoWay',
  '5.23',
  'A two-way quote must be a bid and an ask in the same RFQ or market, and both must rest.',
)
const otherSide = refuse('OtherSideRefused', '5.23', 'The other side of this two-way quote was rejected, so neither side was changed.')

/** The events of both sides, applied one after the other, or the refusal of each side. */
export function decideTwoWay(shard: Shard, { quotes }: QuoteTwoWay, now: Instant, rules: ShardRules): ShardDecision {
  const asked = { shard, now, ...rules }
  const [first, second] = quotes
  if (first.id !== second.id || first.actor.desk !== second.actor.desk) return refusedSides([notTwoWay, notTwoWay])
  const lenient = { ...asked, decide: withoutPostOnly(rules.decide) }
  const alone = [lenient.decide(shard, first, now), lenient.decide(shard, second, now)] as const
  const refusals = refusedAlone(alone)
  if (refusals !== undefined) return refusedSides(refusals)
  if (!isTwoWay(shard, quotes, alone)) return refusedSides([notTwoWay, notTwoWay])
  const waits: SideIndex = isRefusal(alone[0]) ? 0 : 1
  const judged = together(asked, quotes, waits)
  if (isRefusal(judged)) return judged.refused === 'PostOnlyWouldCross' ? refusalOr(together(lenient, quotes, waits), judged) : judged
  const last: SideIndex = alone.some(isRefusal) || onlyArrives(alone[0]) ? waits : 0
  if (!onlyArrives(alone[last === 1 ? 0 : 1]))
    throw new Error(`both sides of a two-way quote in ${first.id} meet orders that cross each other`)
  return last === waits ? judged : together(asked, quotes, last)
}

const refusalOr = (decision: ShardDecision, otherwise: SideRefusal): SideRefusal => (isRefusal(decision) ? decision : otherwise)

/** Whether a post-only side would trade is checked last, when nothing else refuses either side (rulebook 10.22). */
const withoutPostOnly =
  (decide: ShardRules['decide']): ShardRules['decide'] =>
  (shard, quote, now) => {
    const decision = decide(shard, quote, now)
    const isForTrading = isRefusal(decision) && decision.refused === 'PostOnlyWouldCross'
    return isForTrading ? decide(shard, { ...quote, isPostOnly: false } as ShardCommand, now) : decision
  }

/** A side that is refused only because of the desk's own other side may be accepted once that one has moved. */
function refusedAlone([first, second]: readonly [ShardDecision, ShardDecision]): SideRefusals | undefined {
  const refusals = [isRefusal(first) ? first : undefined, isRefusal(second) ? second : undefined] as const
  const wantsRoom = (refusal: SideRefusal | undefined): boolean => refusal?.refused === 'QuoteCrossesOwnSide'
  const [one, other] = refusals
  const isExcused = (wantsRoom(one) && other === undefined) || (wantsRoom(other) && one === undefined)
  return isExcused || (one === undefined && other === undefined) ? undefined : refusals
}

/** Only checked for quotes that their desk could place or replace, so that it reveals nothing about others' orders. */
function isTwoWay({ rfqs }: Shard, quotes: Quotes, alone: readonly [ShardDecision, ShardDecision]): boolean {
  const orders = quotes.map((quote, place): Pick<Order, 'side' | 'kind' | 'timeInForce'> => {
    const arrived = isRefusal(alone[place]!) ? undefined : alone[place]!.find(isArrival)
    if (arrived !== undefined) return arrived.order
    if (quote.kind === 'PlaceOrder') return { kind: quote.as ?? 'QUOTE', side: quote.side, timeInForce: quote.timeInForce }
    const held = rfqs.live.get(quote.id)!.orders.get(quote.orderId)!
    return { ...held, timeInForce: quote.timeInForce ?? held.timeInForce }
  })
  const [one, other] = orders
  return one!.side !== other!.side && orders.every((order) => order.kind === 'QUOTE' && !neverRests(order))
}

const arrives = (event: ShardEvent): boolean => isArrival(event) || event.kind === 'DeclineTakenBack'
const onlyArrives = (decision: ShardDecision): boolean => isRefusal(decision) || decision.every(arrives)

/** The last side is decided on a fork in which the other side is already placed. */
function together({ shard, now, decide, evolve }: Judgement, quotes: Quotes, last: SideIndex): ShardDecision {
  const [quiet, other] = last === 1 ? quotes : [quotes[1], quotes[0]]
  const before = decide(shard, quiet, now)
  if (isRefusal(before)) return refusedSides(last === 1 ? [before, undefined] : [undefined, before])
  const fork: Shard = { ...shard, rfqs: forkOf(shard.rfqs, quiet.id, quiet.actor.desk) }
  for (const event of before) if (arrives(event)) evolve(fork, event)
  const after = decide(fork, other, now)
  return isRefusal(after) ? refusedSides(last === 1 ? [undefined, after] : [after, undefined]) : [...before, ...after]
}

/** The refusal of a two-way quote as a whole: a side without a refusal of its own is refused because of the other. */
export function refusedSides<Code extends string>([first, second]: readonly [
  Refusal<Code> | undefined,
  Refusal<Code> | undefined,
]): Refusal<Code | 'OtherSideRefused'> {
  return { ...(first ?? second)!, sides: [first ?? otherSide, second ?? otherSide] }
}
