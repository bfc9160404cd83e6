/** Converts between a structure's price and the vols of its legs. The marks give the shape of the smile. Pure. */
import {
  impliedVolatility,
  isHedge,
  isRefusal,
  legPricesFor,
  MILLISECONDS_PER_YEAR,
  optionPrice,
  parsePrice,
  priceToNumber,
  ratioToNumber,
  structureMark,
  structurePriceText,
  structureTick,
  type Leg,
  type Mark,
  type Price,
  type Structure,
} from '@parley/core'

type MarkOf = (instrumentId: number) => Mark | undefined

const VOL = /^(\d{1,3}(?:\.\d{1,3})?)\s*(?:v|vol|vols)$/i

/** `52v`, `52.5 vol`: percent. */
export function readVolText(text: string): number | undefined {
  const vol = Number(VOL.exec(text.trim())?.[1])
  return vol > 0 ? vol : undefined
}

/**
 * The structure's price, on its tick, at a vol in percent. One option is priced at that vol. For several, all vols move by the same number of
 * points until their vega-weighted mean is that vol.
 */
export function priceAtVol(structure: Structure, vol: number, markOf: MarkOf, now: number): string | undefined {
  const middle = structureMark(structure, markOf)?.markIv
  if (middle === undefined) return undefined
  const shift = vol / 100 - middle
  let sum = 0
  for (const leg of structure.legs) {
    if (isHedge(leg)) continue
    const mark = markOf(leg.instrument.id)
    const value = mark === undefined ? undefined : legValue(leg, mark, shift, now)
    if (value === undefined) return undefined
    sum += (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio) * value
  }
  const tick = structureTick(structure)
  return structurePriceText(structure, (Math.round(sum / priceToNumber(tick)) * tick) as Price)
}

function legValue({ instrument }: Leg, mark: Mark, shift: number, now: number): number | undefined {
  if (instrument.kind === 'FUTURE') return mark.markPrice
  const { strike, optionKind } = instrument
  const volatility = (mark.markIv ?? 0) + shift
  if (strike === undefined || optionKind === undefined || !(volatility > 0)) return undefined
  const forward = mark.underlyingPrice
  const value = optionPrice({
    kind: optionKind,
    forward,
    strike: priceToNumber(strike),
    years: yearsTo(instrument.expiresAt, now),
    volatility,
  })
  return instrument.marginKind === 'INVERSE' ? value / forward : value
}

/** The vol of each option leg, in percent, if the price is split over the legs as on the wire. */
export function volsOfPrice(structure: Structure, text: string, markOf: MarkOf, now: number): readonly number[] | undefined {
  const price = parsePrice(text)
  const legPrices = price === undefined ? undefined : legPricesFor(structure, price, markOf)
  return legPrices === undefined || isRefusal(legPrices) ? undefined : volsOfLegPrices(structure, legPrices, markOf, now)
}

/** In the order of the option legs. Undefined if a price is below the option's intrinsic value. */
export function volsOfLegPrices(
  structure: Structure,
  prices: readonly Price[],
  markOf: MarkOf,
  now: number,
): readonly number[] | undefined {
  const vols = structure.legs.flatMap((leg, place) =>
    leg.instrument.kind === 'OPTION' ? [legVol(leg, prices[place]!, markOf(leg.instrument.id), now)] : [],
  )
  return vols.length > 0 && vols.every((vol) => vol !== undefined) ? vols : undefined
}

export function legVol({ instrument }: Leg, price: Price, mark: Mark | undefined, now: number): number | undefined {
  const { strike, optionKind } = instrument
  if (mark === undefined || strike === undefined || optionKind === undefined) return undefined
  const forward = mark.underlyingPrice
  const vol = impliedVolatility({
    kind: optionKind,
    forward,
    strike: priceToNumber(strike),
    years: yearsTo(instrument.expiresAt, now),
    price: priceToNumber(price) * (instrument.marginKind === 'INVERSE' ? forward : 1),
  })
  return vol === undefined ? undefined : vol * 100
}

const yearsTo = (expiresAt: number | undefined, now: number): number => Math.max((expiresAt ?? now) - now, 0) / MILLISECONDS_PER_YEAR

const MOST_SHOWN = 2

/** `legs 52.0, 50.8 vol`, which cannot be confused with a bid and an ask. For more than two legs, the lowest and the highest. */
export function volsText(vols: readonly number[]): string {
  const shown = vols.map((vol) => vol.toFixed(1))
  if (vols.length <= MOST_SHOWN) return `${vols.length === 1 ? '' : 'legs '}${shown.join(', ')} vol`
  return `legs ${Math.min(...vols).toFixed(1)}–${Math.max(...vols).toFixed(1)} vol`
}
