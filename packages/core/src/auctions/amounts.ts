/** Decimals of a token as whole numbers of its smallest unit, and what a bid at a price pays. */
import { OPTION_DECIMALS } from './limits.ts'

const PLAIN = /^(\d{1,30})(?:\.(\d{0,30}))?$/
const OPTION = 10n ** BigInt(OPTION_DECIMALS)

/** Undefined if the text is not a decimal or has more digits than the token. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = PLAIN.exec(text)
  if (match === null) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  return fraction.length > decimals ? undefined : BigInt(match[1]! + fraction.padEnd(decimals, '0'))
}

/** Plain decimal text without trailing zeros. */
export function formatUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export const formatOptions = (amount: bigint): string => formatUnits(amount, OPTION_DECIMALS)

/**
 * A bid pays its price times its size, rounded up, so that the price which the contract calculates is never below the intended one (rulebook 19.5).
 */
export const sellAmountOf = (price: bigint, buyAmount: bigint): bigint => (price * buyAmount + OPTION - 1n) / OPTION

/** The price of one option as the contract calculates it. */
export const contractPrice = (sellAmount: bigint, buyAmount: bigint): bigint => (sellAmount * OPTION) / buyAmount
