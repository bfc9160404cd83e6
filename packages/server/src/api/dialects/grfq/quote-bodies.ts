/**
 * Turns quote bodies, with their market or the quote they replace, into the form that the service takes: alone, in a batch, or as one side of a
 * two-way quote.
 */
import { isRefusal, refuse, rfqIdOf, type Order, type OrderId, type Refusal, type Rfq } from '@parley/core'
import type { Caller } from '../../../calls/route.ts'
import type { NewOrder } from '../../../rfq/new-order.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { TwoWaySide } from '../../../rfq/two-way.ts'
import { readOrder, readQuote, readReplacement, type OrderBody, type QuoteBody } from './read-quote.ts'

export type NamedQuote = { readonly id: number; readonly body: QuoteBody }
export type BatchQuote = QuoteBody & { readonly rfq_id: number; readonly quote_id?: number | undefined }

export const noMarket = refuse('RfqClosed', '10.5', 'There is no market with this id. Open one with its legs.', 'id')
/** Stands in for an order that does not exist or belongs to another desk. The rules refuse it after everything that they check first. */
const noOrder = { id: '' as OrderId, kind: 'QUOTE' as const }

type OrderInRfq = { readonly rfq: Rfq; readonly order: NewOrder }

export function createQuoteBodies({ commands, store, cache, facts }: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>) {
  async function readNew(caller: Caller, market: number, body: QuoteBody): Promise<OrderInRfq | Refusal> {
    const rfq = await cache.rfq(rfqIdOf(market))
    if (rfq === undefined) return noMarket
    const order = readQuote(caller, rfq, body, facts)
    return isRefusal(order) ? order : { rfq, order }
  }

  async function readAggressor(market: number, body: OrderBody): Promise<OrderInRfq | Refusal> {
    const rfq = await cache.rfq(rfqIdOf(market))
    if (rfq === undefined) return noMarket
    const order = readOrder(body)
    return isRefusal(order) ? order : { rfq, order }
  }

  async function readReplaced(caller: Caller, market: number, { id, body }: NamedQuote) {
    const rfq = await cache.rfq(rfqIdOf(market))
    if (rfq === undefined) return noMarket
    const before = async () => own(await store.orderOfNumber(id), caller)
    const read = await readReplacement(caller, rfq, body, facts, async () => (await before())?.quantity)
    if (isRefusal(read)) return read
    const known = await cache.orderOfNumber(id)
    const { id: orderId, kind } = known?.desk === caller.desk ? known : noOrder
    return { replaced: { rfq, orderId, kind }, replacement: read, before }
  }

  async function sideOf(caller: Caller, body: BatchQuote): Promise<TwoWaySide | Refusal> {
    const { rfq_id: market, quote_id: id } = body
    if (id === undefined) {
      const read = await readNew(caller, market, body)
      return isRefusal(read) ? read : commands.sideOfNew(caller, read.rfq, read.order)
    }
    const read = await readReplaced(caller, market, { id, body })
    return isRefusal(read) ? read : commands.sideOfReplaced(caller, read.replaced, read.replacement, read.before)
  }

  return { readNew, readAggressor, readReplaced, sideOf }
}

/** Another desk's order is treated as not existing. */
const own = (found: { readonly order: Order } | undefined, { desk }: Caller): Order | undefined =>
  found?.order.actor.desk === desk ? found.order : undefined
