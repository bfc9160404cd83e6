/** The books of each user, computed only from the executed blocks and the deliveries since: positions, and profits and fees in coin. */
import type { ExecutedBlock } from './executed-block.ts'
import type { BlockTrade } from './block-checks.ts'
import { coinOf, feeOf, inCoins, isOption } from './fees.ts'

/** `size` is signed: coins for an option, dollars for a future. `realised` is in coin. */
export type Held = { readonly instrument: string; readonly size: number; readonly averagePrice: number; readonly realised: number }

/** An expired contract, and the index at which it was delivered. */
export type Delivery = { readonly instrument: string; readonly index: number }

export interface Ledger {
  take(block: ExecutedBlock): void
  deliver(delivery: Delivery): void
  /** Without closed positions. */
  positions(user: string): readonly Held[]
  /** The total profit minus fees so far, by coin. */
  cash(user: string, coin: string): number
  /** The books as they would be with these legs. */
  withLegs(user: string, side: 'maker' | 'taker', legs: readonly BlockTrade[]): Pick<Ledger, 'positions' | 'cash'>
  /** Every contract with an open position. */
  contracts(): readonly string[]
}

type Book = { readonly cash: Map<string, number>; readonly held: Map<string, Held> }

export function createLedger(): Ledger {
  const books = new Map<string, Book>()
  const bookOf = (user: string): Book => {
    const book = books.get(user) ?? { cash: new Map<string, number>(), held: new Map<string, Held>() }
    books.set(user, book)
    return book
  }
  return {
    ...reading(bookOf),
    take: ({ maker, taker, legs }) => {
      for (const leg of legs) {
        takeLeg(bookOf(maker), leg, leg.direction === 'buy' ? leg.amount : -leg.amount)
        takeLeg(bookOf(taker), leg, leg.direction === 'buy' ? -leg.amount : leg.amount)
      }
    },
    deliver: (delivery) => books.forEach((book) => deliverTo(book, delivery)),
    withLegs: (user, side, legs) => {
      const { cash, held } = bookOf(user)
      const copy: Book = { cash: new Map(cash), held: new Map(held) }
      for (const leg of legs) takeLeg(copy, leg, (leg.direction === 'buy') === (side === 'maker') ? leg.amount : -leg.amount)
      return reading(() => copy)
    },
    contracts: () => [
      ...new Set([...books.values()].flatMap(({ held }) => [...held.values()].flatMap((one) => (one.size === 0 ? [] : [one.instrument])))),
    ],
  }
}

const reading = (bookOf: (user: string) => Book): Pick<Ledger, 'positions' | 'cash'> => ({
  positions: (user) => [...bookOf(user).held.values()].filter(({ size }) => size !== 0),
  cash: (user, coin) => bookOf(user).cash.get(coin) ?? 0,
})

function pay(book: Book, coin: string, amount: number): void {
  book.cash.set(coin, inCoins((book.cash.get(coin) ?? 0) + amount))
}

function takeLeg(book: Book, leg: BlockTrade, signed: number): void {
  const { instrument_name: name, price } = leg
  const { held, gained } = added(book.held.get(name), name, signed, price)
  book.held.set(name, held)
  // An option is paid for when it trades; a future's profit is paid when it is closed.
  pay(book, coinOf(name), (isOption(name) ? -signed * price : gained) - feeOf(leg))
}

/** Increasing a position changes its average price; reducing it realises profit. */
function added(
  before: Held | undefined,
  instrument: string,
  signed: number,
  price: number,
): { readonly held: Held; readonly gained: number } {
  const { size: had, averagePrice, realised } = before ?? { size: 0, averagePrice: price, realised: 0 }
  const size = exactSize(had + signed)
  if (had === 0 || Math.sign(had) === Math.sign(signed))
    return {
      held: { instrument, size, averagePrice: size === 0 ? price : averageOf(instrument, had, averagePrice, signed, price), realised },
      gained: 0,
    }
  const closed = Math.sign(had) * Math.min(Math.abs(had), Math.abs(signed))
  const gained = gainOf(instrument, closed, averagePrice, price)
  // Size beyond a close opens a new position at this price.
  const isThrough = Math.abs(signed) > Math.abs(had)
  return { held: { instrument, size, averagePrice: isThrough ? price : averagePrice, realised: inCoins(realised + gained) }, gained }
}

const exactSize = (size: number): number => {
  const rounded = Number(size.toFixed(6))
  return rounded === 0 ? 0 : rounded
}

/** Dollars of an inverse future are averaged by their value in coin. */
const averageOf = (name: string, had: number, average: number, more: number, price: number): number =>
  isOption(name) ? (had * average + more * price) / (had + more) : (had + more) / (had / average + more / price)

/** The profit in coin of a size that was opened at one price and has another now. */
export const gainOf = (name: string, size: number, from: number, to: number): number =>
  isOption(name) ? size * (to - from) : size * (1 / from - 1 / to)

function deliverTo(book: Book, { instrument, index }: Delivery): void {
  const held = book.held.get(instrument)
  if (held === undefined) return
  book.held.delete(instrument)
  const worth = isOption(instrument) ? held.size * intrinsic(instrument, index) : gainOf(instrument, held.size, held.averagePrice, index)
  pay(book, coinOf(instrument), worth)
}

/** The value of `BTC-25DEC26-100000-C` for one coin, in coin. */
function intrinsic(name: string, index: number): number {
  const [, , strike, kind] = name.split('-')
  return Math.max(0, kind === 'C' ? index - Number(strike) : Number(strike) - index) / index
}
