/** The reason why no order can be sent to Paradex: the data on the screen has to be current. Pure. */
import { ageText } from '../../components/time-text.ts'
import type { Market } from './model.ts'
import type { Account, Perpetuals, WatchedBook } from './perpetual-store.ts'

export type Liveness = {
  readonly market: Market | undefined
  readonly venueLine: Perpetuals['line']
  readonly accountLine: Account['line']
  readonly failure: string | undefined
  /** The book of the market of the order. Undefined while that market is not shown. */
  readonly book: Pick<WatchedBook, 'isKnown' | 'lost'> | undefined
  /** In ms. */
  readonly now: number
}

export const endedReason = ({ name }: Pick<Market, 'name'>): string => `${name} has ended at the venue. Choose another market.`

/** The venue sends prices about once a second. Older ones are grey, and later nothing can be sent (rulebook 21.23). */
export const GREY_MS = 3_000
export const STALE_MS = 5_000

/** How far the prices on the screen can be trusted. A market that has ended has no current prices. */
export function freshnessOf({ at }: Pick<Market, 'at'>, now: number): 'FRESH' | 'GREY' | 'STALE' {
  const age = at === undefined ? Infinity : now - at
  return age > STALE_MS ? 'STALE' : age > GREY_MS ? 'GREY' : 'FRESH'
}

export function disabledReasonOf({ market, venueLine, accountLine, failure, book, now }: Liveness): string | undefined {
  if (market === undefined) return 'Market data is not available.'
  if (market.hasEnded) return endedReason(market)
  if (accountLine === undefined) return 'Your Paradex account is loading.'
  if (accountLine === 'NO_ACCOUNT') return 'Your desk has no Paradex account. An administrator can connect one.'
  if (venueLine !== 'CONNECTED') return 'No data from Paradex. Order entry is disabled.'
  if (accountLine !== 'CONNECTED') return failure ?? 'Disconnected from your Paradex account. Order entry is disabled.'
  if (book !== undefined && !book.isKnown) return book.lost ?? 'The order book is loading.'
  if (market.at === undefined || market.mark === undefined) return 'No price from Paradex for this market.'
  const age = now - market.at
  return age > STALE_MS ? `Prices are ${ageText(age)} old. Order entry is disabled.` : undefined
}
