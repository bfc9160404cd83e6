/** The volatility at which each leg of a trade was dealt (rulebook 6.10), by the forwards of that moment. */
import { priceToNumber } from '../decimal.ts'
import type { Trade } from '../rfq/trade.ts'
import { isHedge, type Structure } from '../structure/structure.ts'
import { MILLISECONDS_PER_YEAR } from './black76.ts'
import { impliedVolatility } from './implied-volatility.ts'

/** In the structure's order; undefined for a future, below the intrinsic value, and where the forward was not known. */
export function tradedVolatilities(
  structure: Structure,
  { legPrices, reference, agreedAt }: Pick<Trade, 'legPrices' | 'reference' | 'agreedAt'>,
): readonly (number | undefined)[] {
  const own = structure.legs.filter((leg) => !isHedge(leg))
  return structure.legs.map((leg, place) => {
    const { optionKind, strike, expiresAt, marginKind } = leg.instrument
    const known = reference?.forwards?.[own.indexOf(leg)]
    if (known === undefined || optionKind === undefined || strike === undefined || expiresAt === undefined) return undefined
    const forward = priceToNumber(known)
    const dealt = priceToNumber(legPrices[place]!)
    return impliedVolatility({
      kind: optionKind,
      forward,
      strike: priceToNumber(strike),
      years: (expiresAt - agreedAt) / MILLISECONDS_PER_YEAR,
      price: marginKind === 'INVERSE' ? dealt * forward : dealt,
    })
  })
}
