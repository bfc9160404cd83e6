/**
 * Reads a structure from its description, as written on the wire and by tape readers: extra spaces are ignored, and custom legs can be on one line or
 * several.
 */
import { parseExpiry } from '../catalogue/calendar.ts'
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import { parsePrice, parseRatio, type Price, type Ratio } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { MAX_DESCRIPTION, MAX_LEGS } from './limits.ts'
import { UNIT_RATIO } from './recognise.ts'
import { shapes, type Shape } from './strategies.ts'
import type { Leg, Side, Structure } from './structure.ts'

/** A leg as described by a text; the caller finds its instrument. */
export type InstrumentWanted = {
  readonly baseCurrency: BaseCurrency
  readonly kind: Instrument['kind']
  /** Undefined for a perpetual. */
  readonly expiresAt?: Instant
  readonly optionKind?: OptionKind
  readonly strike?: Price
}

export type FindInstrument = (wanted: InstrumentWanted) => Instrument | undefined

export type LegWanted = { readonly instrument: InstrumentWanted; readonly side: Side; readonly ratio: Ratio }

export function parseStructure(description: string, baseCurrency: BaseCurrency, find: FindInstrument): Structure | undefined {
  const wanted = legsDescribed(description, baseCurrency)
  if (wanted === undefined) return undefined
  const legs = wanted.map(({ instrument, side, ratio }) => ({ instrument: find(instrument), side, ratio }))
  return legs.every((leg): leg is Leg => leg.instrument !== undefined) ? { legs } : undefined
}

/** The legs of a description without their instruments, for callers that have none. */
export function legsDescribed(description: string, baseCurrency: BaseCurrency): readonly LegWanted[] | undefined {
  if (description.length > MAX_DESCRIPTION) return undefined
  const text = description.replaceAll(/\s+/g, ' ').trim()
  const [word = ''] = text.split(' ', 1)
  const rest = text.slice(word.length + 1)
  if (word === 'Cstm') return parseCustom(rest, baseCurrency)
  if (word === 'Perp') return [{ instrument: { baseCurrency, kind: 'FUTURE' }, side: 'BUY', ratio: UNIT_RATIO }]
  const candidates = shapes.filter((shape) => shape.word === word)
  const places = parsePlaces(rest)
  if (candidates.length === 0 || places === undefined) return undefined
  const shape = candidates.find((each) => placesFit(each, places))
  return shape === undefined ? undefined : legsWanted(shape, places, baseCurrency)
}

/** The distinct strikes and expiries of a description, smallest first, and the strike at each expiry. */
export type Places = {
  readonly expiries: readonly (Instant | undefined)[]
  readonly strikes: readonly Price[]
  /** For two expiries: the index of each one's strike. */
  readonly strikeAt?: readonly number[]
}

const DATE = String.raw`\d{1,2} [A-Za-z]{3} \d{2}`
const ONE = new RegExp(`^(${DATE})(?: ([\\d./]+))?$`)
const END = new RegExp(`^(Perp|${DATE})(?: ([\\d.]+))?$`)

function parsePlaces(text: string): Places | undefined {
  const [near, far, ...more] = text.split(' / ')
  if (near === undefined || more.length > 0) return undefined
  if (far !== undefined) return parseTwoExpiries(near, far)
  const match = ONE.exec(near)
  const expiry = match === null ? undefined : parseExpiry(match[1]!)
  const strikes = match?.[2]?.split('/').map(parsePrice) ?? []
  if (expiry === undefined || !strikes.every((strike) => strike !== undefined)) return undefined
  const different = [...new Set(strikes)].sort((a, b) => a - b)
  return different.length === strikes.length ? { expiries: [expiry], strikes: different } : undefined
}

function parseTwoExpiries(near: string, far: string): Places | undefined {
  const ends = [near, far].map((end) => END.exec(end))
  const expiries = ends.map((end) => (end === null || end[1] === 'Perp' ? undefined : parseExpiry(end[1]!)))
  const [first, second] = expiries
  if (ends.includes(null) || second === undefined || (first ?? 0) >= second || (first === undefined && !near.startsWith('Perp')))
    return undefined
  const strikes = ends.flatMap((end) => (end?.[2] === undefined ? [] : [parsePrice(end[2])]))
  if (!strikes.every((strike) => strike !== undefined) || strikes.length === 1) return undefined
  const different = [...new Set(strikes)].sort((a, b) => a - b)
  return { expiries, strikes: different, strikeAt: strikes.map((strike) => different.indexOf(strike)) }
}

export function placesFit(shape: Shape, { expiries, strikes, strikeAt }: Places): boolean {
  const options = shape.legs.filter((leg) => leg.kind !== 'FUTURE')
  if (new Set(shape.legs.map((leg) => leg.expiry)).size !== expiries.length) return false
  if (new Set(options.map((leg) => leg.strike)).size !== strikes.length) return false
  return strikeAt === undefined || options.every((leg) => leg.strike === strikeAt[leg.expiry])
}

export function legsWanted(shape: Shape, { expiries, strikes }: Places, baseCurrency: BaseCurrency): readonly LegWanted[] {
  return shape.legs.map(({ kind, side, ratio, expiry, strike }) => ({
    instrument: wantedOf(baseCurrency, kind === 'FUTURE' ? undefined : kind, expiries[expiry], strikes[strike]),
    side,
    ratio: (ratio * UNIT_RATIO) as Ratio,
  }))
}

function wantedOf(
  baseCurrency: BaseCurrency,
  optionKind: OptionKind | undefined,
  expiresAt: Instant | undefined,
  strike: Price | undefined,
): InstrumentWanted {
  const expiry = expiresAt === undefined ? {} : { expiresAt }
  if (optionKind === undefined) return { baseCurrency, kind: 'FUTURE', ...expiry }
  return { baseCurrency, kind: 'OPTION', optionKind, ...expiry, ...(strike === undefined ? {} : { strike }) }
}

const CUSTOM = new RegExp(`^([+-])([\\d.]+) (?:(Call|Put) (${DATE}) ([\\d.]+)|Fut (${DATE})|Perp)(?: |$)`)

function parseCustom(text: string, baseCurrency: BaseCurrency): readonly LegWanted[] | undefined {
  const legs: LegWanted[] = []
  for (let rest = text; rest !== '';) {
    const match = CUSTOM.exec(rest)
    const leg = match === null ? undefined : customLeg(match, baseCurrency)
    if (leg === undefined || legs.length === MAX_LEGS) return undefined
    legs.push(leg)
    rest = rest.slice(match![0].length)
  }
  return legs.length === 0 ? undefined : legs
}

function customLeg(match: RegExpExecArray, baseCurrency: BaseCurrency): LegWanted | undefined {
  const [, sign, ratioText, option, optionExpiry, strikeText, futureExpiry] = match
  const ratio = parseRatio(ratioText!)
  const expiryText = optionExpiry ?? futureExpiry
  const expiresAt = expiryText === undefined ? undefined : parseExpiry(expiryText)
  const strike = strikeText === undefined ? undefined : parsePrice(strikeText)
  if (ratio === undefined || (expiryText !== undefined && expiresAt === undefined)) return undefined
  if (option !== undefined && strike === undefined) return undefined
  const kind = option === undefined ? undefined : option === 'Call' ? 'CALL' : 'PUT'
  return { instrument: wantedOf(baseCurrency, kind, expiresAt, strike), side: sign === '+' ? 'BUY' : 'SELL', ratio }
}
