/** Market data of bit.com: the listing over REST, tickers over one socket, and tickers that the socket has not sent over REST. */
import type { Instrument } from '@parley/core'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { MarketStream, type StreamOptions } from '../adapter/market-stream.ts'
import type { Api } from './api.ts'
import type { Families } from './families.ts'
import { INSTRUMENTS_PER_SUBSCRIBE, RELIST_MS, REPAIR_AFTER_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { loadIndex, loadInstruments, loadPause, loadTicker, type MarketPacer } from './market-calls.ts'
import { openMarketSocket, type MarketSocket, type MarketSocketOptions } from './market-socket.ts'
import { markFromWire, tickerIndex, tickerName } from './wire.ts'

export type BitcomStreamOptions = Pick<MarketSocketOptions, 'socketUrl' | 'WebSocket' | 'callTimeoutMs'> &
  Omit<StreamOptions, 'settlementPauseMs'> & { readonly api: Api; readonly pacer: MarketPacer; readonly families: Families }

export function createMarketStream(options: BitcomStreamOptions): MarketStream<MarketSocket> {
  const { api, pacer, families, now } = options
  const numberOf = createNumbers()
  /** The names whose ticker has arrived since the socket opened. */
  const arrived = new Set<string>()

  const take = (data: unknown): void => {
    const instrument = stream.listing.named(tickerName(data) ?? '')
    if (instrument === undefined) return
    // Every future repeats the index price.
    stream.takeNewIndex(instrument.baseCurrency, tickerIndex(data), now())
    const mark = markFromWire(data, instrument, stream.index(instrument.baseCurrency))
    if (mark !== undefined) arrived.add(instrument.name)
    stream.takeMark(mark)
  }
  const ask = async (socket: MarketSocket, type: 'subscribe' | 'unsubscribe', rows: readonly Instrument[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += INSTRUMENTS_PER_SUBSCRIBE) {
      await pacer.turn('subscribe')
      const names = rows.slice(from, from + INSTRUMENTS_PER_SUBSCRIBE).map(({ name }) => name)
      await socket.send(type, names)
    }
  }
  const askForTickers = async (socket: MarketSocket): Promise<void> => {
    for (const instrument of stream.listing.all()) {
      if (!stream.isOpen(socket)) return
      if (!arrived.has(instrument.name)) take(await loadTicker(api, pacer, instrument))
    }
  }
  const stream = new MarketStream<MarketSocket>(
    { ...options, settlementPauseMs: SETTLEMENT_PAUSE_MS },
    {
      open: (events) => openMarketSocket({ ...options, ...events, onTicker: take }),
      load: (received) => loadInstruments(api, pacer, { families, numberOf, received }),
      subscribe: async (socket) => {
        arrived.clear()
        await ask(socket, 'subscribe', stream.listing.all())
      },
      readPause: () => loadPause(api, pacer),
      follow: async (socket, { added, expired }) => {
        await ask(socket, 'subscribe', added)
        await ask(socket, 'unsubscribe', expired)
        for (const currency of missingIndices(stream))
          stream.takeNewIndex(currency, tickerIndex(await loadIndex(api, pacer, currency)), now())
        await askForTickers(socket)
      },
      nextReloadMs: (after) => (after === 'OPENING' ? REPAIR_AFTER_MS : RELIST_MS),
    },
  )
  return stream
}

/** Options carry no index price, so it is read for coins without a future. */
function missingIndices(stream: MarketStream<MarketSocket>): readonly string[] {
  const listed = stream.listing.all()
  const brought = new Set(listed.flatMap(({ kind, baseCurrency }) => (kind === 'FUTURE' ? [baseCurrency] : [])))
  const currencies = [...new Set(listed.map(({ baseCurrency }) => baseCurrency))]
  return currencies.filter((currency) => !brought.has(currency) || stream.index(currency) === undefined)
}
