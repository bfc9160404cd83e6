/** Placing, replacing and cancelling orders, in either dialect. */
import {
  directRfqCalls,
  type QueryOf,
  type BatchVerdictView,
  type FenceView,
  type OrderVerdictView,
  type UnreachedView,
} from '@parley/contracts'
import { command, numberOf, ORDER_BOOK_BASE, orderBookCalls, type Command, type OrderBookBase } from './command.ts'
import { orderFromDrfq } from './from-drfq.ts'
import { idOf, orderFromQuote } from './from-grfq.ts'
import { drfqTerms, grfqTerms, type OrderChanges, type OrderTerms } from './order-terms.ts'
import type { Order, OrderRef } from './order.ts'
import type { Audience, RfqRef, Side } from './rfq.ts'

type Timed = { readonly not_after?: number | undefined }

/** The time of the command, unless the order has its own. */
const timedBy =
  (notAfter: number) =>
  <Body extends Timed>(body: Body): Body => ({ ...body, not_after: body.not_after ?? notAfter })

const inBody = <Input extends { readonly body: Timed }>(input: Input, notAfter: number): Input => ({
  ...input,
  body: timedBy(notAfter)(input.body),
})

/** A maker's quote or a cross. The response contains the final decision. */
export function placeOrder(rfq: RfqRef, terms: OrderTerms, base: OrderBookBase = ORDER_BOOK_BASE): Command<Order> {
  if (rfq.audience === 'DIRECT')
    return command(directRfqCalls.createOrder, { body: { ...drfqTerms(terms), rfq_id: rfq.id, side: terms.side } }, orderFromDrfq, inBody)
  const body = { ...grfqTerms(terms), side: terms.side, quantity: terms.quantity }
  return command(orderBookCalls(base).createQuote, { params: { id: numberOf(rfq) }, body }, orderFromQuote, inBody)
}

/** Omitted terms stay unchanged; the order keeps its id. */
export function replaceOrder(order: OrderRef, changes: OrderChanges, base: OrderBookBase = ORDER_BOOK_BASE): Command<Order> {
  if (order.audience === 'DIRECT')
    return command(directRfqCalls.replaceOrder, { params: { id: order.id }, body: drfqTerms(changes) }, orderFromDrfq, inBody)
  const params = { id: rfqNumberOf(order), quote_id: numberOf(order) }
  return command(orderBookCalls(base).replaceQuote, { params, body: grfqTerms(changes) }, orderFromQuote, inBody)
}

/** One line of a batch: an order to place, or one to replace. */
export type OrderLine = { readonly rfq: RfqRef; readonly terms: OrderTerms } | { readonly order: OrderRef; readonly changes: OrderChanges }

/** The result of one line; exactly one of order and refusal is set. */
export type OrderVerdict = {
  readonly index: number
  readonly order: Order | undefined
  readonly refusal: { readonly code: number; readonly error: string; readonly message: string } | undefined
}

/** Many in one call. A refused line does not affect the others. All must be of one market model. */
export function placeOrders(
  audience: Audience,
  lines: readonly OrderLine[],
  base: OrderBookBase = ORDER_BOOK_BASE,
): Command<readonly OrderVerdict[]> {
  return batch(audience, lines, {}, base)
}

/** The bid and the ask of one quote: both are placed, or neither is changed, and each has its own result. */
export const quoteTwoWay = (
  audience: Audience,
  lines: readonly [OrderLine, OrderLine],
  base: OrderBookBase = ORDER_BOOK_BASE,
): Command<readonly OrderVerdict[]> => batch(audience, lines, { two_way: true }, base)

function batch(
  audience: Audience,
  lines: readonly OrderLine[],
  form: { readonly two_way?: true },
  base: OrderBookBase,
): Command<readonly OrderVerdict[]> {
  if (audience === 'DIRECT')
    return command(
      directRfqCalls.createOrders,
      { body: { orders: lines.map(drfqLine), ...form } },
      ({ results }) => results.map(verdictFromDrfq),
      ({ body, ...input }, notAfter) => ({ ...input, body: { ...body, orders: body.orders.map(timedBy(notAfter)) } }),
    )
  return command(
    orderBookCalls(base).createQuotes,
    { body: { quotes: lines.map(grfqLine), ...form } },
    ({ results }) => results.map(verdictFromGrfq),
    ({ body, ...input }, notAfter) => ({ ...input, body: { ...body, quotes: body.quotes.map(timedBy(notAfter)) } }),
  )
}

const drfqLine = (line: OrderLine) =>
  'order' in line
    ? { ...drfqTerms(line.changes), order_id: line.order.id }
    : { ...drfqTerms(line.terms), rfq_id: line.rfq.id, side: line.terms.side }

const grfqLine = (line: OrderLine) =>
  'order' in line
    ? { ...grfqTerms(line.changes), rfq_id: rfqNumberOf(line.order), quote_id: numberOf(line.order) }
    : { ...grfqTerms(line.terms), rfq_id: numberOf(line.rfq), side: line.terms.side }

const verdictFromDrfq = ({ index, order, error }: OrderVerdictView): OrderVerdict => ({
  index,
  order: order === null ? undefined : orderFromDrfq(order),
  refusal: error ?? undefined,
})
const verdictFromGrfq = ({ index, quote, error }: BatchVerdictView): OrderVerdict => ({
  index,
  order: quote === null ? undefined : orderFromQuote(quote),
  refusal: error ?? undefined,
})

/** Cancels the resting part. The order book returns the order afterwards, the direct dialect nothing. */
export const cancelOrder = (order: OrderRef, base: OrderBookBase = ORDER_BOOK_BASE): Command<Order | undefined> =>
  order.audience === 'DIRECT'
    ? command(directRfqCalls.cancelOrder, { params: { id: order.id } }, () => undefined)
    : command(orderBookCalls(base).cancelQuote, { params: { id: numberOf(order) } }, orderFromQuote)

/** The scope of a mass cancel: all of the desk's resting orders in the market model that match the given filters. */
export type CancelScope = {
  readonly audience: Audience
  readonly rfq?: RfqRef | undefined
  /** The quotes of the lines of one list. A net price for it stays. Only direct RFQs have lists. */
  readonly listId?: string | undefined
  readonly side?: Side | undefined
  readonly baseCurrency?: string | undefined
  readonly venue?: string | undefined
  /** Only order books support these two. */
  readonly label?: string | undefined
  readonly price?: string | undefined
}

type CoveredWords = Pick<QueryOf<typeof directRfqCalls.cancelOrders>, 'venue' | 'currency'>

export type CancelReport = {
  readonly count: number
  readonly ids: readonly string[]
  /** Nothing that was covered fills after these sequence numbers. */
  readonly fences: readonly FenceView[]
  /** The command could not be executed in these markets: part of the scope may still rest there. */
  readonly unreached: readonly UnreachedView[] | undefined
}

export function cancelOrders(scope: CancelScope, base: OrderBookBase = ORDER_BOOK_BASE): Command<CancelReport> {
  const { audience, rfq, listId, side, baseCurrency, venue, label, price } = scope
  if (rfq !== undefined && rfq.audience !== audience) throw new TypeError(`${rfq.id} is not of that market model.`)
  // The server refuses an unknown venue or currency, so nothing is covered by mistake.
  const words = { venue, currency: baseCurrency } as CoveredWords
  if (audience === 'ORDER_BOOK') {
    if (listId !== undefined) throw new TypeError('Order books have no lists.')
    const query = { ...words, rfq_id: rfq && numberOf(rfq), side, label, price }
    return command(orderBookCalls(base).cancelQuotes, { query }, ({ count, quote_ids: ids, fences, unreached }) => ({
      count,
      ids: ids.map(idOf),
      fences,
      unreached,
    }))
  }
  // Without its filter, the call would cancel more than intended.
  if (label !== undefined || price !== undefined) throw new TypeError('The direct dialect cannot cancel by label or price.')
  const query = { venue: words.venue, base_currency: words.currency, rfq_id: rfq?.id, list_id: listId, side }
  return command(directRfqCalls.cancelOrders, { query }, ({ successes, fences, unreached }) => ({
    count: successes.count,
    ids: successes.order_ids,
    fences,
    unreached,
  }))
}

const rfqNumberOf = ({ rfqId: id, rfqNumber: number }: OrderRef): number => numberOf({ id, number })
