/** Deribit behind the venue port. What it knows of the venue is in docs/decisions/0041 and 0042. */
import WebSocket from 'ws'
import type { Venue } from '../venue-port.ts'
import { createAccountConnections } from './account-connection.ts'
import { createBlockTrading } from './blocks.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { createMarketStream, type VenueLog } from './market-stream.ts'
import type { WebSocketClass } from './rpc.ts'

export type DeribitVenueOptions = {
  /** `wss://www.deribit.com/ws/api/v2`, `wss://test.deribit.com/ws/api/v2`, or a simulator's. */
  readonly url: string
  readonly now?: () => number
  /** Uniform in [0, 1): sign-in nonces and the jitter of reconnecting. */
  readonly random?: () => number
  readonly log?: VenueLog
  /** How long an answer is waited for before it counts as lost. */
  readonly callTimeoutMs?: number
  readonly WebSocket?: WebSocketClass
}

export function createDeribitVenue(given: DeribitVenueOptions): Venue {
  const options = { now: Date.now, random: Math.random, log: () => undefined, WebSocket, callTimeoutMs: CALL_TIMEOUT_MS, ...given }
  const stream = createMarketStream(options)
  const accounts = createAccountConnections(options)
  return {
    code: 'DBT',
    instruments: stream.instruments,
    connect: stream.connect,
    health: stream.health,
    ...createBlockTrading(accounts, options.now),
    close: async () => {
      accounts.close()
      await stream.close()
    },
  }
}
