/** What the rules need to know and cannot look up: instruments by name, leg prices, and the venue's figures of the moment. */
import {
  isHedge,
  refuse,
  structureMark,
  type GroupMarket,
  type Refusal,
  type Side,
  type Structure,
  type UnitExposure,
  type VenueCode,
} from '@parley/core'
import { structureOf } from '../direct-rfq/facts.ts'
import type { QuotedLeg } from '../market/leg-prices.ts'
import type { MarketData } from '../market-data/market-data.ts'

export type NamedLeg = {
  readonly instrument?: string | undefined
  readonly instrument_id?: number | undefined
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

/** The structure as asked, its instruments named or numbered. */
export function structureNamed(asked: readonly NamedLeg[], venue: VenueCode, marketData: MarketData): Structure | Refusal {
  const numbered: { instrument_id: number; ratio: string; side: Side; price?: string | null | undefined }[] = []
  for (const [place, { instrument, instrument_id, ...leg }] of asked.entries()) {
    const id = instrument_id ?? (instrument === undefined ? undefined : marketData.instrumentNamed(venue, instrument)?.id)
    if (id === undefined)
      return refuse('InstrumentUnknown', '3.3', `There is no instrument ${instrument ?? ''} at ${venue}.`, `legs.${place}.instrument`)
    numbered.push({ ...leg, instrument_id: id })
  }
  return structureOf(numbered, venue, marketData)
}

/** For a market of one leg the price alone will do. */
export function loneLegPrice({ legs }: Structure, price: string | null | undefined): readonly QuotedLeg[] | undefined {
  const own = legs.filter((leg) => !isHedge(leg))
  return price === undefined || price === null || own.length !== 1 ? undefined : [{ instrument_id: own[0]!.instrument.id, price }]
}

/** What one unit is worth in dollars, in delta and in vega, as the venue's marks say now; absent where the venue is not heard. */
export function unitOf(
  { structure, venue, baseCurrency }: Pick<GroupMarket, 'structure' | 'venue' | 'baseCurrency'>,
  marketData: MarketData,
): UnitExposure {
  const mark = structureMark(structure, (id) => marketData.mark(id))
  const index = marketData.indexPrice(venue, baseCurrency)?.price
  const lead = structure.legs.find((leg) => !isHedge(leg))!.instrument
  const size = lead.kind === 'FUTURE' && lead.marginKind === 'INVERSE' ? 1 : index
  return {
    ...(size === undefined ? {} : { notional: size }),
    ...(mark === undefined ? {} : { delta: mark.greeks.delta, vega: mark.greeks.vega }),
  }
}
