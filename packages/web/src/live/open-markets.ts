/** The open markets: each is a venue and a base currency with listed instruments. Every choice of venue and currency uses them. */
import { catalogueCalls } from '@parley/contracts'
import { products, unifiedVenueCodes, type VenueCode } from '@parley/core'
import { useMemo } from 'react'
import { create } from 'zustand'
import { client } from './api.ts'
import { report } from './report.ts'
import { useSession } from './session.ts'

export type OpenMarket = { readonly venue: VenueCode; readonly currency: string }

/** Undefined until the venues have been loaded. */
export const useOpenMarketsStore = create<{ readonly markets: readonly OpenMarket[] | undefined }>(() => ({ markets: undefined }))

const noMarkets: readonly OpenMarket[] = []
/** The markets of the venues that the user can see. */
export function useOpenMarkets(): readonly OpenMarket[] {
  const markets = useOpenMarketsStore((state) => state.markets ?? noMarkets)
  const seen = useSeenVenues()
  return useMemo(() => markets.filter(({ venue }) => seen(venue)), [markets, seen])
}
/** The markets of every venue. */
export const openMarkets = (): readonly OpenMarket[] => useOpenMarketsStore.getState().markets ?? noMarkets

/**
 * A desk with accounts can see the unified markets at the venues of those accounts, and a desk without accounts can see all. Another venue is
 * visible only with an account there.
 */
export function seenVenues(active: readonly string[]): (venue: string) => boolean {
  const unified: readonly string[] = unifiedVenueCodes
  const hasNone = !active.some((venue) => unified.includes(venue))
  return (venue) => active.includes(venue) || (hasNone && unified.includes(venue))
}

/** A stable function until the venues of the desk's accounts change. */
export function useSeenVenues(): (venue: string) => boolean {
  const active = useSession(({ session }) => (session.state === 'SIGNED_IN' ? session.user.active_products.join() : ''))
  return useMemo(() => seenVenues(active === '' ? [] : active.split(',')), [active])
}

export const marketName = ({ venue, currency }: OpenMarket): string => `${venue}.${currency}`
export const currenciesOf = (markets: readonly OpenMarket[]): readonly string[] => [...new Set(markets.map(({ currency }) => currency))]
export const venuesOf = (markets: readonly OpenMarket[]): readonly VenueCode[] => [...new Set(markets.map(({ venue }) => venue))]

/** One for each coin: at the chosen venue, or at the first one that has it. */
export const indexMarkets = (markets: readonly OpenMarket[], venue: VenueCode | 'ALL'): readonly OpenMarket[] => {
  const here = markets.filter((market) => venue === 'ALL' || market.venue === venue)
  return currenciesOf(here).map((currency) => here.find((market) => market.currency === currency)!)
}

/** The initial market. Until the open ones are known, the first of the catalogue that may trade. */
export const firstMarket = (markets: readonly OpenMarket[]): OpenMarket => markets[0] ?? products.find(({ isDisabled }) => !isDisabled)!

async function askMarkets(): Promise<readonly OpenMarket[]> {
  const { results } = await client.call(catalogueCalls.listMarkets, {})
  return results.map(({ venue, base_currency: currency }) => ({ venue, currency }))
}

/** While a user is signed in. If they may not ask, they have no open markets. */
export function followOpenMarkets(): () => void {
  let isLeft = false
  const setMarkets = (markets: readonly OpenMarket[]) => {
    if (!isLeft) useOpenMarketsStore.setState({ markets })
  }
  askMarkets().then(setMarkets, (error: unknown) => {
    report('Could not load the open markets.', error)
    setMarkets([])
  })
  return () => {
    isLeft = true
    useOpenMarketsStore.setState({ markets: undefined })
  }
}
