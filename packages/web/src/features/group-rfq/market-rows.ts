/** The rows of the order-book markets, worked out from what is live. A row is the same object until something in it changes. */
import type { GroupRfqView } from '@parley/contracts'
import { structureMark } from '../../live/marks.ts'
import type { GroupLive } from '../../live/group-store.ts'
import { remembering } from '../../live/remembered.ts'
import type { Live } from '../../live/store.ts'
import { priceDecimals, ratiosText, strategyName, structureText } from '../direct-rfq/structure-text.ts'
import { bookOfMarket, type BookLevel } from './book.ts'
import { marketName, type Shape, shapeOf } from './market-shape.ts'
import { ownPart, type OwnPart } from './own-part.ts'

export type MarketStatus = 'Active' | 'Open' | 'Filled' | 'Ended'

export type MarketRow = {
  readonly id: string
  readonly market: GroupRfqView
  readonly shape: Shape
  readonly status: MarketStatus
  readonly strategy: string
  readonly structure: string
  readonly ratio: string
  readonly bestBid: BookLevel | undefined
  readonly bestAsk: BookLevel | undefined
  readonly quotes: number
  readonly own: OwnPart
  readonly mark: number | undefined
  readonly decimals: number
  readonly isPinned: boolean
}

type Known = Pick<GroupLive, 'markets' | 'bookByMarket' | 'quotesByMarket' | 'tradesByMarket'> & Pick<Live, 'marks'>

/** Newest first: where the latest activity were, rows would change their places all the time. */
export const marketRowsOf = (live: Known, pinned: ReadonlySet<string>): readonly MarketRow[] =>
  [...live.markets.values()].sort((a, b) => b.created - a.created).map((market) => marketRowOf(market, live, pinned))

const row = remembering<MarketRow>()

export function marketRowOf(market: GroupRfqView, live: Known, pinned: ReadonlySet<string>): MarketRow {
  const shown = live.bookByMarket.get(market.id)
  const quotes = live.quotesByMarket.get(market.id)
  const trades = live.tradesByMarket.get(market.id)
  const mark = structureMark(shapeOf(market).legs, live.marks)
  const id = marketName(market.id)
  const isPinned = pinned.has(id)
  return row(market, [shown, quotes, trades, mark, isPinned], () => {
    const { bids, asks } = bookOfMarket(shown, quotes)
    const own = ownPart(quotes, trades)
    return {
      id,
      market,
      ...wordsOf(market),
      status: market.status === 'EXPIRED' ? 'Ended' : (own.status ?? 'Active'),
      bestBid: bids[0],
      bestAsk: asks[0],
      quotes: bids.length + asks.length,
      own,
      mark,
      isPinned,
    }
  })
}

type Words = Pick<MarketRow, 'shape' | 'strategy' | 'structure' | 'ratio' | 'decimals'>
const words = remembering<Words>()

/** What of a row never changes, worked out once: a thousand markets are drawn anew with every mark. */
const wordsOf = (market: GroupRfqView): Words =>
  words(market, [], () => {
    const shape = shapeOf(market)
    return {
      shape,
      strategy: strategyName(shape),
      structure: structureText(shape.legs),
      ratio: ratiosText(shape.legs),
      decimals: priceDecimals(shape),
    }
  })

const DAY_MS = 86_400_000

/** By the UTC day, as the venue's expiries go. */
export const hasTradedToday = ({ last_trade: last }: GroupRfqView, now: number): boolean =>
  last !== null && Math.floor(last.executed_at / DAY_MS) === Math.floor(now / DAY_MS)
