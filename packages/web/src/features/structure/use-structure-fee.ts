/** The venue's fee for an order or a position in a structure, before and after it trades. The schedule is core's, as in Compare venues. */
import type { Rfq } from '@parley/client'
import {
  type FeeRole,
  parsePrice,
  parseQuantity,
  type Price,
  priceFromNumber,
  priceToNumber,
  type Structure,
  structureFee,
} from '@parley/core'
import { useCallback } from 'react'
import { useIndex, useMarks } from '../../live/use-live.ts'

/** A fee by its currency. */
export type StructureFee = ReadonlyMap<string, Price>
export type FeeOf = (trade: { readonly quantity: string; readonly price: string }, role?: FeeRole) => StructureFee | undefined

type MarketFee = (structure: Structure, ...of: Parameters<FeeOf>) => StructureFee | undefined

/** Fees of any structure of a market. Undefined if they are not known: a leg has no mark, or its fee depends on an index that is not known. */
export function useMarketFee({ baseCurrency, venue }: Pick<Rfq, 'baseCurrency' | 'venue'>): MarketFee {
  const marks = useMarks()
  const index = useIndex(baseCurrency, venue)?.index_price
  return useCallback(
    (structure, { quantity, price }, role = 'TAKER') => {
      const size = parseQuantity(quantity)
      if (size === undefined) return undefined
      return structureFee(structure, size, {
        ...{ role, price: parsePrice(price), index: index === undefined ? undefined : parsePrice(index) },
        markOf: (id) => markOf(marks.get(id)?.mark_price),
      })
    },
    [marks, index],
  )
}

/** The same for one structure. */
export function useStructureFee(market: Pick<Rfq, 'baseCurrency' | 'venue'>, structure: Structure): FeeOf {
  const feeOf = useMarketFee(market)
  return useCallback((...of) => feeOf(structure, ...of), [feeOf, structure])
}

const markOf = (text: string | undefined): Price | undefined => (text === undefined ? undefined : priceFromNumber(Number(text)))

/** Fees of several trades together. Undefined if one of them is not known. */
export function feeSum(fees: readonly (StructureFee | undefined)[]): StructureFee | undefined {
  const sums = new Map<string, Price>()
  for (const fee of fees) {
    if (fee === undefined) return undefined
    for (const [currency, amount] of fee) sums.set(currency, ((sums.get(currency) ?? 0) + amount) as Price)
  }
  return sums
}

export type Charged = {
  /** Positive if bought, negative if sold. */
  readonly quantity: number
  readonly price: number
  readonly fee: StructureFee | undefined
  readonly index: number | undefined
}
type Kind = Pick<Rfq, 'baseCurrency' | 'quoteCurrency' | 'legs'> & { readonly kind?: Rfq['kind'] | undefined }

/**
 * The price of one unit that has the same result without a fee: break-even and the largest loss and gain are calculated from it. The price itself if
 * the fee is not known, or if it has no such price, as for a spread of futures that are counted in dollars.
 */
export function afterFee({ kind, baseCurrency, quoteCurrency, legs }: Kind, { quantity, price, fee, index }: Charged): number {
  if (fee === undefined || quantity === 0) return price
  const isCounted = kind === 'FUTURE' && !fee.has(quoteCurrency)
  if (isCounted) {
    const coins = feeIn(fee, baseCurrency, { baseCurrency, index })
    // Its value in coins is its dollars divided by the price.
    return coins === undefined || legs.length !== 1 || price <= 0 ? price : 1 / (1 / price - coins / quantity)
  }
  const paid = feeIn(fee, quoteCurrency, { baseCurrency, index })
  return paid === undefined ? price : price + paid / quantity
}

/** In one currency, with coins valued at the index if that is dollars. Undefined if that is not possible. */
function feeIn(fee: StructureFee, currency: string, { baseCurrency, index }: { baseCurrency: string; index: number | undefined }) {
  let sum = 0
  for (const [of, amount] of fee) {
    const rate = of === currency ? 1 : of === baseCurrency ? index : undefined
    if (rate === undefined) return undefined
    sum += priceToNumber(amount) * rate
  }
  return sum
}
