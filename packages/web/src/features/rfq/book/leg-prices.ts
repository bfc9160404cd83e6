/** The leg prices of a side: as the server splits a structure price over the legs, or as the user has typed them. Pure. */
import type { GroupLegPricingView } from '@parley/contracts'
import { formatPrice, isHedge, parsePrice, structurePrice, type Price, type Structure } from '@parley/core'
import type { EnteredNumber } from '../../../components/number-text.ts'

/** By instrument id, as typed. */
export type TypedLegs = Readonly<Record<number, EnteredNumber>>

export type LegPrices =
  | {
      readonly state: 'KNOWN'
      readonly price: string
      readonly prices: readonly Price[]
      /** The venue has no mark for one of the legs. */
      readonly isEstimated?: true
    }
  | { readonly state: 'ASKING' }
  | { readonly state: 'NONE'; readonly words: string }

export function pricesFromWire(structure: Structure, answer: GroupLegPricingView, price: string): LegPrices {
  const prices = structure.legs.map((leg) => {
    const text = answer.leg_prices.find((one) => one.instrument_id === leg.instrument.id)?.bid_price
    return leg.price ?? (text === null || text === undefined ? undefined : parsePrice(text))
  })
  if (!prices.every((one) => one !== undefined)) return { state: 'NONE', words: 'A leg has no price.' }
  return { state: 'KNOWN', price, prices, ...(answer.leg_prices.some(({ estimated }) => estimated) ? { isEstimated: true } : {}) }
}

/** The legs determine the structure's price. A hedge has its own. */
export function pricesFromLegs(structure: Structure, typed: TypedLegs): LegPrices {
  const prices = structure.legs.map((leg) => leg.price ?? parsePrice(typed[leg.instrument.id] ?? ''))
  const missing = structure.legs.find((_, place) => prices[place] === undefined)
  if (missing !== undefined) return { state: 'NONE', words: `Enter a price for ${missing.instrument.name}.` }
  const price = structurePrice(structure.legs, prices as readonly Price[])
  return price === undefined
    ? { state: 'NONE', words: 'The leg prices do not add up to an exact price.' }
    : { state: 'KNOWN', price: formatPrice(price), prices: prices as readonly Price[] }
}

/** The request to the server: the legs, with hedge prices. */
export const wireLegs = (structure: Structure, ratioOf: (instrumentId: number) => string) =>
  structure.legs.map((leg) => ({
    instrument_id: leg.instrument.id,
    ratio: ratioOf(leg.instrument.id),
    side: leg.side,
    ...(leg.price === undefined ? {} : { price: formatPrice(leg.price) }),
  }))

export const typedFrom = (structure: Structure, known: LegPrices): TypedLegs =>
  Object.fromEntries(
    structure.legs.flatMap((leg, place) =>
      isHedge(leg) ? [] : [[leg.instrument.id, known.state === 'KNOWN' ? formatPrice(known.prices[place]!) : '']],
    ),
  )
