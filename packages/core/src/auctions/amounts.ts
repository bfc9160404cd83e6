/** Quantities of options as text, and the amounts that a bid at a price pays. */
import { formatUnits } from '../units.ts'
import { OPTION_DECIMALS } from './limits.ts'

const OPTION = 10n ** BigInt(OPTION_DECIMALS)

export const formatOptions = (amount: bigint): string => formatUnits(amount, OPTION_DECIMALS)

/**
 * A bid pays its price times its size, rounded up, so that the price which the contract calculates is never below the intended one (rulebook 19.5).
 */
export const sellAmountOf = (price: bigint, buyAmount: bigint): bigint => (price * buyAmount + OPTION - 1n) / OPTION

/** The price of one option as the contract calculates it. */
export const contractPrice = (sellAmount: bigint, buyAmount: bigint): bigint => (sellAmount * OPTION) / buyAmount
