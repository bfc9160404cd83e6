/** Model values of the options on sale, from the marks of listed options. */
import type { AuctionView } from '@parley/contracts'
import type { Instrument } from '@parley/core'
import { useMemo, useRef } from 'react'
import { useInstrumentsOf } from '../../live/instruments.ts'
import { useOpenMarkets, type OpenMarket } from '../../live/open-markets.ts'
import { useLive } from '../../live/store.ts'
import { useNow } from '../../live/use-live.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { type Model, modelOf } from './bid-figures.ts'

const EVERY_MS = 2_000
/** The venue with the most options. Its smile represents the market. */
const VENUE = 'DBT'

/**
 * Model values by auction id. Updated every two seconds, which is often enough for a table. A closed auction keeps the last value before its close, if
 * this window saw it.
 */
export function useModels(auctions: Iterable<AuctionView>): ReadonlyMap<number, Model> {
  const open = useOpenMarkets()
  const markets = useMemo(() => open.filter(({ venue }) => venue === VENUE), [open])
  const instrumentsOf = useInstrumentsOf(markets)
  const now = useNow(EVERY_MS)
  const last = useRef<ReadonlyMap<number, Model>>(new Map())
  return useMemo(() => {
    const { marks, markets: received } = useLive.getState()
    const found = new Map<number, Model>()
    for (const auction of auctions) {
      const before = last.current.get(auction.id)
      if (auction.status === 'EXPIRED') {
        if (before !== undefined) found.set(auction.id, before)
        continue
      }
      const market: OpenMarket | undefined = markets.find(({ currency }) => currency === auction.option.underlying)
      const name = market === undefined ? '' : `${market.venue}.${market.currency}`
      const listed: readonly Instrument[] = [...(instrumentsOf(name)?.values() ?? [])]
      const index = Number(received.get(name)?.index_price ?? 0)
      const model = modelOf(auction, listed, (id) => markFromWire(marks.get(id), index, now), now)
      if (model !== undefined) found.set(auction.id, model)
    }
    last.current = found
    return found
  }, [auctions, markets, instrumentsOf, now])
}
