/** Calls that place and replace quotes and orders of the order book: one, or many at once. */
import { isRefusal, refuse, rfqIdOf, type Order, type OrderId, type Refusal, type Rfq } from '@parley/core'
import type { BatchVerdictView, GroupOrderView, GroupQuoteView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { decideBatch } from '../../../rfq/decide-batch.ts'
import type { FirstAnswer } from '../../../shards/first-answer.ts'
import { presentOrder, presentQuote } from './present.ts'
import { readOrder, readQuote, readReplacement, type OrderBody, type QuoteBody } from './read-quote.ts'

export type BatchQuote = QuoteBody & { readonly rfq_id: number; readonly quote_id?: number | undefined }

export const noMarket = refuse('RfqClosed', '10.5', 'There is no market of this id; open one with its legs.', 'id')
/** The id of no order: the rules refuse it after everything they check first. */
const NO_ORDER = '' as OrderId

export function createOrderCalls(rfqs: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>, firstAnswer: FirstAnswer) {
  const { commands, store, cache, facts } = rfqs

  async function createQuote(
    caller: Caller,
    market: number,
    body: QuoteBody,
    idempotency?: Idempotency,
  ): Promise<GroupQuoteView | Refusal> {
    const rfq = await cache.rfq(rfqIdOf(market))
    if (rfq === undefined) return noMarket
    const read = readQuote(rfq, body, facts)
    return isRefusal(read) ? read : withAccountField(await commands.place(caller, rfq, read, quoteReply(rfq, idempotency)))
  }

  async function replaceQuote(
    caller: Caller,
    market: number,
    { id, body }: { readonly id: number; readonly body: QuoteBody },
    idempotency?: Idempotency,
  ): Promise<GroupQuoteView | Refusal> {
    const rfq = await cache.rfq(rfqIdOf(market))
    if (rfq === undefined) return noMarket
    const before = async () => own(await store.orderOfNumber(id), caller)
    const read = await readReplacement(rfq, body, facts, async () => (await before())?.quantity)
    if (isRefusal(read)) return read
    const { id: orderId = NO_ORDER, kind = 'QUOTE' } = (await cache.orderOfNumber(id)) ?? {}
    return withAccountField(await commands.replace(caller, { rfq, orderId, kind }, read, before, quoteReply(rfq, idempotency)))
  }

  return {
    createQuote,
    replaceQuote,

    async createOrder(caller: Caller, market: number, body: OrderBody, idempotency?: Idempotency): Promise<GroupOrderView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(market))
      if (rfq === undefined) return noMarket
      const read = readOrder(body)
      const reply = { view: (order: Order) => presentOrder(rfq, order), idempotency }
      return isRefusal(read) ? read : withAccountField(await commands.place(caller, rfq, read, reply))
    },

    /** The desk's quote on the side that would trade first, else a new one (rulebook 10.21). */
    async upsertQuote(caller: Caller, market: number, body: QuoteBody, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(market))
      if (rfq === undefined) return noMarket
      const order = readQuote(rfq, body, facts)
      if (isRefusal(order)) return order
      const replacement = () => readReplacement(rfq, body, facts, () => Promise.resolve(undefined))
      return withAccountField(await commands.placeOrReplace(caller, rfq, { order, replacement }, quoteReply(rfq, idempotency)))
    },

    async createQuotes(caller: Caller, quotes: readonly BatchQuote[], idempotency?: Idempotency): Promise<readonly BatchVerdictView[]> {
      const verdicts = await decideBatch<BatchQuote, GroupQuoteView>({
        items: quotes,
        laneOf: ({ rfq_id }) => String(rfq_id),
        decide: (body, part) =>
          body.quote_id === undefined
            ? createQuote(caller, body.rfq_id, body, part)
            : replaceQuote(caller, body.rfq_id, { id: body.quote_id, body }, part),
        firstAnswer,
        idempotency,
      })
      return verdicts.map(({ index, answer, error }) => ({ index, quote: answer, error }))
    },
  }
}

/** An order that is not the desk's own is not there. */
const own = (found: { readonly order: Order } | undefined, { desk }: Caller): Order | undefined =>
  found?.order.actor.desk === desk ? found.order : undefined

/** This dialect calls an account by another word. */
const withAccountField = <View extends object>(answer: View | Refusal): View | Refusal =>
  isRefusal(answer) && answer.field === 'account_name' ? { ...answer, field: 'account' } : answer

const quoteReply = (rfq: Rfq, idempotency: Idempotency | undefined) => ({
  view: (order: Order) => presentQuote(rfq, order),
  idempotency,
})
