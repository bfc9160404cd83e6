/** Exact figures as published in this dialect: times in nanoseconds, sizes as JSON numbers, amounts both rounded and exact. */
import { formatPrice, formatQuantity, quantityToNumber, type Price, type Quantity } from '@parley/core'

const NANOSECONDS_OF_A_MS = 1_000_000

/** A whole number of milliseconds keeps all its digits: JSON writes the shortest text for this double, which is the exact one. */
export const nanoseconds = (ms: number): number => Math.trunc(ms) * NANOSECONDS_OF_A_MS

export const nanosecondsOrZero = (ms: number | undefined): number => (ms === undefined ? 0 : nanoseconds(ms))

/** A size for calculations in programs: short enough for a double to represent it exactly. */
export const sizeOf = (quantity: Quantity): number => Number(formatQuantity(quantity))

/** At least one digit after the point, because known clients rely on it. */
export const stepText = (price: Price): string => formatPrice(price, 1)

export const wholePart = (quantity: Quantity): number => Math.trunc(quantityToNumber(quantity))

type Twice<Name extends string> = { readonly [K in Name]: number } & { readonly [K in `${Name}_decimal`]: string }

/** The whole number under its name, and the exact amount in a second member. */
export const amounts = <Name extends string>(name: Name, quantity: Quantity): Twice<Name> =>
  ({ [name]: wholePart(quantity), [`${name}_decimal`]: formatQuantity(quantity) }) as Twice<Name>

type TwiceOrNull<Name extends string> = { readonly [K in Name]: number | null } & { readonly [K in `${Name}_decimal`]: string | null }

export const amountsOrNull = <Name extends string>(name: Name, quantity: Quantity | undefined): TwiceOrNull<Name> =>
  (quantity === undefined ? { [name]: null, [`${name}_decimal`]: null } : amounts(name, quantity)) as TwiceOrNull<Name>
