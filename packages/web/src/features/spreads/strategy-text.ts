/** Formats the names and figures of a spread. Pure. */
import {
  basisOf,
  carriedMs,
  expiryText,
  formatPrice,
  formatQuantity,
  type Funding,
  type Instant,
  type Price,
  type Quantity,
  priceText,
  priceToNumber,
  quantityText,
  spreadRate,
} from '@parley/core'
import { groupedText, MINUS, signedText, sizeText } from '../../components/figure-text.ts'
import { decimalsOf } from '../../components/number-text.ts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import type { Side, SpreadLeg, SpreadTrade, Strategy } from './model.ts'

/** `26 DEC 25`, or `PERP`. */
export const legName = ({ expiresAt }: Pick<SpreadLeg, 'expiresAt'>): string => expiryText(expiresAt as Instant | undefined)

/** `26 DEC 25 / 27 MAR 26`. */
export const strategyName = ({ near, far }: Pick<Strategy, 'near' | 'far'>): string => `${legName(near)} / ${legName(far)}`

/** The decimals of its tick, so that all prices of a column have the same number of decimals. */
export const decimalsFor = ({ tick }: Pick<Strategy, 'tick'>): number => decimalsOf(formatPrice(tick))

export const spreadPriceText = (price: Price, strategy: Pick<Strategy, 'tick'>): string =>
  priceText(formatPrice(price), decimalsFor(strategy))

/** The unit of its amounts: dollars for an inverse future, coin for a linear one. */
export const amountUnit = ({ margin, currency }: Pick<Strategy, 'margin' | 'currency'>): string => (margin === 'INVERSE' ? 'USD' : currency)

/** `= 1.093 BTC` or `= 10.9 BTC` for an inverse amount, `= $91,600` for a linear one. Undefined while the nearer leg has no mark. */
export function amountValueText(
  { margin, currency }: Pick<Strategy, 'margin' | 'currency'>,
  amount: number | undefined,
  near: number | undefined,
): string | undefined {
  if (amount === undefined || near === undefined || near <= 0) return undefined
  return margin === 'INVERSE'
    ? `= ${groupedText(amount / near, amount / near < 10 ? 3 : 1)} ${currency}`
    : `= $${groupedText(amount * near, 0)}`
}

export const amountText = (amount: Quantity): string => quantityText(formatQuantity(amount))
/** `100k`, never rounded. */
export const shortAmount = (amount: Quantity): string => sizeText(formatQuantity(amount), 0)

/** `4.95%`, with the typographic minus, or a dash if there is no rate. */
export const rateText = (rate: number | undefined, decimals = 2): string => {
  if (rate === undefined) return '—'
  const text = (rate * 100).toFixed(decimals)
  return `${Number(text) === 0 ? text.replace('-', '') : text.replace('-', MINUS)}%`
}

type Rates = { readonly basis: number | undefined; readonly rate: number | undefined }

/** The annualised yield of a price, and its basis, both as fractions. Undefined while the nearer leg has no mark. */
export function ratesOf(spread: number | undefined, { near, far }: Strategy, nearMark: number | undefined, now: number): Rates {
  if (spread === undefined || nearMark === undefined) return { basis: undefined, rate: undefined }
  return { basis: basisOf(spread, nearMark), rate: spreadRate(spread, nearMark, carriedMs(near, far, now)) }
}

export const ratesAt = (price: Price, strategy: Strategy, nearMark: number | undefined, now: number): Rates =>
  ratesOf(priceToNumber(price), strategy, nearMark, now)

/** `−0.00030 BTC`, `+189.00 USDC`. */
export const profitText = ({
  amount,
  decimals,
  currency,
}: {
  readonly amount: number
  readonly decimals: number
  readonly currency: string
}): string => `${signedText(amount, decimals)} ${currency}`

/** `pay 4.95% p.a.`: the buyer pays the carry above zero and earns it below. */
export function carryText(side: Side, rate: number | undefined): string | undefined {
  if (rate === undefined) return undefined
  const verb = (side === 'BUY') === rate >= 0 ? 'pay' : 'earn'
  return `${verb} ${rateText(Math.abs(rate))} p.a.`
}

/** The annualised premium of one future over the index: `4.55%`. A perpetual has none. */
export const legRateText = (
  { expiresAt }: Pick<SpreadLeg, 'expiresAt'>,
  mark: number | undefined,
  index: number | undefined,
  now: number,
): string =>
  expiresAt === undefined || mark === undefined || index === undefined ? '—' : rateText(spreadRate(mark - index, index, expiresAt - now))

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** `0.0100% / 8 h, next in 3 h 12 min`, or `0.0021% / 8 h, continuous`. */
export function fundingText({ rate, everyMs, nextAt }: Funding, now: number): string {
  const rest = Math.max(0, Math.ceil(((nextAt ?? now) - now) / MINUTE_MS))
  const next = nextAt === undefined ? 'continuous' : `next in ${rest >= 60 ? `${Math.floor(rest / 60)} h ` : ''}${rest % 60} min`
  return `${rateText(rate, 4)} / ${everyMs / HOUR_MS} h, ${next}`
}

/** Why the venue rejected a trade, with the account that lacks funds if the venue reports it. Undefined without a message of the venue. */
export const rejectionOf = ({ venueError, role }: Pick<SpreadTrade, 'venueError' | 'role'>): string | undefined =>
  venueError && rejectionText({ rejection: venueError, role, account: undefined, counterpartyDeskName: undefined })
