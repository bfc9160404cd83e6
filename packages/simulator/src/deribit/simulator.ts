/** Deribit in a box: its protocol on a real socket, a market that moves, block trades that are checked and remembered, and faults to order. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import type { SimulatedAccount } from '../exchange/account.ts'
import { createAccounts } from './accounts.ts'
import { createBlockDesk, type ExecutedBlock } from './blocks.ts'
import { VenueConnection, type OpenConnection } from './connection.ts'
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { VenueFeed } from './feed.ts'
import { createHttpListener } from './http.ts'
import { TOKEN_LIFE_S } from './limits.ts'
import { createMarket, type Market } from './market.ts'
import { createMethods, type World } from './methods.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createRandom } from '../exchange/random.ts'
import { openWalkFile, type WalkFile } from '../exchange/walk-file.ts'

export type DeribitSimulatorOptions = {
  /** Without it, or 0, whichever is free. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /** How fast the market moves; 1 is a calm day. The venue's clock is `now` whatever the speed. */
  readonly speed?: number
  /** How often prices move and are published. 0: only when `step` is called. */
  readonly tickMs?: number
  /** The file for executed blocks; without it they live as long as the simulator. */
  readonly dataDir?: string
  readonly faults?: readonly FaultOrder[]
  /** How long an access token lives. */
  readonly tokenLifeS?: number
  readonly accounts?: readonly SimulatedAccount[]
}

export interface DeribitSimulator {
  /** `ws://127.0.0.1:<port>/ws/api/v2` */
  readonly url: string
  readonly httpUrl: string
  readonly market: Market
  readonly faults: Faults
  addAccount(account: SimulatedAccount): void
  /** Every block executed so far, oldest first. */
  blocks(): readonly ExecutedBlock[]
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
  const { port = 0, seed = 1, now = Date.now, speed = 1, tickMs = TICK_MS } = options
  const random = createRandom(seed, 'tokens')
  const walkFile = openWalkFile(options.dataDir, 'deribit-market.json')
  const market = createMarket({ seed, now, speed, walk: walkFile.load() })
  const feed = new VenueFeed(market, now)
  const accounts = createAccounts(options.accounts ?? [], { now, random, tokenLifeS: options.tokenLifeS ?? TOKEN_LIFE_S })
  const desk = createBlockDesk({ instrument: market.instrument, ticker: feed.ticker }, { seed, now, random, dataDir: options.dataDir })
  const faults = createFaults(options.faults ?? [], createRandom(seed, 'faults'))
  const world: World = { market, feed, accounts, desk, now }
  const methods = createMethods(world)

  const server = createServer(createHttpListener(world, methods))
  const sockets = new WebSocketServer({ server, path: '/ws/api/v2', perMessageDeflate: false })
  const connections = new Set<OpenConnection>()
  const late = new Set<NodeJS.Timeout>()
  let opened = 0
  const called = new Map<string, number>()
  const forgetUnread = (channels: readonly string[]): void =>
    channels.filter((channel) => ![...connections].some((connection) => connection.channels.has(channel))).forEach(feed.forget)
  sockets.on('connection', (socket, request) => {
    opened += 1
    const context = {
      ...{ world, methods, faults, feed, late },
      onClosed: (closed: OpenConnection) => void connections.delete(closed),
      onForgotten: forgetUnread,
      onCalled: (method: string) => void called.set(method, (called.get(method) ?? 0) + 1),
    }
    connections.add(new VenueConnection(opened, socket, request.socket, context))
  })

  const step = (elapsedMs: number): void => {
    const changes = market.step(elapsedMs)
    const listening = [...connections].filter(({ channels }) => channels.size > 0)
    const subscribed = new Set(listening.flatMap(({ channels }) => [...channels]))
    feed.publish(subscribed, changes, (channel, frame) => {
      for (const connection of listening) if (connection.channels.has(channel)) connection.add(frame)
    })
    for (const connection of listening) connection.sendAdded()
  }
  const timer = tickMs === 0 ? undefined : setInterval(() => step(tickMs), tickMs)
  const keeper = setInterval(() => keepWalk(walkFile, market), KEEP_MS)
  keeper.unref()

  const address = await listen(server, port)
  return {
    url: `ws://${address}/ws/api/v2`,
    httpUrl: `http://${address}/api/v2`,
    market,
    faults,
    addAccount: accounts.add,
    blocks: desk.all,
    calls: (method) => called.get(method) ?? 0,
    isQuiet: () => late.size === 0,
    step,
    dropConnections: () => sockets.clients.forEach((socket) => socket.terminate()),
    close: async () => {
      clearInterval(timer)
      clearInterval(keeper)
      keepWalk(walkFile, market)
      sockets.clients.forEach((socket) => socket.terminate())
      sockets.close()
      await stopListening(server)
      desk.close()
    },
  }
}

/** A full disk costs the continuity of prices, not the venue. */
function keepWalk(file: WalkFile, market: Market): void {
  try {
    file.save(market.walk())
  } catch (error) {
    console.error(`The simulated venue could not keep its prices: ${error instanceof Error ? error.message : String(error)}`)
  }
}
