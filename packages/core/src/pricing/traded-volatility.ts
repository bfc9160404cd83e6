/** The volatility at which each leg of a trade was priced (rulebook 6.10), from the forwards at that time. */
import { priceToNumber, type Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { isHedge, type Structure } from '../structure/structure.ts'
import { MILLISECONDS_PER_YEAR } from './black76.ts'
import { impliedVolatility } from './implied-volatility.ts'

/** The prices of a trade's legs, and the forwards of its option legs when it was agreed. */
export type PricedLegs = {
  readonly legPrices: readonly Price[]
  readonly reference?: { readonly forwards?: readonly (Price | undefined)[] }
  readonly agreedAt: Instant
}

/** One volatility per leg, in the structure's order. It is undefined for a future, below the intrinsic value, and if the forward was unknown. */
export function tradedVolatilities(structure: Structure, { legPrices, reference, agreedAt }: PricedLegs): readonly (number | undefined)[] {
  const own = structure.legs.filter((leg) => !isHedge(leg))
  return structure.legs.map((leg, place) => {
    const { optionKind, strike, expiresAt, marginKind } = leg.instrument
    const known = reference?.forwards?.[own.indexOf(leg)]
    if (known === undefined || optionKind === undefined || strike === undefined || expiresAt === undefined) return undefined
    const forward = priceToNumber(known)
    const traded = priceToNumber(legPrices[place]!)
    return impliedVolatility({
      kind: optionKind,
      forward,
      strike: priceToNumber(strike),
      years: (expiresAt - agreedAt) / MILLISECONDS_PER_YEAR,
      price: marginKind === 'INVERSE' ? traded * forward : traded,
    })
  })
}
