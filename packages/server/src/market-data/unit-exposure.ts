import { structureMark, unitNotional, type BaseCurrency, type Structure, type UnitExposure, type VenueCode } from '@parley/core'
import type { MarketData } from './market-data.ts'

type Traded = { readonly structure: Structure; readonly venue: VenueCode; readonly baseCurrency: BaseCurrency }

/** The dollar value, delta and vega of one unit at the venue's current marks. Each is absent if the venue does not publish it. */
export function unitOf({ structure, venue, baseCurrency }: Traded, marketData: MarketData): UnitExposure {
  const mark = structureMark(structure, (id) => marketData.mark(id))
  const size = unitNotional(structure, marketData.indexPrice(venue, baseCurrency)?.price)
  return {
    ...(size === undefined ? {} : { notional: size }),
    ...(mark === undefined ? {} : { delta: mark.greeks.delta, vega: mark.greeks.vega }),
  }
}
