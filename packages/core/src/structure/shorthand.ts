/**
 * A line as one desk types it to another, `BTC 27MAR26 100k/120k call spread 250x`, or a description copied from the tape (rulebook 3.15).
 * Forgiving about how things are said, never about what: a word or a figure that it does not understand is named, and nothing is left out.
 */
import { formatExpiry, parseExpiry } from '../catalogue/calendar.ts'
import { parseInstrumentName } from '../catalogue/instrument-name.ts'
import { products } from '../catalogue/products.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import { formatPrice, parsePrice, price, type Price, type Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { readDecimal, readQuantity, suggestDecimal } from '../numbers/read.ts'
import { MAX_DESCRIPTION } from './limits.ts'
import { shapeNamed } from './families.ts'
import { legsWanted, parseStructure, type FindInstrument, type InstrumentWanted, type Places } from './parse.ts'
import type { Leg, Structure } from './structure.ts'

export type Shorthand = {
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  /** Undefined where the line names none. */
  readonly quantity: Quantity | undefined
  /** Undefined where the line says nothing of it. */
  readonly isHedged: boolean | undefined
  readonly isAnonymous: boolean | undefined
  /** Whether it says which way the desk would trade. A request says nothing of that: the makers quote both ways. */
  readonly isOneWay: boolean
}

export type UnreadShorthand = {
  readonly problem: string
  /** The number that may have been meant where one cannot be read, and the line with it put in. */
  readonly correction?: { readonly part: string; readonly line: string }
}

/** The structure that the line describes, or a sentence that says what the line lacks or what of it is not understood. */
export function readShorthand(line: string, find: FindInstrument, currency: BaseCurrency = 'BTC'): Shorthand | UnreadShorthand {
  if (line.length > MAX_DESCRIPTION) return { problem: 'This is too long for one request.' }
  const described = parseStructure(line, currency, find)
  if (described !== undefined) return { ...silent, baseCurrency: currency, structure: described }
  const unread = unreadNumber(line)
  if (unread !== undefined) return unread
  const parsed = partsOf(spelledOut(line), currency)
  const shape = shapeNamed(parsed)
  if (typeof shape === 'string') return { problem: shape, ...withQuantity(line, find, currency) }
  const legs: Leg[] = []
  for (const { instrument: wanted, side, ratio } of legsWanted(shape, parsed.places, parsed.baseCurrency)) {
    const instrument = find(wanted)
    if (instrument === undefined) return { problem: `There is no ${words(wanted)}.` }
    legs.push({ instrument, side, ratio })
  }
  const { baseCurrency, quantity, isHedged, isAnonymous, isOneWay } = parsed
  if (isHedged === true && legs.some((leg) => leg.instrument.kind !== 'OPTION'))
    return { problem: 'Only options are hedged with a perpetual.' }
  return { baseCurrency, structure: { legs }, quantity, isHedged, isAnonymous, isOneWay }
}

const silent = { quantity: undefined, isHedged: undefined, isAnonymous: undefined, isOneWay: false } as const

/** `straddle 40` may mean forty of them. That is offered where the line is understood so, and never taken for the person. */
function withQuantity(line: string, find: FindInstrument, currency: BaseCurrency): Pick<UnreadShorthand, 'correction'> {
  if (SIZE.test(line)) return {}
  const parts = line.split(' ')
  const offers = parts.flatMap((part, place) => {
    if (!FIGURE.test(part)) return []
    const meant = parts.map((each, at) => (at === place ? `${each}x` : each)).join(' ')
    return 'problem' in readShorthand(meant, find, currency) ? [] : [{ part: `${part}x`, line: meant }]
  })
  // Of two figures the one in thousands is the strike.
  const plain = offers.filter(({ part }) => !/k/i.test(part))
  const [only, ...others] = plain.length > 0 ? plain : offers
  return only === undefined || others.length > 0 ? {} : { correction: only }
}

type ParsedLine = {
  readonly baseCurrency: BaseCurrency
  readonly quantity: Quantity | undefined
  readonly places: Places
  readonly isHedged: boolean | undefined
  readonly isAnonymous: boolean | undefined
  readonly isOneWay: boolean
  /** The words of the line when the figures and what goes with the structure are taken out. */
  readonly rest: string
  /** Why the figures cannot be understood. */
  readonly problem: string | undefined
}

const INSTRUMENT = /\b[a-z]{2,6}(?:_[a-z]{3,4})?-(?:perpetual|\d{1,2}[a-z]{3}\d{2}(?:-\d+(?:d\d+)?-[cp])?)\b/gi
const DATE = /\b(\d{1,2})[ -]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]?(?:20)?(\d{2})\b/gi
const SIZE = /(?:^|\s)(?:x\s?([\d.,]+[km]?)|([\d.,]+[km]?)\s?(?:x|lots?|contracts?))(?=[\s,]|$)/i
/** `sell 100 …` names a quantity, where nothing else does. */
const SIZE_OF_SIDE = /(?<=\b(?:buy|sell)\s+)([\d.,]+[km]?)(?=\s)/i
const RATIO = /\b1x[23]\b/i
const NUMBER = /\b\d[\d.,]*[km]?\b/gi
/** Strikes as they are written side by side: `100/120k`. */
const ROW = /\b\d[\d.,]*[km]?\b(?:\s*\/\s*\d[\d.,]*[km]?\b)*/gi
/** No figure of a line has a sign: one that has is a price or a delta. */
const SIGNED = /^[+-]\.?\d/
const FIGURE = /^\d[\d.,]*[km]?$/i
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

/** `12,5x` is no quantity and `0,5k` no strike: what may have been meant is offered, and nothing is read. */
function unreadNumber(line: string): UnreadShorthand | undefined {
  const figures = line.split(/[\s/]+/).map((each) => each.replace(/^x(?=\d)/i, '').replace(/x?,?$/i, ''))
  const signed = figures.find((each) => SIGNED.test(each))
  if (signed !== undefined) return { problem: `${signed} is not understood.` }
  const figure = figures.find((each) => FIGURE.test(each) && readDecimal(each) === undefined)
  if (figure === undefined) return undefined
  const meant = suggestDecimal(figure)
  const problem = `${figure} is no number.`
  return meant === undefined ? { problem } : { problem, correction: { part: meant, line: line.replace(figure, meant) } }
}

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
  const size = SIZE.exec(withoutDates) ?? SIZE_OF_SIDE.exec(withoutDates)
  const withoutSize =
    size === null ? withoutDates : `${withoutDates.slice(0, size.index)} ${withoutDates.slice(size.index + size[0].length)}`
  const quantity = size === null ? undefined : readQuantity(size[1] ?? size[2]!)
  const { strikes, repeated } = strikesIn(withoutSize)
  const said = withoutSize.replaceAll(NUMBER, ' ').toLowerCase()
  const named = [...currencies].find((each) => new RegExp(`\\b${each}\\b`, 'i').test(said))
  const words = named === undefined ? said : said.replace(new RegExp(`\\b${named}\\b`, 'i'), ' ')
  const { rest, ...extras } = extrasIn(words)
  return {
    ...extras,
    baseCurrency: named ?? currency,
    quantity,
    places: placesOf(expiries, strikes),
    rest: `${rest} ${ratio.toLowerCase()}`,
    problem: size !== null && quantity === undefined ? `${size[0].trim()} is no quantity.` : repeated,
  }
}

const HEDGED = /\b(?:with )?(?:delta[- ]?)?hedged?\b|\bwith delta\b|\bdelta[- ]neutral\b|\bdh\b/
const UNHEDGED = /\b(?:no hedge|un-?hedged|live)\b/
const ANONYMOUS = /\banon(?:ymous(?:ly)?)?\b/
const DISCLOSED = /\b(?:disclosed|not anon(?:ymous)?)\b/
const ONE_WAY = /\b(?:buy|sell)(?:ing)?\b/

/** A line may say more than the structure and the quantity: a hedge, a name or none, a side. */
function extrasIn(words: string) {
  let rest = words
  const take = (pattern: RegExp): boolean => {
    const is = pattern.test(rest)
    rest = rest.replace(pattern, ' ')
    return is
  }
  // The longer words first: each takes its own out of the line.
  const isUnhedged = take(UNHEDGED)
  const isHedged = take(HEDGED)
  const isDisclosed = take(DISCLOSED)
  const isAnonymous = take(ANONYMOUS)
  const isOneWay = take(ONE_WAY)
  return {
    isHedged: isHedged ? true : isUnhedged ? false : undefined,
    isAnonymous: isAnonymous ? true : isDisclosed ? false : undefined,
    isOneWay,
    rest,
  }
}

/** `100/120k` means thousands for both. A figure that stands twice and not in one row of strikes has another meaning, which is not known. */
function strikesIn(text: string): { readonly strikes: readonly Price[]; readonly repeated: string | undefined } {
  const inThousands = (text.match(NUMBER) ?? []).some((each) => /k$/i.test(each))
  const strikeOf = (each: string): Price | undefined => {
    const decimal = readDecimal(inThousands && !/[km]$/i.test(each) && Number(each) < 1000 ? `${each}k` : each)
    const strike = decimal === undefined ? undefined : parsePrice(decimal)
    return strike === undefined || strike < price('0.0001') ? undefined : strike
  }
  const strikes: Price[] = []
  let repeated: string | undefined
  for (const row of text.match(ROW) ?? []) {
    const figures = row.match(NUMBER) ?? []
    const read = figures.map(strikeOf)
    const wrong = figures.find((_, place) => read[place] === undefined || strikes.includes(read[place]!))
    if (wrong !== undefined) repeated ??= `${wrong} is not understood. A quantity is written 100x.`
    strikes.push(...read.filter((each) => each !== undefined))
  }
  return { strikes, repeated }
}

function placesOf(expiries: readonly (Instant | undefined)[], typed: readonly Price[]): Places {
  const strikes = [...new Set(typed)].sort((a, b) => a - b)
  if (expiries.length < 2 || typed.length === 0) return { expiries, strikes }
  const [near, far = near] = typed
  return { expiries, strikes, strikeAt: [strikes.indexOf(near!), strikes.indexOf(far!)] }
}

function words({ baseCurrency, kind, expiresAt, optionKind, strike }: InstrumentWanted): string {
  const expiry = expiresAt === undefined ? 'perpetual' : formatExpiry(expiresAt)
  if (kind === 'FUTURE') return expiresAt === undefined ? `${baseCurrency} perpetual` : `${baseCurrency} future of ${expiry}`
  return `${baseCurrency} ${optionKind === 'CALL' ? 'call' : 'put'} of ${expiry}${strike === undefined ? '' : ` at ${formatPrice(strike)}`}`
}
