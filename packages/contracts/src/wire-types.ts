/** The basic types of the wire: decimals are sent as texts, and numbers are also accepted as input. */
import { z } from 'zod'
import { limits } from './limits.ts'

const DECIMAL = /^-?\d{1,15}(\.\d{1,12})?$/

/** A decimal as sent by the server. */
export const Decimal = z.string().regex(DECIMAL).meta({ description: 'A decimal number as text: "0.0421".' })

/** For tokens: most have 18 decimals, and a number on a chain can have 78 digits. */
export const TokenDecimal = z
  .string()
  .regex(/^\d{1,78}(\.\d{1,78})?$/)
  .meta({ description: 'A decimal number as text: "0.0421".' })

/** A decimal as sent by clients: text or JSON number, stored as text. */
const decimalIn = (pattern: RegExp) =>
  z
    .union([z.string().max(limits.decimalCharacters), z.number().finite()])
    .transform((value) => (typeof value === 'number' ? plainText(value) : value.trim()))
    .refine((text) => pattern.test(text), { message: 'The value must be a decimal number, as text or number: "0.0421".' })
export const DecimalIn = decimalIn(DECIMAL)
export const TokenDecimalIn = decimalIn(/^-?\d+(\.\d+)?$/)

/** Converts a number to plain digits, never 1e-7. A double is exact to 15 digits; digits beyond that, as in 0.1 + 0.2, are rounding errors. */
function plainText(sent: number): string {
  const value = Number(sent.toPrecision(15))
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}

export const IntegerIn = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .refine((value) => Number.isSafeInteger(value) && value >= 0, { message: 'The value must be a whole number.' })

/** As milliseconds, March 1973. As seconds, the year 5138. */
const LEAST_MOMENT = 100_000_000_000
/** As milliseconds, the year 5138. As microseconds, March 1973. */
const MOST_MOMENT = 100_000_000_000_000
const MOST_MICROSECONDS = 100_000_000_000_000_000

/**
 * A time as sent by clients, in milliseconds since 1970. A time in another unit is refused, because a filter would otherwise return everything or
 * nothing. Zero is accepted: some clients send it for "from the beginning".
 */
export const MomentIn = z
  .union([z.number(), z.string().max(32)])
  .transform((value) => (typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : Number.NaN))
  .refine(isMoment, { error: ({ input }) => momentMessage(Number(input)) })

/** Other values may have no number: `Number({ toString: 1 })` throws. */
const isScalar = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'

function isMoment(value: number): boolean {
  return value === 0 || (Number.isInteger(value) && value >= LEAST_MOMENT && value < MOST_MOMENT)
}

function momentMessage(value: number): string {
  const unit =
    value >= MOST_MICROSECONDS
      ? 'nanoseconds'
      : value >= MOST_MOMENT
        ? 'microseconds'
        : value >= LEAST_MOMENT / 1_000 && value < LEAST_MOMENT
          ? 'seconds'
          : undefined
  const accepted = 'Must be a time in milliseconds since 1970, a whole number such as 1798761600000.'
  return unit === undefined ? accepted : `${accepted} The value looks like ${unit}.`
}

export const Side = z.enum(['BUY', 'SELL'])
/** Only desks with an account at PRDX can see it. */
export const VenueCode = z.enum(['DBT', 'BIT', 'BYB', 'PRDX'])
/** A text on input, so that an unknown venue is refused by name. */
export const VenueIn = z.string().max(8).pipe(VenueCode)
/** Milliseconds since 1970, a whole number. */
export const Milliseconds = z.number().int()

const [EARLIEST, LATEST] = [1_000_000_000_000, 9_999_999_999_999]
const notAfterError = { error: ({ input }: { readonly input?: unknown }) => momentMessage(isScalar(input) ? Number(input) : Number.NaN) }
/** The latest time at which an order may be decided (rulebook 5.25). A time in another unit is refused. */
export const NotAfter = z.number(notAfterError).int(notAfterError).min(EARLIEST, notAfterError).max(LATEST, notAfterError).optional().meta({
  description:
    "Milliseconds since 1970, by the market's clock. If the order is decided later, it is refused with OrderTooLate and nothing changes. Without it, the order can be decided at any time. Responses have the time of the server in their Date header.",
})

/** Query texts: if a key is repeated, the last value is used, except for lists. */
export const Text = (characters: number) => z.string().max(characters)
export const TextList = z.preprocess(
  (value) => (value === undefined ? undefined : (Array.isArray(value) ? value : [value]).flatMap((text) => String(text).split(','))),
  z.array(z.string().max(64)).max(limits.listItems).optional(),
)
/** Some clients send the name of their own type with the value: `RFQState.OPEN`. */
const bareWord = (text: string): string => text.split('.').at(-1)!.toUpperCase()

/** One of the values, in any capitalisation; any other is refused by name. */
export const Word = <W extends string>(...accepted: readonly [W, ...W[]]) =>
  z.preprocess((value) => (typeof value === 'string' ? bareWord(value) : value), z.enum(accepted).optional())

/** A base currency with a market, for filters that would match everything if they were unknown. */
export const MarketCurrency = Word('BTC', 'ETH', 'TON', 'EOS', 'XRP')

/** Several of the values: repeated, or separated by commas. */
export const Words = <W extends string>(...accepted: readonly [W, ...W[]]) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat().flatMap((text) => String(text).split(',').map(bareWord))),
    z.array(z.enum(accepted)).max(limits.listItems).optional(),
  )

export const FlagIn = z.preprocess(
  (value) => (value === undefined ? undefined : /^(true|1|yes)$/i.test(String(value))),
  z.boolean().optional(),
)

export const pageQuery = {
  cursor: z.string().max(256).optional(),
  page_size: z.coerce.number().int().min(1).max(limits.pageSize).optional(),
}

/** For lists ordered by time: the rows between two times. */
export const periodQuery = {
  start: MomentIn.optional().meta({ description: 'ms: only rows at or after this time.' }),
  end: MomentIn.optional().meta({ description: 'ms: only rows before this time.' }),
  ...pageQuery,
}

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ count: z.number().int().optional(), next: z.string().nullable(), results: z.array(item) })

export const Empty = z.undefined()
