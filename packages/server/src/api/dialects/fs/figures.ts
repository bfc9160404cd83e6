/** Exact figures as the published numbers of this dialect: times in nanoseconds, sizes as JSON numbers, amounts whole and exact. */
import { formatPrice, formatQuantity, quantityToNumber, type Price, type Quantity } from '@parley/core'

const NANOSECONDS_OF_A_MS = 1_000_000

/** A whole number of milliseconds keeps all its digits: JSON writes the shortest text that is this double, and that is the exact one. */
export const nanoseconds = (ms: number): number => Math.trunc(ms) * NANOSECONDS_OF_A_MS

export const nanosecondsOrZero = (ms: number | undefined): number => (ms === undefined ? 0 : nanoseconds(ms))

/** A size with which programs calculate: short enough for a double to name it exactly. */
export const sizeOf = (quantity: Quantity): number => Number(formatQuantity(quantity))

/** At least one digit after the point: known clients look for it. */
export const stepText = (price: Price): string => formatPrice(price, 1)

export const wholePart = (quantity: Quantity): number => Math.trunc(quantityToNumber(quantity))

type Twice<Name extends string> = { readonly [K in Name]: number } & { readonly [K in `${Name}_decimal`]: string }

/** Whole under its name, and exactly beside it. */
export const amounts = <Name extends string>(name: Name, quantity: Quantity): Twice<Name> =>
  ({ [name]: wholePart(quantity), [`${name}_decimal`]: formatQuantity(quantity) }) as Twice<Name>

type TwiceOrNull<Name extends string> = { readonly [K in Name]: number | null } & { readonly [K in `${Name}_decimal`]: string | null }

export const amountsOrNull = <Name extends string>(name: Name, quantity: Quantity | undefined): TwiceOrNull<Name> =>
  (quantity === undefined ? { [name]: null, [`${name}_decimal`]: null } : amounts(name, quantity)) as TwiceOrNull<Name>
