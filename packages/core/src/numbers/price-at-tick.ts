/** A price as text, with the decimals of its tick: `0.0330`. Without a tick, as many as needed. */
import { formatPrice, PRICE_DECIMALS, type Price } from '../decimal.ts'
import { figureText } from './figure-text.ts'

/** Both are plain numbers in the unit of the price. */
export const priceAtTick = (value: number, tick: number | undefined): string =>
  tick === undefined ? figureText(value) : value.toFixed(decimalsOf(tick))

const decimalsOf = (tick: number): number => formatPrice(Math.round(tick * 10 ** PRICE_DECIMALS) as Price).split('.')[1]?.length ?? 0
