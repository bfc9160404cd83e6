/** How each kind of word and figure of a line is written. The first rule that matches at a position reads it. */
import { formatExpiry, formatVenueExpiry, parseExpiry } from '../catalogue/calendar.ts'
import { parseInstrumentName } from '../catalogue/instrument-name.ts'
import type { OptionKind } from '../catalogue/instrument.ts'
import { parsePrice, parseRatio, price, RATIO_DECIMALS, type Price, type Ratio } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { readDecimal, readPrice, readQuantity, suggestDecimal } from '../numbers/read.ts'
import type { InstrumentWanted } from '../structure/parse.ts'
import { isStructureWord } from './families.ts'
import { expiriesLike, isListedYear, isPassedYear, MONTH, namedExpiries } from './expiry-words.ts'
import { areStrikesLarge, type Listing } from './listing.ts'
import type { Part, Reading, Rule } from './part.ts'
import { termRules } from './term-rules.ts'
import { currencies, nearestWord } from './vocabulary.ts'

const NAME = String.raw`[a-z]{2,6}(?:_[a-z]{3,4})?-(?:perpetual|\d{1,2}[a-z]{3}\d{2}(?:-\d+(?:d\d+)?-[cp])?)`
const DATE = String.raw`\d{1,2}[ -]?${MONTH}[ -]?(?:20)?[2-4]\d`
const FIGURE = String.raw`\d[\d.,]*[km]?`
const SIGN = '[+\u2212-]'
/** A part ends here: no more characters of the same word or figure follow. */
const END = String.raw`(?![\w.]|,\d)`
const rule = (pattern: string, read: Rule['read']): Rule => ({ pattern: new RegExp(pattern, 'iy'), read })

/** `+1 BTC-25DEC26-90000-C`, `-1.50 Put 26 Jun 26 80000`, `+2 Fut 26 Jun 26`, `-1 Perp`, and `DO_BTC-25DEC26-90000-C` as on the wire. */
const LEG = `(${SIGN})\\s?(${FIGURE})x?\\s*(?:(?:[A-Z]{2}_)?(${NAME})|(call|put|c|p)\\s+(${DATE})\\s+(${FIGURE})|(?:fut|futures?)\\s+(${DATE})|(perp)(?:etual)?)${END}`
const HEDGE = `hedge\\s+(${SIGN})\\s?(${FIGURE})x?\\s+(${NAME}|perp(?:etual)?)\\s*@\\s*(${FIGURE})${END}`

const legs: readonly Rule[] = [
  rule(HEDGE, ([, sign, times, name, at], listing) => {
    const instrument = /^perp/i.test(name!) ? listing.find(future(listing, undefined)) : listing.named(name!)
    const [ratio, hedgePrice] = [ratioOf(times!), readPrice(at!)]
    if (instrument === undefined) return { problem: `${name} is not listed.` }
    if (ratio === undefined || hedgePrice === undefined) return { problem: 'Write a hedge as hedge -15000 BTC-PERPETUAL @ 91000.' }
    return [{ kind: 'LEG', leg: { instrument, side: sideOf(sign!), ratio, price: hedgePrice } }]
  }),
  rule(LEG, (match, listing) => {
    const [text, sign, times, name, kind, optionDate, strikeText, futureDate] = match
    const ratio = ratioOf(times!)
    if (ratio === undefined) return { problem: `${times} is not a valid ratio; at most ${RATIO_DECIMALS} decimals are accepted.` }
    const instrument =
      name === undefined ? listing.find(legWanted(listing, { kind, date: optionDate ?? futureDate, strikeText })) : listing.named(name)
    if (instrument === undefined) return { problem: `${text} is not listed.` }
    return [{ kind: 'LEG', leg: { instrument, side: sideOf(sign!), ratio } }]
  }),
]

const sideOf = (sign: string): 'BUY' | 'SELL' => (sign === '+' ? 'BUY' : 'SELL')
const ratioOf = (text: string): Ratio | undefined => {
  const ratio = parseRatio(readDecimal(text) ?? '')
  return ratio === 0 ? undefined : ratio
}
const future = ({ currency }: Listing, expiresAt: Instant | undefined): InstrumentWanted => ({
  baseCurrency: currency,
  kind: 'FUTURE',
  ...(expiresAt === undefined ? {} : { expiresAt }),
})

type LegTexts = Readonly<Record<'kind' | 'date' | 'strikeText', string | undefined>>
function legWanted(listing: Listing, { kind, date, strikeText }: LegTexts): InstrumentWanted {
  const expiresAt = date === undefined ? undefined : parseExpiry(dateText(date))
  if (kind === undefined) return future(listing, expiresAt)
  const strike = strikeText === undefined ? undefined : readPrice(strikeText)
  return {
    baseCurrency: listing.currency,
    kind: 'OPTION',
    optionKind: /^p/i.test(kind) ? 'PUT' : 'CALL',
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(strike === undefined ? {} : { strike }),
  }
}

const instruments: readonly Rule[] = [
  rule(`(?:[A-Z]{2}_)?(${NAME})${END}`, ([, name], listing) => {
    const parsed = parseInstrumentName(name!.toUpperCase())
    const instrument = listing.named(name!)
    if (instrument !== undefined) return [{ kind: 'INSTRUMENT', instrument }]
    if (parsed === undefined) return undefined
    return missing(name!, parsed.expiresAt, parsed.option?.strike, listing)
  }),
]

function missing(name: string, expiresAt: Instant | undefined, strike: Price | undefined, listing: Listing) {
  const isKnown = expiresAt === undefined || listing.isExpiry(expiresAt)
  if (!isKnown) return { problem: `There is no expiry ${formatExpiry(expiresAt)}. Listed: ${namedExpiries(listing)}.` }
  if (expiresAt === undefined || strike === undefined) return { problem: `${name} is not listed.` }
  return undefined
}

/** Keeps only digits, letters and single spaces: `25-Dec-2026` becomes `25 Dec 2026`. */
const dateText = (text: string): string => {
  const [, day, month, year] = /^(\d{1,2})[ -]?([a-z]{3})[a-z]*[ -]?(?:20)?(\d{2})$/i.exec(text)!
  return `${day} ${month} ${year}`
}

const shortened = (listing: Listing, found: readonly Instant[], text: string): readonly Reading[] | { readonly problem: string } => {
  if (found.length === 0) return { problem: `There is no expiry ${text}. Listed: ${namedExpiries(listing)}.` }
  const [only] = found
  if (found.length === 1) return [{ kind: 'EXPIRIES', expiries: [only] }]
  return found.map((at) => ({ kind: 'EXPIRIES', expiries: [at], assumed: formatVenueExpiry(at) }))
}

/** `Dec25` in 2026: without a space it is a month and its year. The next expiry of that month is offered. */
function passed(text: string, month: string, year: number, listing: Listing): Pick<Part, 'problem' | 'instead'> | undefined {
  const isJoined = !/[ -]/.test(text)
  if (!isJoined || !isPassedYear(year, listing)) return undefined
  const [next] = expiriesLike({ month }, listing)
  const instead = next === undefined ? undefined : formatVenueExpiry(next)
  return { problem: `${text} has passed.`, ...(instead === undefined ? {} : { instead: { part: instead, text: instead } }) }
}

const dates: readonly Rule[] = [
  rule(`(${DATE})${END}`, ([, text], listing) => {
    const expiresAt = parseExpiry(dateText(text!))
    if (expiresAt === undefined || !listing.isExpiry(expiresAt))
      return { problem: `There is no expiry ${text!.trim()}. Listed: ${namedExpiries(listing)}.` }
    return [{ kind: 'EXPIRIES', expiries: [expiresAt] }]
  }),
  rule(`(${MONTH})[ -]?['’]?(?:20)?([2-4]\\d)(?![\\dkm.,]|\\s*/\\s*\\d+(?!\\d*${MONTH}))`, ([text, month, year], listing) =>
    isListedYear(Number(year), listing)
      ? shortened(listing, expiriesLike({ month: month!, year: Number(year) }, listing), text)
      : passed(text, month!, Number(year), listing),
  ),
  rule(`(\\d{1,2})[ -]?(${MONTH})(?![a-z])`, ([text, day, month], listing) =>
    shortened(listing, expiriesLike({ day: Number(day), month: month! }, listing), text),
  ),
  rule(`(${MONTH})(?![a-z])`, ([text, month], listing) => shortened(listing, expiriesLike({ month: month! }, listing), text)),
  rule('perp(?:etual)?(?![a-z])', () => [{ kind: 'EXPIRIES', expiries: [undefined] }]),
]

const STRIKE = String.raw`${FIGURE}(?:\s?[cp](?![a-z]))?(?![ -]?${MONTH})`

const figures: readonly Rule[] = [
  rule(`([1-9])x([1-9])${END}`, ([, first, second]) => [{ kind: 'RATIOS', first: Number(first), second: Number(second) }]),
  rule(`(\\d{1,2})\\s?(?:d|delta|\u0394)(?![a-z\\d]|[ -]?(?:hedged?|neutral))`, ([, hundredths]) => [
    { kind: 'DELTA', hundredths: Number(hundredths) },
  ]),
  rule(`(?:x\\s?(${FIGURE})|(${FIGURE})\\s?(?:x|\u00d7|lots?|contracts?))${END}`, ([text, after, before]) => {
    const typed = (after ?? before)!.replace(/,$/, '')
    const quantity = readQuantity(typed)
    if (quantity !== undefined) return [{ kind: 'QUANTITY', quantity, isInThousands: false, isPlain: false }]
    if (readDecimal(typed) !== undefined) return { problem: `${text.trim()} is not a valid quantity.` }
    return noNumber(text, typed)
  }),
  rule(`${STRIKE}(?:(?:\\s*/\\s*|-)${STRIKE})+${END}`, ([text], listing) => strikesOf(text, listing)),
  rule(`(${FIGURE})\\s?([cp])${END}`, ([text], listing) => strikesOf(text, listing)),
  rule(`${FIGURE}${END}`, ([text], listing) => {
    const strikes = strikesOf(text, listing)
    if (!isReadings(strikes)) return strikes
    const quantity = readQuantity(text)
    if (quantity === undefined) return strikes
    return [...strikes, { kind: 'QUANTITY', quantity, isInThousands: /k$/i.test(text), isPlain: true }]
  }),
]

const isReadings = (found: ReturnType<typeof strikesOf>): found is readonly Reading[] => Array.isArray(found)

const KIND: Readonly<Record<string, OptionKind>> = { c: 'CALL', p: 'PUT' }

/** `100/120k` means thousands for both; so does `90/100` if strikes are in the tens of thousands. */
function strikesOf(text: string, listing: Listing): readonly Reading[] | { readonly problem: string; readonly instead?: Part['instead'] } {
  const typed = [...text.matchAll(/(\d[\d.,]*[km]?)\s?([cp]?)/gi)].map(([, figure, letter]) => ({
    figure: figure!,
    letter: letter!.toLowerCase(),
  }))
  const wrong = typed.find(({ figure }) => readDecimal(figure) === undefined)
  if (wrong !== undefined) return noNumber(text, wrong.figure)
  const isShort = typed.some(({ figure }) => /k$/i.test(figure)) || areStrikesLarge(listing)
  const strikes = typed.map(({ figure }) => {
    const decimal = readDecimal(isShort && !/[km]$/i.test(figure) && Number(figure) < 1000 ? `${figure}k` : figure)
    return decimal === undefined ? undefined : parsePrice(decimal)
  })
  const none = typed.find((_, place) => strikes[place] === undefined || strikes[place]! < price('0.0001'))
  if (none !== undefined) return { problem: `${none.figure} was not recognised.` }
  return [{ kind: 'STRIKES', strikes: strikes as readonly Price[], optionKinds: typed.map(({ letter }) => KIND[letter]) }]
}

function noNumber(text: string, figure: string): { readonly problem: string; readonly instead?: Part['instead'] } {
  const meant = suggestDecimal(figure)
  const problem = `${figure} is not a valid number.`
  return meant === undefined ? { problem } : { problem, instead: { part: meant, text: text.replace(figure, meant) } }
}

const shorthand: readonly Rule[] = [
  rule(`(?:two|2)-?way(?![a-z])`, () => [{ kind: 'TERMS', terms: { isOneWay: false } }]),
  // It may also be an expiry in two weeks.
  rule(`2w${END}`, ([text]) => ({ problem: `${text} was not recognised.`, instead: { part: 'two-way', text: 'two-way' } })),
  rule(`atm(?:f|s)?(?![a-z\\d])|at[- ]the[- ]money(?![a-z])`, () => [{ kind: 'AT_THE_MONEY' }]),
]

const words: readonly Rule[] = [
  rule(`[a-z]+(?![a-z\\d])`, ([text]) => {
    const word = text.toLowerCase()
    if (currencies.has(word.toUpperCase())) return [{ kind: 'CURRENCY', currency: word.toUpperCase() as never }]
    if (POLITE.test(word)) return [{ kind: 'NOTHING' }]
    if (isStructureWord(word)) return [{ kind: 'WORD', word }]
    const near = nearestWord(word)
    return { problem: `“${word}” was not recognised.`, ...(near === undefined ? {} : { instead: { part: near, text: near } }) }
  }),
]

/** Words without any effect. */
const POLITE = /^(?:of|on|the|a|an|for|in|and|rfq|pls|please|twoway|both|ways|cstm|custom)$/

export const rules: readonly Rule[] = [...legs, ...instruments, ...termRules, ...dates, ...shorthand, ...figures, ...words]
