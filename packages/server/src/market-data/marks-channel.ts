/** `market_data.{venue}.{base_currency}`: all marks at first, then those that changed, with the index and whether the venue is live. */
import { refuse, type VenueCode } from '@parley/core'
import type { MarketDataView, MarkView } from '@parley/contracts'
import type { StreamChannel } from '../calls/channel.ts'
import { offeredTo } from '../calls/offer.ts'
import { marketDataLimits } from './limits.ts'
import type { MarketData } from './market-data.ts'
import type { Clock } from './clock.ts'
import { fixed, markView, orNull, trimmed } from './wire.ts'

type Push = (data: object) => void

export function marksChannel(marketData: MarketData, clock: Clock): StreamChannel {
  const feeds = new Map<string, Feed>()
  return {
    kind: 'stream',
    pattern: 'market_data.{venue}.{base_currency}',
    open: (caller, { venue = '', base_currency = '' }, push) => {
      const code = offeredTo(caller).find((each) => each === venue)
      const currencies = new Set(marketData.instruments(code === undefined ? {} : { venue: code }).map((one) => one.baseCurrency))
      if (code === undefined) return Promise.resolve(unknown('venue', offeredTo(caller)))
      if (!currencies.has(base_currency)) return Promise.resolve(unknown('base_currency', [...currencies].sort()))
      const key = `${code} ${base_currency}`
      const feed = feeds.get(key) ?? createFeed(code, base_currency, marketData, clock, () => feeds.delete(key))
      feeds.set(key, feed)
      return Promise.resolve(feed.join(push))
    },
    merge: (older, newer) => merged(older as MarketDataView, newer as MarketDataView),
  }
}

const unknown = (member: string, known: readonly string[]) =>
  refuse(
    'InvalidEnumerationValue',
    '',
    `${member}: ${known.length === 0 ? 'none are listed yet.' : `must be one of ${known.join(', ')}.`}`,
    member,
  )

/** The newer figures, with the older marks that they do not include. */
export function merged(older: MarketDataView, newer: MarketDataView): MarketDataView {
  const marks = new Map<number, MarkView>(older.marks.map((mark) => [mark.instrument_id, mark]))
  for (const mark of newer.marks) marks.set(mark.instrument_id, mark)
  return { ...newer, marks: [...marks.values()] }
}

type Feed = { join(push: Push): () => void }

/** One feed for each market with subscribers, so that they share one object and one encoded frame. */
function createFeed(venue: VenueCode, baseCurrency: string, marketData: MarketData, { after }: Clock, onEmpty: () => void): Feed {
  const readers = new Set<Push>()
  const changed = new Set<number>()
  let published = ''
  const view = (ids: Iterable<number>): MarketDataView => marketDataView(marketData, venue, baseCurrency, ids)
  const publish = () => {
    const next = view(changed)
    changed.clear()
    const figures = `${next.index_price} ${next.is_stale}`
    if (next.marks.length > 0 || figures !== published) for (const push of readers) push(next)
    published = figures
  }
  const leave = marketData.onMarks((changedVenue, ids) => {
    if (changedVenue === venue) for (const id of ids) changed.add(id)
  })
  let callOff = () => {}
  const again = () => {
    callOff = after(marketDataLimits.marksEveryMs, () => {
      publish()
      again()
    })
  }
  again()
  return {
    join(push) {
      readers.add(push)
      push(view(marketData.instruments({ venue, baseCurrency }).map((instrument) => instrument.id)))
      return () => {
        readers.delete(push)
        if (readers.size > 0) return
        leave()
        callOff()
        onEmpty()
      }
    },
  }
}

export function marketDataView(marketData: MarketData, venue: VenueCode, baseCurrency: string, ids: Iterable<number>): MarketDataView {
  const marks: MarkView[] = []
  let at = 0
  for (const id of ids) {
    const instrument = marketData.instrument(id)
    const mark = marketData.mark(id)
    if (instrument === undefined || mark === undefined || instrument.baseCurrency !== baseCurrency || instrument.state !== 'ACTIVE')
      continue
    marks.push(markView(instrument, mark))
    at = Math.max(at, mark.at)
  }
  const index = marketData.indexPrice(venue, baseCurrency)
  return {
    venue,
    base_currency: baseCurrency,
    at: Math.trunc(Math.max(at, index?.at ?? 0)),
    index_price: trimmed(index?.price) ?? '0',
    index_change_24h: orNull(index?.change, ({ percent }) => fixed(percent, 2)),
    index_change_since: index?.change === undefined ? null : Math.trunc(index.change.since),
    is_stale: marketData.isStale(venue),
    marks,
  }
}
