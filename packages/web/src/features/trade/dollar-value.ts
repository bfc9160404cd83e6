/** The approximate dollar value of a trade for comparing rows: options by their premium, futures by their size. */
import { product } from '@parley/core'

export type Valued = {
  readonly kind: 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'
  readonly quoteCurrency: string
  readonly price: string
  readonly quantity: string
  readonly indexPrice: string | undefined
  readonly productCodes: readonly string[]
}

export function dollarValue(trade: Valued): number | undefined {
  const quantity = Number(trade.quantity)
  if (trade.kind === 'FUTURE') return trade.productCodes.every(isInDollars) ? quantity : inDollars(quantity, trade)
  const premium = Math.abs(Number(trade.price)) * quantity
  if (/^USD/.test(trade.quoteCurrency)) return premium
  return inDollars(premium, trade)
}

/** A linear future is counted in coin. */
const isInDollars = (code: string): boolean => product(code)?.marginType !== 'LINEAR'

const inDollars = (coins: number, { indexPrice }: Valued): number | undefined =>
  indexPrice === undefined ? undefined : coins * Number(indexPrice)
