/** Calls that place and replace quotes and orders of the order book: one, or many at once. */
import { isRefusal, type Order, type Refusal, type Rfq } from '@parley/core'
import type { BatchVerdictView, GroupOrderView, GroupQuoteView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { decideBatch, type Verdict } from '../../../rfq/decide-batch.ts'
import { createTwoWay } from '../../../rfq/two-way.ts'
import type { RepeatedAnswer } from '../../../shards/repeated-answer.ts'
import { presentOrder, presentQuote } from './present.ts'
import { createQuoteBodies, type BatchQuote, type NamedQuote } from './quote-bodies.ts'
import { readReplacement, type OrderBody, type QuoteBody } from './read-quote.ts'

type Placed = GroupQuoteView | Refusal

const quoteOf = portable(
  'grfq.quote',
  (rfq: Rfq) =>
    (order: Order): GroupQuoteView =>
      presentQuote(rfq, order),
)

const orderOf = portable(
  'grfq.order',
  (rfq: Rfq) =>
    (order: Order): GroupOrderView =>
      presentOrder(rfq, order),
)

export function createOrderCalls(rfqs: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>, repeatedAnswer: RepeatedAnswer) {
  const { commands, facts } = rfqs
  const { readNew, readAggressor, readReplaced, sideOf } = createQuoteBodies(rfqs)
  const twoWay = createTwoWay({ sideOf, view: quoteOf, submit: commands.quoteTwoWay, repeatedAnswer })

  async function createQuote(caller: Caller, market: number, body: QuoteBody, idempotency?: Idempotency): Promise<Placed> {
    const read = await readNew(caller, market, body)
    if (isRefusal(read)) return read
    return withAccountField(await commands.place(caller, read.rfq, read.order, quoteReply(read.rfq, idempotency)))
  }

  async function replaceQuote(caller: Caller, market: number, quote: NamedQuote, idempotency?: Idempotency): Promise<Placed> {
    const read = await readReplaced(caller, market, quote)
    if (isRefusal(read)) return read
    const { replaced, replacement, before } = read
    return withAccountField(await commands.replace(caller, replaced, replacement, before, quoteReply(replaced.rfq, idempotency)))
  }

  return {
    createQuote,
    replaceQuote,

    async createOrder(caller: Caller, market: number, body: OrderBody, idempotency?: Idempotency): Promise<GroupOrderView | Refusal> {
      const read = await readAggressor(market, body)
      if (isRefusal(read)) return read
      const { rfq, order } = read
      const reply = { view: orderOf(rfq), idempotency }
      return withAccountField(await commands.place(caller, rfq, order, reply))
    },

    /** The desk's quote on that side that would trade first, otherwise a new one (rulebook 10.21). */
    async upsertQuote(caller: Caller, market: number, body: QuoteBody, idempotency?: Idempotency): Promise<Placed> {
      const read = await readNew(caller, market, body)
      if (isRefusal(read)) return read
      const { rfq, order } = read
      const replacement = () => readReplacement(caller, rfq, body, facts, () => Promise.resolve(undefined))
      return withAccountField(await commands.placeOrReplace(caller, rfq, { order, replacement }, quoteReply(rfq, idempotency)))
    },

    async createQuotes(
      caller: Caller,
      quotes: readonly BatchQuote[],
      idempotency?: Idempotency,
    ): Promise<readonly Verdict<GroupQuoteView>[]> {
      return decideBatch<BatchQuote, GroupQuoteView>({
        items: quotes,
        laneOf: ({ rfq_id }) => String(rfq_id),
        decide: (body, part) =>
          body.quote_id === undefined
            ? createQuote(caller, body.rfq_id, body, part)
            : replaceQuote(caller, body.rfq_id, { id: body.quote_id, body }, part),
        repeatedAnswer,
        idempotency,
      })
    },

    /** Both sides are decided together (rulebook 10.22). */
    async quoteTwoWay(
      caller: Caller,
      quotes: readonly BatchQuote[],
      idempotency?: Idempotency,
    ): Promise<readonly Verdict<GroupQuoteView>[]> {
      return twoWay(caller, quotes, idempotency)
    },
  }
}

export const presentVerdict = ({ index, answer, error }: Verdict<GroupQuoteView>): BatchVerdictView => ({ index, quote: answer, error })

/** This dialect uses a different member name for the account. */
const withAccountField = <View extends object>(answer: View | Refusal): View | Refusal =>
  isRefusal(answer) && answer.field === 'account_name' ? { ...answer, field: 'account' } : answer

const quoteReply = (rfq: Rfq, idempotency: Idempotency | undefined) => ({ view: quoteOf(rfq), idempotency })
