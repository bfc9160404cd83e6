import type { Quantity } from '../decimal.ts'

/** The nearest multiple of the increment, half upwards (rulebook 3.17). Called where a screen offers it, never on the way to the market. */
export const roundToIncrement = (quantity: Quantity, increment: Quantity): Quantity =>
  (Math.floor((quantity + Math.floor(increment / 2)) / increment) * increment) as Quantity
