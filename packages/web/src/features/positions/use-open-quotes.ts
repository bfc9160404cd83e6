import { useMemo } from 'react'
import { useInstrumentsOf } from '../../live/instruments.ts'
import { useOrders, useRfqs } from '../../live/use-live.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { type OpenQuotes, openQuotesOf } from './open-quotes.ts'
import { useMarksOfNow } from './use-position-rows.ts'
import { type OpenMarket, useOpenMarkets } from '../../live/open-markets.ts'

/** The desk's open quotes in a currency, in both flows, with what each would add. */
export function useOpenQuotes(currency: string): readonly OpenQuotes[] {
  const orders = useOrders()
  const rfqs = useRfqs()
  const all = useOpenMarkets()
  const own = useMemo((): readonly OpenMarket[] => all.filter((market) => market.currency === currency), [all, currency])
  const instrumentsOf = useInstrumentsOf(own)
  const { marks, now } = useMarksOfNow()
  return useMemo(
    () =>
      openQuotesOf(currency, {
        ...{ orders: orders.values(), rfqs, instrumentsOf, now },
        // An index moves no greeks.
        markOf: (id) => markFromWire(marks.get(id), 0, now),
      }),
    [currency, orders, rfqs, instrumentsOf, marks, now],
  )
}
