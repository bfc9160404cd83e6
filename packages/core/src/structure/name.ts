/** A structure as shown on screens and in emails: `Call Spread · 27 MAR 26 · 100k / 120k`. Published descriptions are in describe.ts. */
import { formatExpiry } from '../catalogue/calendar.ts'
import { parseInstrumentName } from '../catalogue/instrument-name.ts'
import { product } from '../catalogue/products.ts'
import { formatPrice, formatRatio, priceToNumber } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { withCommas } from '../numbers/thousands.ts'
import { recognise } from './recognise.ts'
import { shapes } from './strategies.ts'
import type { Leg, Side, Structure } from './structure.ts'

/** A leg by its name on the wire. A leg with a price is a hedge. */
export type NamedLeg = {
  readonly instrumentName: string
  readonly ratio: string
  readonly side: Side
  readonly price?: string | undefined
}
type Coded = { readonly strategyCode: string; readonly legs: readonly NamedLeg[] }

type ReadLeg = {
  readonly expiresAt: number
  readonly expiry: string
  readonly strike: number | undefined
  readonly letter: 'C' | 'P' | undefined
}

const isHedge = (leg: NamedLeg): boolean => leg.price !== undefined

function readLeg(leg: NamedLeg): ReadLeg | undefined {
  const name = parseInstrumentName(leg.instrumentName)
  if (name === undefined) return undefined
  return {
    expiresAt: name.expiresAt ?? 0,
    expiry: expiryText(name.expiresAt),
    strike: name.option === undefined ? undefined : priceToNumber(name.option.strike),
    letter: name.option === undefined ? undefined : name.option.kind === 'CALL' ? 'C' : 'P',
  }
}

export const expiryText = (at: Instant | undefined): string => (at === undefined ? 'PERP' : formatExpiry(at).toUpperCase())

/** Within this time, a day and a month identify an expiry without the year. */
const YEARLESS_MS = 300 * 86_400_000

/** A leg as people call it: `25 DEC · 100k C`, `PERP`. A distant expiry keeps its year. A name that the catalogue cannot read is shown unchanged. */
export function legText(instrumentName: string, now: number): string {
  const name = parseInstrumentName(instrumentName)
  if (name === undefined) return instrumentName
  const expiry = withoutYear({ expiry: expiryText(name.expiresAt), expiresAt: name.expiresAt ?? 0 }, now)
  if (name.option === undefined) return expiry
  return `${expiry} · ${strikeText(priceToNumber(name.option.strike), 1)} ${name.option.kind === 'CALL' ? 'C' : 'P'}`
}

/** The name that people use. The name of a hedged strategy includes the hedge. */
export function strategyName({ strategyCode, legs }: Coded): string {
  const own = legs.filter((leg) => !isHedge(leg))
  return nameOf(strategyCode, own.map(readLeg)) + (own.length < legs.length ? ' + hedge' : '')
}

function nameOf(code: string, legs: readonly (ReadLeg | undefined)[]): string {
  const shape = shapes.find((each) => each.code === code || each.inverse === code)
  const [first, second] = legs
  if (shape === undefined || code === 'CM') {
    const isRatio =
      legs.length === 2 && first?.letter !== undefined && first.letter === second?.letter && first.expiresAt === second.expiresAt
    return isRatio ? `${first.letter === 'C' ? 'Call' : 'Put'} Ratio Spread` : 'Custom'
  }
  const isDiagonal = (shape.code === 'CC' || shape.code === 'PC') && first?.strike !== second?.strike
  // The legs' letters show which of the two it is.
  const name = shape.name.replace(/ \(.*\)$/, '')
  return isDiagonal ? name.replace('Calendar', 'Diagonal') : name
}

/** Expiries and strikes in the shortest unambiguous form. If `seenAt` is given, expiries of the following months omit the year. */
export function structureText(legs: readonly NamedLeg[], seenAt?: number): string {
  const own = legs.filter((leg) => !isHedge(leg))
  const read = own.map(readLeg).map((leg) => (leg === undefined ? leg : { ...leg, expiry: withoutYear(leg, seenAt) }))
  const hedge = legs.find(isHedge)
  const after = hedge === undefined ? '' : ` with ${hedgeWord(hedge.instrumentName)}`
  if (read.some((leg) => leg === undefined) || read.length === 0) return own.map((leg) => leg.instrumentName).join(' / ') + after
  return placesText(read as ReadLeg[]) + after
}

/** `perpetual`, or the future by its date. */
const hedgeWord = (instrumentName: string): string => (/-PERP(?:ETUAL)?$/.test(instrumentName) ? 'perpetual' : instrumentName)

const withoutYear = ({ expiry, expiresAt }: Pick<ReadLeg, 'expiry' | 'expiresAt'>, seenAt: number | undefined): string =>
  seenAt !== undefined && expiresAt > 0 && expiresAt - seenAt < YEARLESS_MS ? expiry.replace(/ \d+$/, '') : expiry

function placesText(legs: readonly ReadLeg[]): string {
  const byTime = [...new Map(legs.toSorted((a, b) => a.expiresAt - b.expiresAt).map((leg) => [leg.expiry, leg.expiresAt])).keys()]
  if (legs.every((leg) => leg.strike === undefined)) return byTime.join(' / ')
  const strikes = [...new Set(legs.map((leg) => leg.strike))]
  if (byTime.length === 1) return `${byTime[0]} · ${strikesText(legs)}`
  if (strikes.length === 1) return `${byTime.join(' / ')} · ${strikeText(strikes[0] ?? 0, strikes.length)}`
  return legs.map((leg) => `${leg.expiry} ${leg.strike === undefined ? '' : strikeText(leg.strike, 1) + leg.letter}`.trim()).join(' / ')
}

function strikesText(legs: readonly ReadLeg[]): string {
  const options = legs.filter((leg) => leg.strike !== undefined)
  const letters = new Set(options.map((leg) => leg.letter))
  const strikes = [...new Set(options.map((leg) => leg.strike!))].toSorted((a, b) => a - b)
  if (letters.size === 1 || strikes.length !== options.length || strikes.length > 2)
    return strikes.map((strike) => strikeText(strike, strikes.length)).join(strikes.length > 2 ? '/' : ' / ')
  return options
    .toSorted((a, b) => a.strike! - b.strike!)
    .map((leg) => strikeText(leg.strike!, options.length) + leg.letter)
    .join(' / ')
}

/** `100k`, `92.5k`, `3,200`; in a long row also `2.4k`. The text is always exact. */
export function strikeText(strike: number, among: number): string {
  const isShort = (strike >= 10_000 && strike % 500 === 0) || (among > 2 && strike >= 1_000 && strike % 100 === 0)
  return isShort ? `${strike / 1_000}k` : withCommas(String(strike))
}

type Priced = {
  readonly productCodes?: readonly string[]
  readonly legs: readonly (NamedLeg & { readonly productCode: string })[]
  readonly strategyCode: string
}

/** The product's price precision, with one more decimal for a custom structure with fractional ratios (rulebook 6.6). */
export function priceDecimals({ legs, strategyCode }: Priced): number {
  const first = legs.find((leg) => !isHedge(leg))
  const decimals = product(first?.productCode ?? '')?.pricePrecision ?? 4
  const isFractional = strategyCode === 'CM' && legs.some((leg) => !isHedge(leg) && /\.0*[1-9]/.test(leg.ratio))
  return decimals + (isFractional ? 1 : 0)
}

/** Exact text with at least this many decimals: zeros are added, and digits are never removed. */
export function priceText(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  return withCommas(kept === '' ? whole : `${whole}.${kept}`)
}

export const quantityText = (text: string): string => withCommas(text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The legs by their names on the wire. */
export const namedLegs = (legs: readonly Leg[]): readonly (NamedLeg & { readonly productCode: string })[] =>
  legs.map(({ instrument, side, ratio, price }) => ({
    instrumentName: instrument.name,
    productCode: instrument.productCode,
    side,
    ratio: formatRatio(ratio),
    ...(price === undefined ? {} : { price: formatPrice(price) }),
  }))

/** `Call Spread · 27 MAR 26 · 100k / 120k`, and the decimals in which its prices are shown. */
export function nameOfStructure(structure: Structure): { readonly name: string; readonly decimals: number } {
  const coded = { strategyCode: recognise(structure).code, legs: namedLegs(structure.legs) }
  return { name: `${strategyName(coded)} · ${structureText(coded.legs)}`, decimals: priceDecimals(coded) }
}
