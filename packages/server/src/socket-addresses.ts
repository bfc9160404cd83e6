/** Each socket address with its channels and notifications: those of its dialect, and those that all addresses share. */
import type { createDrfq } from './api/dialects/drfq/create-drfq.ts'
import { spreadSocketStyle, type createFs } from './api/dialects/fs/create-fs.ts'
import type { createGrfq } from './api/dialects/grfq/create-grfq.ts'
import type { SocketOptions } from './api/socket/create-socket.ts'
import type { AuctionsPart } from './auctions/create-auctions.ts'
import type { Channel } from './calls/channel.ts'
import { joinSources } from './engine/notification-sources.ts'
import type { Log } from './log/log.ts'
import { bboChannels } from './market-data/bbo-channels.ts'
import type { Clock } from './market-data/clock.ts'
import type { MarketData } from './market-data/market-data.ts'
import { marksChannel } from './market-data/marks-channel.ts'
import type { createVenueStates } from './market-data/venue-states.ts'
import type { PerpetualsPart } from './perpetuals/create-perpetuals.ts'
import type { Announcements } from './platform/announcements.ts'
import type { Platform } from './platform/platform.ts'
import { protectionChannels } from './protection/channels.ts'
import type { Protection } from './protection/create-protection.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import type { RefusedCommands } from './rfq/refused-commands.ts'

type Flows = {
  readonly marketData: MarketData
  readonly clock: Clock
  readonly venueStates: ReturnType<typeof createVenueStates>
  readonly drfq: ReturnType<typeof createDrfq>
  readonly grfq: ReturnType<typeof createGrfq>
  readonly refusals: RefusedCommands
}

/** The RFQs whose legs a reader may follow. */
export const rfqLegs = ({ drfq }: Pick<Flows, 'drfq'>) => ({ one: drfq.service.rfqLegsFor, open: drfq.service.openRfqsFor })

type SpokenBehind = {
  readonly flows: Flows
  readonly fs: ReturnType<typeof createFs>
  readonly auctions: AuctionsPart
  readonly perpetuals: PerpetualsPart
  readonly atVenues: { readonly channels: readonly Channel[] }
  readonly platform: Pick<Platform, 'channel'>
  readonly announcements: Pick<Announcements, 'channel'>
  readonly protection: Protection
  readonly engine: MarketEngine
  readonly log: Log
}

type SocketAddresses = Pick<SocketOptions, 'endpoints' | 'styles' | 'source' | 'sources'>

export function socketAddresses({
  flows,
  fs,
  auctions,
  perpetuals,
  atVenues,
  platform,
  announcements,
  protection,
  engine,
  log,
}: SpokenBehind): SocketAddresses {
  const { service, people } = protection.parts
  const shared = [...protectionChannels(service, people), ...atVenues.channels, announcements.channel]
  const source = joinSources(engine, flows.refusals)
  return {
    endpoints: {
      ...negotiated(flows, [...shared, platform.channel, ...perpetuals.channels], log),
      '/v1/fs': [...fs.channels, ...shared],
      '/v1/vrfq': [...auctions.channels, ...shared, platform.channel],
    },
    styles: { '/v1/fs': spreadSocketStyle },
    source,
    sources: { '/v1/vrfq': joinSources(source, ...auctions.sources) },
  }
}

/** For the flows in which users negotiate. */
function negotiated(flows: Flows, shared: readonly Channel[], log: Log): Readonly<Record<string, readonly Channel[]>> {
  const { marketData, clock, venueStates, drfq, grfq } = flows
  const streams = grfq.streams({ clock, log })
  const ofMarket = [...bboChannels(marketData, rfqLegs(flows), clock), marksChannel(marketData, clock), venueStates.channel]
  return {
    '/v2/drfq': [...drfq.channels, ...ofMarket, ...shared],
    '/v1/ob': [...grfq.channels.ob, ...streams, ...shared],
    '/v1/grfq': [...grfq.channels.grfq, ...streams, ...shared],
  }
}
