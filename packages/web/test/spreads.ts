/** Listed spreads as tests name them: amounts and prices as texts. */
import { price, quantity } from '@parley/core'
import type { Level, LevelBook } from '../src/features/market-data/depth.ts'
import type { SpreadOrder, SpreadTrade, Strategy } from '../src/features/spreads/model.ts'

export const DAY = 86_400_000
export const now = Date.UTC(2025, 11, 11, 8)
const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day, 8)
const expiries = { DEC: at(2025, 12, 26), MAR: at(2026, 3, 27), JUN: at(2026, 6, 26) } as const
const names = { DEC: 'BTC-26DEC25', MAR: 'BTC-27MAR26', JUN: 'BTC-26JUN26' } as const
type Expiry = keyof typeof expiries

const ids = { PERP: 1, DEC: 2, MAR: 3, JUN: 4 } as const

/** `PERP` or a month, and a later month. */
export const spreadOf = (near: 'PERP' | Expiry, far: Expiry, change: Partial<Strategy> = {}): Strategy => ({
  id: `${near}-${far}`,
  venue: 'DBT',
  currency: 'BTC',
  margin: 'INVERSE',
  productCode: 'CF',
  near:
    near === 'PERP'
      ? { instrumentId: ids.PERP, name: 'BTC-PERPETUAL', expiresAt: undefined }
      : { instrumentId: ids[near], name: names[near], expiresAt: expiries[near] },
  far: { instrumentId: ids[far], name: names[far], expiresAt: expiries[far] },
  tick: price('0.5'),
  minimum: quantity('20000'),
  increment: quantity('10'),
  quoteCurrency: 'USD',
  ...change,
})

export const decMar = spreadOf('DEC', 'MAR')

/** `1132 180000`: a price and the amount resting there. */
const levelOf = (text: string): Level => {
  const [at = '', amount = ''] = text.split(' ')
  return { price: price(at), amount: quantity(amount) }
}
export const bookWith = (bids: readonly string[], asks: readonly string[]): LevelBook => ({
  bids: bids.map(levelOf),
  asks: asks.map(levelOf),
})

export const usualBook = bookWith(['1129.5 220000', '1129 310000', '1128 500000'], ['1132 180000', '1132.5 240000', '1134 600000'])

const none = quantity('0')
export const orderWith = (side: SpreadOrder['side'], at: string, amount: string, change: Partial<SpreadOrder> = {}): SpreadOrder => ({
  id: `${side}-${at}`,
  strategyId: decMar.id,
  side,
  price: price(at),
  amount: quantity(amount),
  filled: none,
  pending: none,
  canceled: none,
  state: 'OPEN',
  lifetime: 'GOOD_TILL_CANCELED',
  isPostOnly: false,
  isMmp: false,
  label: undefined,
  account: 'prop-1',
  createdAt: now,
  updatedAt: now,
  expiresAt: undefined,
  cancelCause: undefined,
  canceledBy: undefined,
  ...change,
})

export const tradeWith = (side: SpreadTrade['side'], at: string, amount: string, change: Partial<SpreadTrade> = {}): SpreadTrade => ({
  id: `${side}-${at}-${amount}`,
  orderId: 'o',
  strategyId: decMar.id,
  side,
  role: 'TAKER',
  price: price(at),
  amount: quantity(amount),
  state: 'FILLED',
  executedAt: now,
  filledAt: now,
  venueError: undefined,
  legs: [],
  ...change,
})
