/** A whole installation of many processes on one machine: PostgreSQL, NATS, gateways, shard owners, a worker, and a door in front of the gateways. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createProduct, makeDataFolder, openDatabase, silent, unhurried } from '@parley/server'
import { createBitcomVenue, createBybitVenue, createDeribitVenue, createParadexVenue } from '@parley/venues'
import { CONFIRMATIONS } from '../demo/auction-chain.ts'
import { readDemoFile, writeDemoFile } from '../demo/demo-file.ts'
import { deskSetting, openMarket, type DemoSetting } from '../demo/demo.ts'
import type { MarketThread } from '../demo/market-thread.ts'
import { seed as seedDesks, type Seeded } from '../demo/seed.ts'
import { writeClusterFile } from './cluster-file.ts'
import { startNats, startProcess, type ClusterProcess, type ClusterRole } from './cluster-process.ts'
import { setDeskRates, type DeskRates } from './desk-rates.ts'
import { openDoor } from './door.ts'

/** They stop from the last role to the first. */
const PROCESSES: readonly ClusterRole[] = ['shards', 'shards', 'workers', 'gateway', 'gateway']
/** Each process has a pool of connections, and some beyond it. */
const CONNECTIONS = 160

export type Cluster = {
  readonly baseUrl: string
  close(): Promise<void>
}

type Closing = (() => Promise<unknown> | void)[]

export type ClusterParts = {
  /** A nats-server that is running. Without it, the cluster starts its own. */
  readonly natsUrl?: string | undefined
  /** Whether the simulated desks trade; by default they do. */
  readonly desks?: 'TRADING' | 'AWAY'
  /** Rates of all desks instead of those of the demo. */
  readonly deskRates?: DeskRates
  /** Settings for one process, requested at each start. */
  readonly settingsOf?: (role: ClusterRole) => Readonly<Record<string, string>>
}

export async function startCluster(
  setting: DemoSetting,
  { natsUrl, desks = 'TRADING', deskRates = {}, settingsOf = () => ({}) }: ClusterParts = {},
): Promise<Cluster> {
  const { dataDir, port, onProgress } = setting
  const closing: Closing = []
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    makeDataFolder(dataDir)
    let gateways = (): readonly number[] => []
    const door = await openDoor({ port, gateways: () => gateways() })
    closing.push(door.close)
    onProgress('Starting PostgreSQL, NATS and the simulated venues…')
    const settings = { max_connections: String(CONNECTIONS) }
    const database = await openDatabase({ dataDir, url: setting.databaseUrl, log: silent, name: 'parley cluster', settings })
    closing.push(database.close)
    const nats = natsUrl ? { url: natsUrl, stop: () => Promise.resolve() } : await startNats(join(dataDir, 'nats.conf'))
    closing.push(nats.stop)
    const market = await openMarket(setting)
    closing.push(market.stop)
    onProgress('Creating ten desks…')
    const baseUrl = `http://localhost:${port}`
    const seeded = await seedFirst(setting, { databaseUrl: database.url, baseUrl, market, deskRates })
    const env = { DATABASE_URL: database.url, NATS_URL: nats.url, DATA_DIR: dataDir, MAIL: 'off', ...environmentOf(market) }
    const processes = await startAll(setting, { envOf: (role) => ({ ...env, ...settingsOf(role) }), closing })
    gateways = () => processes.portsOf('gateway')
    await door.look()
    const file = { ...seeded, venueControl: market.controlUrl }
    writeDemoFile(dataDir, file)
    if (desks === 'AWAY') return { baseUrl, close }
    closing.push(market.stopTrading)
    market.trade(deskSetting(setting, file))
    return { baseUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Seeding = { readonly databaseUrl: string; readonly baseUrl: string; readonly market: MarketThread; readonly deskRates: DeskRates }

/** One process that does everything makes the tables and the desks, and ends before the others start. */
async function seedFirst({ dataDir, rates }: DemoSetting, { databaseUrl, baseUrl, market, deskRates }: Seeding): Promise<Seeded> {
  const { deribit, bybit, bitcom, paradex } = market.places
  const product = await createProduct({
    ...{ dataDir, databaseUrl, port: 0, mail: { kind: 'elsewhere' } },
    venues: [createDeribitVenue(deribit), createBybitVenue(bybit), createBitcomVenue({ ...bitcom, blockSource: 'parley' })],
    paradex: createParadexVenue(paradex),
  })
  try {
    const seeded = await seedDesks(product.operator, readDemoFile(dataDir), { baseUrl, chain: market.places.chain })
    const tickers = seeded.desks.map(({ ticker }) => ticker)
    await setDeskRates(databaseUrl, tickers, { ...(rates === 'unhurried' ? unhurried : {}), ...deskRates })
    return seeded
  } finally {
    await product.close()
  }
}

const environmentOf = ({ places: { deribit, bybit, bitcom, paradex, chain } }: MarketThread): Readonly<Record<string, string>> => ({
  ...{ VENUES: 'DBT,BYB,BIT', DERIBIT_URL: deribit.url, BYBIT_URL: bybit.restUrl, BYBIT_SOCKET_URL: bybit.streamUrl },
  ...{ BITCOM_URL: bitcom.url, BITCOM_SOCKET_URL: bitcom.socketUrl, BITCOM_BLOCK_SOURCE: 'parley' },
  ...{ PARADEX_URL: paradex.restUrl, PARADEX_SOCKET_URL: paradex.streamUrl },
  ...{ CHAIN_URL: chain.url, CHAIN_ID: String(chain.chainId), CHAIN_SWAP: chain.swap, CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) },
  CHAIN_SIMULATED_SINCE: String(Date.now()),
})

type Starting = { readonly envOf: (role: ClusterRole) => Readonly<Record<string, string>>; readonly closing: Closing }

/** Starts every process, writes the file of them, and starts another one when `npm run cluster -- start` asks for it. */
async function startAll({ dataDir, onProgress }: DemoSetting, { envOf, closing }: Starting) {
  const running: ClusterProcess[] = []
  let control = ''
  const logs = join(dataDir, 'cluster-logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const write = () => writeClusterFile(dataDir, { processes: running.map(({ role, pid, url }) => ({ role, pid, url })), control })
  const start = async (role: ClusterRole): Promise<ClusterProcess> => {
    const one = await startProcess({ role, env: envOf(role), logFile: join(logs, `${role}.log`) })
    running.splice(0, running.length, ...running.filter(({ isRunning }) => isRunning()), one)
    write()
    return one
  }
  closing.push(async () => {
    for (const role of new Set(PROCESSES.toReversed()))
      await Promise.all(running.filter((one) => one.role === role).map((one) => one.stop()))
  })
  onProgress('Starting two gateways, two shard owners and a worker…')
  await Promise.all(PROCESSES.map(start))
  const controlled = await openControl(start)
  control = controlled.url
  closing.push(controlled.close)
  write()
  return { portsOf: (role: ClusterRole) => running.flatMap((one) => (one.role === role && one.isRunning() ? [one.port] : [])) }
}

/** The address contains a secret, so only the owner of the file can start processes. */
async function openControl(start: (role: ClusterRole) => Promise<ClusterProcess>) {
  const secret = randomBytes(16).toString('hex')
  const server: Server = createServer((request, response) => {
    const role = PROCESSES.find((one) => request.url === `/${secret}/start/${one}`)
    if (request.method !== 'POST' || role === undefined) return void response.writeHead(404).end()
    return void start(role).then(
      ({ pid, url }) => response.end(JSON.stringify({ role, pid, url })),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
