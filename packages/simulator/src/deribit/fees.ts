/** The venue's fees for a block, for each party, in coin. */
import type { BlockTrade } from './block-checks.ts'

/** A fraction of the underlying for one contract; never more than an eighth of its price. */
const OPTION_FEE = 0.0003
const OPTION_FEE_CAP = 0.125
/** A fraction of a future's value, if it trades in a block. */
const FUTURE_FEE = 0.00025

export const isOption = (name: string): boolean => /-[CP]$/.test(name)

/** The coin in which a contract settles. */
export const coinOf = (name: string): string => name.slice(0, name.indexOf('-'))

export const inCoins = (value: number): number => {
  const rounded = Number(value.toFixed(8))
  return rounded === 0 ? 0 : rounded
}

export const feeOf = ({ instrument_name: name, price, amount }: BlockTrade): number =>
  inCoins(isOption(name) ? Math.min(OPTION_FEE, price * OPTION_FEE_CAP) * amount : (FUTURE_FEE * amount) / price)
