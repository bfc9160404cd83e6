/** Why nothing can be sent to the venue of perpetuals now: what is on the screen must be the truth of now. Pure. */
import { ageText } from '../../components/time-text.ts'
import type { Market } from './model.ts'
import type { Account, Perpetuals, WatchedBook } from './perpetual-store.ts'

export type Liveness = {
  readonly market: Market | undefined
  readonly venueLine: Perpetuals['line']
  readonly accountLine: Account['line']
  readonly failure: string | undefined
  /** Of the market in which it would be sent; undefined while that is not looked at. */
  readonly book: Pick<WatchedBook, 'isKnown' | 'lost'> | undefined
  /** In ms. */
  readonly now: number
}

export const endedWords = ({ name }: Pick<Market, 'name'>): string => `${name} has ended at the venue; choose another market.`

/** The venue says prices about once a second. */
export const STALE_MS = 15_000

export function whyNotSent({ market, venueLine, accountLine, failure, book, now }: Liveness): string | undefined {
  if (market === undefined) return 'The market is not known now.'
  if (market.hasEnded) return endedWords(market)
  if (accountLine === undefined) return 'Your desk’s account at the venue is on its way.'
  if (accountLine === 'NO_ACCOUNT') return 'Your desk has no account at the venue; an administrator connects one.'
  if (venueLine !== 'CONNECTED') return 'The venue is not heard now; nothing is sent upon old prices.'
  if (accountLine !== 'CONNECTED') return failure ?? 'The line to your desk’s account at the venue is down; nothing is sent blindly.'
  if (book !== undefined && !book.isKnown) return book.lost ?? 'The book is on its way.'
  if (market.at === undefined || market.mark === undefined) return 'The venue says no price of this market now.'
  const age = now - market.at
  return age > STALE_MS ? `Prices are ${ageText(age)} old; nothing is sent upon them.` : undefined
}
