/** Everything the comparison needs. The chains of the other venues are loaded with it and not before. */
import { hedgeLegs, strategyLegs, unifiedVenueCodes, type IndexOf, type Structure, type VenueCode } from '@parley/core'
import { useMemo } from 'react'
import { useInstrumentsOf } from '../../../../live/instruments.ts'
import { marketName, useOpenMarkets } from '../../../../live/open-markets.ts'
import { useMarkets, useMarks, useNow } from '../../../../live/use-live.ts'
import { compareVenues, type Comparison, type VenueThere } from './compare-venues.ts'

export type ComparisonState = {
  readonly comparison: Comparison
  readonly index: IndexOf
  /** The age of the oldest book, in ms. */
  readonly ageMs: number
  /** The venues whose instruments are still loading. */
  readonly coming: readonly VenueCode[]
  readonly hasHedge: boolean
}

/** The builder's own venue first. Undefined until its index has arrived. */
export function useComparison(structure: Structure): ComparisonState | undefined {
  const [lead] = strategyLegs(structure)
  const { venue: own, baseCurrency } = lead!.instrument
  // A venue that lists only perpetuals would be an empty column.
  const isPerpetual = strategyLegs(structure).every(({ instrument }) => instrument.kind === 'FUTURE' && instrument.expiresAt === undefined)
  const open = useOpenMarkets()
  const here = useMemo(
    () =>
      open
        .filter(({ venue, currency }) => currency === baseCurrency && (unifiedVenueCodes.includes(venue) || isPerpetual))
        .toSorted((a, b) => Number(b.venue === own) - Number(a.venue === own)),
    [open, baseCurrency, own, isPerpetual],
  )
  const listOf = useInstrumentsOf(here)
  const markets = useMarkets()
  const marks = useMarks()
  const now = useNow(1_000)
  return useMemo(() => {
    const indexText = markets.get(`${own}.${baseCurrency}`)?.index_price
    if (indexText === undefined || Number(indexText) <= 0) return undefined
    const index: IndexOf = { baseCurrency, price: Number(indexText) }
    const there = here.map((market): VenueThere | undefined => {
      const instruments = listOf(marketName(market))
      return instruments && { venue: market.venue, instruments, index: markets.get(marketName(market))?.index_price }
    })
    const comparison = compareVenues(structure, there.filter((one) => one !== undefined), marks, index) // prettier-ignore
    return {
      comparison,
      index,
      ageMs: Math.max(0, ...here.map((market) => now - (markets.get(marketName(market))?.receivedAt ?? now))),
      coming: here.flatMap(({ venue }, place) => (there[place] === undefined ? [venue] : [])),
      hasHedge: hedgeLegs(structure).length > 0,
    }
  }, [structure, here, listOf, markets, marks, now, own, baseCurrency])
}
