/** Market data of Deribit: the listing, its tickers and the venue's locks over one JSON-RPC connection. */
import { MarketStream } from '../adapter/market-stream.ts'
import { HEARTBEAT_S, RELOAD_AFTER_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { createLocks } from './locks.ts'
import { loadInstruments, loadStatus, STANDING_CHANNELS, subscribe, tickerChannel, unsubscribe } from './market-calls.ts'
import { createDeribitPacer } from './paces.ts'
import { openRpc, type Rpc, type SessionOptions } from './rpc.ts'
import { indexFromWire, listingFromWire, markFromWire } from './wire.ts'

export function createMarketStream(options: SessionOptions): MarketStream<Rpc> {
  const { log } = options
  const pacer = createDeribitPacer(options.now)
  const locks = createLocks()

  /** A notification concerns one lock; the response to a request covers all of them. */
  const readStatus = async (): Promise<void> => {
    const rpc = await stream.socket()
    stream.paused(locks.status(await loadStatus(rpc, pacer)))
  }
  const receive = (channel: string, data: unknown): void => {
    if (channel.startsWith('ticker.')) {
      const instrument = stream.listing.named(channel.split('.')[1] ?? '')
      if (instrument !== undefined) stream.takeMark(markFromWire(data, instrument.id))
    } else if (channel.startsWith('deribit_price_index.')) {
      const index = indexFromWire(data)
      if (index !== undefined) stream.takeIndex(index.baseCurrency, index.price, index.at)
    } else if (channel === 'platform_state') {
      stream.paused(locks.changed(data))
      readStatus().catch(() => undefined)
    } else if (channel.startsWith('instrument.state.') && listingFromWire(data) !== undefined) {
      stream.reloadAfter(RELOAD_AFTER_MS)
    }
  }
  const stream: MarketStream<Rpc> = new MarketStream<Rpc>(
    { ...options, settlementPauseMs: SETTLEMENT_PAUSE_MS },
    {
      open: (events) => openRpc({ ...options, ...events, onNotification: receive }),
      load: async () => loadInstruments(await stream.socket(), pacer),
      subscribe: async (rpc) => {
        await rpc.call('public/hello', { client_name: 'parley', client_version: '1' })
        await rpc.call('public/set_heartbeat', { interval: HEARTBEAT_S })
        await subscribe(rpc, pacer, [...STANDING_CHANNELS, ...stream.listing.all().map(tickerChannel)], log)
      },
      // The channel sends only changes.
      readPause: async (rpc) => locks.status(await loadStatus(rpc, pacer)),
      follow: async (rpc, { added, expired }) => {
        await subscribe(rpc, pacer, added.map(tickerChannel), log)
        await unsubscribe(rpc, pacer, expired.map(tickerChannel))
      },
    },
  )
  return stream
}
