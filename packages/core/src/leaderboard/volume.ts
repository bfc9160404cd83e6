/** The value of a settled trade (rulebook 20.2, 20.3) in whole cents and millionths of a coin, so that sums are the same in any order. */
import { PRICE_DECIMALS, QUANTITY_DECIMALS, priceToNumber, quantityToNumber, type Price } from '../decimal.ts'
import { MILLISECONDS_PER_YEAR, optionFigures } from '../pricing/black76.ts'
import { signedRatio } from '../pricing/structure-mark.ts'
import { tradedVolatilities } from '../pricing/traded-volatility.ts'
import type { Trade } from '../rfq/model/trade.ts'
import { isHedge, strategyLegs, type Structure } from '../structure/structure.ts'

export type Volume = {
  /** In cents. */
  readonly usd: number
  /** In millionths, like quantities. */
  readonly coin: number
  /** The absolute net delta and vega of the structure without hedges, in cents. */
  readonly deltaUsd: number
  readonly vegaUsd: number
}

export type Dealt = Pick<Trade, 'quantity' | 'legPrices' | 'reference' | 'agreedAt'>

const CENTS = 100n
const QUANTITY_UNIT = 10n ** BigInt(QUANTITY_DECIMALS)
const PRICE_UNIT = 10n ** BigInt(PRICE_DECIMALS)

/** Halves are rounded up; both are positive. */
const divided = (numerator: bigint, denominator: bigint): number => Number((2n * numerator + denominator) / (2n * denominator))

/** A contract counted in dollars is one dollar, everything else is one coin, as for the notional limit of an order (rulebook 11.8). */
export const isCountedInDollars = (structure: Structure): boolean => {
  const lead = strategyLegs(structure)[0]!.instrument
  return lead.kind === 'FUTURE' && lead.marginKind === 'INVERSE'
}

/** The venue's index when the trade was agreed; otherwise the forward it was priced on, or the price at which its future traded. */
export function indexOf(structure: Structure, { reference, legPrices }: Pick<Dealt, 'reference' | 'legPrices'>): Price | undefined {
  const known = reference?.indexPrice ?? reference?.forwards?.[0]
  const future = structure.legs.findIndex(({ instrument }) => instrument.kind === 'FUTURE')
  const index = known ?? legPrices[future]
  return index !== undefined && index > 0 ? index : undefined
}

export function volumeOf(structure: Structure, dealt: Dealt): Volume {
  const { quantity } = dealt
  const index = indexOf(structure, dealt)
  const { deltaUsd, vegaUsd } = weighted(structure, dealt, index)
  if (isCountedInDollars(structure)) {
    const usd = divided(BigInt(quantity) * CENTS, QUANTITY_UNIT)
    const coin = index === undefined ? 0 : divided(BigInt(quantity) * PRICE_UNIT, BigInt(index))
    return { usd, coin, deltaUsd, vegaUsd }
  }
  const usd = index === undefined ? 0 : divided(BigInt(quantity) * BigInt(index) * CENTS, QUANTITY_UNIT * PRICE_UNIT)
  return { usd, coin: quantity, deltaUsd, vegaUsd }
}

/** Uses the forwards and the traded volatilities of the legs. A leg without them adds nothing. */
function weighted(structure: Structure, dealt: Dealt, index: Price | undefined): Pick<Volume, 'deltaUsd' | 'vegaUsd'> {
  const volatilities = tradedVolatilities(structure, dealt)
  const own = strategyLegs(structure)
  const units = quantityToNumber(dealt.quantity)
  const dollars = index === undefined ? 0 : priceToNumber(index)
  let [delta, vega] = [0, 0]
  for (const [place, leg] of structure.legs.entries()) {
    if (isHedge(leg)) continue
    const { kind, marginKind, optionKind, strike, expiresAt } = leg.instrument
    const weight = signedRatio(leg) * units
    const volatility = volatilities[place]
    if (kind === 'FUTURE') delta += weight * (marginKind === 'INVERSE' ? 1 : dollars)
    else if (volatility !== undefined) {
      const forward = priceToNumber(dealt.reference!.forwards![own.indexOf(leg)]!)
      const years = (expiresAt! - dealt.agreedAt) / MILLISECONDS_PER_YEAR
      const figures = optionFigures({ kind: optionKind!, forward, strike: priceToNumber(strike!), years, volatility })
      delta += weight * figures.delta * dollars
      vega += weight * figures.vega
    }
  }
  return { deltaUsd: Math.round(Math.abs(delta) * 100), vegaUsd: Math.round(Math.abs(vega) * 100) }
}
