/** One combination of readings, sorted by kind. A part that repeats what another part has set is refused by name. */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import type { Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Leg } from '../structure/structure.ts'
import type { LineTerms } from './meaning.ts'
import type { Part, Reading } from './part.ts'

export type Chosen = { readonly part: Part; readonly reading: Reading }

/** The later a reading failed, the more useful its message. */
export type Failure = {
  readonly stage: 'WORDS' | 'PLACES' | 'LISTED'
  readonly problem: string
  /** A part and the texts that would be accepted in its place. */
  readonly remedy?: { readonly part: Part; readonly texts: readonly string[] } | undefined
}

export type Gathered = {
  currency: BaseCurrency | undefined
  readonly words: string[]
  expiries: readonly (Instant | undefined)[]
  /** In the order in which they were typed. */
  strikes: readonly Price[]
  readonly lettered: { readonly strike: Price; readonly optionKind: OptionKind }[]
  readonly strikeParts: Part[]
  readonly instruments: Instrument[]
  readonly legs: Leg[]
  ratios: { readonly first: number; readonly second: number } | undefined
  delta: { readonly part: Part; readonly hundredths: number } | undefined
  /** The part that asks for the strike nearest to the forward. */
  atTheMoney: Part | undefined
  terms: LineTerms
  limitPart: Part | undefined
  hedgePart: Part | undefined
  /** A figure without an `x` was read as the quantity. */
  plainQuantity: { readonly part: Part; readonly isInThousands: boolean } | undefined
}

export function gather(all: readonly Chosen[]): Gathered | Failure {
  const sofar: Gathered = {
    currency: undefined,
    words: [],
    expiries: [],
    strikes: [],
    lettered: [],
    strikeParts: [],
    instruments: [],
    legs: [],
    ratios: undefined,
    delta: undefined,
    atTheMoney: undefined,
    terms: {},
    limitPart: undefined,
    hedgePart: undefined,
    plainQuantity: undefined,
  }
  const hasTwoExpiries = all.reduce((sum, { reading }) => sum + (reading.kind === 'EXPIRIES' ? 1 : 0), 0) > 1
  for (const chosen of all) {
    const problem = add(sofar, chosen, hasTwoExpiries ? 'TWO_EXPIRIES' : 'ONE_EXPIRY')
    if (problem !== undefined) return { stage: 'WORDS', problem }
  }
  return sofar
}

function add(sofar: Gathered, { part, reading }: Chosen, dates: 'ONE_EXPIRY' | 'TWO_EXPIRIES'): string | undefined {
  const again = /\d/.test(part.text) ? `${part.text} was not recognised.` : `“${part.text.toLowerCase()}” was not recognised.`
  switch (reading.kind) {
    case 'NOTHING':
      return undefined
    case 'WORD':
      sofar.words.push(reading.word)
      return undefined
    case 'CURRENCY':
      if (sofar.currency !== undefined && sofar.currency !== reading.currency) return again
      sofar.currency = reading.currency
      return undefined
    case 'EXPIRIES':
      sofar.expiries = [...sofar.expiries, ...reading.expiries.filter((one) => !sofar.expiries.includes(one))]
      return undefined
    case 'STRIKES': {
      const twice = reading.strikes.find((strike) => sofar.strikes.includes(strike))
      if (twice !== undefined && dates === 'ONE_EXPIRY') return `${part.text} was not recognised. Write a quantity as 100x.`
      sofar.strikes = [...sofar.strikes, ...reading.strikes]
      for (const [place, optionKind] of reading.optionKinds.entries())
        if (optionKind !== undefined) sofar.lettered.push({ strike: reading.strikes[place]!, optionKind })
      sofar.strikeParts.push(part)
      return undefined
    }
    case 'QUANTITY':
      if (sofar.terms.quantity !== undefined) return again
      sofar.terms = { ...sofar.terms, quantity: reading.quantity }
      if (reading.isPlain) sofar.plainQuantity = { part, isInThousands: reading.isInThousands }
      return undefined
    case 'RATIOS':
      if (sofar.ratios !== undefined) return again
      sofar.ratios = reading
      return undefined
    case 'DELTA':
      if (sofar.delta !== undefined) return again
      sofar.delta = { part, hundredths: reading.hundredths }
      return undefined
    case 'AT_THE_MONEY':
      if (sofar.atTheMoney !== undefined) return again
      sofar.atTheMoney = part
      return undefined
    case 'INSTRUMENT':
      sofar.instruments.push(reading.instrument)
      return undefined
    case 'LEG':
      sofar.legs.push(reading.leg)
      return undefined
    case 'TERMS':
      return addTerms(sofar, part, reading.terms) ? undefined : again
  }
}

/** A price can appear only once. With a second one, even if it is equal, a correction would be ambiguous. */
const PRICES: ReadonlySet<keyof LineTerms> = new Set(['limit', 'hedgePrice'])

/** False if the line has already set the same term with other words. */
function addTerms(sofar: Gathered, part: Part, terms: LineTerms): boolean {
  const names = Object.keys(terms) as (keyof LineTerms)[]
  if (names.some((name) => sofar.terms[name] !== undefined && (sofar.terms[name] !== terms[name] || PRICES.has(name)))) return false
  if (terms.limit !== undefined) sofar.limitPart = part
  if (terms.hedgePrice !== undefined) sofar.hedgePart = part
  sofar.terms = { ...sofar.terms, ...terms }
  return true
}
