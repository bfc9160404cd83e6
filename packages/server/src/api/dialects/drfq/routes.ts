/** The calls of direct RFQs. Prices, counterparties, protection and echo have their own routes. */
import { directRfqCalls as calls } from '@parley/contracts'
import { isRefusal, type Side } from '@parley/core'
import { route, type Route } from '../../../calls/route.ts'
import type { RefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import { orPartly } from '../../../shards/broadcast.ts'
import type { OrderFilter } from '../../../rfq/order-clauses.ts'
import type { TradeFilter } from '../../../rfq/trade-store.ts'
import { presentVerdict } from './order-calls.ts'
import type { DrfqService } from './service.ts'

export const drfqRoutes = (service: DrfqService, { record, recordEach }: RefusalRecorder): readonly Route[] => [
  route(calls.listRfqs, ({ caller, query }) => {
    const filter = { ...tradeFilter(query), states: query.state, role: query.role }
    return service.listRfqs(caller, filter, query)
  }),
  route(calls.createRfq, ({ caller, body, idempotency }) => service.createRfq(caller, body, idempotency)),
  route(calls.getRfq, ({ caller, params }) => service.getRfq(caller, params.id)),
  route(calls.getMakerHistory, ({ caller, now }) => service.getMakerHistory(caller, now)),
  route(calls.getTakerHistory, ({ caller, now }) => service.getTakerHistory(caller, now)),
  route(calls.getRfqRecord, ({ caller, params }) => service.getRecord(caller, params.id)),
  route(calls.sendDraft, ({ caller, params, idempotency }) => service.sendDraft(caller, params.id, idempotency)),
  route(calls.cancelRfq, ({ caller, params, idempotency }) => service.cancelRfq(caller, params.id, idempotency)),
  route(calls.declineRfq, ({ caller, params, body, idempotency }) => service.declineRfq(caller, params.id, body, idempotency)),
  route(calls.getVenueQuotes, ({ caller, params }) => service.getVenueQuotes(caller, params.id)),
  route(calls.crossVenueQuotes, ({ caller, params, body, idempotency }) => service.crossVenueQuotes(caller, params.id, body, idempotency)),
  route(calls.getRfqOrders, ({ caller, params }) => service.getBook(caller, params.id)),
  route(calls.listOrders, ({ caller, query }) =>
    service.listOrders(caller, { ...orderFilter(query), states: query.state, clientOrderId: query.client_order_id }, query),
  ),
  route(calls.createOrder, ({ caller, body, idempotency }) =>
    record({ caller, call: calls.createOrder, body, what: 'PLACE' }, service.createOrder(caller, body, idempotency)),
  ),
  route(calls.createOrders, async ({ caller, body, idempotency }) => {
    const asked = { caller, call: calls.createOrders, whatOf }
    const { orders, two_way: isTwoWay } = body
    const verdicts = isTwoWay ? service.quoteTwoWay(caller, orders, idempotency) : service.createOrders(caller, orders, idempotency)
    return { results: (await recordEach(asked, orders, verdicts)).map(presentVerdict) }
  }),
  route(calls.replaceOrder, ({ caller, params, body, idempotency }) =>
    record({ caller, call: calls.replaceOrder, params, body, what: 'CHANGE' }, service.replaceOrder(caller, params.id, body, idempotency)),
  ),
  route(calls.getOrder, ({ caller, params }) => service.getOrder(caller, params.id)),
  route(calls.cancelOrder, ({ caller, params, idempotency }) => service.cancelOrder(caller, params.id, idempotency)),
  route(calls.cancelOrders, async ({ caller, query, idempotency }) => {
    const report = await service.cancelOrders(caller, { ...orderFilter(query), listId: query.list_id, states: query.state }, idempotency)
    return isRefusal(report) ? report : orPartly(report)
  }),
  route(calls.listTrades, ({ caller, query }) => {
    const filter = { ...tradeFilter(query), states: query.state?.map(objectState), rfqId: query.rfq_id }
    return service.listTrades(caller, filter, query)
  }),
  route(calls.getTrade, ({ caller, params }) => service.getTrade(caller, params.id)),
  route(calls.bookTrade, ({ caller, params, body, idempotency }) => service.bookTrade(caller, params.id, body, idempotency)),
  route(calls.listTape, ({ caller, query }) => service.listTape(caller, tradeFilter(query), query)),
]

type OrderQuery = {
  readonly rfq_id?: string | undefined
  readonly venue?: string | undefined
  readonly currency?: string | undefined
  readonly base_currency?: string | undefined
  readonly side?: Side | undefined
}
type TradeQuery = {
  readonly venue?: string | undefined
  readonly base_currency?: string | undefined
  readonly strategies?: string[] | undefined
  readonly product_codes?: string[] | undefined
}

const orderFilter = (query: OrderQuery): OrderFilter => ({
  rfqId: query.rfq_id,
  venue: query.venue,
  baseCurrency: query.base_currency ?? query.currency,
  side: query.side,
})

const tradeFilter = (query: TradeQuery): TradeFilter => ({
  venue: query.venue,
  baseCurrency: query.base_currency,
  strategies: query.strategies,
  productCodes: query.product_codes,
})

/** The filter uses different names for the states of a trade. */
function objectState(word: string): string {
  if (word === 'COMPLETED') return 'FILLED'
  return word === 'PENDING' ? 'PENDING_SETTLEMENT' : word
}

/** A batch item that names an order replaces it. */
const whatOf = (body: { readonly order_id?: string | undefined } | undefined) => (body?.order_id === undefined ? 'PLACE' : 'CHANGE')
