/** The books of each user: positions, cash by currency, and fees, computed only from executed blocks. */
import type { FilledBlock } from './block-service.ts'
import type { Leg, PostedSide } from './block-terms.ts'
import { isCoinMargined } from './chain.ts'

export type Holding = { readonly instrument: string; readonly qty: number; readonly averagePrice: number }
export type Portfolio = { readonly holdings: readonly Holding[]; cash(currency: string): number }

export interface Ledger {
  take(block: FilledBlock): void
  /** Without closed positions. */
  holdings(userId: string): readonly Holding[]
  portfolio(userId: string): Portfolio
  /** As it would be if the side traded at these index prices. */
  portfolioAfter(side: PostedSide, indices: FilledBlock['indices']): Portfolio
}

/** Demo desks have large balances. */
const START_CASH: Readonly<Record<string, number>> = { USD: 1_000_000_000, BTC: 10_000, ETH: 200_000 }
/** A fraction of the underlying. */
const RATES = { maker: 0.0002, taker: 0.0005 } as const
const DUST = 1e-9

/** The settlement currency of a contract. */
export const currencyOf = (instrument: string): string => (isCoinMargined(instrument) ? instrument.split('-')[0]! : 'USD')

/** In the currency of the contract. An option's fee is at most an eighth of its price. */
export function feeOf({ instrument, price, qty }: Leg, role: PostedSide['role'], index: number): number {
  const isCoins = isCoinMargined(instrument)
  if (!isOption(instrument)) return RATES[role] * (isCoins ? qty / price : price * qty)
  return Math.min(RATES[role] * (isCoins ? 1 : index) * qty, 0.125 * price * qty)
}

const isOption = (name: string): boolean => /-[CP]$/.test(name)

/** `balanceOf` is in USD; without it, a user has a large balance. */
export function createLedger(balanceOf: (userId: string) => number | undefined): Ledger {
  const books = new Map<string, Book>()
  const bookOf = (userId: string): Book => {
    const start = { ...START_CASH, USD: balanceOf(userId) ?? START_CASH['USD']! }
    const book = books.get(userId) ?? { cash: new Map(Object.entries(start)), holdings: new Map<string, Holding>() }
    books.set(userId, book)
    return book
  }
  return {
    take: ({ maker, taker, indices }) => {
      for (const side of [maker, taker]) takeSide(bookOf(side.userId), side, indices)
    },
    holdings: (userId) => portfolioOf(bookOf(userId)).holdings,
    portfolio: (userId) => portfolioOf(bookOf(userId)),
    portfolioAfter: (side, indices) => {
      const { cash, holdings } = bookOf(side.userId)
      const after: Book = { cash: new Map(cash), holdings: new Map(holdings) }
      takeSide(after, side, indices)
      return portfolioOf(after)
    },
  }
}

type Book = { readonly cash: Map<string, number>; readonly holdings: Map<string, Holding> }

const portfolioOf = ({ cash, holdings }: Book): Portfolio => ({
  holdings: [...holdings.values()].filter(({ qty }) => Math.abs(qty) > DUST),
  cash: (currency) => cash.get(currency) ?? 0,
})

function takeSide(book: Book, { role, legs }: PostedSide, indices: FilledBlock['indices']): void {
  for (const leg of legs) {
    const fee = feeOf(leg, role, indices[leg.instrument]!)
    const signed = leg.side === 'buy' ? leg.qty : -leg.qty
    const currency = currencyOf(leg.instrument)
    book.cash.set(currency, (book.cash.get(currency) ?? 0) - fee - (isOption(leg.instrument) ? signed * leg.price : 0))
    book.holdings.set(leg.instrument, added(book.holdings.get(leg.instrument), leg, signed))
  }
}

/** Increasing a position changes its average price; reducing it does not. */
function added(before: Holding | undefined, { instrument, price }: Leg, signed: number): Holding {
  const held = before?.qty ?? 0
  const qty = Number((held + signed).toFixed(8))
  if (before === undefined || Math.abs(held) < DUST || Math.sign(qty) !== Math.sign(held)) return { instrument, qty, averagePrice: price }
  const isMore = Math.abs(qty) > Math.abs(held)
  return { instrument, qty, averagePrice: isMore ? (held * before.averagePrice + signed * price) / qty : before.averagePrice }
}
