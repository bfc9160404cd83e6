/** Bybit as an implementation of the venue port. See docs/decisions/0041. */
import WebSocket from 'ws'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'
import type { Venue, VenueAccounts } from '../port/venue-port.ts'
import { createBlockTrading } from './blocks.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { createMarketStream } from './market-stream.ts'
import { createRest } from './rest.ts'

export type BybitVenueOptions = {
  /** `https://api.bybit.com`, `https://api-testnet.bybit.com`, or the address of a simulator. */
  readonly restUrl: string
  /** `wss://stream.bybit.com`, `wss://stream-testnet.bybit.com`, or the address of a simulator. */
  readonly streamUrl: string
  readonly now?: () => number
  /** Uniform in [0, 1): used for the reconnection jitter. */
  readonly random?: () => number
  readonly log?: VenueLog
  /** How long to wait for a response before it counts as lost. */
  readonly callTimeoutMs?: number
  readonly WebSocket?: WebSocketClass
}

export function createBybitVenue(given: BybitVenueOptions): Venue & VenueAccounts {
  const options = { now: Date.now, random: Math.random, log: () => undefined, WebSocket, callTimeoutMs: CALL_TIMEOUT_MS, ...given }
  const rest = createRest(options)
  const stream = createMarketStream(options, rest)
  return {
    code: 'BYB',
    instruments: () => stream.instruments(),
    connect: (listener) => stream.connect(listener),
    health: () => stream.health(),
    ...createBlockTrading(rest, options.now),
    close: async () => {
      stream.close()
      rest.close()
    },
  }
}
