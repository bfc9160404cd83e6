/** A complete simulated Deribit: its protocol on a real socket, a moving market, block trades that are checked and stored, and injected faults. */
import { serveVenue, type ServedVenue } from '../exchange/serve.ts'
import { createAccounts } from './accounts.ts'
import { createLedger } from './ledger.ts'
import type { DeribitAccount } from './deribit-account.ts'
import type { Listing } from './block-checks.ts'
import { createBlockService, type BlockService } from './block-service.ts'
import type { ExecutedBlock } from './executed-block.ts'
import { publishBlockRfqs } from './block-rfq-channels.ts'
import { createBlockRfqService, type BlockRfqService } from './block-rfq-service.ts'
import { createHouse, HOUSE_ALIASES } from './block-rfq-house.ts'
import type { Currency } from './chain.ts'
import { coinOf } from './fees.ts'
import { VenueConnection, type ConnectionContext, type OpenConnection } from './connection.ts'
import { createFaults } from '../exchange/faults.ts'
import type { SimulatedVenue, VenueOptions } from '../exchange/venue-options.ts'
import { VenueFeed } from './feed.ts'
import { createHttpListener } from './http.ts'
import { TOKEN_LIFE_S } from './limits.ts'
import { createMarket, type ListingChange, type Market } from './market.ts'
import { createPlatform } from './platform.ts'
import { formatNotification } from './protocol.ts'
import { userOf } from '../exchange/account.ts'
import type { Confirmation } from './approvals.ts'
import { createMethods, type World } from './methods.ts'
import { createVenueClock } from '../exchange/venue-clock.ts'
import { createRandom } from '../exchange/random.ts'
import { openWalkFile, type WalkFile } from '../exchange/walk-file.ts'

/** This venue always uses its own prices. */
export type DeribitSimulatorOptions = Omit<VenueOptions<DeribitAccount>, 'prices'> & {
  /** How often prices move; by default at every step. */
  readonly movesEveryMs?: number
  /** How long an access token lives. */
  readonly tokenLifeS?: number
}

export interface DeribitSimulator extends SimulatedVenue<DeribitAccount> {
  /** `ws://127.0.0.1:<port>/ws/api/v2` */
  readonly url: string
  readonly httpUrl: string
  readonly market: Market
  /** Every block executed so far, oldest first. */
  blocks(): readonly ExecutedBlock[]
  /** The venue's own block RFQ. */
  readonly blockRfqs: Pick<BlockRfqService, 'all' | 'trades'>
  /** How often a method was called over a socket so far. */
  calls(method: string): number
}

/** How often the price level is stored for the next start. */
const KEEP_MS = 5_000

export async function createDeribitSimulator(options: DeribitSimulatorOptions = {}): Promise<DeribitSimulator> {
  const connections = new Set<OpenConnection>()
  const venue = openVenue(options, connections)
  const { world, methods, faults, feed, walkFile } = venue
  const { market, accounts, blocks, platform, rfqs } = world

  publishBlockRfqs(rfqs, connections, world.now)
  const late = new Set<NodeJS.Timeout>()
  const { called, accept } = acceptConnections(connections, { ...{ world, methods, faults, feed, late }, clock: venue.clock })

  const step = (elapsedMs: number): void => {
    const changes = market.step(elapsedMs)
    blocks.approvals.expire()
    venue.deliver(changes.flatMap(({ row, state }) => (state === 'closed' ? [row.instrument_name] : [])))
    rfqs.tick()
    venue.house.act()
    publish(
      feed,
      changes,
      [...connections].filter(({ channels }) => channels.size > 0),
    )
  }
  const keeper = setInterval(() => keepWalk(walkFile, market), KEEP_MS)
  keeper.unref()
  const close = (): void => {
    clearInterval(keeper)
    keepWalk(walkFile, market)
    rfqs.close()
    blocks.close()
  }
  const http = { listener: createHttpListener(world, methods), isQuiet: () => late.size === 0, close: () => undefined }
  const isSocketPath = (path: string): boolean => path === '/ws/api/v2'
  const { address, ...served } = await serveVenue({ http, isSocketPath, accept, step, close }, options)
  return {
    ...served,
    url: `ws://${address}/ws/api/v2`,
    httpUrl: `http://${address}/api/v2`,
    ...{ market, faults, step },
    addAccount: accounts.add,
    blocks: blocks.all,
    tamper: blocks.tamper,
    maintain: (state) => {
      const frame = formatNotification('platform_state', platform.maintain(state))
      for (const connection of connections) if (connection.channels.has('platform_state')) connection.send(frame)
    },
    blockRfqs: rfqs,
    calls: (method) => called.get(method) ?? 0,
  }
}

/** The venue behind its protocol: market, accounts and blocks as they were when it was last open. */
function openVenue(options: DeribitSimulatorOptions, connections: ReadonlySet<OpenConnection>) {
  const { seed = 1, now: timeOf = Date.now, speed = 1, dataDir } = options
  const clock = createVenueClock(timeOf)
  const { now } = clock
  const random = createRandom(seed, 'tokens')
  const walkFile = openWalkFile(dataDir, 'deribit-market.json')
  const market = createMarket({ seed, now, speed, walk: walkFile.load(), movesEveryMs: options.movesEveryMs })
  const feed = new VenueFeed(market, now)
  const accounts = createAccounts(options.accounts ?? [], { now, random, tokenLifeS: options.tokenLifeS ?? TOKEN_LIFE_S })
  const ledger = createLedger()
  const blocks = createBlockService(
    { instrument: market.instrument, ticker: feed.ticker },
    {
      ...{ seed, now, random, dataDir, market, ledger },
      keyed: accounts.named,
      announce: (confirmation) => confirm(connections, confirmation),
    },
  )
  const deliver = (names: readonly string[]): void => names.forEach((name) => blocks.deliver(name, market.index(coinOf(name) as Currency)))
  // A contract that expired while the venue was closed is delivered at the opening price level.
  deliver(ledger.contracts().filter((name) => market.instrument(name) === undefined))
  const faults = createFaults(options.faults ?? [], createRandom(seed, 'faults'))
  const { rfqs, house } = openBlockRfqs({ instrument: market.instrument, ticker: feed.ticker }, blocks, {
    seed,
    now,
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  const world: World = { market, feed, accounts, blocks, rfqs, ledger, platform: createPlatform(now), now }
  return { world, methods: createMethods(world), faults, feed, clock, walkFile, deliver, house }
}

type Serving = Omit<ConnectionContext, 'onClosed' | 'onForgotten' | 'onCalled'>

/** Accepts sockets, and counts how often each method was called over them. */
function acceptConnections(connections: Set<OpenConnection>, serving: Serving) {
  const called = new Map<string, number>()
  let opened = 0
  const forgetUnread = (channels: readonly string[]): void =>
    channels.filter((channel) => ![...connections].some((connection) => connection.channels.has(channel))).forEach(serving.feed.forget)
  const accept: ServedVenue['accept'] = (socket, request) => {
    opened += 1
    const context: ConnectionContext = {
      ...serving,
      onClosed: (closed) => void connections.delete(closed),
      onForgotten: forgetUnread,
      onCalled: (method) => void called.set(method, (called.get(method) ?? 0) + 1),
    }
    connections.add(new VenueConnection(opened, socket, request.socket, context))
  }
  return { called: called as ReadonlyMap<string, number>, accept }
}

/** Sends to every subscribed connection of the user. */
function confirm(connections: ReadonlySet<OpenConnection>, { user, coins, data }: Confirmation): void {
  for (const connection of connections) {
    if (connection.grant === undefined || userOf(connection.grant.account) !== user) continue
    for (const channel of ['block_trade_confirmations', ...coins.map((coin) => `block_trade_confirmations.${coin}`)])
      if (connection.channels.has(channel)) connection.send(formatNotification(channel, data))
  }
}

function publish(feed: VenueFeed, changes: readonly ListingChange[], listening: readonly OpenConnection[]): void {
  const subscribed = new Set(listening.flatMap(({ channels }) => [...channels]))
  feed.publish(subscribed, changes, (channel, frame) => {
    for (const connection of listening) if (connection.channels.has(channel)) connection.add(frame)
  })
  for (const connection of listening) connection.sendAdded()
}

/** The venue's own block RFQ and its makers. */
function openBlockRfqs(
  listing: Listing,
  blocks: BlockService,
  { seed, now, dataDir }: { seed: number; now: () => number; dataDir?: string },
) {
  const rfqs = createBlockRfqService({ listing, blocks, now, dataDir, aliases: () => HOUSE_ALIASES })
  return { rfqs, house: createHouse(rfqs, listing, { random: createRandom(seed, 'block rfq makers'), now }) }
}

/** If the disk is full, only the continuity of prices is lost. */
function keepWalk(file: WalkFile, market: Market): void {
  try {
    file.save(market.walk())
  } catch (error) {
    console.error(`The simulated venue could not save its prices: ${error instanceof Error ? error.message : String(error)}`)
  }
}
