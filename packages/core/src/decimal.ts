/**
 * Money is exact: prices, quantities and ratios are integers in a fixed scale, stored in doubles below 2^53 for speed. Every operation that could
 * lose a digit returns undefined instead, or throws if only a bug can cause it.
 */
declare const brand: unique symbol

/** A price in units of 1e-8: up to 90 million, positive or negative. */
export type Price = number & { readonly [brand]: 'Price' }
/** A quantity in units of 1e-6: up to 9 thousand million. */
export type Quantity = number & { readonly [brand]: 'Quantity' }
/** A leg's ratio in units of 1e-4. It is positive; the side is stored separately. */
export type Ratio = number & { readonly [brand]: 'Ratio' }

export const PRICE_DECIMALS = 8
export const QUANTITY_DECIMALS = 6
export const RATIO_DECIMALS = 4

const MOST_DIGITS = 20
const [ZERO, POINT, PLUS, MINUS] = ['0', '.', '+', '-'].map((character) => character.charCodeAt(0)) as [number, number, number, number]

/**
 * The scaled integer of a plain decimal text, or undefined if it is not one, has more digits than the scale, or exceeds 2^53. It parses whole books,
 * ten thousand levels between two frames, so it works in one pass and allocates no text.
 */
function parseScaled(text: string, decimals: number): number | undefined {
  const sign = text.charCodeAt(0)
  let value = 0
  let whole = 0
  /** The digits after the point; undefined before it. */
  let fraction: number | undefined
  for (let at = sign === MINUS || sign === PLUS ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && fraction === undefined) {
      fraction = 0
      continue
    }
    const digit = code - ZERO
    if (digit < 0 || digit > 9) return undefined
    if (fraction === undefined) whole++
    else if (++fraction > decimals) {
      if (digit !== 0) return undefined
      continue
    }
    value = value * 10 + digit
  }
  if (whole === 0 || whole > MOST_DIGITS || (fraction ?? 0) > MOST_DIGITS) return undefined
  for (let at = fraction ?? 0; at < decimals; at++) value *= 10
  // Above 2^53 a sum is rounded, but never back below it.
  if (!Number.isSafeInteger(value)) return undefined
  return sign === MINUS && value !== 0 ? -value : value
}

function formatScaled(value: number, decimals: number, least: number): string {
  const digits = Math.abs(value)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(least, '0')
  return (value < 0 ? '-' : '') + (fraction === '' ? whole : `${whole}.${fraction}`)
}

export const parsePrice = (text: string): Price | undefined => parseScaled(text, PRICE_DECIMALS) as Price | undefined
export const parseQuantity = (text: string): Quantity | undefined => parseScaled(text, QUANTITY_DECIMALS) as Quantity | undefined
export const parseRatio = (text: string): Ratio | undefined => parseScaled(text, RATIO_DECIMALS) as Ratio | undefined

/** Plain decimal text without trailing zeros, but with at least `decimals` digits after the point. */
export const formatPrice = (price: Price, decimals = 0): string => formatScaled(price, PRICE_DECIMALS, decimals)
export const formatQuantity = (quantity: Quantity, decimals = 0): string => formatScaled(quantity, QUANTITY_DECIMALS, decimals)
export const formatRatio = (ratio: Ratio, decimals = 0): string => formatScaled(ratio, RATIO_DECIMALS, decimals)

/** For constants in code and tests. Throws if the text is not exact. */
export const price = (text: string): Price => known(parsePrice(text), text)
export const quantity = (text: string): Quantity => known(parseQuantity(text), text)
export const ratio = (text: string): Ratio => known(parseRatio(text), text)

/** `a * b / divisor` if that is a whole number below 2^53, else undefined. */
export function multiplyExact(a: number, b: number, divisor: number): number | undefined {
  const product = a * b
  if (Number.isSafeInteger(product)) return product % divisor === 0 ? product / divisor : undefined
  const exact = BigInt(a) * BigInt(b)
  if (exact % BigInt(divisor) !== 0n) return undefined
  const result = Number(exact / BigInt(divisor))
  return Number.isSafeInteger(result) ? result : undefined
}

/** A leg's quantity: the structure's quantity times the leg's ratio; undefined when that needs more digits than a quantity has. */
export const legQuantity = (structure: Quantity, legRatio: Ratio): Quantity | undefined =>
  multiplyExact(structure, legRatio, 10 ** RATIO_DECIMALS) as Quantity | undefined

/** Whether the value is a whole multiple of the step. Both must have the same scale. */
export const isMultiple = (value: number, step: number): boolean => value % step === 0

function known<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new Error(`not an exact decimal: ${text}`)
  return value
}

/** The nearest double, for pricing models and charts; never for money. */
export const priceToNumber = (value: Price): number => value / 10 ** PRICE_DECIMALS
export const quantityToNumber = (value: Quantity): number => value / 10 ** QUANTITY_DECIMALS
export const ratioToNumber = (value: Ratio): number => value / 10 ** RATIO_DECIMALS
/** The price nearest to a double, for marks that come from models; undefined outside the range. */
export function priceFromNumber(value: number): Price | undefined {
  const scaled = Math.round(value * 10 ** PRICE_DECIMALS)
  return Number.isSafeInteger(scaled) ? ((scaled === 0 ? 0 : scaled) as Price) : undefined
}
