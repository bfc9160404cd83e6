/** Numbers as screens show them (rulebook 6.6, 6.7): thousand commas, the true minus sign, the digits of the product. */
import {
  formatRatio,
  PRICE_DECIMALS,
  QUANTITY_DECIMALS,
  formatPrice,
  formatQuantity,
  type Price,
  type Quantity,
  type Ratio,
} from '../decimal.ts'
import type { Product } from '../catalogue/product.ts'
import { isFractional } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import { MINUS } from './read.ts'

const ELLIPSIS = '\u2026'
const SHOWN_RATIO_DECIMALS = 2

/** How many digits behind the point a structure's price is shown with. */
export const shownPriceDecimals = (structure: Structure, product: Product): number =>
  product.pricePrecision + (isFractional(structure) ? 1 : 0)

export const showPrice = (price: Price, decimals: number): string =>
  dressed(formatPrice(rounded(price, PRICE_DECIMALS, decimals), decimals))

export const showQuantity = (quantity: Quantity, decimals = 0): string =>
  dressed(formatQuantity(rounded(quantity, QUANTITY_DECIMALS, decimals === 0 ? QUANTITY_DECIMALS : decimals), decimals))

/** At most two decimals; what is cut is marked, so that 0.33… is not read as 0.33. */
export function showRatio(ratio: Ratio): string {
  const text = formatRatio(ratio)
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length <= SHOWN_RATIO_DECIMALS) return dressed(text)
  return `${dressed(`${whole}.${fraction.slice(0, SHOWN_RATIO_DECIMALS)}`)}${ELLIPSIS}`
}

/** A model's figure, such as a Greek or a volatility. */
export function showFigure(value: number | undefined, decimals: number): string {
  if (value === undefined || !Number.isFinite(value)) return '\u2013'
  const text = value.toFixed(decimals)
  return dressed(Number(text) === 0 ? text.replace('-', '') : text)
}

export const showVolatility = (fraction: number | undefined, decimals = 1): string =>
  fraction === undefined ? showFigure(undefined, decimals) : `${showFigure(fraction * 100, decimals)}%`

/** Half away from zero, at a coarser digit of the same scale. */
function rounded<T extends Price | Quantity>(value: T, scale: number, decimals: number): T {
  const unit = 10 ** Math.max(scale - decimals, 0)
  return (Math.sign(value) * Math.floor((Math.abs(value) + unit / 2) / unit) * unit || 0) as T
}

function dressed(plain: string): string {
  const [whole = '', fraction] = plain.replace('-', '').split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${plain.startsWith('-') ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}
