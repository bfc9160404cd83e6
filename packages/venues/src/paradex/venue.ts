/** Paradex as an implementation of the block port and the perpetuals port. See docs/decisions/0881 and 0890. */
import WebSocket from 'ws'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'
import type { PerpetualsVenue } from '../port/perpetuals-port.ts'
import type { BlockVenue, Venue } from '../port/venue-port.ts'
import { createAccounts } from './accounts.ts'
import { createApi } from './api.ts'
import { createBlockTrading } from './blocks.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { MarketFeed } from './market-feed.ts'
import { createMarketStream } from './market-stream.ts'
import { contractFromWire } from './market-wire.ts'
import { createPerpetuals } from './perpetuals.ts'
import { tradedFromWire } from './product-codes.ts'

export type ParadexVenueOptions = {
  /** `https://api.prod.paradex.trade/v1`, `https://api.testnet.paradex.trade/v1`, or the address of a simulator. */
  readonly restUrl: string
  /** `wss://ws.api.prod.paradex.trade/v1`, `wss://ws.api.testnet.paradex.trade/v1`, or the address of a simulator. */
  readonly streamUrl: string
  readonly now?: () => number
  /** Uniform in [0, 1): used for the reconnection jitter. */
  readonly random?: () => number
  readonly log?: VenueLog
  /** How long to wait for a response before it counts as lost. */
  readonly callTimeoutMs?: number
  readonly WebSocket?: WebSocketClass
}

/** The credentials are the account's address and the private key of its subkey. */
export type ParadexVenue = BlockVenue & {
  readonly perpetuals: PerpetualsVenue
  /** The same venue, limited to the catalogue products that are traded in blocks here. */
  readonly traded: Venue
}

export function createParadexVenue(given: ParadexVenueOptions): ParadexVenue {
  const options = { now: Date.now, random: Math.random, log: () => undefined, WebSocket, callTimeoutMs: CALL_TIMEOUT_MS, ...given }
  const api = createApi(options)
  const stream = createMarketStream(api, options, { read: contractFromWire, marks: 'TOGETHER' })
  const products = createMarketStream(api, options, { read: tradedFromWire, marks: 'EACH' })
  const feed = new MarketFeed(options)
  const streams = new Set<() => void>()
  const settling = { ...createBlockTrading({ api, now: options.now }), ...createAccounts(api) }
  const close = async (): Promise<void> => {
    stream.close()
    products.close()
    feed.close()
    streams.forEach((end) => end())
    api.close()
  }
  return {
    ...settling,
    code: 'PRDX',
    instruments: () => stream.instruments(),
    connect: (listener) => stream.connect(listener),
    health: () => stream.health(),
    perpetuals: createPerpetuals({ api, connection: options, feed, streams }),
    traded: {
      ...settling,
      code: 'PRDX',
      instruments: () => products.instruments(),
      connect: (listener) => products.connect(listener),
      health: () => products.health(),
      close,
    },
    close,
  }
}
