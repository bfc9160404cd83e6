/** Builds structures from requests and the currently listed instruments. */
import {
  checkStructure,
  parsePrice,
  parseRatio,
  refuse,
  type Leg,
  type Refusal,
  type Side,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { MarketData } from '../market-data/market-data.ts'

export type AskedLeg = {
  readonly instrument_id: number
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

/** The structure as requested, with instruments as currently listed. If no venue is named, it is that of the first leg. */
export function structureOf(asked: readonly AskedLeg[], named: VenueCode | undefined, marketData: MarketData): Structure | Refusal {
  const venue = named ?? marketData.instrument(asked[0]?.instrument_id ?? 0)?.venue
  const legs: Leg[] = []
  for (const [place, { instrument_id, ratio, side, price }] of asked.entries()) {
    const instrument = marketData.instrument(instrument_id)
    if (instrument === undefined || instrument.venue !== venue)
      return refuse(
        'InstrumentUnknown',
        '3.3',
        `There is no instrument ${instrument_id}${venue === undefined ? '' : ` at ${venue}`}.`,
        `legs.${place}.instrument_id`,
      )
    const exactRatio = parseRatio(ratio)
    if (exactRatio === undefined)
      return refuse('StructureInvalid', '3.2', 'A ratio must have at most 4 decimals and be less than a billion.', `legs.${place}.ratio`)
    const exactPrice = price === undefined || price === null ? undefined : parsePrice(price)
    if (exactPrice === undefined && price !== undefined && price !== null) return tooFine(`legs.${place}.price`)
    legs.push({ instrument, side, ratio: exactRatio, ...(exactPrice === undefined ? {} : { price: exactPrice }) })
  }
  const structure = { legs }
  return checkStructure(structure) ?? structure
}

/** A draft may be old, so its instruments are read again. */
export function renewed(structure: Structure, marketData: MarketData): Structure | Refusal {
  const legs = structure.legs.map((leg) => ({
    ...leg,
    instrument: marketData.instrument(leg.instrument.id) ?? { ...leg.instrument, state: 'EXPIRED' as const },
  }))
  return checkStructure({ legs }) ?? { legs }
}

export const tooFine = (field: string): Refusal =>
  refuse('PriceOffTick', '6.2', 'A price must have at most 8 decimals and be less than 90 million.', field)
