/** A maker's two-way price: from vols leg by leg, or from a structure price that is shared out over the legs. Pure. */
import {
  formatPrice,
  isHedge,
  isRefusal,
  legPricesFor,
  MILLISECONDS_PER_YEAR,
  optionPrice,
  priceFromNumber,
  priceToNumber,
  structurePrice,
  structureTick,
  type Leg,
  type Mark,
  type Price,
  type Structure,
} from '@parley/core'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { typedPrice, type Zero } from '../typed-price.ts'

export type MakerSide = 'BUY' | 'SELL'
/** Percent, as typed: what the maker bids and asks for one leg. */
export type LegVols = { readonly bid: EnteredNumber; readonly ask: EnteredNumber }

export type MarkOf = (instrumentId: number) => Mark | undefined

export type SidePrice =
  | { readonly price: string; readonly legPrices: readonly Price[]; readonly reason: undefined }
  | { readonly price: undefined; readonly legPrices: undefined; readonly reason: string }

const refused = (reason: string): SidePrice => ({ price: undefined, legPrices: undefined, reason })

/** The side's leg prices from vols: what the maker buys at its bid vol, what it sells at its ask vol; futures at their marks. */
export function priceFromVols(structure: Structure, vols: readonly LegVols[], side: MakerSide, markOf: MarkOf, now: number): SidePrice {
  const legPrices: Price[] = []
  for (const [place, leg] of structure.legs.entries()) {
    const mark = markOf(leg.instrument.id)
    const which = (leg.side === 'BUY') === (side === 'BUY') ? 'bid' : 'ask'
    const vol = place < vols.length ? vols[place]![which] : ''
    if (vol === undefined) return refused(`The ${which} vol of ${leg.instrument.name} is no number.`)
    const price = isHedge(leg) ? leg.price : mark === undefined ? undefined : legPriceAt(leg, vol, mark, now)
    if (price === undefined) return refused(`${leg.instrument.name} needs a mark and a vol.`)
    legPrices.push(price)
  }
  const price = structurePrice(structure.legs, legPrices)
  return price === undefined
    ? refused('The legs do not add up to an exact price.')
    : { price: formatPrice(price), legPrices, reason: undefined }
}

function legPriceAt(leg: Leg, vol: string, mark: Mark, now: number): Price | undefined {
  const { instrument } = leg
  if (instrument.kind === 'FUTURE') return onTick(mark.markPrice, leg)
  const volatility = Number(vol) / 100
  if (!(volatility > 0) || instrument.strike === undefined || instrument.optionKind === undefined) return undefined
  const value = optionPrice({
    kind: instrument.optionKind,
    forward: mark.underlyingPrice,
    strike: priceToNumber(instrument.strike),
    years: Math.max((instrument.expiresAt ?? now) - now, 0) / MILLISECONDS_PER_YEAR,
    volatility,
  })
  return onTick(instrument.marginKind === 'INVERSE' ? value / mark.underlyingPrice : value, leg)
}

/** The nearest price on the leg's grid, never below one tick. */
function onTick(value: number, leg: Leg): Price | undefined {
  const price = priceFromNumber(value)
  const tick = leg.instrument.tickSize
  return price === undefined ? undefined : ((Math.max(Math.round(price / tick), 1) * tick) as Price)
}

/** A typed structure price, shared out over the legs near their marks. */
export function priceFromText(structure: Structure, text: EnteredNumber, markOf: MarkOf, zero: Zero = 'NONE'): SidePrice {
  const { price, reason } = typedPrice(text, zero)
  if (price === undefined) return refused(reason)
  const legPrices = legPricesFor(structure, price, markOf)
  return isRefusal(legPrices) ? refused(legPrices.message) : { price: formatPrice(price), legPrices, reason: undefined }
}

/** So many ticks around the structure's mark, both prices moved by the skew; never nearer than said. */
export function priceAround(
  structure: Structure,
  around: MarkOffset,
  side: MakerSide,
  mark: number | undefined,
  markOf: MarkOf,
): SidePrice {
  if (around.ticks === undefined || around.skew === undefined) return refused('The ticks around the mark are no number.')
  const [half, skew] = [Number(around.ticks), Number(around.skew)]
  if (mark === undefined) return refused('The structure has no mark now.')
  if (!(half > 0) || !Number.isFinite(skew)) return refused('Enter how many ticks around the mark.')
  const tick = structureTick(structure)
  const middle = mark / priceToNumber(tick) + skew
  // A hair is taken off first: a mark that is on the tick in decimals is seldom so in doubles.
  const ticks = side === 'BUY' ? Math.floor(middle - half + HAIR) : Math.ceil(middle + half - HAIR)
  return priceFromText(structure, formatPrice((ticks * tick) as Price), markOf)
}

/** In ticks, as typed. */
export type MarkOffset = { readonly ticks: EnteredNumber; readonly skew: EnteredNumber }
const HAIR = 1e-6

/** Every leg's mark vol less and more half the width, both moved by the skew; vols in percent. */
export function volsAround(structure: Structure, markOf: MarkOf, width: number, skew: number): readonly LegVols[] {
  return structure.legs.map((leg) => {
    const iv = markOf(leg.instrument.id)?.markIv
    if (iv === undefined) return { bid: '', ask: '' }
    const middle = iv * 100 + skew
    return { bid: Math.max(middle - width / 2, 0.1).toFixed(1), ask: (middle + width / 2).toFixed(1) }
  })
}

/** The prices since a vol was typed; a leg that had no mark then has none of it, and still takes the vols of the mark that comes. */
export type TypedVols = readonly Partial<LegVols>[]

export const volsWith = (around: readonly LegVols[], typed: TypedVols | undefined): readonly LegVols[] =>
  around.map((vols, place) => ({ ...vols, ...typed?.[place] }))

type VolTyped = { readonly place: number; readonly which: keyof LegVols; readonly vol: EnteredNumber }

/** Once one is typed, the others stand still too. */
export const volTyped = (shown: readonly LegVols[], typed: TypedVols | undefined, { place, which, vol }: VolTyped): TypedVols =>
  shown.map((vols, at) => ({ ...knownOf(vols), ...typed?.[at], ...(at === place ? { [which]: vol } : {}) }))

const knownOf = (vols: LegVols): Partial<LegVols> => Object.fromEntries(Object.entries(vols).filter(([, vol]) => vol !== ''))

export const legPricesOf = (structure: Structure, legPrices: readonly Price[]) =>
  structure.legs.map((leg, place) => ({ instrumentId: leg.instrument.id, price: formatPrice(legPrices[place]!) }))
