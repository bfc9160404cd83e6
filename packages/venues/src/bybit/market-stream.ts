/** Market data of Bybit: the listing and all marks over REST, then tickers over sockets. */
import type { Instrument } from '@parley/core'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { MarketStream, type StreamOptions } from '../adapter/market-stream.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'
import { createMerge, type Frame } from './frames.ts'
import { RELOAD_EVERY_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { loadListing, loadMarks, loadPause, type PriceLimits } from './market-calls.ts'
import { INDEX_SYMBOLS, LINEAR_INDEX_SYMBOLS } from './product-codes.ts'
import type { Rest } from './rest.ts'
import { createTickerSockets, type Category, type TickerSockets } from './ticker-sockets.ts'
import { futureMarkFromWire, markFromWire, SOCKET_NAMES } from './wire.ts'

export type BybitStreamOptions = Omit<StreamOptions, 'settlementPauseMs'> & {
  readonly streamUrl: string
  readonly WebSocket: WebSocketClass
}

const topicOf = (name: string): string => `tickers.${name}`
const categoryOf = ({ kind, marginKind }: Instrument): Category =>
  kind === 'OPTION' ? 'option' : marginKind === 'LINEAR' ? 'linear' : 'inverse'

/** The perpetuals that carry an index price are subscribed already, whether Parley trades them or not. */
async function subscribe(sockets: TickerSockets, instruments: readonly Instrument[]): Promise<void> {
  const added = instruments.filter(({ name }) => LINEAR_INDEX_SYMBOLS[name] === undefined)
  for (const category of ['linear', 'inverse', 'option'] as const) {
    const names = added.filter((row) => categoryOf(row) === category).map(({ name }) => name)
    await sockets.add(category, names.map(topicOf))
  }
}

export function createMarketStream(options: BybitStreamOptions, rest: Rest): MarketStream<TickerSockets> {
  const numberOf = createNumbers()
  let merge = createMerge()
  let priceLimits: PriceLimits = new Map()

  const receive = (frame: Extract<Frame, { kind: 'TICKER' }>): void => {
    const { symbol, data, at } = frame
    const instrument = stream.listing.named(symbol)
    const currency = INDEX_SYMBOLS[symbol]
    if (instrument?.kind === 'OPTION') return stream.takeMark(markFromWire(data, SOCKET_NAMES, { id: instrument.id, at }))
    if (instrument === undefined && currency === undefined) return
    // Option tickers are always complete; future tickers are updates of earlier ones.
    const ticker = merge(frame)
    if (ticker === undefined) return
    if (currency !== undefined) stream.takeIndex(currency, positiveFromWire(ticker['indexPrice']), at)
    if (instrument === undefined) return
    stream.takeMark(futureMarkFromWire(ticker, { id: instrument.id, at, priceLimit: priceLimits.get(instrument.name) }))
  }
  const takeMarks = async (named: (name: string) => Instrument | undefined): Promise<void> => {
    for (const mark of await loadMarks(rest, named, priceLimits)) stream.takeMark(mark)
  }
  const stream = new MarketStream<TickerSockets>(
    { ...options, settlementPauseMs: SETTLEMENT_PAUSE_MS },
    {
      open: async (events) => {
        merge = createMerge()
        const refused = 'the venue refused a subscription'
        return createTickerSockets({
          ...options,
          ...events,
          onTicker: receive,
          onRefused: ({ message, topics }) => options.log(refused, { message, count: topics.length, first: topics[0] }),
        })
      },
      load: async (received) => {
        const listed = await loadListing(rest, numberOf, received)
        priceLimits = listed.priceLimits
        return listed.instruments
      },
      subscribe: async (sockets) => {
        await sockets.add('linear', Object.keys(LINEAR_INDEX_SYMBOLS).map(topicOf))
        await subscribe(sockets, stream.listing.all())
        await takeMarks(stream.listing.named)
      },
      readPause: () => loadPause(rest),
      follow: async (sockets, { added, expired }) => {
        sockets.remove(expired.map(({ name }) => topicOf(name)))
        await subscribe(sockets, added)
        const isNew = new Map(added.map((row) => [row.name, row]))
        if (isNew.size > 0) await takeMarks((name) => isNew.get(name))
      },
      nextReloadMs: () => untilReloadMs(options.now()),
    },
  )
  return stream
}

/** This also covers the minutes after 08:00 UTC, when contracts expire and others are listed. */
function untilReloadMs(now: number): number {
  const sinceEight = (now - 8 * 3_600_000) % 86_400_000
  return Math.min(RELOAD_EVERY_MS, 86_400_000 - sinceEight + 1_000)
}
