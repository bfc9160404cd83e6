/** Perpetuals as tests name them. */
import { price, quantity } from '@parley/core'
import type { LevelBook } from '../src/features/market-data/depth.ts'
import type { Fill, Market, Order, Position, Summary } from '../src/features/perpetuals/model.ts'

export const now = Date.UTC(2026, 10, 22, 9, 41)

export const btc: Market = {
  name: 'BTC-USD-PERP',
  base: 'BTC',
  quote: 'USD',
  settlement: 'USDC',
  tick: price('0.1'),
  increment: quantity('0.00001'),
  leastNotional: 10,
  largestOrder: quantity('100'),
  largestLeverage: 50,
  takes: 'ORDERS',
  hasEnded: false,
  makerFee: 0.003,
  takerFee: 0.02,
  fundingHours: 8,
  fundingRate: 0.0087,
  mark: 91_470.4,
  index: 91_459.27,
  last: 91_470.3,
  change: 1.2,
  volume: 190_600_000,
  openInterest: 1_284.6,
  at: now,
}

const level = (at: string, size: string) => ({ price: price(at), amount: quantity(size) })
export const book: LevelBook = {
  bids: [level('91470.3', '2.406'), level('91468', '1.115')],
  asks: [level('91470.9', '1.842'), level('91474', '0.655')],
}

export const long: Position = {
  market: btc.name,
  quantity: quantity('4.2'),
  entry: 90_812.5,
  profit: 2_763.18,
  funding: -43.05,
  leverage: 10,
  margin: 38_417.57,
  liquidation: 67_456.2,
  changedAt: now - 60_000,
}

export const summary: Summary = {
  account: 'prop-perps',
  currency: 'USDC',
  equity: 121_474.79,
  marginUsed: 92_913.64,
  maintenance: 6_406.13,
  free: 28_561.15,
  profit: 3_100.68,
  state: 'ACTIVE',
  at: now,
}

export const bid: Order = {
  id: '17',
  market: btc.name,
  side: 'BUY',
  kind: 'LIMIT',
  price: price('90900'),
  trigger: undefined,
  average: undefined,
  quantity: quantity('1.5'),
  remaining: quantity('1.5'),
  instruction: 'POST_ONLY',
  isReduceOnly: false,
  state: 'OPEN',
  reason: undefined,
  followsPosition: false,
  isLiquidation: false,
  createdAt: now - 60_000,
  changedAt: now - 60_000,
}

/** 16 BTC that the venue sold to liquidate a position. */
export const liquidated: Fill = {
  id: '31',
  market: btc.name,
  side: 'SELL',
  price: price('91689.2'),
  quantity: quantity('16'),
  role: 'TAKER',
  kind: 'LIQUIDATION',
  fee: 440.11,
  feeCurrency: 'USDC',
  profit: -17_839.2,
  at: now,
}
