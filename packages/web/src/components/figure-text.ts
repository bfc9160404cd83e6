/** Formats figures: commas, the typographic minus, and the product's decimals. For marks and their sums; amounts of money keep their own text. */
import { quantityText, withCommas } from '@parley/core'

export const MINUS = '−'

export const groupedText = (value: number, decimals: number): string => withCommas(plainFixed(value, decimals))

export const signedText = (value: number, decimals: number): string => {
  const text = groupedText(value, decimals)
  return text.startsWith(MINUS) || Number(plainFixed(value, decimals)) === 0 ? text : `+${text}`
}

/** Never `-0.00`. */
function plainFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** `$18.4k`, `−$3.1k`, `$1.25m`: three significant figures for a notional. */
export function dollarText(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? MINUS : ''
  if (size >= 1e9) return `${sign}$${(size / 1e9).toFixed(2)}bn`
  if (size >= 1e6) return `${sign}$${(size / 1e6).toFixed(2)}m`
  if (size >= 1e3) return `${sign}$${(size / 1e3).toFixed(1)}k`
  return `${sign}$${size.toFixed(0)}`
}

const units = [
  ['m', 1_000_000],
  ['k', 1_000],
] as const
const MOST_DECIMALS = 1_000

/** `20m`, `1.25m`, `200k` if the whole number does not fit. Number fields can read these texts, and they are never rounded. */
export function sizeText(quantity: string, room: number): string {
  const whole = quantityText(quantity)
  if (whole.length <= room) return whole
  const short = units.flatMap(([word, unit]) => {
    const count = Number(quantity) / unit
    return count >= 1 && Number.isInteger(count * MOST_DECIMALS) ? `${withCommas(String(count))}${word}` : []
  })
  return short.find((text) => text.length < whole.length) ?? whole
}
