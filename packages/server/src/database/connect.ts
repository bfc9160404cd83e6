/** The only way to create a database client, so that numbers, timeouts and names are the same everywhere. */
import { setTimeout as delay } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg'
import { columnTypes } from './column-types.ts'
import { followPrimary, readHosts } from './hosts.ts'
import { limits } from './limits.ts'
import { Listening } from './listening.ts'
import { createOnConnection, resultOf, toQuery, whenSent } from './on-connection.ts'
import { asDatabaseFailure, DatabaseUnavailable } from './unavailable.ts'
import { createTag, type ReservedSql, type Sql, type TransactionSql } from './sql.ts'

export type ConnectOptions = {
  readonly max: number
  readonly name: string
  /** Connections that have been idle for this long are closed, except for `kept` of them. All stay open without it. */
  readonly idle?: { readonly closeAfterMs: number; readonly kept: number }
  /** Called for every failure of the database itself, before its caller gets it. */
  readonly onFailure?: ((error: DatabaseUnavailable) => void) | undefined
}

/**
 * A URL may name a socket folder in the form that PostgreSQL's own tools use: `postgres://user@localhost/db?host=/folder`. If it names several hosts,
 * connections lead to the one that accepts writes. Waiting for a connection for more than `limits.connectMs` is an error.
 */
export function connect(url: string, { max, name, idle, onFailure }: ConnectOptions): Sql {
  const { url: ofFirst, hosts } = readHosts(url)
  const config: PoolConfig = {
    connectionString: new URL(ofFirst).href,
    application_name: name,
    max,
    connectionTimeoutMillis: limits.connectMs,
    // An idle connection may hold an advisory lock, so only a caller that uses none closes them.
    idleTimeoutMillis: idle?.closeAfterMs ?? 0,
    min: idle?.kept ?? 0,
    keepAlive: true,
    types: columnTypes,
  }
  const primary = hosts.length === 0 ? undefined : followPrimary(hosts, config)
  const pool = new Pool(primary === undefined ? config : { ...config, Client: primary.Client })
  const clients = new Set<PoolClient>()
  // If a connection in use is lost, its statement fails. An idle connection is replaced.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => clients.delete(client))
  const listening = new Listening(config, primary?.Client)
  const { borrow, asFailure } = reporting(pool, onFailure)

  const onAny = async (query: QueryConfig | string, onSent?: () => void) => {
    const client = await borrow()
    try {
      const answered = client.query<object>(query as QueryConfig)
      if (onSent !== undefined) whenSent(client, onSent)
      return resultOf(await answered)
    } catch (error) {
      throw asFailure(error)
    } finally {
      client.release()
    }
  }
  const tag = createTag({
    run: (statement, onSent) => onAny(toQuery(statement), onSent),
    runText: (text) => onAny(text),
    page: () => {
      throw new Error('A cursor needs a transaction; begin one')
    },
  })

  return Object.assign(tag, {
    async begin<T>(...args: Begin<T>): Promise<T> {
      const [characteristics, work] = args.length === 2 ? args : (['', args[0]] as const)
      return transaction({ client: await borrow(), asFailure }, characteristics, work)
    },
    reserve: async (): Promise<ReservedSql> => reserved({ client: await borrow(), asFailure }),
    async listen(channel: string, listener: (word: string) => void) {
      await listening.add(channel, listener)
      return { unlisten: () => listening.remove(channel, listener) }
    },
    async end({ timeout }: { readonly timeout?: number } = {}) {
      primary?.close()
      await listening.end()
      const ended = pool.end()
      if (timeout === undefined) return ended
      const late = new AbortController()
      const cut = delay(timeout * 1_000, undefined, { signal: late.signal }).then(() => void clients.forEach((client) => void client.end()))
      await Promise.race([ended, cut]).finally(() => late.abort())
      cut.catch(() => undefined)
    },
  })
}

/** Each failure of the database is reported before its caller gets it. */
function reporting(pool: Pool, onFailure: ConnectOptions['onFailure']) {
  const reported = (error: unknown): unknown => {
    if (error instanceof DatabaseUnavailable) onFailure?.(error)
    return error
  }
  return {
    asFailure: (error: unknown) => reported(asDatabaseFailure(error)),
    borrow: (): Promise<PoolClient> =>
      pool.connect().catch((error: unknown) => {
        throw reported(new DatabaseUnavailable(error as Error))
      }),
  }
}

type Borrowed = { readonly client: PoolClient; readonly asFailure: (error: unknown) => unknown }

function reserved({ client, asFailure }: Borrowed): ReservedSql {
  let isOver = false
  const on = createOnConnection(client, () => isOver, asFailure)
  return Object.assign(createTag(on), {
    release() {
      isOver = true
      client.release()
    },
  })
}

type Work<T> = (sql: TransactionSql) => PromiseLike<T>
type Begin<T> = [work: Work<T>] | [characteristics: string, work: Work<T>]

async function transaction<T>({ client, asFailure }: Borrowed, characteristics: string, work: Work<T>): Promise<T> {
  let isOver = false
  const on = createOnConnection(client, () => isOver, asFailure)
  const sql = Object.assign(createTag(on), { isTransaction: true as const })
  let isBroken = true
  try {
    await on.say(`begin ${characteristics}`)
    let result: T
    try {
      result = await work(sql)
    } catch (error) {
      // If this fails too, the connection is lost, with its whole transaction. The first error is the relevant one.
      isBroken = await on.say('rollback').then(
        () => false,
        () => true,
      )
      throw error
    }
    // A failed statement rolls back the whole transaction, even if the caller ignored the failure.
    const done = await on.say('commit')
    isBroken = false
    if (done !== 'COMMIT') throw new Error('A statement of this transaction failed, so the transaction was rolled back.')
    return result
  } finally {
    isOver = true
    client.release(isBroken)
  }
}

export const withDatabase = (url: string, database: string): string => {
  const at = new URL(url)
  at.pathname = `/${database}`
  return at.href
}
