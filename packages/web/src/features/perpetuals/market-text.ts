/** Formats the figures of a market in its own steps. Pure. */
import { formatPrice, formatQuantity, type Price, priceToNumber, type Quantity, withCommas } from '@parley/core'
import { decimalsOf } from '../../components/number-text.ts'
import { groupedText, MINUS } from '../../components/figure-text.ts'
import { gainText } from '../../components/known-figure.ts'
import type { Market } from './model.ts'

export const priceDecimals = ({ tick }: Pick<Market, 'tick'>): number => decimalsOf(formatPrice(tick))
export const sizeDecimals = ({ increment }: Pick<Market, 'increment'>): number => decimalsOf(formatQuantity(increment))

/** `91,470.3`. */
export const priceText = (price: Price, market: Pick<Market, 'tick'>): string => withCommas(formatPrice(price, priceDecimals(market)))
/** `4.20000`, without its sign. */
export const quantityText = (quantity: Quantity, market: Pick<Market, 'increment'>): string =>
  withCommas(formatQuantity(Math.abs(quantity) as Quantity, sizeDecimals(market)))

/** `4.2`, without its sign and without trailing zeros. */
export const shortQuantity = (quantity: Quantity): string => withCommas(formatQuantity(Math.abs(quantity) as Quantity))

/** Funding is often less than a cent, so amounts below 1 have four decimals. */
export const fundingText = (value: number): string => gainText(value, Math.abs(value) < 1 ? 4 : 2)
/** `+1.20`, in percent. */
export const percentText = (value: number | undefined, decimals = 2): string => gainText(value, decimals)

const HOURS_A_DAY = 24
const DAYS_A_YEAR = 365
/** The annual rate in percent of a rate per period, without compounding. */
export const yearly = ({ fundingRate, fundingHours }: Pick<Market, 'fundingRate' | 'fundingHours'>): number | undefined =>
  fundingRate === undefined || fundingHours <= 0 ? undefined : (fundingRate / fundingHours) * HOURS_A_DAY * DAYS_A_YEAR

/** `10.3 below the bid`, `at the bid`: the position of a price relative to another. */
export function besideText(price: Price, best: Price, what: string, market: Pick<Market, 'tick'>): string {
  if (price === best) return `at the ${what}`
  const away = groupedText(priceToNumber(Math.abs(price - best) as Price), priceDecimals(market))
  return `${away} ${price < best ? 'below' : 'above'} the ${what}`
}

/** `21.0 % below the mark`. */
export function fromMarkText(price: number, mark: number): string {
  const share = ((price - mark) / mark) * 100
  return `${Math.abs(share).toFixed(1)} % ${share < 0 ? 'below' : 'above'} the mark`
}

/** `−26.3 %`. */
export const awayText = (price: number | undefined, mark: number | undefined): string => {
  if (price === undefined || mark === undefined || mark <= 0) return '—'
  const share = ((price - mark) / mark) * 100
  const away = Math.abs(share)
  // A distance of more than the mark itself needs no decimals, and has to fit its column.
  return `${share < 0 ? MINUS : '+'}${groupedText(away, away >= 100 ? 0 : 1)} %`
}
