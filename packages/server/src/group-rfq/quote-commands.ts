/** Quotes and orders come, change and go. The reply is the final decision, because it is made before the answer is. */
import { isRefusal, parsePrice, refuse, type GroupMarket, type Refusal, type Side } from '@parley/core'
import type { BatchVerdictView, GroupOrderView, GroupQuoteView } from '@parley/contracts'
import { tooFine } from '../direct-rfq/facts.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Caller } from '../http/route.ts'
import { decideBatch } from '../market/decide-batch.ts'
import type { FirstAnswer } from '../market/first-answer.ts'
import { notHidden } from './in-the-book.ts'
import type { Needs } from './needs.ts'
import { noMarket, place, placeCommand, quotedPrices, submitQuote, type PlaceTerms, type QuoteBody } from './placing.ts'
import { replace, replacementOf } from './replacing.ts'
import { presentOrder, presentQuote } from './wire.ts'

export type OrderBody = Pick<QuoteBody, 'account' | 'allocations' | 'client_order_id' | 'label'> & {
  readonly quantity: string
  readonly limit_price: string
  readonly execution_side: Side
}

export function createQuoteCommands(needs: Needs, firstAnswer: FirstAnswer) {
  const { recall } = needs
  const commands = {
    async createQuote(caller: Caller, marketId: number, body: QuoteBody, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const market = await recall.market(marketId)
      if (market === undefined) return noMarket
      const terms = termsOf(needs, market, body)
      if (isRefusal(terms)) return terms
      const quote = await place(needs, caller, market, terms, idempotency)
      return isRefusal(quote) ? quote : presentQuote(market, quote)
    },

    async createOrder(caller: Caller, marketId: number, body: OrderBody, idempotency?: Idempotency): Promise<GroupOrderView | Refusal> {
      const market = await recall.market(marketId)
      if (market === undefined) return noMarket
      const price = parsePrice(body.limit_price)
      if (price === undefined) return tooFine('limit_price')
      const terms = { ...body, side: body.execution_side, prices: { price }, isIoc: true, isPostOnly: false, isHidden: false }
      const order = await place(needs, caller, market, { ...terms, form: 'ORDER' }, idempotency)
      return isRefusal(order) ? order : presentOrder(market, order)
    },

    async replaceQuote(
      caller: Caller,
      marketId: number,
      quoteId: number,
      body: QuoteBody,
      idempotency?: Idempotency,
    ): Promise<GroupQuoteView | Refusal> {
      const market = await recall.market(marketId)
      if (market === undefined) return noMarket
      const quote = await replace(needs, caller, { market, quoteId, body }, idempotency)
      return isRefusal(quote) ? quote : presentQuote(market, quote)
    },

    /** The desk's quote on the side that would trade first, else a new one: which, the market knows when it decides (rulebook 10.21). */
    async upsertQuote(caller: Caller, marketId: number, body: QuoteBody, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const market = await recall.market(marketId)
      if (market === undefined) return noMarket
      const terms = termsOf(needs, market, body)
      if (isRefusal(terms)) return terms
      const placed = placeCommand(needs, caller, market, terms)
      if (isRefusal(placed)) return placed
      const orReplace = await replacementOf(needs, caller, { market, body, before: () => Promise.resolve(undefined) })
      if (isRefusal(orReplace)) return orReplace
      const quote = await submitQuote(needs, { caller, market, command: { ...placed, orReplace } }, idempotency)
      return isRefusal(quote) ? quote : presentQuote(market, quote)
    },

    async createQuotes(
      caller: Caller,
      quotes: readonly (QuoteBody & { readonly rfq_id: number; readonly quote_id?: number | undefined })[],
      idempotency?: Idempotency,
    ): Promise<readonly BatchVerdictView[] | Refusal> {
      const verdicts = await decideBatch<(typeof quotes)[number], GroupQuoteView>({
        items: quotes,
        laneOf: ({ rfq_id }) => String(rfq_id),
        decide: (body, part) =>
          body.quote_id === undefined
            ? commands.createQuote(caller, body.rfq_id, body, part)
            : commands.replaceQuote(caller, body.rfq_id, body.quote_id, body, part),
        firstAnswer,
        desk: caller.desk,
        idempotency,
      })
      return isRefusal(verdicts) ? verdicts : verdicts.map(({ index, answer, error }) => ({ index, quote: answer, error }))
    },
  }
  return commands
}

/** A new quote as its body says it. */
function termsOf(needs: Needs, market: GroupMarket, body: QuoteBody): PlaceTerms | Refusal {
  const { side, quantity } = body
  if (side === undefined) return required('side')
  if (quantity === undefined) return required('quantity')
  const shown = notHidden(body.is_hidden, needs.isOn)
  if (shown !== undefined) return shown
  const prices = quotedPrices(market, body, needs)
  if (isRefusal(prices)) return prices
  const [isIoc, isPostOnly, isHidden] = [body.ioc ?? false, body.post_only ?? false, body.is_hidden ?? false]
  return { ...body, side, quantity, prices, form: 'QUOTE', isIoc, isPostOnly, isHidden }
}

const required = (member: keyof QuoteBody): Refusal => refuse('InvalidParams', '', `${member}: This field is required`, member)
