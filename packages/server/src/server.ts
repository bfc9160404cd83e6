/** The product in one process: the database, accounts, markets, the engine, settlement, and the doors to all of them. */
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount } from './account/create-account.ts'
import type { Operator } from './account/operator.ts'
import { createVault, loadSecretKey } from './account/vault.ts'
import { createDoor, createHttp } from './http/create-http.ts'
import { createKeptAnswers } from './http/idempotency.ts'
import { httpLimits } from './http/limits.ts'
import { silent, type Log } from './log.ts'
import { createPlatform } from './operations/platform.ts'
import { operationsRoutes } from './operations/routes.ts'
import { migrate } from './postgres/migrate.ts'
import { StartProblem } from './postgres/start-problem.ts'
import { openDatabase } from './postgres/supervisor.ts'
import { createRateLimit } from './protection/rate-limit.ts'
import { rates as publishedRates, type Rates } from './protection/rates.ts'
import { protectionRoutes } from './protection/routes.ts'

export type ServerOptions = {
  readonly dataDir: string
  /** PostgreSQL 15 to 18; the embedded one in `dataDir` where it is not given. */
  readonly databaseUrl?: string | undefined
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  /** The built web application. */
  readonly webDir?: string
  /** 32 bytes as hex or base64; else `dataDir/secret.key`. */
  readonly secretKey?: string | undefined
  readonly rates?: Partial<Rates>
  readonly now?: () => number
  readonly log?: Log
  /** Believe X-Forwarded-For: only behind a proxy of one's own. */
  readonly trustProxy?: boolean
}

export type RunningServer = { readonly baseUrl: string; readonly operator: Operator; close(): Promise<void> }

export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const closing: (() => Promise<unknown> | void)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const door = createDoor()
    const baseUrl = await listen(door.server, options.port, options.host ?? '127.0.0.1')
    closing.push(() => stop(door.server))
    const operator = await compose(options, door, closing)
    return { baseUrl, operator, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function compose(
  options: ServerOptions,
  door: ReturnType<typeof createDoor>,
  closing: (() => Promise<unknown> | void)[],
): Promise<Operator> {
  const { log = silent, now = Date.now, dataDir } = options
  mkdirSync(dataDir, { recursive: true })
  const vault = createVault(loadSecretKey(dataDir, options.secretKey))
  const rates = { ...publishedRates, ...options.rates }
  const database = await openDatabase({ dataDir, url: options.databaseUrl, log })
  closing.push(() => database.close())
  const { sql } = database
  await migrate(sql, log)

  const platform = createPlatform()
  const account = await createAccount({ sql, vault, platform, rates, now, log })
  closing.push(() => account.close())
  const app = await createHttp(door, {
    access: account.access,
    requests: createRateLimit(rates.requestsPerDesk),
    rfqs: createRateLimit(rates.rfqsPerDesk),
    kept: createKeptAnswers(sql, vault),
    gate: platform.gate,
    routes: [...account.routes, ...operationsRoutes(platform), ...protectionRoutes()],
    webDir: options.webDir,
    now,
    log,
    trustProxy: options.trustProxy ?? false,
  })
  await app.ready()
  closing.push(() => door.drain())
  return account.operator
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenProblem(error, port)))
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${taken}`
}

function listenProblem(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem('PortInUse', `Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`, error)
    case 'EACCES':
      return new StartProblem(
        'PortInUse',
        `Port ${port} needs rights this user does not have; choose one above 1023 with PORT=4000.`,
        error,
      )
    case undefined:
    default:
      return error
  }
}

/** No new requests; those in flight may finish. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), httpLimits.drainMs)
  await closed
  clearTimeout(impatient)
}
