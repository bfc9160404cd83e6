import type { Quantity } from '../decimal.ts'

/** The nearest multiple of the increment, halves rounded up (rulebook 3.17). Screens offer it; it is never applied on the way to the market. */
export const roundToIncrement = (quantity: Quantity, increment: Quantity): Quantity =>
  (Math.floor((quantity + Math.floor(increment / 2)) / increment) * increment) as Quantity
