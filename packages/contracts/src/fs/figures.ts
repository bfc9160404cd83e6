/** The figures of listed spreads as published: times in nanoseconds, sizes as JSON numbers, amounts twice. */
import { z } from 'zod'
import { Decimal } from '../wire-types.ts'

/** Nanoseconds since 1970 as a JSON number: a whole number of milliseconds times 10^6, which JSON prints digit by digit. */
export const Nanoseconds = z.number().nonnegative().meta({ description: 'ns since 1970.' })
/** For times that may be absent. */
export const NanosecondsOrZero = z.number().nonnegative().meta({ description: 'ns since 1970; 0 if there is none.' })

/** A span of time in whole seconds: a number, or its digits. */
export const SecondsIn = z.union([
  z.number().int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
])

/** An id of eighteen digits, as text because it exceeds the exact range of a JavaScript number. */
export const SpreadId = z
  .string()
  .regex(/^\d{18}$/)
  .meta({ description: 'Up to eighteen digits, as text.' })

/** The id in a path, a query or a body. */
export const SpreadIdIn = z.string().regex(/^\d{1,18}$/, { message: 'An id must be a text of up to eighteen digits.' })

/** A size as a number, for calculations. */
export const Size = z.number().positive()

/** The whole part of an amount, for programs that cannot read decimals. */
export const Amount = z.number().int().nonnegative().meta({ description: 'The whole part.' })

/** An amount under two names: as a whole number, and exactly as `_decimal`. */
export const amountOf = <Name extends string>(name: Name, description?: string) =>
  ({
    [name]: description === undefined ? Amount : Amount.meta({ description }),
    [`${name}_decimal`]: Decimal,
  }) as { readonly [K in Name]: typeof Amount } & { readonly [K in `${Name}_decimal`]: typeof Decimal }

/** The same for an amount that may be null. */
export const amountOrNull = <Name extends string>(name: Name) =>
  ({
    [name]: Amount.nullable(),
    [`${name}_decimal`]: Decimal.nullable(),
  }) as { readonly [K in Name]: z.ZodNullable<typeof Amount> } & { readonly [K in `${Name}_decimal`]: z.ZodNullable<typeof Decimal> }
