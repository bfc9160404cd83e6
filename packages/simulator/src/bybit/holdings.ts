/** The positions and the cash of each account, exact, and the margin that they bind. */
import { parsePrice, parseQuantity } from '@parley/core'
import type { BybitAccount } from './accounts.ts'
import type { BybitMarket } from './market.ts'

export type Side = 'Buy' | 'Sell'
export const opposite = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy')

/** A leg as it was executed, in the taker's side. */
export type FilledLeg = {
  readonly symbol: string
  readonly side: Side
  readonly price: string
  readonly qty: string
  readonly takerFee: string
  readonly makerFee: string
}

export type Holding = {
  /** By symbol, in units of 1e-6; sold ones below zero. */
  readonly positions: ReadonlyMap<string, number>
  /** Receipts less payments and fees, in units of 1e-14 USDC. */
  readonly cash: bigint
}

export interface Holdings {
  of(clientId: string): Holding
  fill(parties: { readonly taker: string; readonly maker: string }, legs: readonly FilledLeg[]): void
  /** Whether the account could bear these legs beside what it holds. */
  canBear(account: BybitAccount, legs: readonly FilledLeg[], role: 'taker' | 'maker'): boolean
}

const DEFAULT_BALANCE = 1_000_000_000
/** Of the index, beside what it would cost to buy back, for each contract that is sold and not covered. */
const SHORT_MARGIN = 0.1
const CASH_UNITS = 1e14

export function createHoldings(market: BybitMarket): Holdings {
  const accounts = new Map<string, { positions: Map<string, number>; cash: bigint }>()
  const holdingOf = (clientId: string) => {
    const known = accounts.get(clientId) ?? { positions: new Map<string, number>(), cash: 0n }
    accounts.set(clientId, known)
    return known
  }
  const take = (clientId: string, legs: readonly FilledLeg[], role: 'taker' | 'maker'): void => {
    const holding = holdingOf(clientId)
    for (const leg of legs) {
      const change = changeOf(leg, role)
      holding.positions.set(leg.symbol, (holding.positions.get(leg.symbol) ?? 0) + change.quantity)
      holding.cash += change.cash
    }
  }
  return {
    of: holdingOf,
    fill: ({ taker, maker }, legs) => {
      take(taker, legs, 'taker')
      take(maker, legs, 'maker')
    },
    canBear: ({ clientId, balance = DEFAULT_BALANCE }, legs, role) => {
      const { positions, cash } = holdingOf(clientId)
      const after = new Map(positions)
      let money = balance + Number(cash) / CASH_UNITS
      for (const leg of legs) {
        const change = changeOf(leg, role)
        after.set(leg.symbol, (after.get(leg.symbol) ?? 0) + change.quantity)
        money += Number(change.cash) / CASH_UNITS
      }
      return money >= marginOf(after, market)
    },
  }
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
