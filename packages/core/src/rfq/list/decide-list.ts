/** Decides the commands of lists: each is one decision on all its lines (rulebook 22). */
import type { DeskId, Instant, OrderId } from '../../ids.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import type { CancelCause } from '../model/cancel-cause.ts'
import { cancelResting } from '../model/cancel-events.ts'
import type { CreateRfq, PlaceOrder } from '../model/commands.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import type { RfqEvent } from '../model/events.ts'
import type { LiveRfq } from '../model/live-rfq.ts'
import { MAX_OPEN_RFQS_PER_DESK } from '../model/limits.ts'
import type { RfqRefusal, RfqRefusalCode } from '../model/refusal-codes.ts'
import { countOfOwn, type Rfqs } from '../model/rfqs.ts'
import { cancelRfq } from '../life/expiry.ts'
import { createRfq, openRfqsFull } from '../life/create.ts'
import { inexact } from './allot-net.ts'
import { LEAST_LIST_LINES, lineAmount, MOST_LIST_LINES, type ListId, type ListLine, type NetId } from '../model/list.ts'
import { type CancelList, type CancelNet, type CreateList, type QuoteNet } from '../model/list-commands.ts'

/** All lines are created, or none (rulebook 22.1, rulebook 22.2). */
export function createList({ actor, lines }: CreateList, context: DecisionContext): Decision {
  const bad = sizeRefusal(lines) ?? onePlaceRefusal(lines)
  if (bad !== undefined) return bad
  if (countOfOwn(context.rfqs, actor.desk) + lines.length > MAX_OPEN_RFQS_PER_DESK) return openRfqsFull(MAX_OPEN_RFQS_PER_DESK)!
  const events: RfqEvent[] = []
  for (const [at, line] of lines.entries()) {
    if (context.rfqs.live.has(line.id)) return refuse('RfqExists', '4.1', 'An RFQ with this id already exists. Use a new id.', 'id')
    const decided = createRfq(line, context)
    if (isRefusal(decided)) return ofLine(decided as RfqRefusal, at)
    events.push(...decided)
  }
  return events
}

export const sizeRefusal = (lines: readonly unknown[]): RfqRefusal | undefined =>
  lines.length >= LEAST_LIST_LINES && lines.length <= MOST_LIST_LINES
    ? undefined
    : refuse('ListInvalid', '22.1', `A list has ${LEAST_LIST_LINES} to ${MOST_LIST_LINES} lines. This one has ${lines.length}.`, 'lines')

/** Set if the lines are not all at one venue and in one currency (rulebook 22.1). */
export function onePlaceRefusal([first, ...others]: readonly CreateRfq[]): RfqRefusal | undefined {
  const isOther = (line: CreateRfq) => line.venue !== first!.venue || line.baseCurrency !== first!.baseCurrency
  return others.some(isOther)
    ? refuse('ListInvalid', '22.1', 'All lines of a list must be at one venue and in one currency. Send one list for each.', 'lines')
    : undefined
}

/** The refusal of one line, which refuses the whole command. */
export function ofLine<Code extends string>(refusal: Refusal<Code>, at: number): Refusal<Code> {
  const field = refusal.field === undefined ? `lines.${at}` : `lines.${at}.${refusal.field}`
  return { ...refusal, message: `Line ${at + 1}: ${refusal.message}`, field }
}

/** Rulebook 22.4, 22.5, 22.6: one part for every line, which add up to the net price. `place` applies the rules of a quote to each part. */
export function quoteNet<Code extends string>(
  rfqs: Rfqs,
  { actor, amount, parts }: QuoteNet,
  place: (part: PlaceOrder) => readonly RfqEvent[] | Refusal<Code>,
): readonly RfqEvent[] | Refusal<Code | RfqRefusalCode> {
  const whole = wholeRefusal(rfqs, parts)
  if (whole !== undefined) return whole
  const events: RfqEvent[] = []
  let sum = 0
  for (const [at, part] of parts.entries()) {
    const { rfq } = rfqs.live.get(part.id)!
    if (rfq.side === undefined)
      return refuse(
        'ListInvalid',
        '22.5',
        'The taker has not shown its sides in this list, so it does not accept a net price. Quote its lines.',
      )
    const decided = place(part)
    if (isRefusal(decided)) return ofLine(decided as Refusal<Code>, at)
    const placed = decided.find((event) => event.kind === 'OrderPlaced')!
    const cost = lineAmount({ side: rfq.side, price: placed.order.price, quantity: rfq.quantity! })
    if (cost === undefined) return inexact
    sum += cost
    events.push(...decided)
  }
  if (sum !== amount) throw new Error(`the parts of a net price of ${amount} by ${actor.desk} cost ${sum}`)
  return events
}

/** Set unless the commands name each line of one list once. */
export function wholeRefusal(rfqs: Rfqs, commands: readonly PlaceOrder[]): RfqRefusal | undefined {
  const named = new Set(commands.map(({ id }) => id))
  const lists = new Set([...named].map((id) => rfqs.live.get(id)?.rfq.list?.id))
  const [list] = [...named].map((id) => rfqs.live.get(id)?.rfq.list)
  const isWhole = lists.size === 1 && list !== undefined && named.size === commands.length && named.size === list.lines
  return isWhole
    ? undefined
    : refuse('ListIncomplete', '22.5', 'Every line of the list must be open and named once. Quote or trade its open lines one by one.', 'lines') // prettier-ignore
}

/** The live lines of a list, by their place in it. */
export function linesOf({ lists, live }: Rfqs, id: ListId): readonly LiveRfq[] {
  const found = [...(lists.get(id) ?? [])].map((line) => live.get(line)!)
  return found.sort((a, b) => listOf(a).line - listOf(b).line)
}

const listOf = ({ rfq }: LiveRfq): ListLine => rfq.list!

/** Rulebook 22.10. A list of another desk counts as absent. */
export function cancelList(rfqs: Rfqs, { actor, listId }: CancelList, now: Instant): Decision {
  const lines = linesOf(rfqs, listId).filter(({ rfq }) => rfq.creator.desk === actor.desk && rfq.ending === undefined)
  if (lines.length === 0) return refuse('RfqClosed', '22.10', 'No line of this list is open any more. There is nothing to cancel.')
  return lines.flatMap((live) => cancelRfq(live, 'USER', now))
}

/** Rulebook 22.7. */
export function cancelNet(rfqs: Rfqs, { actor, listId }: CancelNet, now: Instant): Decision {
  const events = ownNetCancelled(rfqs, listId, actor.desk, 'USER', now)
  return events.length === 0
    ? refuse('OrderUnknown', '22.7', 'Your desk has no net price for this list. There is nothing to cancel.')
    : events
}

export const ownNetCancelled = (rfqs: Rfqs, listId: ListId, desk: DeskId, cause: 'USER' | 'REPLACED', now: Instant): readonly RfqEvent[] =>
  linesOf(rfqs, listId).flatMap((live) => cancelResting(live, ({ net, actor }) => net !== undefined && actor.desk === desk, cause, now))

/**
 * Rulebook 22.7: a net price is for the whole list, so its other parts are cancelled with the first one, in the same decision. A trade of a line with
 * another maker cancels nothing, because it would tell this maker of the trade.
 */
export function brokenNets(rfqs: Rfqs, decision: readonly RfqEvent[], now: Instant): readonly RfqEvent[] {
  if (rfqs.lists.size === 0) return []
  const taken = new Map<OrderId, number>()
  const broken = new Map<NetId, { readonly list: ListId; readonly cause: CancelCause }>()
  for (const event of decision) {
    const live = 'id' in event ? rfqs.live.get(event.id) : undefined
    if (live?.rfq.list === undefined) continue
    if (event.kind === 'TradeAgreed') taken.set(event.trade.makerOrder, event.trade.quantity)
    if (event.kind !== 'OrderCanceled') continue
    taken.set(event.orderId, (taken.get(event.orderId) ?? 0) + event.quantity)
    const net = live.orders.get(event.orderId)?.net
    if (net !== undefined) broken.set(net.id, { list: live.rfq.list.id, cause: event.cause })
  }
  return [...broken].flatMap(([id, { list, cause }]) =>
    linesOf(rfqs, list).flatMap((live) => cancelResting(live, ({ net }) => net?.id === id, cause, now, taken)),
  )
}
