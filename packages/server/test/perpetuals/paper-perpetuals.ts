/**
 * A perpetuals venue that exists only in a test. Its public data depend on the time alone and not on its accounts, so that an order leaves a trace only
 * in the account that placed it.
 */
import { price, quantity, type Price } from '@parley/core'
import type {
  MarketListener,
  PerpetualBook,
  PerpetualMarket,
  PerpetualSummary,
  PerpetualsVenue,
  PerpetualTrade,
  VenueAnswer,
} from '@parley/venues'
import type { Clock } from '../../src/market-data/clock.ts'
import { chanceFrom } from '../trading-day/chance.ts'
import { PaperAccount } from './paper-account.ts'

export const markets = ['BTC-USD-PERP', 'ETH-USD-PERP'] as const
const BOOK_EVERY_MS = 900
const TRADE_EVERY_MS = 1_300

const listed = (name: string): PerpetualMarket => ({
  ...{ name, baseCurrency: name.slice(0, 3), quoteCurrency: 'USD', settlementCurrency: 'USDC', tickSize: price('0.5') },
  ...{ quantityIncrement: quantity('0.001'), leastNotional: 10, largestOrder: quantity('100'), largestPosition: undefined },
  ...{ largestLeverage: 50, fundingPeriodHours: 8, makerFee: 0, takerFee: 0.0003, takes: 'ORDERS' },
})

/** Moves a little with the time. */
const markAt = (market: string, at: number): number => (market.startsWith('BTC') ? 60_000 : 3_000) + (Math.floor(at / 700) % 13)
const seededMark = (market: string, at: number): Price => price(String(markAt(market, at)))

const summaryAt = (market: string, at: number): PerpetualSummary => ({
  ...{ market, markPrice: markAt(market, at), indexPrice: markAt(market, at), lastPrice: undefined, bidPrice: undefined },
  ...{ askPrice: undefined, fundingRate: 0.0001, openInterest: 12, change24h: 0.01, volume24h: 1_000, at },
})

const bookAt = (market: string, at: number): PerpetualBook => ({
  ...{ market, at, sequence: Math.floor(at / BOOK_EVERY_MS) },
  bids: [{ price: price(String(markAt(market, at) - 1)), quantity: quantity('1') }],
  asks: [{ price: price(String(markAt(market, at) + 1)), quantity: quantity('1') }],
})

const tradeAt = (market: string, at: number): PerpetualTrade => {
  const number = Math.floor(at / TRADE_EVERY_MS)
  const tradedAt = number * TRADE_EVERY_MS
  return {
    id: `t${number}`,
    market,
    side: 'BUY',
    price: seededMark(market, tradedAt),
    quantity: quantity('0.1'),
    at: tradedAt,
    kind: 'TRADE',
  }
}

export type PaperPerpetuals = { readonly venue: PerpetualsVenue; account(address: string): PaperAccount }

export function createPaperPerpetuals(clock: Clock, seed: number): PaperPerpetuals {
  const accounts = new Map<string, PaperAccount>()
  const account = (address: string): PaperAccount => {
    const known = accounts.get(address)
    if (known !== undefined) return known
    // The times of an account's calls depend on nothing but the account.
    const chance = chanceFrom(seed + [...address].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7))
    const paper = new PaperAccount({ clock, chance, markOf: (market) => seededMark(market, clock.now()) })
    accounts.set(address, paper)
    return paper
  }
  const chance = chanceFrom(seed)
  const answer = async <Value>(value: () => Value): Promise<VenueAnswer<Value>> => {
    await new Promise<void>((resolve) => void clock.after(5 + chance.below(200), resolve))
    return { outcome: 'DONE', value: value() }
  }
  return {
    account,
    venue: {
      markets: () => answer(() => markets.map(listed)),
      summaries: () => answer(() => markets.map((market) => summaryAt(market, clock.now()))),
      book: (market) => answer(() => bookAt(market, clock.now())),
      candles: () => answer(() => [{ at: clock.now(), open: 1, high: 2, low: 1, close: 2, volume: 3 }]),
      fundingRates: (market) => answer(() => [{ market, rate: 0.0001, rate8h: 0.0001, periodHours: 8, index: 0, at: clock.now() }]),
      recentTrades: (market) => answer(() => [tradeAt(market, clock.now()), tradeAt(market, clock.now() - TRADE_EVERY_MS)]),
      watchMarket: (market, listener) => watched(clock, market, listener),
      account: ({ clientId }) => account(clientId).trading,
    },
  }
}

function watched(clock: Clock, market: string, listener: MarketListener): () => void {
  const every = (ms: number, publish: () => void): (() => void) => {
    let callOff = () => {}
    const wait = (): void => {
      callOff = clock.after(ms - (clock.now() % ms), () => {
        publish()
        wait()
      })
    }
    wait()
    return () => callOff()
  }
  const ends = [
    every(BOOK_EVERY_MS, () => listener.onBook(bookAt(market, clock.now()))),
    every(TRADE_EVERY_MS, () => listener.onTrade(tradeAt(market, clock.now()))),
  ]
  return () => ends.forEach((end) => end())
}
