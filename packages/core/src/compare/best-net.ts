/** Net prices of several venues in one unit, and the best of them (rulebook 6.17). They are converted at an index price, for display only. */
import type { BaseCurrency } from '../catalogue/product.ts'
import { priceToNumber, type Price } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'

export type CompareUnit = 'USD' | 'COIN' | 'INDEX_PERCENT'

export type IndexOf = { readonly baseCurrency: BaseCurrency; readonly price: number }

/** A coin counts at the index price; a dollar stablecoin counts as one dollar. */
export const dollarsOf = (amount: Price, currency: string, index: IndexOf): number =>
  priceToNumber(amount) * (currency === index.baseCurrency ? index.price : 1)

export function inUnit(dollars: number, unit: CompareUnit, index: IndexOf): number {
  switch (unit) {
    case 'USD':
      return dollars
    case 'COIN':
      return dollars / index.price
    case 'INDEX_PERCENT':
      return (dollars / index.price) * 100
  }
}

/** The lowest amount paid, or the highest received; undefined if no venue has a price. Venues with equal amounts are all the best. */
export function bestNet(side: Side, nets: readonly (number | undefined)[]): number | undefined {
  const known = nets.filter((net) => net !== undefined)
  return known.length === 0 ? undefined : side === 'BUY' ? Math.min(...known) : Math.max(...known)
}
