/** `bbo.{rfq_id}` for one RFQ, and `bbo` for all RFQs that its reader may see, which one published client requests. */
import { refuse, type VenueCode } from '@parley/core'
import type { BboView } from '@parley/contracts'
import type { Caller } from '../calls/route.ts'
import type { StreamChannel } from '../calls/channel.ts'
import { bboOf, type Priced } from './bbo.ts'
import type { Clock } from './clock.ts'
import { marketDataLimits } from './limits.ts'
import type { MarketData } from './market-data.ts'
import { createPace } from './pace.ts'

export type PricedRfq = Priced & { readonly venue: VenueCode }

export type RfqLookup = {
  /** Undefined if there is none, or the caller may not see it. */
  readonly one: (caller: Caller, rfqId: string) => Promise<PricedRfq | undefined>
  /** The open RFQs that the caller may see. */
  readonly open: (caller: Caller) => Promise<readonly PricedRfq[]>
}

export function bboChannels(marketData: MarketData, lookup: RfqLookup, clock: Clock): readonly StreamChannel[] {
  const feeds = createFeeds(marketData, clock)
  return [
    {
      kind: 'stream',
      pattern: 'bbo.{rfq_id}',
      open: async (caller, { rfq_id = '' }, push) => {
        const rfq = await lookup.one(caller, rfq_id)
        return rfq === undefined ? refuse('NotFound', '8.6', 'RFQ not found, or you cannot see it.', 'channel') : feeds.join(rfq, push)
      },
    },
    { kind: 'stream', pattern: 'bbo', open: (caller, _params, push) => Promise.resolve(openAll(caller, lookup, feeds, clock, push)) },
  ]
}

type Push = (data: object) => void
type Feed = {
  /** As its last reader found it. A draft that is sent expires later. */
  rfq: PricedRfq
  readonly readers: Set<Push>
  latest: BboView | undefined
  readonly end: () => void
}
type Feeds = { join(rfq: PricedRfq, push: Push): () => void }

/** One feed for each RFQ with subscribers, so that they share one object and one encoded frame. */
function createFeeds(marketData: MarketData, clock: Clock): Feeds {
  const feeds = new Map<string, Feed>()
  const start = (rfq: PricedRfq): Feed => {
    const ids = new Set(rfq.structure.legs.map((leg) => leg.instrument.id))
    const publish = () => {
      feed.latest = bboOf(feed.rfq, (id) => marketData.mark(id), clock.now())
      if (feed.latest !== undefined) for (const push of feed.readers) push(feed.latest)
    }
    const pace = createPace(clock, marketDataLimits.bboEveryMs, publish)
    const leave = marketData.onMarks((venue, changed) => {
      if (venue === rfq.venue && [...ids].some((id) => changed.has(id))) pace.ask()
    })
    const end = () => {
      leave()
      pace.stop()
      feeds.delete(rfq.id)
    }
    const feed: Feed = { rfq, readers: new Set(), latest: undefined, end }
    feeds.set(rfq.id, feed)
    pace.ask()
    return feed
  }
  return {
    join(rfq, push) {
      const feed = feeds.get(rfq.id) ?? start(rfq)
      feed.rfq = rfq
      feed.readers.add(push)
      if (feed.latest !== undefined) push(feed.latest)
      return () => {
        feed.readers.delete(push)
        if (feed.readers.size === 0) feed.end()
      }
    },
  }
}

/** A stream keeps only its newest value, so the RFQs of one reader take turns on it. */
function openAll(caller: Caller, lookup: RfqLookup, feeds: Feeds, { after }: Clock, push: Push): () => void {
  const joined = new Map<string, () => void>()
  const waiting = new Map<string, object>()
  let isEnded = false
  let callOff: (() => void)[] = []
  const every = (ms: number, work: () => void) => {
    const again = () => {
      if (isEnded) return
      callOff = callOff.filter((each) => each !== cancel)
      work()
      every(ms, work)
    }
    const cancel = after(ms, again)
    callOff.push(cancel)
  }
  const refresh = async () => {
    const open = (await lookup.open(caller)).slice(0, marketDataLimits.bboRfqsPerSocket)
    if (isEnded) return
    const ids = new Set(open.map((rfq) => rfq.id))
    for (const [id, leave] of joined)
      if (!ids.has(id)) {
        leave()
        joined.delete(id)
        waiting.delete(id)
      }
    for (const rfq of open)
      if (!joined.has(rfq.id))
        joined.set(
          rfq.id,
          feeds.join(rfq, (data) => waiting.set(rfq.id, data)),
        )
  }
  const takeTurn = () => {
    const next = waiting.entries().next()
    if (next.done === true) return
    waiting.delete(next.value[0])
    push(next.value[1])
  }
  // If the list cannot be read, it is read again a second later.
  const tryRefresh = () => void refresh().catch(() => undefined)
  tryRefresh()
  every(marketDataLimits.marksEveryMs, tryRefresh)
  every(marketDataLimits.bboTurnMs, takeTurn)
  return () => {
    isEnded = true
    for (const cancel of callOff) cancel()
    for (const leave of joined.values()) leave()
  }
}
