/** The venue writes decimals as texts, padded with noughts; an absent one is an empty text. */
import { parsePrice, parseQuantity, priceFromNumber, type Price, type Quantity } from '@parley/core'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined

/** Exact, or undefined. */
export const priceFromWire = (value: unknown): Price | undefined => parsePrice(textOf(value) ?? '')
export const quantityFromWire = (value: unknown): Quantity | undefined => parseQuantity(textOf(value) ?? '')

/** For figures of models; undefined where there is none. */
export function figureFromWire(value: unknown): number | undefined {
  const text = textOf(value)
  if (text === undefined || text.trim() === '') return undefined
  const figure = Number(text)
  return Number.isFinite(figure) ? figure : undefined
}

/** For averages and fees, which may have more figures than a price and are dealt at by nobody. */
export function nearestPrice(value: unknown): Price | undefined {
  const figure = figureFromWire(value)
  return priceFromWire(value) ?? (figure === undefined ? undefined : priceFromNumber(figure))
}
