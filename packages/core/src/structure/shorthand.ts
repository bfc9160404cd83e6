/**
 * A line as one desk types it to another, `BTC 27MAR26 100k/120k call spread 250x`, or a description copied from the tape (rulebook 3.15).
 * Forgiving on purpose: the screen shows what it made of the line before anything is sent.
 */
import { formatExpiry, parseExpiry } from '../catalogue/calendar.ts'
import { parseInstrumentName } from '../catalogue/instrument-name.ts'
import { products } from '../catalogue/products.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import { formatPrice, parsePrice, price, type Price, type Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { readDecimal, readQuantity } from '../numbers/read.ts'
import { MAX_DESCRIPTION } from './limits.ts'
import { legsWanted, parseStructure, placesFit, type FindInstrument, type InstrumentWanted, type Places } from './parse.ts'
import { shapes, type Shape } from './strategies.ts'
import type { Leg, Structure } from './structure.ts'

export type Shorthand = {
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  /** Undefined where the line names none. */
  readonly quantity: Quantity | undefined
}

/** The structure that the line describes, or a sentence that says what the line lacks. */
export function readShorthand(
  line: string,
  find: FindInstrument,
  currency: BaseCurrency = 'BTC',
): Shorthand | { readonly problem: string } {
  if (line.length > MAX_DESCRIPTION) return { problem: 'This is too long for one request.' }
  const described = parseStructure(line, currency, find)
  if (described !== undefined) return { baseCurrency: currency, structure: described, quantity: undefined }
  const parsed = partsOf(spelledOut(line), currency)
  const shape = shapeOf(parsed)
  if (typeof shape === 'string') return { problem: shape }
  const legs: Leg[] = []
  for (const { instrument: wanted, side, ratio } of legsWanted(shape, parsed.places, parsed.baseCurrency)) {
    const instrument = find(wanted)
    if (instrument === undefined) return { problem: `There is no ${words(wanted)}.` }
    legs.push({ instrument, side, ratio })
  }
  return { baseCurrency: parsed.baseCurrency, structure: { legs }, quantity: parsed.quantity }
}

type ParsedLine = {
  readonly baseCurrency: BaseCurrency
  readonly quantity: Quantity | undefined
  readonly places: Places
  /** The line without its figures. */
  readonly rest: string
}

const INSTRUMENT = /\b[a-z]{2,6}(?:_[a-z]{3,4})?-(?:perpetual|\d{1,2}[a-z]{3}\d{2}(?:-\d+(?:d\d+)?-[cp])?)\b/gi
const DATE = /\b(\d{1,2})[ -]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]?(?:20)?(\d{2})\b/gi
const SIZE = /(?:^|\s)(?:x\s?([\d.,]+[km]?)|([\d.,]+[km]?)\s?(?:x|lots?|contracts?))(?=\s|$)/i
const RATIO = /\b1x[23]\b/i
const NUMBER = /\b\d[\d.,]*[km]?\b/gi
const currencies = new Set(products.map((product) => product.currency))

/** Replaces a venue's own instrument names by the words for them. */
const spelledOut = (line: string): string =>
  line.replaceAll(INSTRUMENT, (name) => {
    const parsed = parseInstrumentName(name.toUpperCase())
    if (parsed === undefined) return name
    const { underlying, expiresAt, option } = parsed
    const expiry = expiresAt === undefined ? 'perp' : `${formatExpiry(expiresAt)}${option === undefined ? ' future' : ''}`
    return `${underlying.split('_')[0]} ${expiry} ${option === undefined ? '' : `${formatPrice(option.strike)} ${option.kind}`}`
  })

function partsOf(line: string, currency: BaseCurrency): ParsedLine {
  const ratio = RATIO.exec(line)?.[0] ?? ''
  const expiries: (Instant | undefined)[] = []
  const withoutDates = line.replace(RATIO, ' ').replaceAll(DATE, (_, day: string, month: string, year: string) => {
    const expiry = parseExpiry(`${day} ${month} ${year}`)
    if (expiry !== undefined && !expiries.includes(expiry)) expiries.push(expiry)
    return ' '
  })
  expiries.sort((a, b) => (a ?? 0) - (b ?? 0))
  if (/\bperp(etual)?\b/i.test(line)) expiries.unshift(undefined)
  const size = SIZE.exec(withoutDates)
  const withoutSize = withoutDates.replace(SIZE, ' ')
  const rest = withoutSize.replaceAll(NUMBER, ' ').toLowerCase()
  const named = [...currencies].find((each) => new RegExp(`\\b${each}\\b`, 'i').test(rest))
  return {
    baseCurrency: named ?? currency,
    quantity: size === null ? undefined : readQuantity(size[1] ?? size[2]!),
    places: placesOf(expiries, strikesIn(withoutSize)),
    rest: `${rest} ${ratio.toLowerCase()}`,
  }
}

/** `100/120k` means thousands for both. */
function strikesIn(text: string): readonly Price[] {
  const typed = text.match(NUMBER) ?? []
  const inThousands = typed.some((each) => /k$/i.test(each))
  return typed.flatMap((each) => {
    const decimal = readDecimal(inThousands && !/[km]$/i.test(each) && Number(each) < 1000 ? `${each}k` : each)
    const strike = decimal === undefined ? undefined : parsePrice(decimal)
    return strike === undefined || strike < price('0.0001') ? [] : [strike]
  })
}

function placesOf(expiries: readonly (Instant | undefined)[], typed: readonly Price[]): Places {
  const strikes = [...new Set(typed)].sort((a, b) => a - b)
  if (expiries.length < 2 || typed.length === 0) return { expiries, strikes }
  const [near, far = near] = typed
  return { expiries, strikes, strikeAt: [strikes.indexOf(near!), strikes.indexOf(far!)] }
}

const families: readonly (readonly [RegExp, (kind: string) => readonly string[]])[] = [
  [/iron (butter)?fly|\bifly\b/, () => ['Iron Butterfly']],
  [/iron condor|\bicondor\b|\bic\b/, () => ['Iron Condor']],
  [/ratio|1x[23]/, (kind) => [`${kind} Ratio Spread`]],
  [/risk ?rev|\brr(call|put)?\b/, (kind) => [`Risk Reversal (${kind})`]],
  [/condor/, (kind) => [`${kind} Condor`]],
  [/fly\b/, (kind) => [`${kind} Butterfly`]],
  [/cal\b|calendar|diag/, (kind) => [`${kind} Calendar`, `${kind} Diagonal`]],
  [/straddle|\bsd\b/, () => ['Straddle']],
  [/strangle|\bsg\b/, () => ['Strangle']],
  [/fut[a-z]* (spread|spd)|fspd|\broll\b|perp[a-z]* (spread|spd)/, () => ['Future Spread']],
  [/spread|spd\b|\b[cp]s\b/, (kind) => [`${kind} Spread`]],
  [/fut|perp/, () => ['Future']],
  [/\b(call|put|c|p)s?\b/, (kind) => [kind]],
]

function shapeOf({ rest, places }: ParsedLine): Shape | string {
  const kind = /\b(puts?|p|ps|pspd|pfly|pcal|pcondor|rrput)\b/.test(rest) ? 'Put' : 'Call'
  const family = families.find(([pattern]) => pattern.test(rest))
  if (family === undefined) return 'Say what it is: call, put, call spread, straddle, risk reversal, future and so on.'
  const names = family[1](kind)
  const named = shapes.filter((shape) => names.includes(shape.name))
  const ratio = /1x([23])/.exec(rest)?.[1]
  const wanted = ratio === undefined ? named : named.filter((shape) => shape.legs.some((leg) => leg.ratio === Number(ratio)))
  return wanted.find((shape) => placesFit(shape, places)) ?? needs(wanted[0] ?? named[0]!)
}

function needs(shape: Shape): string {
  const expiries = new Set(shape.legs.map((leg) => leg.expiry)).size
  const strikes = new Set(shape.legs.filter((leg) => leg.kind !== 'FUTURE').map((leg) => leg.strike)).size
  const dates = expiries === 1 ? 'one expiry such as 27MAR26' : 'two expiries such as 27MAR26/26JUN26'
  return `A ${shape.name} needs ${dates}${strikes === 0 ? '' : ` and ${strikes} strike${strikes === 1 ? '' : 's'}`}.`
}

function words({ baseCurrency, kind, expiresAt, optionKind, strike }: InstrumentWanted): string {
  const expiry = expiresAt === undefined ? 'perpetual' : formatExpiry(expiresAt)
  if (kind === 'FUTURE') return expiresAt === undefined ? `${baseCurrency} perpetual` : `${baseCurrency} future of ${expiry}`
  return `${baseCurrency} ${optionKind === 'CALL' ? 'call' : 'put'} of ${expiry}${strike === undefined ? '' : ` at ${formatPrice(strike)}`}`
}
