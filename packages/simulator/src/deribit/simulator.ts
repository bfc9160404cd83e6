/** Deribit in a box: its protocol on a real socket, a market that moves, block trades that are checked and remembered, and faults to order. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Tamper } from '../exchange/tampering.ts'
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
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { VenueFeed } from './feed.ts'
import { createHttpListener } from './http.ts'
import { TOKEN_LIFE_S } from './limits.ts'
import { createMarket, type ListingChange, type Market } from './market.ts'
import { createPlatform } from './platform.ts'
import { formatNotification } from './protocol.ts'
import { userOf } from '../exchange/account.ts'
import type { Confirmation } from './approvals.ts'
import { createMethods, type World } from './methods.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createVenueClock } from '../exchange/venue-clock.ts'
import { createRandom } from '../exchange/random.ts'
import { openWalkFile, type WalkFile } from '../exchange/walk-file.ts'

export type DeribitSimulatorOptions = {
  /** Without it, or 0, whichever is free. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /** How fast the market moves; 1 is a calm day. The venue's clock is `now` whatever the speed. */
  readonly speed?: number
  /** How often prices are published. 0: only when `step` is called. */
  readonly tickMs?: number
  /** How often they move; without it at every step. */
  readonly movesEveryMs?: number
  /** The file for executed blocks; without it they live as long as the simulator. */
  readonly dataDir?: string
  readonly faults?: readonly FaultOrder[]
  /** How long an access token lives. */
  readonly tokenLifeS?: number
  readonly accounts?: readonly DeribitAccount[]
}

export interface DeribitSimulator {
  /** `ws://127.0.0.1:<port>/ws/api/v2` */
  readonly url: string
  readonly httpUrl: string
  readonly market: Market
  readonly faults: Faults
  addAccount(account: DeribitAccount): void
  /** Every block executed so far, oldest first. */
  blocks(): readonly ExecutedBlock[]
  /** The owner's hand in the record. */
  readonly tamper: Tamper
  /** Takes the venue down for its accounts, and opens it again. */
  maintain(state: 'BEGINS' | 'ENDS'): void
  /** The venue's own Block RFQ. */
  readonly blockRfqs: Pick<BlockRfqService, 'all' | 'trades'>
  /** How often a method was called over a socket so far. */
  calls(method: string): number
  /** Nothing that a client sent is still to be carried out. */
  isQuiet(): boolean
  /** Lets the market go on and publishes. */
  step(elapsedMs: number): void
  /** Drops every connection, as a network does. */
  dropConnections(): void
  close(): Promise<void>
}

const TICK_MS = 1_000
/** How often the level of prices is kept for the next start. */
const KEEP_MS = 5_000

export async function createDeribitSimulator(options: DeribitSimulatorOptions = {}): Promise<DeribitSimulator> {
  const { port = 0, tickMs = TICK_MS } = options
  const connections = new Set<OpenConnection>()
  const venue = openVenue(options, connections)
  const { world, methods, faults, feed, walkFile } = venue
  const { market, accounts, blocks, platform, rfqs } = world

  const server = createServer(createHttpListener(world, methods))
  const sockets = new WebSocketServer({ server, path: '/ws/api/v2', perMessageDeflate: false })
  publishBlockRfqs(rfqs, connections, world.now)
  const late = new Set<NodeJS.Timeout>()
  const called = acceptConnections(sockets, connections, { ...{ world, methods, faults, feed, late }, clock: venue.clock })

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
  const timer = tickMs === 0 ? undefined : setInterval(() => step(tickMs), tickMs)
  const keeper = setInterval(() => keepWalk(walkFile, market), KEEP_MS)
  keeper.unref()

  const address = await listen(server, port)
  return {
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
    isQuiet: () => late.size === 0,
    dropConnections: () => sockets.clients.forEach((socket) => socket.terminate()),
    close: async () => {
      clearInterval(timer)
      clearInterval(keeper)
      keepWalk(walkFile, market)
      sockets.clients.forEach((socket) => socket.terminate())
      sockets.close()
      await stopListening(server)
      rfqs.close()
      blocks.close()
    },
  }
}

/** The venue behind its protocol: market, accounts and blocks as they stood when it was last open. */
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
  // A contract that expired while the venue was shut is delivered at the level at which it opens.
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

/** Answers how often each method was called. */
function acceptConnections(sockets: WebSocketServer, connections: Set<OpenConnection>, serving: Serving): ReadonlyMap<string, number> {
  const called = new Map<string, number>()
  let opened = 0
  const forgetUnread = (channels: readonly string[]): void =>
    channels.filter((channel) => ![...connections].some((connection) => connection.channels.has(channel))).forEach(serving.feed.forget)
  sockets.on('connection', (socket, request) => {
    opened += 1
    const context: ConnectionContext = {
      ...serving,
      onClosed: (closed) => void connections.delete(closed),
      onForgotten: forgetUnread,
      onCalled: (method) => void called.set(method, (called.get(method) ?? 0) + 1),
    }
    connections.add(new VenueConnection(opened, socket, request.socket, context))
  })
  return called
}

/** To every connection of the user that has asked for it. */
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

/** The venue's own Block RFQ, and the makers that it has. */
function openBlockRfqs(
  listing: Listing,
  blocks: BlockService,
  { seed, now, dataDir }: { seed: number; now: () => number; dataDir?: string },
) {
  const rfqs = createBlockRfqService({ listing, blocks, now, dataDir, aliases: () => HOUSE_ALIASES })
  return { rfqs, house: createHouse(rfqs, listing, { random: createRandom(seed, 'block rfq makers'), now }) }
}

/** A full disk costs the continuity of prices, not the venue. */
function keepWalk(file: WalkFile, market: Market): void {
  try {
    file.save(market.walk())
  } catch (error) {
    console.error(`The simulated venue could not keep its prices: ${error instanceof Error ? error.message : String(error)}`)
  }
}
