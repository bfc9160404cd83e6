/** The channels of perpetuals that are the same for every desk: markets, books, trades. One feed for each, however many readers it has. */
import type { PerpetualBookChangeView, PerpetualMarketsView, PerpetualMarketView, PerpetualTradesView } from '@parley/contracts'
import type { Refusal } from '@parley/core'
import type { BookLevel, PerpetualBook, PerpetualsVenue, PerpetualTrade } from '@parley/venues'
import type { StreamChannel } from '../calls/channel.ts'
import { perpetualLimits as limits } from './limits.ts'
import type { MarketBoard } from './market-board.ts'
import { noVenue, unknownMarket } from './refusals.ts'
import { changedLevels, presentLevel, presentMarket, presentTrade } from './wire.ts'

type Push = (data: object) => void
type Feed = { join(push: Push): () => void }
export type MarketParts = { readonly perpetuals: PerpetualsVenue; readonly board: MarketBoard; readonly now: () => number }

/** Without a venue every subscription is refused. */
export const marketChannels = (parts: MarketParts | undefined): readonly StreamChannel[] => [
  {
    kind: 'stream',
    pattern: 'perpetual_markets',
    open: sharedFeeds(parts, (known, _market, onEmpty) => marketsFeed(known, onEmpty)),
    merge: (older, newer) => mergedMarkets(older as PerpetualMarketsView, newer as PerpetualMarketsView),
  },
  {
    kind: 'stream',
    pattern: 'perpetual_book.{market}',
    open: sharedFeeds(parts, bookFeed),
    merge: (older, newer) => mergedBook(older as PerpetualBookChangeView, newer as PerpetualBookChangeView),
  },
  {
    kind: 'stream',
    pattern: 'perpetual_trades.{market}',
    open: sharedFeeds(parts, tradesFeed),
    merge: (older, newer) => mergedTrades(older as PerpetualTradesView, newer as PerpetualTradesView),
  },
]

type Begin = (parts: MarketParts, market: string, onEmpty: () => void) => Feed

function sharedFeeds(parts: MarketParts | undefined, begin: Begin): StreamChannel['open'] {
  const feeds = new Map<string, Feed>()
  return async (_caller, { market = '' }, push) => {
    if (parts === undefined) return noVenue
    const refused = market === '' ? undefined : await unlessListed(parts.board, market)
    if (refused !== undefined) return refused
    const feed = feeds.get(market) ?? begin(parts, market, () => feeds.delete(market))
    feeds.set(market, feed)
    return feed.join(push)
  }
}

/** While the venue does not respond, no market is known to be unlisted. A market that does not exist then publishes nothing. */
async function unlessListed(board: MarketBoard, market: string): Promise<Refusal | undefined> {
  const read = board.known().markets.has(market) ? undefined : await board.read()
  return read?.outcome === 'DONE' && !read.value.markets.has(market) ? unknownMarket(read.value.markets.keys()) : undefined
}

function marketsFeed({ board, now }: MarketParts, onEmpty: () => void): Feed {
  const readers = new Set<Push>()
  const all = (): readonly PerpetualMarketView[] => {
    const { markets, summaries } = board.known()
    return [...markets.values()].map((market) => presentMarket(market, summaries.get(market.name), now()))
  }
  // The first reader gets the known state before the board is read again, so a delisting in between is published to it.
  const published = new Map(all().map((view) => [view.market, JSON.stringify(view)]))
  const lineNow = (): PerpetualMarketsView['line'] => (board.isAnswering() ? 'CONNECTED' : 'DISCONNECTED')
  let line = lineNow()
  const leave = board.watch(() => {
    const changed = all().filter((view) => published.get(view.market) !== JSON.stringify(view))
    for (const view of changed) published.set(view.market, JSON.stringify(view))
    const { markets } = board.known()
    const ended = [...published.keys()].filter((market) => !markets.has(market))
    for (const market of ended) published.delete(market)
    if (changed.length + ended.length === 0 && line === lineNow()) return
    line = lineNow()
    const change: PerpetualMarketsView = { line, is_whole: false, markets: [...changed], ended }
    for (const push of readers) push(change)
  })
  // A board that was never read cannot know of a delisting.
  const whole = (): PerpetualMarketsView => ({ line: lineNow(), is_whole: board.known().markets.size > 0, markets: [...all()], ended: [] })
  return joined(readers, { first: (push) => push(whole()), leave, onEmpty })
}

function mergedMarkets(older: PerpetualMarketsView, newer: PerpetualMarketsView): PerpetualMarketsView {
  if (newer.is_whole) return newer
  const markets = new Map([...older.markets, ...newer.markets].map((market) => [market.market, market]))
  for (const market of newer.ended) markets.delete(market)
  const ended = new Set([...older.ended, ...newer.ended].filter((market) => !markets.has(market)))
  return { line: newer.line, is_whole: older.is_whole, markets: [...markets.values()], ended: [...ended] }
}

function bookFeed({ perpetuals }: MarketParts, market: string, onEmpty: () => void): Feed {
  const readers = new Set<Push>()
  let book: PerpetualBook | undefined
  let lost = 'The venue has not sent the book yet.'
  const whole = (): PerpetualBookChangeView =>
    book === undefined
      ? { market, sequence: 0, at: 0, is_whole: true, bids: [], asks: [], lost }
      : { ...changeOf(book, { bids: [], asks: [] }), is_whole: true }
  const leave = perpetuals.watchMarket(market, {
    onBook: (next) => {
      const before = book
      book = next
      const change = before === undefined ? whole() : changeOf(next, before)
      if (change.is_whole || change.bids.length + change.asks.length > 0) for (const push of readers) push(change)
    },
    onBookLost: (reason) => {
      book = undefined
      lost = reason
      for (const push of readers) push(whole())
    },
    onTrade: () => undefined,
    onSummary: () => undefined,
    onFunding: () => undefined,
  })
  return joined(readers, { first: (push) => push(whole()), leave, onEmpty })
}

type Sides = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }

const changeOf = ({ market, sequence, at, bids, asks }: PerpetualBook, before: Sides): PerpetualBookChangeView => ({
  ...{ market, sequence, at, is_whole: false, lost: null },
  bids: changedLevels(before.bids, bids),
  asks: changedLevels(before.asks, asks),
})

type LevelView = ReturnType<typeof presentLevel>

/** A whole book replaces everything before it. A whole book and a change make a whole book, without the levels that the change removes. */
function mergedBook(older: PerpetualBookChangeView, newer: PerpetualBookChangeView): PerpetualBookChangeView {
  if (newer.is_whole) return newer
  const side = (name: 'bids' | 'asks'): LevelView[] => {
    const levels = [...new Map([...older[name], ...newer[name]].map((level) => [level.price, level])).values()]
    if (!older.is_whole) return levels
    const descending = name === 'bids' ? -1 : 1
    return levels.filter(({ quantity }) => quantity !== '0').sort((one, other) => descending * (Number(one.price) - Number(other.price)))
  }
  return { ...newer, is_whole: older.is_whole, bids: side('bids'), asks: side('asks') }
}

function tradesFeed({ perpetuals }: MarketParts, market: string, onEmpty: () => void): Feed {
  const readers = new Set<Push>()
  /** Newest first. */
  let last: readonly PerpetualTrade[] = []
  const publish = (trades: readonly PerpetualTrade[], isWhole: boolean, to: Iterable<Push>): void => {
    const change: PerpetualTradesView = { market, is_whole: isWhole, trades: trades.map(presentTrade) }
    for (const push of to) push(change)
  }
  const leave = perpetuals.watchMarket(market, {
    onTrade: (trade) => {
      if (last.some(({ id }) => id === trade.id)) return
      last = [trade, ...last].slice(0, limits.trades)
      publish([trade], false, readers)
    },
    onBook: () => undefined,
    onBookLost: () => undefined,
    onSummary: () => undefined,
    onFunding: () => undefined,
  })
  void perpetuals.recentTrades(market).then((read) => {
    if (read.outcome !== 'DONE' || readers.size === 0) return
    const known = new Set(last.map(({ id }) => id))
    last = [...last, ...read.value.filter(({ id }) => !known.has(id))].slice(0, limits.trades)
    publish(last, true, readers)
  })
  return joined(readers, { first: (push) => publish(last, true, [push]), leave, onEmpty })
}

function mergedTrades(older: PerpetualTradesView, newer: PerpetualTradesView): PerpetualTradesView {
  if (newer.is_whole) return newer
  return { ...newer, is_whole: older.is_whole, trades: [...newer.trades, ...older.trades].slice(0, limits.trades) }
}

type Readership = { readonly first: (push: Push) => void; readonly leave: () => void; readonly onEmpty: () => void }

/** A new reader gets the whole state first. When the last reader leaves, the feed ends. */
const joined = (readers: Set<Push>, { first, leave, onEmpty }: Readership): Feed => ({
  join(push) {
    readers.add(push)
    first(push)
    return () => {
      readers.delete(push)
      if (readers.size > 0) return
      leave()
      onEmpty()
    }
  },
})
