/** Paradex for tests that need its calls and one open order there, but not its markets. Everything else is answered as silence. */
import { price, quantity } from '@parley/core'
import type { ParadexVenue, PerpetualOrder, PerpetualsAccount, PerpetualsVenue } from '@parley/venues'
import { createTestVenue } from './market-venue.ts'

export const paperOrder: PerpetualOrder = {
  id: '77',
  clientId: undefined,
  market: 'BTC-USD-PERP',
  side: 'BUY',
  kind: 'LIMIT',
  price: price('90000'),
  triggerPrice: undefined,
  averagePrice: undefined,
  quantity: quantity('0.5'),
  remaining: quantity('0.5'),
  instruction: 'GOOD_TILL_CANCELED',
  effect: 'OPEN_OR_CLOSE',
  state: 'OPEN',
  reason: undefined,
  createdAt: 1,
  changedAt: 1,
}

const silent = () => Promise.resolve({ outcome: 'UNKNOWN', message: 'silence', retryAfterMs: 1_000 } as const)

export function createPaperParadex(now: () => number): ParadexVenue {
  const account: PerpetualsAccount = {
    ...{ place: silent, amend: silent, cancel: silent, cancelAll: silent, findOrder: silent, orderHistory: silent, positions: silent },
    ...{
      balances: silent,
      margin: silent,
      fills: silent,
      fundingPayments: silent,
      transfers: silent,
      results: silent,
      marginSetting: silent,
      setMargin: silent,
      token: silent,
    },
    openOrders: () => Promise.resolve({ outcome: 'DONE', value: [paperOrder] }),
    watch: () => () => undefined,
  }
  const perpetuals: PerpetualsVenue = {
    ...{ markets: silent, summaries: silent, book: silent, candles: silent, fundingRates: silent, recentTrades: silent },
    watchMarket: () => () => undefined,
    account: () => account,
  }
  const traded = createTestVenue('PRDX', [], now)
  return { ...traded, perpetuals, traded }
}
