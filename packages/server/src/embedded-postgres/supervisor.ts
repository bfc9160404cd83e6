/** The database that Parley runs on: the configured one, or an embedded one that Parley owns from the first start to the last stop. */
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { ensureCluster, openCluster, type Cluster } from './cluster.ts'
import { connect, withDatabase } from '../database/connect.ts'
import { limits } from '../database/limits.ts'
import { PRODUCT_ROLE } from './access.ts'
import { takeOwnership, type OwnerLock } from './owner-lock.ts'
import { asStartProblem, StartProblem } from '../database/start-problem.ts'

export type Database = {
  readonly sql: Sql
  /** For additional clients: `connect(url, …)`. */
  readonly url: string
  readonly kind: 'embedded' | 'external'
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
}

export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.url === undefined || options.url === '' ? openEmbedded(options) : openExternal(options.url, options.name)

/** Creates the folder of an embedded database, which takes longest at a first start. Another thread may open it afterwards. */
export function createDatabase({ url, ...options }: Pick<DatabaseOptions, 'dataDir' | 'url' | 'log'>): void {
  if (url === undefined || url === '') ensureCluster(options)
}

async function openExternal(url: string, name?: string): Promise<Database> {
  const sql = connectTo(url, name)
  const [server] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`.catch(
    async (error: unknown) => {
      await sql.end({ timeout: 1 })
      throw new StartProblem(
        'DatabaseNotReachable',
        `The database of DATABASE_URL is not responding (${(error as Error).message}); check its address, its user and that it is running.`,
        error,
      )
    },
  )
  const major = Math.floor((server?.version ?? 0) / 10_000)
  if (major < limits.oldestMajor) {
    await sql.end({ timeout: 1 })
    throw new StartProblem(
      'DatabaseTooOld',
      `The database of DATABASE_URL is PostgreSQL ${major}; Parley needs ${limits.oldestMajor} or newer.`,
    )
  }
  return { sql, url, kind: 'external', close: () => sql.end({ timeout: 5 }) }
}

function connectTo(url: string, name = 'parley'): Sql {
  try {
    return connect(url, { max: limits.connectionsToExternal, name })
  } catch (error) {
    throw new StartProblem(
      'DatabaseNotReachable',
      'DATABASE_URL is not a valid address. Use the form postgres://user:password@host:5432/database.',
      error,
    )
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { log } = options
  const { cluster, lock } = await ownCluster(options)
  log.info(
    { pid: cluster.pid },
    cluster.found === 'survivor' ? 'The database was still running; continuing with it' : 'The database is running',
  )
  try {
    const url = withDatabase(cluster.url, PRODUCT_ROLE)
    const sql = connect(url, { max: limits.connectionsToEmbedded, name: options.name ?? 'parley' })
    const watch = keepRunning(cluster, options)
    let closing: Promise<void> | undefined
    const close = async () => {
      const last = await watch.end()
      await sql.end({ timeout: 5 })
      await lock.release()
      await last.stop()
    }
    return { sql, url, kind: 'embedded', close: () => (closing ??= close()) }
  } catch (error) {
    await lock.release()
    await cluster.stop()
    throw error
  }
}

async function ownCluster(options: DatabaseOptions): Promise<{ readonly cluster: Cluster; readonly lock: OwnerLock }> {
  const { dataDir, log } = options
  const cluster = await openCluster(options)
  const lock = await takeOwnership(cluster.url, dataDir, log).catch(async (error: unknown) => {
    const isAnothers = error instanceof StartProblem && error.kind === 'AlreadyRunning'
    if (cluster.found === 'started' && !isAnothers) await cluster.stop()
    throw asStartProblem(error, dataDir)
  })
  if (!cluster.isOpenToAll) return { cluster, lock }
  // Only a server without another owner is stopped.
  log.info({ pid: cluster.pid }, 'Every user of this machine can connect to the database; restarting it with access for this user only')
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
    options.log.error({ pid: cluster.pid }, 'The database has stopped unexpectedly; restarting it')
    cluster = await openCluster(options)
    options.log.info({ pid: cluster.pid }, 'The database is running again')
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
