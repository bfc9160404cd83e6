/** Every path that the simulated venue answers. */
import { deskCodeOf, mayWrite, type Accounts, type BybitAccount } from './accounts.ts'
import type { Category } from './chain.ts'
import type { Holdings } from './holdings.ts'
import * as limits from './limits.ts'
import type { BybitMarket } from './market.ts'
import { countParam, oneOf, optionalText, pageOf, type Params } from './protocol.ts'
import type { RfqBook } from './rfq-book.ts'
import type { RfqDesk } from './rfq-desk.ts'
import { listQuotes, listRfqs, listTrades, pageOfRecords, stillOpen } from './rfq-view.ts'
import { tickerOf } from './ticker.ts'

export type World = {
  readonly market: BybitMarket
  readonly accounts: Accounts
  readonly holdings: Holdings
  readonly book: RfqBook
  readonly desk: RfqDesk
  readonly now: () => number
}

export type Route =
  | { readonly access: 'public'; run(params: Params): unknown }
  | { readonly access: 'private'; run(params: Params, account: BybitAccount): unknown }

export function createRoutes(world: World): ReadonlyMap<string, Route> {
  return new Map<string, Route>([...marketRoutes(world), ...accountRoutes(world), ...rfqRoutes(world)])
}

const open = (run: (params: Params) => unknown): Route => ({ access: 'public', run })
const closed = (run: (params: Params, account: BybitAccount) => unknown): Route => ({ access: 'private', run })

function marketRoutes({ market, now }: World): [string, Route][] {
  const categoryOf = (params: Params): Category => oneOf(params, 'category', ['option', 'linear'])
  /** Of options the coin is BTC where none is named; of the others it is any. */
  const listed = (params: Params) => {
    const category = categoryOf(params)
    const coin = optionalText(params, 'baseCoin') ?? (category === 'option' ? 'BTC' : undefined)
    const symbol = optionalText(params, 'symbol')
    return market
      .contracts(category)
      .filter(({ row }) => (symbol === undefined ? coin === undefined || row.baseCoin === coin : row.symbol === symbol))
  }
  return [
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
        list: listed(params).map((contract) => tickerOf(contract, market.value(contract), 'REST')),
      })),
    ],
  ]
}

function accountRoutes({ market, holdings }: World): [string, Route][] {
  return [
    [
      'GET /v5/user/query-api',
      closed((_, account) => ({
        apiKey: account.clientId,
        readOnly: mayWrite(account) ? 0 : 1,
        permissions: { BlockTrade: mayWrite(account) ? ['BlockTrade'] : [] },
        ips: ['*'],
        ...{ unified: 0, uta: 1, isMaster: true },
      })),
    ],
    [
      'GET /v5/position/list',
      closed((params, account) => ({
        category: optionalText(params, 'category') ?? 'option',
        nextPageCursor: '',
        list: [...holdings.of(account.clientId).positions]
          .filter(([symbol, quantity]) => quantity !== 0 && market.contract(symbol)?.category === (params['category'] ?? 'option'))
          .map(([symbol, quantity]) => ({ symbol, side: quantity > 0 ? 'Buy' : 'Sell', size: String(Math.abs(quantity) / 1e6) })),
      })),
    ],
  ]
}

function rfqRoutes({ book, desk }: World): [string, Route][] {
  type List = (book: RfqBook, account: BybitAccount, params: Params) => readonly object[]
  const rows = (list: List, present: (found: readonly object[], params: Params) => object): Route =>
    closed((params, account) => {
      desk.expire()
      return present(list(book, account, params), params)
    })
  return [
    ['GET /v5/rfq/config', closed((_, account) => configOf(account))],
    ['POST /v5/rfq/create-rfq', closed((params, account) => desk.create(account, params))],
    ['POST /v5/rfq/cancel-rfq', closed((params, account) => desk.cancel(account, params))],
    ['POST /v5/rfq/create-quote', closed((params, account) => desk.quote(account, params))],
    ['POST /v5/rfq/execute-quote', closed((params, account) => desk.execute(account, params))],
    ['GET /v5/rfq/rfq-realtime', rows(listRfqs, stillOpen)],
    ['GET /v5/rfq/rfq-list', rows(listRfqs, pageOfRecords)],
    ['GET /v5/rfq/quote-realtime', rows(listQuotes, stillOpen)],
    ['GET /v5/rfq/quote-list', rows(listQuotes, pageOfRecords)],
    ['GET /v5/rfq/trade-list', rows(listTrades, pageOfRecords)],
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
