/** Writes a structure and its terms as a line. Reading the line returns the same structure and terms (rulebook 3.15). */
import { formatVenueExpiry } from '../catalogue/calendar.ts'
import { formatPrice, formatQuantity, formatRatio } from '../decimal.ts'
import { canonical, recognise } from '../structure/recognise.ts'
import { hedgeLegs, strategyLegs, type Leg } from '../structure/structure.ts'
import { lifetimeWord, strikesText } from './line-texts.ts'
import type { LineMeaning } from './meaning.ts'

/** `buy BTC 25DEC26 90k/100k call spread 50x dh anon @ 0.0420`. A structure without a name is written leg by leg, with its instruments' names. */
export function printLine(meaning: LineMeaning): string {
  const { structure, quantity, side, limit, isHedged, hedgePrice, isAnonymous, isOneWay, goodForMs } = meaning
  const own = strategyLegs(structure)
  const parts = [
    side?.toLowerCase(),
    structureWords(meaning),
    quantity === undefined ? undefined : `${formatQuantity(quantity)}x`,
    ...hedgeLegs(structure).map((leg) => `hedge ${signed(leg)} ${leg.instrument.name} @ ${formatPrice(leg.price!)}`),
    hedgePrice !== undefined ? `vs ${formatPrice(hedgePrice)}` : isHedged === undefined ? undefined : isHedged ? 'dh' : 'live',
    isAnonymous === undefined ? undefined : isAnonymous ? 'anon' : 'disclosed',
    isOneWay === true ? 'one-way' : undefined,
    goodForMs === undefined ? undefined : `gf ${lifetimeWord(goodForMs)}`,
    limit === undefined ? undefined : `@ ${formatPrice(limit, isInCoin(own) ? COIN_DECIMALS : 0)}`,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}

/** `BTC 25DEC26 90k/100k call spread`, without the hedges. */
export const structureWords = (of: Pick<LineMeaning, 'structure' | 'baseCurrency'>): string =>
  (nameWords(of) ?? strategyLegs(of.structure).map((leg) => `${signed(leg)} ${leg.instrument.name}`)).join(' ')

/** A price in coin with fewer decimals would be read as ticks. */
const COIN_DECIMALS = 4
const isInCoin = ([first]: readonly Leg[]): boolean =>
  first?.instrument.kind === 'OPTION' && first.instrument.quoteCurrency === first.instrument.baseCurrency

const signed = (leg: Leg): string => `${leg.side === 'BUY' ? '+' : '-'}${formatRatio(leg.ratio)}`

/** Undefined if the legs have no strategy name, are reversed, are in another order, or are linear. Instrument names are unambiguous then. */
function nameWords({ structure, baseCurrency }: Pick<LineMeaning, 'structure' | 'baseCurrency'>): readonly string[] | undefined {
  const own = strategyLegs(structure)
  const { shape, direction } = recognise({ legs: own })
  if (shape === undefined || direction === 'SELL' || own.some(({ instrument }) => instrument.marginKind === 'LINEAR')) return undefined
  const inOrder = canonical({ legs: own }).structure.legs
  if (inOrder.some((leg, place) => leg.instrument.id !== own[place]!.instrument.id)) return undefined
  const expiries = [...new Set(own.toSorted((a, b) => (a.instrument.expiresAt ?? 0) - (b.instrument.expiresAt ?? 0)).map(dateWord))]
  const strikes = own
    .toSorted((a, b) => (a.instrument.expiresAt ?? 0) - (b.instrument.expiresAt ?? 0))
    .flatMap(({ instrument }) => instrument.strike ?? [])
  const listed = [...new Set(strikes)]
  if (expiries.length === 1) listed.sort((a, b) => (shape.strikesDescend === true ? b - a : a - b))
  const ratio = /Ratio/.test(shape.name) ? `1x${Math.max(...shape.legs.map((leg) => leg.ratio))}` : undefined
  const perpetual = shape.code === 'FT' && own[0]!.instrument.expiresAt === undefined
  const words = [
    baseCurrency,
    expiries.join('/'),
    listed.length === 0 ? undefined : strikesText(listed),
    ratio,
    perpetual ? undefined : nameOf(shape.name),
  ]
  return words.filter((each) => each !== undefined)
}

const dateWord = ({ instrument }: Leg): string => (instrument.expiresAt === undefined ? 'perp' : formatVenueExpiry(instrument.expiresAt))

/** `Risk Reversal (Put)` is written `put risk reversal`. */
function nameOf(name: string): string {
  const [, plain = name, kind] = /^(.*?)(?: \((.*)\))?$/.exec(name) ?? []
  return `${kind === undefined ? '' : `${kind} `}${plain}`.toLowerCase()
}
