/** bit.com as an implementation of the venue port. See docs/decisions/0041 and docs/venues.md. */
import WebSocket from 'ws'
import { createPacer } from '../adapter/pacing.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'
import type { Product } from '@parley/core'
import type { Venue, VenueAccounts } from '../port/venue-port.ts'
import { createAccounts } from './accounts.ts'
import { createApi } from './api.ts'
import { createBlockTrading } from './blocks.ts'
import { createVenueClock } from './clock.ts'
import { activeProducts, createFamilies } from './families.ts'
import { CALL_TIMEOUT_MS } from './limits.ts'
import { createMarketStream } from './market-stream.ts'
import { PACES } from './paces.ts'

export type BitcomVenueOptions = {
  /** `https://api.bit.com`, or the address of a simulator. */
  readonly url: string
  /** `wss://ws.bit.com`, or the address of a simulator. */
  readonly socketUrl: string
  /** The name (`bt_source`) that the venue has given this platform for its blocks. */
  readonly blockSource: string
  /** The products to trade: by default those that are active in the catalogue. */
  readonly products?: readonly Product[]
  readonly now?: () => number
  /** Uniform in [0, 1): used for the reconnection jitter. */
  readonly random?: () => number
  readonly log?: VenueLog
  /** How long to wait for a response before it counts as lost. */
  readonly callTimeoutMs?: number
  readonly WebSocket?: WebSocketClass
}

export function createBitcomVenue(given: BitcomVenueOptions): Venue & VenueAccounts {
  const options = { now: Date.now, random: Math.random, log: () => undefined, WebSocket, callTimeoutMs: CALL_TIMEOUT_MS, ...given }
  const { url, now, blockSource } = options
  const families = createFamilies(given.products ?? activeProducts())
  const api = createApi(url, options.callTimeoutMs)
  const pacer = createPacer(PACES, now)
  const clock = createVenueClock(api, pacer, now)
  const stream = createMarketStream({ ...options, api, pacer, families })
  const accounts = createAccounts({ api, clock, now, onPaused: stream.refused })
  return {
    code: 'BIT',
    instruments: () => stream.instruments(),
    connect: (listener) => stream.connect(listener),
    health: () => stream.health(),
    ...createBlockTrading({ accounts, clock, families, now, blockSource }),
    close: async () => {
      stream.close()
      api.close()
    },
  }
}
