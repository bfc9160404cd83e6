/** A maker's two-way price: from vols leg by leg, or from a structure price that is split over the legs. Pure. */
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
/** In percent, as typed: the maker's bid and ask for one leg. */
export type LegVols = { readonly bid: EnteredNumber; readonly ask: EnteredNumber }

export type MarkOf = (instrumentId: number) => Mark | undefined

export type SidePrice =
  | { readonly price: string; readonly legPrices: readonly Price[]; readonly reason: undefined }
  | { readonly price: undefined; readonly legPrices: undefined; readonly reason: string }

const refused = (reason: string): SidePrice => ({ price: undefined, legPrices: undefined, reason })

/** The leg prices of a side from vols: bid vol for legs that the maker buys, ask vol for legs it sells, and marks for futures. */
export function priceFromVols(structure: Structure, vols: readonly LegVols[], side: MakerSide, markOf: MarkOf, now: number): SidePrice {
  const legPrices: Price[] = []
  for (const [place, leg] of structure.legs.entries()) {
    const mark = markOf(leg.instrument.id)
    const which = (leg.side === 'BUY') === (side === 'BUY') ? 'bid' : 'ask'
    const vol = place < vols.length ? vols[place]![which] : ''
    if (vol === undefined) return refused(`Enter a valid ${which} vol for ${leg.instrument.name}.`)
    const price = isHedge(leg) ? leg.price : mark === undefined ? undefined : legPriceAt(leg, vol, mark, now)
    if (price === undefined) return refused(`${leg.instrument.name} needs a mark and a vol.`)
    legPrices.push(price)
  }
  const price = structurePrice(structure.legs, legPrices)
  return price === undefined
    ? refused('The leg prices do not add up to an exact price.')
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

/** The nearest price on the leg's tick grid, at least one tick. */
function onTick(value: number, leg: Leg): Price | undefined {
  const price = priceFromNumber(value)
  const tick = leg.instrument.tickSize
  return price === undefined ? undefined : ((Math.max(Math.round(price / tick), 1) * tick) as Price)
}

/** A typed structure price, split over the legs near their marks. */
export function priceFromText(structure: Structure, text: EnteredNumber, markOf: MarkOf, zero: Zero = 'NONE'): SidePrice {
  const { price, reason } = typedPrice(text, zero)
  if (price === undefined) return refused(reason)
  const legPrices = legPricesFor(structure, price, markOf)
  return isRefusal(legPrices) ? refused(legPrices.message) : { price: formatPrice(price), legPrices, reason: undefined }
}

/** This many ticks around the structure's mark, with both prices moved by the skew. Never closer than entered. */
export function priceAround(
  structure: Structure,
  around: MarkOffset,
  side: MakerSide,
  mark: number | undefined,
  markOf: MarkOf,
): SidePrice {
  if (around.ticks === undefined || around.skew === undefined) return refused('Enter a valid number of ticks.')
  const [half, skew] = [Number(around.ticks), Number(around.skew)]
  if (mark === undefined) return refused('The structure has no mark.')
  if (!(half > 0) || !Number.isFinite(skew)) return refused('Enter how many ticks around the mark.')
  const tick = structureTick(structure)
  const middle = mark / priceToNumber(tick) + skew
  // A tiny amount is subtracted first, because a mark that is on the tick in decimals is rarely so in doubles.
  const ticks = side === 'BUY' ? Math.floor(middle - half + HAIR) : Math.ceil(middle + half - HAIR)
  return priceFromText(structure, formatPrice((ticks * tick) as Price), markOf)
}

/** In ticks, as typed. */
export type MarkOffset = { readonly ticks: EnteredNumber; readonly skew: EnteredNumber }
const HAIR = 1e-6

/** The mark vol of every leg minus and plus half the width, both moved by the skew. In percent. */
export function volsAround(structure: Structure, markOf: MarkOf, width: number, skew: number): readonly LegVols[] {
  return structure.legs.map((leg) => {
    const iv = markOf(leg.instrument.id)?.markIv
    if (iv === undefined) return { bid: '', ask: '' }
    const middle = iv * 100 + skew
    return { bid: Math.max(middle - width / 2, 0.1).toFixed(1), ask: (middle + width / 2).toFixed(1) }
  })
}

/** The vols since one was typed. A leg without a mark at that time has none, and uses the vols of the mark when it arrives. */
export type TypedVols = readonly Partial<LegVols>[]

export const volsWith = (around: readonly LegVols[], typed: TypedVols | undefined): readonly LegVols[] =>
  around.map((vols, place) => ({ ...vols, ...typed?.[place] }))

type VolTyped = { readonly place: number; readonly which: keyof LegVols; readonly vol: EnteredNumber }

/** Once one vol is typed, the others stop following the mark. */
export const volTyped = (shown: readonly LegVols[], typed: TypedVols | undefined, { place, which, vol }: VolTyped): TypedVols =>
  shown.map((vols, at) => ({ ...knownOf(vols), ...typed?.[at], ...(at === place ? { [which]: vol } : {}) }))

const knownOf = (vols: LegVols): Partial<LegVols> => Object.fromEntries(Object.entries(vols).filter(([, vol]) => vol !== ''))

export const legPricesOf = (structure: Structure, legPrices: readonly Price[]) =>
  structure.legs.map((leg, place) => ({ instrumentId: leg.instrument.id, price: formatPrice(legPrices[place]!) }))
