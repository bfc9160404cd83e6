/** The exact positions and cash of each account, and the margin that they use. */
import { parsePrice, parseQuantity } from '@parley/core'
import { userOf } from '../exchange/account.ts'
import type { BybitAccount } from './accounts.ts'
import type { BybitMarket } from './market.ts'

export type Side = 'Buy' | 'Sell'
export const opposite = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy')

/** A leg as it was executed, with the taker's side. */
export type FilledLeg = {
  readonly symbol: string
  readonly side: Side
  readonly price: string
  readonly qty: string
  readonly takerFee: string
  readonly makerFee: string
}

export type Holding = {
  /** By symbol, in units of 1e-6; negative for sold contracts. */
  readonly positions: ReadonlyMap<string, number>
  /** The average price of each open position, in USDC. */
  readonly averages: ReadonlyMap<string, number>
  /** Receipts minus payments and fees, in units of 1e-14 USDC. */
  readonly cash: bigint
}

export interface Holdings {
  of(user: string): Holding
  fill(parties: { readonly taker: string; readonly maker: string }, legs: readonly FilledLeg[]): void
  /** Whether the account has enough margin for these legs on top of its positions. */
  canBear(account: BybitAccount, legs: readonly FilledLeg[], role: 'taker' | 'maker'): boolean
  /** In USDC. */
  money(account: BybitAccount): Money
  /** The margin of one position, in USDC. */
  marginOf(symbol: string, quantity: number): number
}

/** `wallet` excludes the value of the positions and `equity` includes it; `bound` is the margin in use. */
export type Money = { readonly wallet: number; readonly equity: number; readonly bound: number }

const DEFAULT_BALANCE = 1_000_000_000
/** A fraction of the index, on top of the cost of buying back, for each sold contract that is not covered. */
const SHORT_MARGIN = 0.1
const CASH_UNITS = 1e14

export function createHoldings(market: BybitMarket): Holdings {
  const accounts = new Map<string, Account>()
  const holdingOf = (user: string) => {
    const known = accounts.get(user) ?? { positions: new Map<string, number>(), averages: new Map<string, number>(), cash: 0n }
    accounts.set(user, known)
    return known
  }
  const take = (user: string, legs: readonly FilledLeg[], role: 'taker' | 'maker'): void => {
    const holding = holdingOf(user)
    for (const leg of legs) {
      const change = changeOf(leg, role)
      const before = holding.positions.get(leg.symbol) ?? 0
      const average = averageOf({
        before,
        average: holding.averages.get(leg.symbol) ?? 0,
        change: change.quantity,
        price: Number(leg.price),
      })
      holding.averages.set(leg.symbol, average)
      holding.positions.set(leg.symbol, before + change.quantity)
      holding.cash += change.cash
    }
  }
  return {
    of: holdingOf,
    fill: ({ taker, maker }, legs) => {
      take(taker, legs, 'taker')
      take(maker, legs, 'maker')
    },
    canBear: (account, legs, role) => {
      const { balance = DEFAULT_BALANCE } = account
      const { positions, cash } = holdingOf(userOf(account))
      const after = new Map(positions)
      let money = balance + Number(cash) / CASH_UNITS
      for (const leg of legs) {
        const change = changeOf(leg, role)
        after.set(leg.symbol, (after.get(leg.symbol) ?? 0) + change.quantity)
        money += Number(change.cash) / CASH_UNITS
      }
      return money >= marginOf(after, market)
    },
    money: (account) => {
      const { balance = DEFAULT_BALANCE } = account
      const { positions, cash } = holdingOf(userOf(account))
      const wallet = balance + Number(cash) / CASH_UNITS
      const worth = [...positions].reduce((sum, [symbol, quantity]) => sum + worthOf(symbol, quantity, market), 0)
      return { wallet, equity: wallet + worth, bound: marginOf(positions, market) }
    },
    marginOf: (symbol, quantity) => marginOf(new Map([[symbol, quantity]]), market),
  }
}

type Account = { readonly positions: Map<string, number>; readonly averages: Map<string, number>; cash: bigint }

type Change = { readonly before: number; readonly average: number; readonly change: number; readonly price: number }

/** Increasing a position changes its average price, reducing it does not, and reversing it starts a new one. */
function averageOf({ before, average, change, price }: Change): number {
  const after = before + change
  if (before === 0 || Math.sign(after) !== Math.sign(before)) return price
  return Math.abs(after) > Math.abs(before) ? (before * average + change * price) / after : average
}

function worthOf(symbol: string, quantity: number, market: BybitMarket): number {
  const contract = market.contract(symbol)
  return contract === undefined ? 0 : (quantity / 1e6) * market.value(contract).price
}

function changeOf(leg: FilledLeg, role: 'taker' | 'maker'): { readonly quantity: number; readonly cash: bigint } {
  const side = role === 'taker' ? leg.side : opposite(leg.side)
  const quantity = parseQuantity(leg.qty)!
  const fee = BigInt(parsePrice(role === 'taker' ? leg.takerFee : leg.makerFee)!) * 1_000_000n
  const worth = BigInt(parsePrice(leg.price)!) * BigInt(quantity)
  return side === 'Buy' ? { quantity, cash: -worth - fee } : { quantity: -quantity, cash: worth - fee }
}

function marginOf(positions: ReadonlyMap<string, number>, market: BybitMarket): number {
  let margin = 0
  for (const [symbol, quantity] of positions) {
    const contract = market.contract(symbol)
    if (contract !== undefined && quantity < 0)
      margin += (-quantity / 1e6) * (market.value(contract).price + SHORT_MARGIN * market.index(contract.coin))
  }
  return margin
}
