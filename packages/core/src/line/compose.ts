/** The meaning of one combination of readings: the structure that they make from listed instruments, with all assumptions made on the way. */
import { formatExpiry } from '../catalogue/calendar.ts'
import type { OptionKind } from '../catalogue/instrument.ts'
import { formatPrice, multiplyExact, price, type Price, type Ratio } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { MAX_LEGS } from '../structure/limits.ts'
import { legsWanted, type InstrumentWanted, type LegWanted, type Places } from '../structure/parse.ts'
import { UNIT_RATIO } from '../structure/recognise.ts'
import type { Shape } from '../structure/strategies.ts'
import { isHedge, type Leg } from '../structure/structure.ts'
import { namedExpiries } from './expiry-words.ts'
import { expiriesOfShape, kindOfWords, shapeNeeds, shapesNamed, shapeThatFits, strikesOfShape } from './families.ts'
import { gather, type Chosen, type Failure, type Gathered } from './gather.ts'
import { areStrikesLarge, neighboursOf, strikeAtDelta, strikeAtTheMoney, THOUSANDS_FROM, type Listing } from './listing.ts'
import type { LineMeaning } from './meaning.ts'
import { strikeText, strikesText } from './line-texts.ts'
import type { Part } from './part.ts'

export type Composed = {
  readonly meaning: LineMeaning
  /** Texts that replace parts, and one that is added if the line omits something. These are assumptions that a person must confirm. */
  readonly replaced: ReadonlyMap<Part, string>
  readonly added: readonly string[]
}

type Built = { readonly legs: readonly Leg[]; readonly replaced?: readonly [Part, string] | undefined; readonly added?: string | undefined }

const failed = (stage: Failure['stage'], problem: string, remedy?: Failure['remedy']): Failure => ({ stage, problem, remedy })
export const isFailure = <One extends object>(one: One | Failure): one is Failure => 'problem' in one

export function compose(choice: readonly Chosen[], listing: Listing): Composed | Failure {
  const said = gather(choice)
  if (isFailure(said)) return said
  const built = build(said, listing)
  if (isFailure(built)) return built
  const { legs } = built
  const isOption = legs.some((leg) => leg.instrument.kind === 'OPTION')
  if (isOption && said.plainQuantity?.isInThousands === true)
    return failed('PLACES', `${said.plainQuantity.part.text} was not recognised. Write a quantity as 100x.`)
  if (said.terms.isHedged === true && legs.some((leg) => leg.instrument.kind !== 'OPTION'))
    return failed('LISTED', 'Only options can be hedged with a perpetual.')
  if (said.terms.isOneWay === true && said.terms.side === undefined)
    return failed('LISTED', 'A one-way line needs buy or sell: buy … one-way.')
  const limited = limitOf(said, legs[0]!)
  if (isFailure(limited)) return limited
  const hedged = hedgePriceOf(said, listing)
  if (isFailure(hedged)) return hedged
  const replaced = new Map([...(built.replaced === undefined ? [] : [built.replaced]), ...limited.replaced, ...hedged.replaced])
  return {
    meaning: { ...said.terms, ...limited.terms, ...hedged.terms, baseCurrency: said.currency ?? listing.currency, structure: { legs } },
    replaced,
    added: built.added === undefined ? [] : [built.added],
  }
}

type AssumedTerms<Name extends 'limit' | 'hedgePrice'> = {
  readonly terms: { readonly [name in Name]?: Price }
  readonly replaced: readonly (readonly [Part, string])[]
}

const ONE = price('1')
const TICKS_OF_COIN = 10_000

/** Among traders, `@ 420` on an option priced in coin means 0.0420. That is offered, and never assumed. Four decimals are unambiguous. */
function limitOf({ terms, limitPart }: Gathered, leg: Leg): AssumedTerms<'limit'> | Failure {
  const { limit } = terms
  const { kind, quoteCurrency, baseCurrency } = leg.instrument
  if (
    limit === undefined ||
    limitPart === undefined ||
    kind !== 'OPTION' ||
    quoteCurrency !== baseCurrency ||
    Math.abs(limit) < ONE ||
    /\.\d{4}/.test(limitPart.text)
  )
    return { terms: {}, replaced: [] }
  const meant = multiplyExact(limit, 1, TICKS_OF_COIN) as Price | undefined
  if (meant === undefined) return failed('LISTED', `${limitPart.text} is not a valid price in ${quoteCurrency}.`)
  return { terms: { limit: meant }, replaced: [[limitPart, `${/^pay/i.test(limitPart.text) ? 'pay' : '@'} ${formatPrice(meant, 4)}`]] }
}

/** `vs 91` means 91k if strikes are in the tens of thousands. The literal price would trade a hedge far from any market. */
function hedgePriceOf({ terms, hedgePart }: Gathered, listing: Listing): AssumedTerms<'hedgePrice'> | Failure {
  const { hedgePrice } = terms
  if (hedgePrice === undefined || hedgePart === undefined || hedgePrice >= THOUSANDS_FROM || !areStrikesLarge(listing))
    return { terms: {}, replaced: [] }
  const meant = (hedgePrice * 1000) as Price
  if (hedgePrice < ONE || meant < THOUSANDS_FROM || /k$/i.test(hedgePart.text))
    return failed('LISTED', `${hedgePart.text} is not a valid price of ${listing.currency}.`)
  return { terms: { hedgePrice: meant }, replaced: [[hedgePart, `vs ${formatPrice(hedgePrice)}k`]] }
}

function build(said: Gathered, listing: Listing): Built | Failure {
  const { legs, currency } = said
  if (currency !== undefined && currency !== listing.currency) return failed('WORDS', `“${currency.toLowerCase()}” was not recognised.`)
  const hedges = legs.filter(isHedge)
  const own = legs.filter((leg) => !isHedge(leg))
  if (hedges.length > 0 && said.terms.isHedged !== undefined)
    return failed('WORDS', 'The line contains the hedge twice. Only one is accepted.')
  if (own.length > 0) {
    if (said.words.length + said.expiries.length + said.strikes.length + said.instruments.length > 0 || said.ratios !== undefined)
      return failed('WORDS', 'The line contains both legs and a structure. Only one of them is accepted.')
    return withHedges({ legs: own }, hedges)
  }
  const built = onlyInstrument(said) ?? buildNamed(spelledOut(said), listing)
  return isFailure(built) ? built : withHedges(built, hedges)
}

const withHedges = (built: Built, hedges: readonly Leg[]): Built | Failure =>
  built.legs.length + hedges.length > MAX_LEGS
    ? failed('WORDS', `A structure can have at most ${MAX_LEGS} legs.`)
    : { ...built, legs: [...built.legs, ...hedges] }

/** A name means that instrument and no other with the same terms. */
function onlyInstrument({ instruments, words, expiries, strikes, ratios, delta, atTheMoney }: Gathered): Built | undefined {
  const [instrument, another] = instruments
  const isAlone = words.length + expiries.length + strikes.length === 0 && ratios === undefined && (delta ?? atTheMoney) === undefined
  if (instrument === undefined || another !== undefined || !isAlone) return undefined
  return { legs: [{ instrument, side: 'BUY', ratio: UNIT_RATIO }] }
}

/** Names of instruments, converted to the words and figures for them. */
function spelledOut(said: Gathered): Gathered {
  const { instruments } = said
  const strikes = instruments.flatMap(({ strike }) => (strike === undefined ? [] : [strike]))
  const kinds = instruments.flatMap(({ optionKind }) => (optionKind === undefined ? [] : [optionKind === 'CALL' ? 'call' : 'put']))
  const expiries = [...new Set([...said.expiries, ...instruments.map(({ expiresAt }) => expiresAt)])]
  const letters = new Set(said.lettered.map(({ optionKind }) => optionKind))
  const lettered = letters.size === 1 && kindOfWords(said.words) === undefined ? [letters.has('PUT') ? 'put' : 'call'] : []
  const words = [...said.words, ...(new Set(kinds).size === 1 ? kinds.slice(0, 1) : []), ...lettered]
  const isPerpetual = words.length === 0 && expiries.length === 1 && expiries[0] === undefined
  return {
    ...said,
    words: isPerpetual ? ['perp'] : words,
    expiries: nearestFirst(expiries),
    strikes: [...said.strikes, ...strikes],
  }
}

/** A perpetual comes before all dates. Plain sorting would put undefined last. */
const nearestFirst = (expiries: readonly (Instant | undefined)[]): readonly (Instant | undefined)[] => [
  ...(expiries.includes(undefined) ? [undefined] : []),
  ...expiries.filter((at) => at !== undefined).sort((a, b) => a - b),
]

function buildNamed(said: Gathered, listing: Listing): Built | Failure {
  if (said.atTheMoney !== undefined && said.strikes.length > 0)
    return failed('WORDS', `“${said.atTheMoney.text.toLowerCase()}” and a strike contradict each other. Only one of them is accepted.`)
  const named = shapesNamed(said.ratios === undefined ? said.words : [...said.words.filter((word) => word !== 'ratio'), 'ratio'])
  if (typeof named === 'string') return failed('WORDS', named)
  if (said.ratios !== undefined) return buildRatio(said, named[0]!, listing)
  const isRatio = named[0]!.name.endsWith('Ratio Spread')
  const filled = said.strikes.length > 0 ? undefined : assumedStrikes(said, named, listing)
  if (filled !== undefined && isFailure(filled)) return filled
  const places = placesOf(said.expiries, filled?.strikes ?? said.strikes)
  const shape = shapeThatFits(named, places)
  if (shape === undefined) return failed('PLACES', shapeNeeds(named[0]!, places, namedExpiries(listing)))
  const legs = find(legsWanted(shape, places, listing.currency), said, listing)
  if (isFailure(legs)) return legs
  const contradicted = letterFailure(said, legs, shape)
  if (contradicted !== undefined) return contradicted
  return { legs, replaced: filled?.replaced, added: filled?.added ?? (isRatio ? '1x2' : undefined) }
}

type Assumed = { readonly strikes: readonly Price[]; readonly replaced?: readonly [Part, string]; readonly added?: string }

/** A delta is converted to a strike at the current marks, and a structure with one strike may mean the at-the-money strike. */
function assumedStrikes(
  { delta, expiries, plainQuantity, atTheMoney }: Gathered,
  named: readonly Shape[],
  listing: Listing,
): Assumed | Failure | undefined {
  const [shape] = named
  const [expiresAt] = expiries
  if (shape === undefined || expiresAt === undefined || expiries.length !== expiriesOfShape(shape)) return undefined
  if (delta !== undefined) {
    const kinds = shape.legs.toSorted((a, b) => a.strike - b.strike).map(({ kind }) => kind)
    if (expiries.length !== 1 || strikesOfShape(shape) !== kinds.length || new Set(kinds).size !== kinds.length)
      return failed(
        'PLACES',
        `Strikes can be given by delta for a call, a put, a strangle or a risk reversal, but not for a ${shape.name}.`,
      )
    const strikes = kinds.map((kind) => strikeAtDelta(listing, expiresAt, kind as OptionKind, delta.hundredths))
    if (!strikes.every((strike) => strike !== undefined))
      return failed('PLACES', `${delta.part.text} needs the marks of ${formatExpiry(expiresAt)}, which are not available yet.`)
    return { strikes, replaced: [delta.part, strikesText(strikes)] }
  }
  if (strikesOfShape(shape) !== 1 || (plainQuantity !== undefined && Number(plainQuantity.part.text) >= SHORT)) return undefined
  const strike = strikeAtTheMoney(listing, expiresAt)
  if (strike === undefined) return undefined
  return atTheMoney === undefined
    ? { strikes: [strike], added: strikeText(strike) }
    : { strikes: [strike], replaced: [atTheMoney, strikeText(strike)] }
}

/** A larger figure without an `x` is a strike that is not listed, and not the quantity of an at-the-money structure. */
const SHORT = 1000

/**
 * `1x2`: the ratio of the near strike, which is bought, to the far strike, which is sold. The near strike is the lower of two calls and the higher of
 * two puts.
 */
/** A strike's letter must match the structure that the words name. */
function letterFailure({ lettered }: Gathered, legs: readonly Leg[], { name }: Shape): Failure | undefined {
  const wrong = lettered.find(
    ({ strike, optionKind }) => !legs.some(({ instrument }) => instrument.strike === strike && instrument.optionKind === optionKind),
  )
  return wrong && failed('LISTED', `${strikeText(wrong.strike)}${wrong.optionKind === 'CALL' ? 'C' : 'P'} is not a leg of a ${name}.`)
}

function buildRatio(said: Gathered, shape: Shape, listing: Listing): Built | Failure {
  const optionKind = shape.legs[0]!.kind as OptionKind
  const strikes = [...new Set(said.strikes)].sort((a, b) => (optionKind === 'PUT' ? b - a : a - b))
  const [expiresAt, more] = said.expiries
  if (expiresAt === undefined || more !== undefined || strikes.length !== 2)
    return failed('PLACES', shapeNeeds(shape, { expiries: said.expiries, strikes }, namedExpiries(listing)))
  const { first, second } = said.ratios!
  const wanted = [first, second].map((times, place): LegWanted => ({
    instrument: { baseCurrency: listing.currency, kind: 'OPTION', optionKind, expiresAt, strike: strikes[place]! },
    side: place === 0 ? 'BUY' : 'SELL',
    ratio: (times * UNIT_RATIO) as Ratio,
  }))
  const legs = find(wanted, said, listing)
  return isFailure(legs) ? legs : (letterFailure(said, legs, shape) ?? { legs })
}

function find(wanted: readonly LegWanted[], said: Gathered, listing: Listing): readonly Leg[] | Failure {
  const legs: Leg[] = []
  for (const { instrument: one, side, ratio } of wanted) {
    const instrument = listing.find(one)
    if (instrument === undefined) return notListed(one, said, listing)
    legs.push({ instrument, side, ratio })
  }
  return legs
}

function notListed(one: InstrumentWanted, { strikeParts, instruments }: Gathered, listing: Listing): Failure {
  const { expiresAt, strike } = one
  const near = expiresAt === undefined || strike === undefined ? [] : neighboursOf(listing, expiresAt, strike)
  const listed = near.map((each) => formatPrice(each)).join(' and ')
  const words = `There is no ${wordsOf(one)}.${near.length === 0 ? '' : ` ${listed} ${near.length === 1 ? 'is' : 'are'} listed.`}`
  const part = strikeParts.find(({ readings }) => readings.some((each) => each.kind === 'STRIKES' && each.strikes.includes(strike!)))
  const reading = part?.readings.find((each) => each.kind === 'STRIKES')
  if (part === undefined || reading?.kind !== 'STRIKES' || instruments.length > 0) return failed('LISTED', words)
  const texts = near.map((other) =>
    strikesText(
      reading.strikes.map((each) => (each === strike ? other : each)),
      reading.optionKinds,
    ),
  )
  return failed('LISTED', words, { part, texts })
}

function placesOf(expiries: readonly (Instant | undefined)[], typed: readonly Price[]): Places {
  const strikes = [...new Set(typed)].sort((a, b) => a - b)
  if (expiries.length < 2 || typed.length === 0) return { expiries, strikes }
  const [near, far = near] = typed
  return { expiries, strikes, strikeAt: [strikes.indexOf(near!), strikes.indexOf(far!)] }
}

function wordsOf({ baseCurrency, kind, expiresAt, optionKind, strike }: InstrumentWanted): string {
  if (kind === 'FUTURE')
    return expiresAt === undefined ? `${baseCurrency} perpetual` : `${baseCurrency} future of ${formatExpiry(expiresAt)}`
  const expiry = expiresAt === undefined ? 'no expiry' : formatExpiry(expiresAt)
  return `${baseCurrency} ${optionKind === 'CALL' ? 'call' : 'put'} of ${expiry}${strike === undefined ? '' : ` at ${formatPrice(strike)}`}`
}
