/** Every path of the simulated venue. */
import { viewAccount, viewBalance, viewPayment, viewPosition, viewTransfers } from './account-view.ts'
import { restBook } from './book-view.ts'
import { CHAIN_ID, type Holder } from './accounts.ts'
import { FUNDING_HOURS, type Contract } from './chain.ts'
import type { OrderService, Trade } from './order-service.ts'
import * as limits from './limits.ts'
import { MAX_LEVERAGE } from './margin.ts'
import { joined, type Minute } from './candles.ts'
import type { FundingMoment } from './funding.ts'
import { summaryOf, type Market } from './market.ts'
import { formatMoney } from './money.ts'
import { readNew, readSigned, readTerms, viewFill, viewOrder, type Order } from './orders.ts'
import { integerParam, invalid, oneOf, textParam, VenueRefusal, type Params } from './refusal.ts'
import { open, own, type Route, type World } from './route.ts'
import { formatPrice, formatQuantity } from '@parley/core'
import { modifiedOrderHash, orderHash } from '@parley/venues'

export const createRoutes = (world: World): readonly Route[] => [
  ...systemRoutes(world),
  ...marketRoutes(world),
  ...accountRoutes(world),
  ...orderRoutes(world),
  ...blockRoutes(world),
]

function systemRoutes({ accounts, maintenance, now }: World): readonly Route[] {
  return [
    open('GET', '/system/time', () => ({ server_time: now() })),
    open('GET', '/system/state', () => ({ status: maintenance.isOngoing() ? 'maintenance' : 'ok' })),
    open('GET', '/system/config', () => ({
      starknet_chain_id: CHAIN_ID,
      paraclear_decimals: 8,
      l1_chain_id: '11155111',
      environment: 'local',
    })),
    open('POST', '/onboarding', ({ headers, body }) => accounts.onboard(headers, body)),
    open('POST', '/auth', ({ headers }) => accounts.signIn(headers, undefined)),
    open('POST', '/auth/{}', ({ headers, named: [key] }) => accounts.signIn(headers, key)),
  ]
}

const MINUTE_MS = 60_000

export function summaryRow(contract: Contract, { market, orders, now }: Pick<World, 'market' | 'orders' | 'now'>): object {
  const book = orders.book(contract.symbol)
  const [[bid], [ask]] = [book.levels('BUY', 1), book.levels('SELL', 1)]
  const trades = orders.trades(contract.symbol)
  return summaryOf(contract, market, {
    top: { bid: bid?.price, bidSize: (bid?.size ?? 0) / 1e6, ask: ask?.price, askSize: (ask?.size ?? 0) / 1e6 },
    activity: {
      last: trades.length === 0 ? undefined : trades.at(-1)!.price / 1e8,
      volume: market.volume(contract.symbol),
      openInterest: openInterestOf(trades, market.openBefore(contract)),
    },
    at: now(),
  })
}

/** Half of the trades open positions and half close some. Here it is the buyers who open. */
const openInterestOf = (trades: readonly Trade[], before: number): number =>
  Math.max(
    0,
    trades.reduce((sum, { side, size }) => sum + ((side === 'BUY' ? 1 : -1) * size) / 1e6, before),
  )

export const viewTrade = ({ id, market, side, price, size, kind, at }: Trade): object => ({
  ...{ id, market, side, price: formatPrice(price), size: formatQuantity(size) },
  ...{ trade_type: kind, created_at: at },
})

export function fundingRow({ symbol }: Contract, { rate, index, at }: FundingMoment): object {
  const text = rate.toFixed(10).replace(/\.?0+$/, '')
  return {
    ...{ market: symbol, funding_index: formatMoney(index * 10n ** 6n), funding_premium: text },
    ...{ funding_rate: text, funding_rate_8h: text, funding_period_hours: FUNDING_HOURS, created_at: at },
  }
}

function marketRoutes(world: World): readonly Route[] {
  const { market, orders, feed } = world
  const contractOf = (symbol: string): Contract => {
    const contract = market.contract(symbol)
    if (contract === undefined) throw new VenueRefusal('MARKET_NOT_FOUND', `market ${symbol} not found`, 404)
    return contract
  }
  const asked = (name: unknown): readonly Contract[] =>
    name === undefined || name === 'ALL' ? market.contracts() : [contractOf(String(name))]
  return [
    open('GET', '/markets', ({ query }) => ({ results: asked(query['market']).map(({ row }) => row) })),
    open('GET', '/markets/summary', ({ query }) => ({ results: asked(query['market']).map((contract) => summaryRow(contract, world)) })),
    open('GET', '/markets/klines', ({ query }) => ({
      results: candlesOf(market, contractOf(textParam(query, 'symbol')).symbol, query),
    })),
    open('GET', '/orderbook/{}', ({ named: [symbol] }) => restBook(contractOf(symbol!).symbol, feed.shown(symbol!))),
    open('GET', '/trades', ({ query }) =>
      pageOf([...orders.trades(contractOf(textParam(query, 'market')).symbol)].reverse().map(viewTrade), query),
    ),
    open('GET', '/funding/data', ({ query }) => {
      const contract = contractOf(textParam(query, 'market'))
      const rows = market.fundingHistory(contract.coin).filter(({ at }) => isWithin(at, query))
      return pageOf(
        rows.toReversed().map((moment) => fundingRow(contract, moment)),
        query,
      )
    }),
  ]
}

/** Candles of the requested length, built from minutes, or from hours if the minutes have been dropped. */
function candlesOf(market: Market, symbol: string, query: Params): readonly (readonly number[])[] {
  const length = integerParam(query, 'resolution') * MINUTE_MS
  if (![1, 3, 5, 15, 30, 60].includes(length / MINUTE_MS)) throw invalid('resolution must be 1, 3, 5, 15, 30 or 60')
  const [from, to] = [integerParam(query, 'start_at'), integerParam(query, 'end_at')]
  const parts = length === 60 * MINUTE_MS ? [...market.hours(symbol), ...market.minutes(symbol)] : market.minutes(symbol)
  const candles = new Map<number, Minute>()
  for (const part of parts.filter(({ at }) => from <= at && at <= to)) {
    const at = Math.floor(part.at / length) * length
    const before = candles.get(at)
    candles.set(at, before === undefined ? { ...part, at } : joined(before, part))
  }
  return [...candles.values()].map(({ at, open, high, low, close, volume }) => [at, open, high, low, close, volume])
}

/** A page of rows, and the cursor of the next page. */
function pageOf(rows: readonly object[], query: Params): object {
  const size = Math.min(limits.MAX_ROWS_PER_PAGE, integerParam(query, 'page_size', 100))
  const from = integerParam(query, 'cursor', 0)
  return { next: from + size < rows.length ? String(from + size) : null, prev: null, results: rows.slice(from, from + size) }
}

const isWithin = (at: number, query: Params): boolean =>
  at >= integerParam(query, 'start_at', 0) && at <= integerParam(query, 'end_at', Number.MAX_SAFE_INTEGER)

function accountRoutes(world: World): readonly Route[] {
  const { ledger, margin, market } = world
  const settingOf = (address: string, symbol: string): object => {
    const { mode, leverage } = margin.setting(address, symbol)
    return { account: address, market: symbol, margin_type: mode, leverage }
  }
  return [
    own('GET', '/account', (_, { address }) => viewAccount(address, world)),
    own('GET', '/balance', (_, { address }) => ({ results: [viewBalance(address, world)] })),
    own('GET', '/positions', (_, { address }) => ({
      results: ledger.positions(address).map((position) => viewPosition(address, position, world)),
    })),
    own('GET', '/fills', ({ query }, { address }) =>
      pageOf(
        ledger
          .fills(address)
          .filter(({ at }) => isWithin(at, query))
          .toReversed()
          .map(viewFill),
        query,
      ),
    ),
    own('GET', '/funding/payments', ({ query }, { address }) =>
      pageOf(
        ledger
          .payments(address)
          .filter(({ at }) => isWithin(at, query))
          .toReversed()
          .map((payment) => viewPayment(address, payment)),
        query,
      ),
    ),
    own('GET', '/transfers', ({ query }, holder) =>
      pageOf(
        viewTransfers(holder).filter(() => isWithin(holder.depositedAt, query)),
        query,
      ),
    ),
    own('GET', '/account/margin', ({ query }, { address }) => ({
      ...{ account: address, margin_methodology: 'cross_margin' },
      configs: [settingOf(address, textParam(query, 'market'))],
    })),
    own('POST', '/account/margin/{}', ({ named: [symbol = ''], body }, { address }) => {
      if (market.contract(symbol) === undefined) throw new VenueRefusal('MARKET_NOT_FOUND', `market ${symbol} not found`, 404)
      const [mode, leverage] = [oneOf(body, 'margin_type', ['CROSS', 'ISOLATED']), integerParam(body, 'leverage')]
      if (leverage < 1 || leverage > MAX_LEVERAGE) throw invalid(`leverage must be between 1 and ${MAX_LEVERAGE}`)
      margin.set(address, symbol, { mode, leverage })
      return settingOf(address, symbol)
    }),
  ]
}

function orderRoutes({ accounts, market, orders, maintenance, now }: World): readonly Route[] {
  const show = (order: Order): object => viewOrder(order, now())
  const checkSigned = ({ address }: Holder, signed: ReturnType<typeof readSigned>, id?: string): void => {
    const isSigned = accounts.isSigned(address, signed.signature, (signer) =>
      id === undefined ? orderHash(signed.order, signer) : modifiedOrderHash({ ...signed.order, id }, signer),
    )
    if (!isSigned) throw new VenueRefusal('INVALID_ORDER_SIGNATURE', 'order signature verification failed')
  }
  const admitted = (): void => {
    if (maintenance.isOngoing()) throw new VenueRefusal('SERVICE_UNAVAILABLE', 'the venue is under maintenance', 503)
  }
  return [
    own('GET', '/orders', ({ query }, { address }) => ({
      results: orders
        .openOf(address)
        .filter(({ terms }) => query['market'] === undefined || terms.market === query['market'])
        .map(show),
    })),
    own('GET', '/orders-history', ({ query }, { address }) => pageOf(history(orders, address, query).map(show), query)),
    own('GET', '/orders/by_client_id/{}', ({ named: [clientId] }, { address }) => {
      const order = orders.openOf(address).find((one) => one.clientId === clientId)
      if (order === undefined) throw new VenueRefusal('CLIENT_ORDER_ID_NOT_FOUND', 'no open order has this client id', 404)
      return show(order)
    }),
    own('GET', '/orders/{}', ({ named: [id] }, holder) => show(orderOf(orders, id, holder))),
    own(
      'POST',
      '/orders',
      ({ body }, holder) => {
        admitted()
        const terms = readTerms(body, market.contract)
        checkSigned(holder, readSigned(body, terms, now()))
        return show(orders.place(holder, terms, readNew(body, terms)))
      },
      201,
    ),
    own('PUT', '/orders/{}', ({ named: [id], body }, holder) => {
      admitted()
      const order = orderOf(orders, id, holder)
      const terms = readTerms(body, market.contract)
      checkSigned(holder, readSigned(body, terms, now()), order.id)
      return show(orders.amend(order, terms))
    }),
    own(
      'DELETE',
      '/orders/{}',
      ({ named: [id] }, holder) => {
        const order = orderOf(orders, id, holder)
        if (order.status === 'CLOSED') throw new VenueRefusal('ORDER_IS_CLOSED', 'order is closed')
        orders.cancel(order)
        return undefined
      },
      204,
    ),
    own('DELETE', '/orders', ({ query }, { address }) => {
      const symbol = query['market']
      return { cancelled: orders.cancelAll(address, typeof symbol === 'string' ? symbol : undefined) }
    }),
  ]
}

const history = (orders: OrderService, address: string, query: Params): readonly Order[] =>
  orders
    .ofAccount(address)
    .filter(({ clientId, terms }) => (query['client_id'] ?? clientId) === clientId && (query['market'] ?? terms.market) === terms.market)
    .filter(({ createdAt }) => isWithin(createdAt, query))
    .toReversed()

function orderOf(orders: OrderService, id: string | undefined, { address }: Holder): Order {
  const order = orders.order(id ?? '')
  if (order === undefined || order.account !== address) throw new VenueRefusal('ORDER_ID_NOT_FOUND', 'order not found', 404)
  return order
}

function blockRoutes({ blocks, record, maintenance }: World): readonly Route[] {
  const admitted = (holder: Holder): void => {
    if (maintenance.isOngoing()) throw new VenueRefusal('SERVICE_UNAVAILABLE', 'the venue is under maintenance', 503)
    if (!holder.mayBlock) throw new VenueRefusal('BLOCK_TRADE_NOT_ENABLED', 'block trades are not enabled for this account', 403)
  }
  const offersTo = (id: string | undefined, holder: Holder): readonly object[] =>
    blocks
      .seenBy(holder)
      .filter(({ parentId }) => parentId === id)
      .map(record.shown)
  return [
    own('GET', '/block-trades', (_, holder) => {
      admitted(holder)
      return { results: record.shownTo(holder) }
    }),
    own(
      'POST',
      '/block-trades',
      ({ body }, holder) => {
        admitted(holder)
        return record.shown(blocks.request(holder, body))
      },
      201,
    ),
    own('GET', '/block-trades/{}', ({ named: [id] }, holder) => {
      admitted(holder)
      const row = blocks.seenBy(holder).find((one) => one.id === id)
      if (row === undefined) throw new VenueRefusal('BLOCK_TRADE_NOT_FOUND', 'block trade not found', 404)
      return record.shown(row)
    }),
    own('DELETE', '/block-trades/{}', ({ named: [id] }, holder) => record.shown(blocks.cancel(holder, id!))),
    own('GET', '/block-trades/{}/offers', ({ named: [id] }, holder) => {
      admitted(holder)
      return { results: offersTo(id, holder) }
    }),
    own('POST', '/block-trades/{}/offers', ({ named: [id], body }, holder) => record.shown(blocks.offer(holder, id!, body)), 201),
    own('POST', '/block-trades/{}/execute', ({ named: [id], body }, holder) => {
      admitted(holder)
      return record.shown(blocks.execute(holder, id!, body))
    }),
  ]
}
