/** Every path of the simulated venue. */
import { accountRoutes } from './account-routes.ts'
import { deskCodeOf, type BybitAccount } from './accounts.ts'
import type { Category } from './contract.ts'
import * as limits from './limits.ts'
import { countParam, oneOf, optionalText, pageOf, VenueError, type Params } from './protocol.ts'
import type { RfqBook } from './rfq-book.ts'
import { closed, open, type Route, type World } from './route.ts'
import { listQuotes, listRfqs, listTrades, pageOfRecords, stillOpen } from './rfq-view.ts'
import { statusRows } from './system-status.ts'
import { tickerOf } from './ticker.ts'

export function createRoutes(world: World): ReadonlyMap<string, Route> {
  return new Map<string, Route>([...marketRoutes(world), ...accountRoutes(world), ...rfqRoutes(world)])
}

function marketRoutes({ market, maintenance, now }: World): [string, Route][] {
  const categoryOf = (params: Params): Category => oneOf(params, 'category', ['option', 'linear', 'inverse'])
  /** If no coin is named, options default to BTC, and the other categories to all coins. */
  const listed = (params: Params) => {
    const category = categoryOf(params)
    const coin = optionalText(params, 'baseCoin') ?? (category === 'option' ? 'BTC' : undefined)
    const symbol = optionalText(params, 'symbol')
    return market
      .contracts(category)
      .filter(({ row }) => (symbol === undefined ? coin === undefined || row.baseCoin === coin : row.symbol === symbol))
  }
  return [
    ['GET /v5/system/status', open(() => ({ list: statusRows(maintenance.isOngoing() ? 'ongoing' : 'completed', now()) }))],
    ['GET /v5/market/time', open(() => ({ timeSecond: String(Math.floor(now() / 1000)), timeNano: `${now()}000000` }))],
    [
      'GET /v5/market/instruments-info',
      open((params) => {
        const limit = countParam(params, 'limit', { least: 1, most: limits.MAX_ROWS, otherwise: limits.DEFAULT_ROWS })
        const rows = listed(params).map(({ row }) => row)
        const { list, cursor } = pageOf(rows, params, limit)
        return { category: categoryOf(params), nextPageCursor: cursor, list }
      }),
    ],
    [
      'GET /v5/market/tickers',
      open((params) => ({
        category: categoryOf(params),
        list: listed(params).map((contract) => tickerOf(contract, market.value(contract), 'REST', now())),
      })),
    ],
  ]
}

function rfqRoutes({ book, record, rfqs, maintenance }: World): [string, Route][] {
  type List = (book: RfqBook, account: BybitAccount, params: Params) => readonly object[]
  const rows = (list: List, present: (found: readonly object[], params: Params) => object): Route =>
    closed((params, account) => {
      rfqs.expire()
      return present(list(book, account, params), params)
    })
  const writing = (run: (params: Params, account: BybitAccount) => unknown): Route =>
    closed((params, account) => {
      if (maintenance.isOngoing()) throw new VenueError(10016, 'Server error: system maintenance.')
      return run(params, account)
    })
  return [
    ['GET /v5/rfq/config', closed((_, account) => configOf(account))],
    ['POST /v5/rfq/create-rfq', writing((params, account) => rfqs.create(account, params))],
    ['POST /v5/rfq/cancel-rfq', writing((params, account) => rfqs.cancel(account, params))],
    ['POST /v5/rfq/create-quote', writing((params, account) => rfqs.quote(account, params))],
    ['POST /v5/rfq/execute-quote', writing((params, account) => rfqs.execute(account, params))],
    ['GET /v5/rfq/rfq-realtime', rows(listRfqs, stillOpen)],
    ['GET /v5/rfq/rfq-list', rows(listRfqs, pageOfRecords)],
    ['GET /v5/rfq/quote-realtime', rows(listQuotes, stillOpen)],
    ['GET /v5/rfq/quote-list', rows(listQuotes, pageOfRecords)],
    ['GET /v5/rfq/trade-list', closed((params, account) => pageOfRecords(listTrades(record, account, params), params))],
  ]
}

function configOf(account: BybitAccount): object {
  return {
    deskCode: deskCodeOf(account),
    maxLegs: limits.MAX_LEGS,
    maxLP: limits.MAX_COUNTERPARTIES,
    maxActiveRfq: limits.MAX_ACTIVE_RFQS,
    rfqExpireTime: limits.RFQ_LIFE_MS / 60_000,
    ...{ minLimitQtySpotOrder: 10, minLimitQtyContractOrder: 10, minLimitQtyOptionOrder: 1 },
    strategyTypes: [{ strategyName: 'custom' }, { strategyName: 'PerpBasis' }],
    counterparties: [],
  }
}
