/** Money of the simulated venue: USDC in exact units of 1e-14, the product of a price and a size. */
import type { Price, Quantity } from '@parley/core'

const SHOWN_DECIMALS = 8
const SHOWN_UNITS = 10n ** BigInt(14 - SHOWN_DECIMALS)

export const notional = (price: Price, size: Quantity): bigint => BigInt(price) * BigInt(size)

export const moneyOf = (usdc: number): bigint => BigInt(Math.round(usdc * 1e8)) * SHOWN_UNITS

export const numberOf = (money: bigint): number => Number(money) / 1e14

/** With at most eight decimals, rounded towards zero. */
export function formatMoney(money: bigint): string {
  const units = (money < 0n ? -money : money) / SHOWN_UNITS
  const text = units.toString().padStart(SHOWN_DECIMALS + 1, '0')
  const fraction = text.slice(-SHOWN_DECIMALS).replace(/0+$/, '')
  return `${money < 0n && units > 0n ? '-' : ''}${text.slice(0, -SHOWN_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Eight decimals are shown, and eight are kept. */
export const roundMoney = (money: bigint): bigint => (money / SHOWN_UNITS) * SHOWN_UNITS
