/** Listed spreads in the published format of /v1/fs: their calls, and what their socket publishes. */
import type { Channel, SocketStyle, StreamChannel } from '../../../calls/channel.ts'
import type { Log } from '../../../log/log.ts'
import type { Clock } from '../../../market-data/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MarketEngine } from '../../../shards/market-engine.ts'
import { bookChannel } from './book-channel.ts'
import { spreadChannels } from './channels.ts'
import { QUIET_MS } from './limits.ts'
import { platformChannels } from './platform.ts'
import { spreadRoutes } from './routes.ts'
import { createSpreadService, type SpreadServiceNeeds } from './service.ts'
import { venueBboChannel } from './venue-bbo.ts'

export type FsNeeds = SpreadServiceNeeds & {
  readonly engine: Pick<MarketEngine, 'shards' | 'onDecided'>
  readonly platform: Pick<Platform, 'state' | 'channel'>
  readonly clock: Clock
  readonly log: Log
}

/** Published clients send all requests at once and then read as many frames. They read the `channel` of a response. */
export const spreadSocketStyle: SocketStyle = { answersWith: 'OBJECT', quietMs: QUIET_MS }

export function createFs(needs: FsNeeds) {
  const { spreads, marketData, engine, platform, clock, log, now } = needs
  const service = createSpreadService(needs)
  const { find, active } = service
  const onListing = (listener: () => void) =>
    void engine.onDecided((decisions) => {
      const isOfListing = decisions.some(({ events, changes }) =>
        events.some(({ kind }, place) => OF_LISTING.has(kind) && changes[place]?.rfq.audience === 'LISTED'),
      )
      if (isOfListing) listener()
    })
  const streams: readonly StreamChannel[] = [
    bookChannel({ books: spreads.books, find }),
    venueBboChannel({ prices: spreads.prices, marketData, now, clock, log, find, active, onListing }),
    ...platformChannels(platform.channel, now),
  ]
  return {
    routes: spreadRoutes({ service, marketData, platform }),
    channels: [...spreadChannels({ store: spreads.store, reads: service }), ...streams] satisfies readonly Channel[],
  }
}

const OF_LISTING: ReadonlySet<string> = new Set(['RfqCreated', 'RfqEnding', 'RfqClosed'])
