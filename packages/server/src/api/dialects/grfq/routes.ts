/** The calls of the order book, under both base paths. */
import { grfqCalls, obCalls, wireLimits, type GroupBase } from '@parley/contracts'
import { isRefusal, offerRefusal, parsePrice, refuse, rfqIdOf } from '@parley/core'
import type { IsOn } from '../../../accounts/feature-flags.ts'
import { orderingOf, pageOf, selectInstruments } from '../../../catalogue/list.ts'
import { priceStructure, pricingFrom } from '../../../catalogue/leg-pricing.ts'
import { notOneOf } from '../../../catalogue/routes.ts'
import { presentInstrument } from '../../../catalogue/wire.ts'
import { offeredTo } from '../../../calls/offer.ts'
import { route, type Route } from '../../../calls/route.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { isInOrderBooks } from '../../../rfq/eligibility.ts'
import type { RefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import { orPartly } from '../../../shards/broadcast.ts'
import { presentVerdict } from './order-calls.ts'
import type { GrfqService } from './service.ts'
import { notFound } from './not-found.ts'
import { structureNamed } from './rfq-calls.ts'

type RouteNeeds = {
  readonly service: GrfqService
  readonly marketData: MarketData
  readonly isOn: IsOn
  readonly recorders: Readonly<Record<GroupBase, RefusalRecorder>>
}

export const grfqRoutes = (needs: RouteNeeds): readonly Route[] => [
  ...routesUnder('/v1/ob', obCalls, needs),
  ...routesUnder('/v1/grfq', grfqCalls, needs),
  route(grfqCalls.createOrder, ({ caller, params, body, idempotency }) =>
    needs.recorders['/v1/grfq'].record(
      { caller, call: grfqCalls.createOrder, params, body, what: 'PLACE' },
      needs.service.createOrder(caller, params.id, body, idempotency),
    ),
  ),
]

type Calls = typeof obCalls

const routesUnder = (base: GroupBase, calls: Calls, needs: RouteNeeds): readonly Route[] => [
  ...marketRoutes(calls, needs),
  ...quoteRoutes(base, calls, needs),
  ...tradeRoutes(base, calls, needs),
]

function marketRoutes(calls: Calls, { service, marketData, isOn }: RouteNeeds): readonly Route[] {
  return [
    route(calls.listRfqs, ({ caller, query }) => {
      const { rfq_id: id, status, venue, strategies, product_codes: productCodes } = query
      const states = status?.flatMap((word) => MARKET_STATES[word] ?? [])
      const ownStatuses = status?.filter((word) => word === 'FILLED' || word === 'COMPLETED')
      const filter = { id: rfqOf(id), states: given(states), ownStatuses: given(ownStatuses), venue, strategies, productCodes }
      return service.listMarkets(caller, filter, query)
    }),
    route(calls.createRfq, ({ caller, body, idempotency }) => service.openMarket(caller, body, idempotency)),
    route(calls.getRfq, ({ caller, params }) => service.getMarket(caller, params.id)),
    route(calls.declineRfq, ({ caller, params, body, idempotency }) => service.declineMarket(caller, params.id, body.reason, idempotency)),
    route(calls.getRfqBbo, async ({ caller, params, now }) =>
      (await service.isShownTo(caller, params.id)) ? service.getBbo(params.id, now) : notFound('market'),
    ),
    route(calls.getRfqQuotes, ({ caller, params }) => service.getBook(caller, params.id)),
    route(calls.priceLegs, ({ caller, body, now }) => {
      const { venue } = body
      const structure = offerRefusal(venue, caller.alsoOffered ?? []) ?? structureNamed(body.legs, venue, marketData)
      if (isRefusal(structure)) return Promise.resolve(structure)
      const marks = body.accept_estimated_prices === true && isOn('um_leg_pricing_fallback', caller.desk) ? 'ALSO_ESTIMATED' : 'TOLD'
      const priced = priceStructure(structure, body, pricingFrom(marketData, { venue, now, marks }))
      if (isRefusal(priced)) return Promise.resolve(priced)
      const { legs, ...prices } = priced
      return Promise.resolve({ ...prices, leg_prices: legs.map(({ instrument_name: instrument, ...leg }) => ({ ...leg, instrument })) })
    }),
    route(calls.listInstruments, ({ caller, query }) => {
      const names = query.name === undefined ? undefined : [query.name]
      const asked = { ...query, base_currency: query.asset, venue_instrument_name: names }
      const tradable = marketData.instruments({}).filter(({ productCode }) => isInOrderBooks(productCode, isOn, caller.desk))
      const selected = selectInstruments(tradable, asked, offeredTo(caller))
      if (isRefusal(selected)) throw notOneOf(selected, asked)
      const ordering = orderingOf(query.ordering)
      if (isRefusal(ordering)) throw notOneOf(ordering, asked)
      const page = pageOf(selected, query.cursor, query.page_size ?? wireLimits.pageSize, ordering)
      if (isRefusal(page)) return Promise.resolve(page)
      const results = page.results.map((instrument) => presentInstrument(instrument, undefined))
      return Promise.resolve({ count: selected.length, next: page.next, results })
    }),
    route(calls.getInstrument, ({ caller, params }) => {
      const venue = offeredTo(caller).find((code) => code === params.venue)
      const found = venue === undefined ? undefined : marketData.instrumentNamed(venue, params.name)
      const none = refuse('NotFound', '', 'This venue has no instrument with that name.', 'name')
      return Promise.resolve(found === undefined ? none : presentInstrument(found, marketData.mark(found.id)))
    }),
  ]
}

function quoteRoutes(base: GroupBase, calls: Calls, { service, recorders }: RouteNeeds): readonly Route[] {
  const { record, recordEach } = recorders[base]
  return [
    route(calls.createQuote, ({ caller, params, body, idempotency }) =>
      record({ caller, call: calls.createQuote, params, body, what: 'PLACE' }, service.createQuote(caller, params.id, body, idempotency)),
    ),
    route(calls.replaceQuote, ({ caller, params, body, idempotency }) =>
      record(
        { caller, call: calls.replaceQuote, params, body, what: 'CHANGE' },
        service.replaceQuote(caller, params.id, { id: params.quote_id, body }, idempotency),
      ),
    ),
    route(calls.upsertQuote, ({ caller, params, body, idempotency }) =>
      record({ caller, call: calls.upsertQuote, params, body, what: 'PLACE' }, service.upsertQuote(caller, params.id, body, idempotency)),
    ),
    route(calls.createQuotes, async ({ caller, body, idempotency }) => {
      const asked = { caller, call: calls.createQuotes, whatOf }
      const { quotes, two_way: isTwoWay } = body
      const verdicts = isTwoWay ? service.quoteTwoWay(caller, quotes, idempotency) : service.createQuotes(caller, quotes, idempotency)
      return { results: (await recordEach(asked, quotes, verdicts)).map(presentVerdict) }
    }),
    route(calls.listQuotes, ({ caller, query }) => {
      const { rfq_id: id, side, status: states, venue, currency: baseCurrency, client_order_id: clientOrderId } = query
      return service.listQuotes(caller, { rfqId: rfqOf(id), side, states, venue, baseCurrency, clientOrderId }, query)
    }),
    route(calls.getQuote, ({ caller, params }) => service.getQuote(caller, params.id)),
    route(calls.cancelQuote, ({ caller, params, idempotency }) =>
      record({ caller, call: calls.cancelQuote, params, what: 'CHANGE' }, service.cancelQuote(caller, params.id, idempotency)),
    ),
    route(calls.cancelQuotes, async ({ caller, query, requestId, idempotency }) => {
      const price = query.price === undefined ? undefined : parsePrice(query.price)
      if (query.price !== undefined && price === undefined)
        return refuse('PriceOffTick', '6.2', 'A price must have at most 8 decimals and be less than 90 million.', 'price')
      const { rfq_id: rfqNumber, side, venue, currency, label } = query
      const report = await service.cancelQuotes(caller, { rfqNumber, side, price, venue, currency, label }, requestId, idempotency)
      return isRefusal(report) ? report : orPartly(report)
    }),
  ]
}

type TradeQuery = {
  readonly status?: string[] | undefined
  readonly rfq_id?: number | undefined
  readonly venue?: string | undefined
  readonly strategies?: string[] | undefined
  readonly product_codes?: string[] | undefined
}

const tradeFilter = ({ status, rfq_id: id, venue, strategies, product_codes: productCodes }: TradeQuery) => ({
  states: status?.map((word) => STATES[word] ?? word),
  rfqId: rfqOf(id),
  venue,
  strategies,
  productCodes,
})

function tradeRoutes(base: GroupBase, calls: Calls, { service }: RouteNeeds): readonly Route[] {
  return [
    route(calls.listOrders, ({ caller, query }) => {
      const { rfq_id: id, status: states, client_order_id: clientOrderId } = query
      return service.listOrders(caller, { rfqId: rfqOf(id), states, clientOrderId }, query, base)
    }),
    route(calls.getOrder, ({ caller, params }) => service.getOrder(caller, params.id, base)),
    route(calls.listTrades, ({ caller, query }) => {
      const list = query.hide_public === true ? service.listTrades : service.listAllTrades
      return list(caller, tradeFilter(query), query, base)
    }),
    route(calls.getTrade, ({ caller, params }) => service.getTrade(caller, params.id, base)),
    route(calls.bookTrade, ({ caller, params, body, idempotency }) =>
      service.bookTrade(caller, { id: params.id, body, base }, idempotency),
    ),
    route(calls.listTape, ({ caller, query }) => service.listTape(caller, tradeFilter(query), query)),
    route(calls.listBlotter, ({ caller, query }) => service.listTrades(caller, {}, query, base)),
  ]
}

const rfqOf = (number: number | undefined) => (number === undefined ? undefined : rfqIdOf(number))

/** The filter uses different names for the states of a trade. */
const STATES: Readonly<Record<string, string>> = { COMPLETED: 'FILLED', PENDING: 'PENDING_SETTLEMENT' }
/** The same for the states of a market. The other names refer to the desk's own part. */
const MARKET_STATES: Readonly<Record<string, string>> = { ACTIVE: 'OPEN', OPEN: 'OPEN', EXPIRED: 'CLOSED', CLOSED: 'CLOSED' }
const given = <T>(words: readonly T[] | undefined) => (words === undefined || words.length === 0 ? undefined : words)

/** A batch item that names a quote replaces it. */
const whatOf = (body: { readonly quote_id?: number | undefined } | undefined) => (body?.quote_id === undefined ? 'PLACE' : 'CHANGE')
