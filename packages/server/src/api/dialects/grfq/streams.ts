/**
 * Streams that publish the whole current state of an RFQ: `quote_book.{rfq_id}`, the book, and `bbo.{rfq_id}`, the venue's screen with our best
 * quotes. A slow reader skips to the newest state. A reader that needs every change subscribes to `quote_book`.
 */
import { isDeepStrictEqual } from 'node:util'
import { marketModels, refuse, type Refusal } from '@parley/core'
import type { GroupBboView, GroupBookView } from '@parley/contracts'
import type { StreamChannel } from '../../../calls/channel.ts'
import type { Caller } from '../../../calls/route.ts'
import type { Log } from '../../../log/log.ts'
import type { Clock } from '../../../market-data/clock.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { createPace } from '../../../market-data/pace.ts'
import type { MarketEngine, PublishedDecision } from '../../../shards/market-engine.ts'
import { BBO_EVERY_MS, BOOK_EVERY_MS } from './limits.ts'

export type StreamNeeds = {
  readonly source: Pick<MarketEngine, 'onDecided'>
  readonly marketData: Pick<MarketData, 'onMarks'>
  readonly clock: Clock
  readonly log: Log
  /** Whether the venue of the market is offered to the caller. */
  readonly isShownTo: (caller: Caller, id: number) => Promise<boolean>
  readonly readBook: (id: number) => Promise<GroupBookView | Refusal>
  readonly readBbo: (id: number) => Promise<GroupBboView | Refusal>
}

type Push = (data: object) => void
/** One feed for each market with subscribers, so that they share one object and one encoded frame. */
type Feed<View> = { readonly readers: Set<Push>; latest: View | undefined; readonly ask: () => void; readonly stop: () => void }

export function grfqStreams({ source, marketData, clock, log, isShownTo, readBook, readBbo }: StreamNeeds): readonly StreamChannel[] {
  const books = createFeeds(clock, BOOK_EVERY_MS, readBook, log)
  const bbos = createFeeds(clock, BBO_EVERY_MS, readBbo, log)
  source.onDecided((decisions) => {
    for (const id of new Set(decisions.flatMap(changedIn))) for (const feeds of [books, bbos]) feeds.changed(id)
  })
  marketData.onMarks((_venue, changed) => {
    // The legs are unknown before the first read, so any mark may be the missing one.
    for (const [id, bbo] of bbos.latest())
      if (bbo === undefined || bbo.leg_prices.some((leg) => changed.has(leg.instrument_id))) bbos.changed(id)
  })
  return [books.channel('quote_book.{rfq_id}', isShownTo), bbos.channel('bbo.{rfq_id}', isShownTo)]
}

/** The view without the time at which it was read. */
const unstamped = (view: object | undefined): object | undefined => view && { ...view, created_at: undefined }

/** The RFQs with a public book. */
const changedIn = ({ changes }: PublishedDecision): readonly number[] =>
  changes.flatMap((change) =>
    change?.rfq.number === undefined || marketModels[change.rfq.audience].quotesSeenBy !== 'EVERYBODY' ? [] : [change.rfq.number],
  )

function createFeeds<View extends object>(clock: Clock, everyMs: number, read: (id: number) => Promise<View | Refusal>, log: Log) {
  const feeds = new Map<number, Feed<View>>()
  const start = (id: number): Feed<View> => {
    let isReading = false
    let isStale = false
    const readAgain = async (): Promise<void> => {
      if (isReading) return void (isStale = true)
      isReading = true
      isStale = false
      const view = await read(id).catch((error: unknown) => log.error({ error, market: id }, 'Could not read a market for its subscribers'))
      isReading = false
      // The read may have missed a change that was made while it ran.
      if (isStale && feeds.get(id) === feed) pace.ask()
      if (view === undefined || 'refused' in view) return
      // A hidden quote changes nothing that readers of this stream see. An unchanged frame would reveal it (rulebook 10.11).
      if (isDeepStrictEqual(unstamped(view), unstamped(feed.latest))) return
      feed.latest = view
      for (const push of feed.readers) push(view)
    }
    const pace = createPace(clock, everyMs, () => void readAgain())
    const feed: Feed<View> = { readers: new Set(), latest: undefined, ask: () => pace.ask(), stop: () => pace.stop() }
    feeds.set(id, feed)
    pace.ask()
    return feed
  }
  const join = (id: number, push: Push): (() => void) => {
    const feed = feeds.get(id) ?? start(id)
    feed.readers.add(push)
    if (feed.latest !== undefined) push(feed.latest)
    return () => {
      feed.readers.delete(push)
      if (feed.readers.size > 0) return
      feed.stop()
      feeds.delete(id)
    }
  }
  return {
    latest: () => [...feeds].map(([id, { latest }]) => [id, latest] as const),
    changed: (id: number) => feeds.get(id)?.ask(),
    channel: (pattern: string, isShownTo: StreamNeeds['isShownTo']): StreamChannel => ({
      kind: 'stream',
      pattern,
      open: async (caller, { rfq_id = '' }, push) => {
        const id = /^\d{1,15}$/.test(rfq_id) ? Number(rfq_id) : undefined
        const found = id === undefined || !(await isShownTo(caller, id)) ? undefined : await read(id)
        if (id === undefined || found === undefined || ('refused' in found && found.refused === 'NotFound'))
          return refuse('NotFound', '10.2', 'No market has this id.', 'channel')
        return join(id, push)
      },
    }),
  }
}
