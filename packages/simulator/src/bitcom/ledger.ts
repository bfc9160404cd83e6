/** The books of each user: positions, cash in USD, and fees, from nothing but the blocks that traded. */
import type { FilledBlock } from './block-desk.ts'
import type { Leg, PostedSide } from './block-terms.ts'

export type Holding = { readonly instrument: string; readonly qty: number; readonly averagePrice: number }

export interface Ledger {
  take(block: FilledBlock): void
  /** Without those that are closed. */
  holdings(userId: string): readonly Holding[]
  cash(userId: string): number
  fees(userId: string): number
}

const START_CASH = 50_000_000
/** Of the underlying. */
const RATES = { maker: 0.0002, taker: 0.0005 } as const
const DUST = 1e-9

/** In USD; an option's fee never exceeds an eighth of its price. */
export function feeOf({ instrument, price, qty }: Leg, role: PostedSide['role'], index: number): number {
  const fee = RATES[role] * index * qty
  return isOption(instrument) ? Math.min(fee, 0.125 * price * qty) : fee
}

const isOption = (name: string): boolean => /-[CP]$/.test(name)

export function createLedger(): Ledger {
  const books = new Map<string, { cash: number; fees: number; readonly holdings: Map<string, Holding> }>()
  const bookOf = (userId: string) => {
    const book = books.get(userId) ?? { cash: START_CASH, fees: 0, holdings: new Map<string, Holding>() }
    books.set(userId, book)
    return book
  }
  const takeSide = ({ userId, role, legs }: PostedSide, { indices }: FilledBlock): void => {
    const book = bookOf(userId)
    for (const leg of legs) {
      const fee = feeOf(leg, role, indices[leg.instrument]!)
      const signed = leg.side === 'buy' ? leg.qty : -leg.qty
      book.fees += fee
      book.cash -= fee + (isOption(leg.instrument) ? signed * leg.price : 0)
      book.holdings.set(leg.instrument, added(book.holdings.get(leg.instrument), leg, signed))
    }
  }
  return {
    take: (block) => {
      takeSide(block.maker, block)
      takeSide(block.taker, block)
    },
    holdings: (userId) => [...bookOf(userId).holdings.values()].filter(({ qty }) => Math.abs(qty) > DUST),
    cash: (userId) => bookOf(userId).cash,
    fees: (userId) => bookOf(userId).fees,
  }
}

/** More of a position moves its average price, less of it does not. */
function added(before: Holding | undefined, { instrument, price }: Leg, signed: number): Holding {
  const held = before?.qty ?? 0
  const qty = Number((held + signed).toFixed(8))
  if (before === undefined || Math.abs(held) < DUST || Math.sign(qty) !== Math.sign(held)) return { instrument, qty, averagePrice: price }
  const isMore = Math.abs(qty) > Math.abs(held)
  return { instrument, qty, averagePrice: isMore ? (held * before.averagePrice + signed * price) / qty : before.averagePrice }
}
