/** The currently listed contracts and their prices. */
import { DAY_MS } from '../exchange/calendar.ts'
import type { ContractValue, Prices, Walk } from '../exchange/prices.ts'
import { listContracts } from './chain.ts'
import type { Category, Contract, InverseCoin } from './contract.ts'

export interface BybitMarket {
  contracts(category: Category): readonly Contract[]
  contract(symbol: string): Contract | undefined
  index(currency: InverseCoin): number
  value(contract: Contract): ContractValue
  /** The state of the prices. */
  walk(): Walk
  /** A contract whose quotes have not moved is published again after this long. */
  quietMs(contract: Contract): number
  /** Updates the listing. */
  relist(): void
}

export function createBybitMarket(prices: Prices, now: () => number): BybitMarket {
  let listed = bySymbol(now())
  let listedOn = tradingDay(now())
  return {
    contracts: (category) => [...listed.values()].filter((contract) => contract.category === category),
    contract: (symbol) => listed.get(symbol),
    index: prices.index,
    walk: prices.walk,
    quietMs: prices.quietMs,
    value: ({ coin, expiresAt, strike, kind }) => prices.value({ coin, expiresAt, strike, kind }),
    relist: () => {
      if (tradingDay(now()) === listedOn) return
      listed = bySymbol(now())
      listedOn = tradingDay(now())
    },
  }
}

/** How far the price of an RFQ leg may be from the mark. */
export const bandOf = ({ category }: Contract, { price, index }: ContractValue): number =>
  category !== 'option' ? 0.05 * price : Math.max(0.03 * index, 0.2 * price)

const bySymbol = (now: number): ReadonlyMap<string, Contract> =>
  new Map(listContracts(now).map((contract) => [contract.row.symbol, contract]))

/** All listings and expiries happen at 08:00 UTC. */
const tradingDay = (at: number): number => Math.floor((at - 8 * 3_600_000) / DAY_MS)
