/** The rows of the order-book markets, worked out from what is live. Pure. */
import type { GroupRfqView } from '@parley/contracts'
import { structureMark } from '../../live/marks.ts'
import type { GroupLive } from '../../live/group-store.ts'
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

export function marketRowOf(market: GroupRfqView, live: Known, pinned: ReadonlySet<string>): MarketRow {
  const quotes = live.quotesByMarket.get(market.id)
  const { bids, asks } = bookOfMarket(live.bookByMarket.get(market.id), quotes)
  const own = ownPart(quotes, live.tradesByMarket.get(market.id))
  const id = marketName(market.id)
  return {
    id,
    market,
    ...wordsOf(market),
    status: market.status === 'EXPIRED' ? 'Ended' : (own.status ?? 'Active'),
    bestBid: bids[0],
    bestAsk: asks[0],
    quotes: bids.length + asks.length,
    own,
    mark: structureMark(shapeOf(market).legs, live.marks),
    isPinned: pinned.has(id),
  }
}

type Words = Pick<MarketRow, 'shape' | 'strategy' | 'structure' | 'ratio' | 'decimals'>
const words = new WeakMap<GroupRfqView, Words>()

/** What of a row never changes, worked out once: a thousand markets are drawn anew with every mark. */
function wordsOf(market: GroupRfqView): Words {
  const known = words.get(market)
  if (known !== undefined) return known
  const shape = shapeOf(market)
  const made = {
    shape,
    strategy: strategyName(shape),
    structure: structureText(shape.legs),
    ratio: ratiosText(shape.legs),
    decimals: priceDecimals(shape),
  }
  words.set(market, made)
  return made
}

const DAY_MS = 86_400_000

/** By the UTC day, as the venue's expiries go. */
export const hasTradedToday = ({ last_trade: last }: GroupRfqView, now: number): boolean =>
  last !== null && Math.floor(last.executed_at / DAY_MS) === Math.floor(now / DAY_MS)
