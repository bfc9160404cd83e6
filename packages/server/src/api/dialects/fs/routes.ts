/** The calls of listed spreads. */
import { spreadCalls as calls, wireLimits } from '@parley/contracts'
import { isRefusal, type Refusal, unifiedVenueCodes } from '@parley/core'
import { pageOf, selectInstruments } from '../../../catalogue/list.ts'
import { notOneOf } from '../../../catalogue/routes.ts'
import { Answered, DONE_IN_PART, route, type Route } from '../../../calls/route.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nanoseconds } from './figures.ts'
import { meantBy } from './parts.ts'
import { presentPlatformState, presentSystemState } from './platform.ts'
import { mayBeLeg } from '../../../spreads/leg-instruments.ts'
import { presentInstrument } from './present.ts'
import type { SpreadService } from './service.ts'

type RouteNeeds = { readonly service: SpreadService; readonly marketData: MarketData; readonly platform: Pick<Platform, 'state'> }

export const spreadRoutes = (needs: RouteNeeds): readonly Route[] => [
  ...listingRoutes(needs),
  ...orderRoutes(needs.service),
  ...tradeRoutes(needs.service),
  ...platformRoutes(needs),
]

function listingRoutes({ service, marketData }: RouteNeeds): readonly Route[] {
  return [
    route(calls.listInstruments, ({ query }) => {
      const { state, kind, venue, margin_type: marginKind, base_currency, settlement_currency, clearing_currency, cursor } = query
      if (state === 'SETTLED' || kind === 'SPOT' || kind === 'SPOT_FUTURE') return Promise.resolve({ next: null, results: [] })
      const asked = { venue: meantBy(venue), state, margin_kind: marginKind, base_currency }
      const selected = selectInstruments(marketData.instruments({}), asked, unifiedVenueCodes)
      if (isRefusal(selected)) throw notOneOf(selected, asked)
      const settled = settlement_currency ?? clearing_currency
      const legs = selected.filter((one) => mayBeLeg(one) && (settled ?? one.clearingCurrency) === one.clearingCurrency)
      const page = pageOf(legs, cursor, query.page_size ?? wireLimits.pageSizeDefault)
      return Promise.resolve(isRefusal(page) ? page : { next: page.next, results: page.results.map(presentInstrument) })
    }),
    route(calls.listStrategies, ({ query }) => service.listStrategies(query, query)),
    ...[calls.getStrategy, calls.getStrategyAsInstrument].map((call) =>
      route(call, ({ params }) => service.getStrategy(params.strategy_id)),
    ),
    ...[calls.getBook, calls.getBookAsInstrument].map((call) =>
      route(call, ({ caller, params, query }) => service.getBook(caller, params.strategy_id, query)),
    ),
    ...[calls.getBookSummary, calls.getBookSummaryAsInstrument].map((call) =>
      route(call, ({ params }) => service.getSummary(params.strategy_id)),
    ),
    route(calls.getMarkHistory, ({ params, query }) => service.getMarkHistory(params.strategy_id, query.range)),
    route(calls.listBookSummaries, ({ query }) => service.listSummaries(query)),
    route(calls.listVenues, () => service.listVenues()),
    route(calls.getVenue, ({ params }) => service.getVenue(params.venue)),
  ]
}

const orderRoutes = (service: SpreadService): readonly Route[] => [
  route(calls.createOrder, ({ caller, body, idempotency }) => service.createOrder(caller, body, idempotency)),
  route(calls.replaceOrder, ({ caller, params, body, idempotency }) => service.replaceOrder(caller, params.id, body, idempotency)),
  route(calls.getOrder, ({ caller, params }) => service.getOrder(caller, params.id)),
  route(calls.cancelOrder, ({ caller, params, idempotency }) => service.cancelOrder(caller, params.id, idempotency) as Promise<undefined>),
  route(calls.cancelOrders, async ({ caller, query, idempotency }): Promise<undefined | Answered<undefined> | Refusal> => {
    const done = await service.cancelOrders(caller, query, idempotency)
    if (isRefusal(done)) return done
    // If only some markets decided, the response has a body although the call itself has none.
    return done.unreached === undefined ? undefined : (new Answered<unknown>(DONE_IN_PART, done) as Answered<undefined>)
  }),
  route(calls.listOrders, ({ caller, query }) => service.listOrders(caller, query, query)),
]

const tradeRoutes = (service: SpreadService): readonly Route[] => [
  route(calls.listTrades, ({ caller, query }) => service.listTrades(caller, query, query)),
  route(calls.getTrade, ({ caller, params }) => service.getTrade(caller, params.id)),
  route(calls.listTape, ({ query }) => service.listTape(query, query)),
]

const platformRoutes = ({ platform }: RouteNeeds): readonly Route[] => [
  route(calls.getPlatformState, ({ now }) => Promise.resolve(presentPlatformState(platform.state(), now))),
  route(calls.getSystemState, ({ now }) => Promise.resolve(presentSystemState(platform.state(), now))),
  route(calls.getSystemTime, ({ now }) => Promise.resolve({ time: nanoseconds(now) })),
]
