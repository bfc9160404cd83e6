/** Deribit as an implementation of the venue port. See docs/decisions/0041, 0030 and 0770. */
import WebSocket from 'ws'
import type { Venue } from '../port/venue-port.ts'
import { createAccountReading } from './accounts.ts'
import { createAccountPool } from './account-pool.ts'
import { createBlockTrading } from './blocks.ts'
import { createVenueMakers } from './block-rfqs.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { createMarketStream } from './market-stream.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'

export type DeribitVenueOptions = {
  /** `wss://www.deribit.com/ws/api/v2`, `wss://test.deribit.com/ws/api/v2`, or the address of a simulator. */
  readonly url: string
  readonly now?: () => number
  /** Uniform in [0, 1): used for sign-in nonces and the reconnection jitter. */
  readonly random?: () => number
  readonly log?: VenueLog
  /** How long to wait for a response before it counts as lost. */
  readonly callTimeoutMs?: number
  readonly WebSocket?: WebSocketClass
}

export function createDeribitVenue(given: DeribitVenueOptions): Venue {
  const options = { now: Date.now, random: Math.random, log: () => undefined, WebSocket, callTimeoutMs: CALL_TIMEOUT_MS, ...given }
  const stream = createMarketStream(options)
  const accounts = createAccountPool({ ...options, onPaused: stream.refused })
  return {
    code: 'DBT',
    venueMakers: createVenueMakers(accounts, options),
    instruments: () => stream.instruments(),
    connect: (listener) => stream.connect(listener),
    health: () => stream.health(),
    ...createAccountReading(accounts, options.now),
    ...createBlockTrading(accounts, options.now),
    close: async () => {
      accounts.close()
      stream.close()
    },
  }
}
