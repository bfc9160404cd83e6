/**
 * The value of an account in a coin, and the margin of its positions: a simple standard margin, which is stricter than the venue's portfolio margin.
 */
import { userOf } from '../exchange/account.ts'
import { CURRENCIES, type Currency } from './chain.ts'
import type { DeribitAccount } from './deribit-account.ts'
import { coinOf, inCoins, isOption } from './fees.ts'
import { gainOf, type Held, type Ledger } from './ledger.ts'
import type { Market } from './market.ts'

/** Initial coins: enough for weeks of blocks. */
const START_BALANCE: Readonly<Record<Currency, number>> = { BTC: 50_000, ETH: 500_000 }
/** A fraction of a future's value. */
const FUTURE_MARGIN = 0.02
/** A fraction of the underlying for each sold option, on top of its cost to buy back. */
const SHORT_MARGIN = 0.15
const LEAST_SHORT_MARGIN = 0.1
const MAINTENANCE_OF_INITIAL = 0.75

export type Worth = {
  readonly balance: number
  readonly equity: number
  readonly available: number
  readonly initialMargin: number
  readonly maintenanceMargin: number
  readonly optionsValue: number
  readonly futuresGain: number
}

export type Holder = { readonly user: string; readonly balances: Readonly<Partial<Record<Currency, number>>> | undefined }

export const holderOf = (account: DeribitAccount): Holder => ({ user: userOf(account), balances: account.balances })

export function worthOf({ user, balances }: Holder, coin: Currency, books: Pick<Ledger, 'positions' | 'cash'>, market: Market): Worth {
  const held = books.positions(user).filter(({ instrument }) => coinOf(instrument) === coin)
  const sum = (figure: (one: Held) => number): number => inCoins(held.reduce((total, one) => total + figure(one), 0))
  const balance = inCoins((balances?.[coin] ?? START_BALANCE[coin]) + books.cash(user, coin))
  const optionsValue = sum((one) => (isOption(one.instrument) ? one.size * markOf(one, market) : 0))
  const futuresGain = sum((one) => (isOption(one.instrument) ? 0 : gainOf(one.instrument, one.size, one.averagePrice, markOf(one, market))))
  const initialMargin = sum((one) => marginOf(one, market))
  return {
    balance,
    optionsValue,
    futuresGain,
    initialMargin,
    equity: inCoins(balance + optionsValue + futuresGain),
    available: inCoins(balance + futuresGain - initialMargin),
    maintenanceMargin: inCoins(initialMargin * MAINTENANCE_OF_INITIAL),
  }
}

/** In coin. */
export function marginOf(held: Held, market: Market): number {
  const row = market.instrument(held.instrument)
  if (row === undefined) return 0
  const { mark, index } = market.value(row)
  if (!isOption(held.instrument)) return (Math.abs(held.size) / mark) * FUTURE_MARGIN
  if (held.size > 0) return 0
  const outOfMoney = Math.max(0, row.option_type === 'call' ? row.strike! - index : index - row.strike!) / index
  return -held.size * (mark + Math.max(LEAST_SHORT_MARGIN, SHORT_MARGIN - outOfMoney))
}

/** A contract that has just expired has no value beyond its cost. */
export function markOf(held: Held, market: Market): number {
  const row = market.instrument(held.instrument)
  return row === undefined ? held.averagePrice : market.value(row).mark
}

type Books = Pick<Ledger, 'positions' | 'cash'>

/** The coins of which an account is shorter after a block than before it. */
export const worseOff = (holder: Holder, before: Books, after: Books, market: Market): readonly Currency[] =>
  CURRENCIES.filter((coin) => {
    const { available } = worthOf(holder, coin, after, market)
    return available < 0 && available < worthOf(holder, coin, before, market).available
  })
