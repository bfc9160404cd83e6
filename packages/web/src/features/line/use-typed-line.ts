/** A line typed outside the builder, in the filter box or the palette. It uses the same grammar, for the market that it names or that is shown. */
import { createListing, type LineOffer, readLine } from '@parley/core'
import { useMemo } from 'react'
import { useInstruments } from '../../live/instruments.ts'
import { currenciesOf, firstMarket, type OpenMarket, useOpenMarkets } from '../../live/open-markets.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useLive } from '../../live/store.ts'
import { isLikeLine } from './is-like-line.ts'
import { currencyNamed, meaningText } from './line-labels.ts'
import { markedBy } from './listing-marks.ts'

export type TypedLine =
  /** Search text that is not a structure. */
  | { readonly state: 'NO_LINE' }
  | { readonly state: 'LOADING' }
  /** The line for the builder, with the currency in which it was understood. */
  | { readonly state: 'UNDERSTOOD'; readonly words: string; readonly line: string }
  | { readonly state: 'UNREAD'; readonly words: string; readonly offers: readonly LineOffer[] }

export function useTypedLine(text: string): TypedLine {
  const markets = useOpenMarkets()
  const shown = useScreen((state) => state.currency)
  const { venue, currency } = marketOf(text, markets, shown)
  const isLine = isLikeLine(text)
  const instruments = useInstruments(venue, isLine ? currency : undefined)
  const listed = instruments.state === 'LOADED' ? instruments.data : undefined
  const failed = instruments.state === 'FAILED' ? instruments.words : undefined
  const listing = useMemo(
    () => (listed === undefined ? undefined : createListing(listed.values(), currency, (one) => markedBy(useLive.getState().marks, one))),
    [listed, currency],
  )
  return useMemo((): TypedLine => {
    if (!isLine) return { state: 'NO_LINE' }
    if (listing === undefined) return failed === undefined ? { state: 'LOADING' } : { state: 'UNREAD', words: failed, offers: [] }
    const read = readLine(text, listing)
    if (read.state === 'UNREAD') return { state: 'UNREAD', words: read.problem, offers: read.offers }
    const isNamed = currencyNamed(text, [currency]) !== undefined
    return { state: 'UNDERSTOOD', words: meaningText(read.meaning), line: isNamed ? text.trim() : `${currency} ${text.trim()}` }
  }, [text, isLine, listing, failed, currency])
}

function marketOf(text: string, markets: readonly OpenMarket[], shown: string): { readonly venue: string; readonly currency: string } {
  const named = currencyNamed(text, currenciesOf(markets)) ?? (shown === 'ALL' ? undefined : shown)
  return markets.find(({ currency }) => currency === named) ?? firstMarket(markets)
}
