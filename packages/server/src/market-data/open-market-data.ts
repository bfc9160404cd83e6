/** No venue yet: an empty market. */
import type { VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Log } from '../log.ts'
import type { MarketData } from './market-data.ts'

export const openMarketData = (_venues: ReadonlyMap<VenueCode, Venue>, _log: Log): Promise<MarketData & { close(): Promise<void> }> =>
  Promise.resolve({
    instrument: () => undefined,
    instrumentNamed: () => undefined,
    instruments: () => [],
    mark: () => undefined,
    indexPrice: () => undefined,
    onMarks: () => () => undefined,
    isStale: () => true,
    close: () => Promise.resolve(),
  })
