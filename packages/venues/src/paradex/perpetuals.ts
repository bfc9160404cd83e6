/** The venue's perpetuals as an implementation of their port. */
import { asObject } from '../adapter/wire-object.ts'
import type { PerpetualsVenue } from '../port/perpetuals-port.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { watchAccount } from './account-feed.ts'
import { waitedBy } from './account-reading.ts'
import { failureFromWire, resultsOf, unknown } from './answers.ts'
import type { Api } from './api.ts'
import { bookFromRest } from './book.ts'
import { readCandles } from './candles.ts'
import { BOOK_DEPTH, ROWS_PER_PAGE } from './limits.ts'
import type { SocketConnectionOptions } from './socket-connection.ts'
import { oldestFirst, readList, readPages } from './lists.ts'
import type { MarketFeed } from './market-feed.ts'
import { fundingFromWire, perpetualFromWire, summaryFromWire, symbolOf, tradeFromWire } from './market-wire.ts'
import { createTrading } from './trading.ts'

export type PerpetualsOptions = {
  readonly api: Api
  readonly connection: SocketConnectionOptions
  readonly feed: MarketFeed
  /** The open streams of accounts. Each entry closes its stream when called. */
  readonly streams: Set<() => void>
}

export function createPerpetuals({ api, connection, feed, streams }: PerpetualsOptions): PerpetualsVenue {
  return {
    markets: () => readKnown(api, '/markets', {}, perpetualFromWire),
    summaries: () => readKnown(api, '/markets/summary', { market: 'ALL' }, (row) => (isPerpetual(row) ? summaryFromWire(row) : undefined)),
    book: async (market, reader) => {
      const answer = await api.read(`/orderbook/${encodeURIComponent(market)}`, { depth: String(BOOK_DEPTH) }, waitedBy(reader))
      if (answer.kind !== 'RESULT') return failureFromWire(answer)
      const book = bookFromRest(answer.result)
      return book === undefined ? unknown('the venue sent its book in an unknown format') : { outcome: 'DONE', value: book }
    },
    candles: (query, reader) => readCandles((path, asked) => api.read(path, asked, waitedBy(reader)), query),
    fundingRates: async (market, from, to, reader) =>
      oldestFirst(
        await readPages(
          (query) => api.read('/funding/data', query, waitedBy(reader)),
          { market, start_at: String(from), end_at: String(to) },
          fundingFromWire,
          'NEWEST_PART',
        ),
      ),
    recentTrades: (market, reader) =>
      readList((query) => api.read('/trades', query, waitedBy(reader)), { market, page_size: String(ROWS_PER_PAGE) }, tradeFromWire),
    watchMarket: (market, listener) => feed.watch(market, listener),
    account: (credentials) =>
      createTrading({ api, credentials }, (listener, onDisconnect) => {
        const end = watchAccount(connection, { api, credentials, listener, onDisconnect })
        streams.add(end)
        return () => {
          streams.delete(end)
          end()
        }
      }),
  }
}

const isPerpetual = (row: unknown): boolean => symbolOf(row)?.endsWith('-PERP') ?? false

/** Reads a list that also contains markets that Parley does not trade; those are skipped. */
async function readKnown<Row>(
  api: Api,
  path: string,
  query: Readonly<Record<string, string>>,
  rowFromWire: (row: unknown) => Row | undefined,
): Promise<VenueAnswer<readonly Row[]>> {
  const answer = await api.read(path, query)
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const rows = resultsOf(answer.result)
  if (rows === undefined) return unknown('the venue answered without a list')
  return { outcome: 'DONE', value: rows.flatMap((row) => rowFromWire(asObject(row)) ?? []) }
}
