/** The database that Parley runs on: the configured one, or an embedded one that Parley owns from the first start to the last stop. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { ensureCluster, openCluster, type Cluster } from './cluster.ts'
import { connect, withDatabase, type ConnectOptions } from '../database/connect.ts'
import { checkDatabaseUrl } from '../database/database-url.ts'
import { limits } from '../database/limits.ts'
import { PRODUCT_ROLE } from './access.ts'
import { takeOwnership, type Ownership, type OwnerLock } from './owner-lock.ts'
import { asStartProblem, StartProblem } from '../database/start-problem.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'

export type Database = {
  readonly sql: Sql
  /** For additional clients: `connect(url, …)`. */
  readonly url: string
  readonly kind: 'embedded' | 'external'
  /** Another process was running on it, and its markets are taken over. */
  readonly isTakeOver: boolean
  /** Ends our connections and stops the embedded server, but never a server that is not ours. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly dataDir: string
  /** DATABASE_URL. */
  readonly url?: string | undefined
  readonly log: Log
  /** The name of our connections in the database. `parley` is the product. */
  readonly name?: string
  /** Additional settings of the embedded server, for tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>
  /** For the product: it waits some seconds for a configured database, and only one process may run on it. */
  readonly ownership?: Ownership | undefined
  readonly onFailure?: ConnectOptions['onFailure']
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
}

export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.url === undefined || options.url === '' ? openEmbedded(options) : openExternal(options.url, options)

/** Creates the folder of an embedded database, which takes longest at a first start. Another thread may open it afterwards. */
export function createDatabase({ url, ...options }: Pick<DatabaseOptions, 'dataDir' | 'url' | 'log'>): void {
  if (url === undefined || url === '') ensureCluster(options)
}

async function openExternal(url: string, options: DatabaseOptions): Promise<Database> {
  checkDatabaseUrl(url)
  const { name = 'parley', onFailure, ownership, log } = options
  const sql = connect(url, { max: limits.connectionsToExternal, name, onFailure })
  try {
    const major = Math.floor((await readVersion(sql, options)) / 10_000)
    if (major < limits.oldestMajor)
      throw new StartProblem(
        'DatabaseTooOld',
        `The database of DATABASE_URL is PostgreSQL ${major}; Parley needs ${limits.oldestMajor} or newer.`,
      )
    const place = 'the database of DATABASE_URL'
    const advice = 'stop it first, or start with --take-over to take its markets over.'
    const lock = ownership && (await takeOwnership({ url, place, advice, ownership, log }))
    const close = async () => {
      await sql.end({ timeout: 5 })
      await lock?.release()
    }
    return { sql, url, kind: 'external', isTakeOver: lock?.isTakeOver ?? false, close }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}

/** The product waits for a database that does not answer yet, as after a reboot. A database that answers with a refusal is not late. */
async function readVersion(sql: Sql, { ownership, log, signal }: DatabaseOptions): Promise<number> {
  const until = Date.now() + (ownership === undefined ? 0 : limits.databaseWaitMs)
  for (let pauseMs: number = limits.databaseAgainMs, looks = 0; ; pauseMs = Math.min(pauseMs * 2, limits.databaseAgainMostMs), looks++) {
    try {
      const [server] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
      return server?.version ?? 0
    } catch (error) {
      if (!isLate(error) || Date.now() >= until)
        throw new StartProblem(
          'DatabaseNotReachable',
          `The database of DATABASE_URL is not responding (${(error as Error).message}); check its address, its user and that it is running.`,
          error,
        )
      const seconds = limits.databaseWaitMs / 1000
      if (looks === 0) log.warn({ error }, `The database of DATABASE_URL is not responding yet; waiting up to ${seconds} seconds for it`)
      await delay(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }
}

/** Nothing listens there yet, a name is not known yet, or the server is still starting. */
const LATE: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '57P03',
  // None of several hosts accepts writes yet.
  '25006',
])

const isLate = (error: unknown): boolean => error instanceof DatabaseUnavailable && LATE.has(error.code)

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { log, ownership } = options
  if (ownership === 'TAKE_OVER')
    throw new StartProblem(
      'SettingWrong',
      '--take-over needs DATABASE_URL, because the embedded database ends with the process that started it; stop that process, and start this one without --take-over.',
    )
  const { cluster, lock } = await ownCluster(options)
  log.info(
    { databasePid: cluster.pid },
    cluster.found === 'survivor' ? 'The database was still running; continuing with it' : 'The database is running',
  )
  try {
    const url = withDatabase(cluster.url, PRODUCT_ROLE)
    const { name = 'parley', onFailure } = options
    const sql = connect(url, { max: limits.connectionsToEmbedded, name, idle: limits.idleConnections, onFailure })
    const watch = keepRunning(cluster, options)
    let closing: Promise<void> | undefined
    const close = async () => {
      const last = await watch.end()
      await sql.end({ timeout: 5 })
      await lock.release()
      await last.stop()
    }
    return { sql, url, kind: 'embedded', isTakeOver: false, close: () => (closing ??= close()) }
  } catch (error) {
    await lock.release()
    await cluster.stop()
    throw error
  }
}

async function ownCluster(options: DatabaseOptions): Promise<{ readonly cluster: Cluster; readonly lock: OwnerLock }> {
  const { dataDir, log } = options
  const cluster = await openCluster(options)
  const advice = 'use that one, stop it first, or set DATA_DIR to another folder.'
  // Its owner stops the server when it ends, so the markets of a process that lives cannot be taken over.
  const owning = { url: cluster.url, place: dataDir, advice, ownership: 'ALONE', log } as const
  const lock = await takeOwnership(owning).catch(async (error: unknown) => {
    const isAnothers = error instanceof StartProblem && error.kind === 'AlreadyRunning'
    if (cluster.found === 'started' && !isAnothers) await cluster.stop()
    throw asStartProblem(error, dataDir)
  })
  if (!cluster.isOpenToAll) return { cluster, lock }
  // Only a server without another owner is stopped.
  log.info(
    { databasePid: cluster.pid },
    'Every user of this machine can connect to the database; restarting it with access for this user only',
  )
  await lock.release()
  await cluster.stop()
  return ownCluster(options)
}

/** The server may die while we run (the system is out of memory, or it was stopped by mistake). It is started again on the same socket. */
function keepRunning(first: Cluster, options: DatabaseOptions): { end: () => Promise<Cluster> } {
  let cluster = first
  let work: Promise<void> = Promise.resolve()
  let isBusy = false
  const restart = async () => {
    options.log.error({ databasePid: cluster.pid }, 'The database has stopped unexpectedly; restarting it')
    cluster = await openCluster(options)
    options.log.info({ databasePid: cluster.pid }, 'The database is running again')
  }
  const look = () => {
    if (isBusy || cluster.isRunning()) return
    isBusy = true
    work = restart()
      .catch((error: unknown) => options.log.error({ error }, 'Could not restart the database; trying again'))
      .finally(() => (isBusy = false))
  }
  const watch = setInterval(look, limits.lookMs).unref()
  return {
    async end() {
      clearInterval(watch)
      await work
      return cluster
    },
  }
}
