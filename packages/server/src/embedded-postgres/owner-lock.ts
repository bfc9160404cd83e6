/**
 * Ensures that only one Parley uses a database. A connection holds a PostgreSQL lock, which is released when the process ends for any reason and
 * tells the next process who holds it.
 */
import { hostname } from 'node:os'
import type { Sql } from '../database/sql.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { connect } from '../database/connect.ts'
import { limits } from '../database/limits.ts'
import { StartProblem } from '../database/start-problem.ts'

const OWNER = 7_275_395_931

/** PostgreSQL cuts off longer names of connections. */
const HOST_CHARACTERS = 40
const ownHost = (): string => hostname().slice(0, HOST_CHARACTERS)

/**
 * `TAKE_OVER` starts next to a process that is running, and gets the lock when that one ends. `SHARED` is one of many processes of an installation,
 * whose leases divide the work, and excludes a process that runs alone.
 */
export type Ownership = 'ALONE' | 'TAKE_OVER' | 'SHARED'

export type OwnerLock = {
  /** Another process had the lock at the start, and its markets are taken over. */
  readonly isTakeOver: boolean
  release(): Promise<void>
}

type Owning = {
  readonly url: string
  /** As in "Parley is already running on …". */
  readonly place: string
  /** The advice that ends the refusal. */
  readonly advice: string
  readonly ownership: Ownership
  readonly log: Log
}

export async function takeOwnership({ url, place, advice, ownership, log }: Owning): Promise<OwnerLock> {
  const sql = connect(url, { max: 1, name: `parley ${process.pid} ${ownHost()}` })
  try {
    // A machine that is cut off must not keep the lock for the two hours of the default. Has no effect on a Unix socket.
    await sql.unsafe('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    const until = Date.now() + limits.ownerLockMs
    while (!(await tryLock(sql, ownership))) {
      const holder = await holderOf(sql)
      if (ownership === 'TAKE_OVER' && holder?.isShared !== true) return standBy(sql, log)
      if ((holder !== undefined && isRunningHere(holder)) || Date.now() > until)
        throw new StartProblem('AlreadyRunning', `Parley is already running on ${place}${nameOf(holder)}; ${advice}`)
      await delay(limits.pollMs)
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  return hold(sql, ownership, log)
}

function hold(sql: Sql, ownership: Ownership, log: Log): OwnerLock {
  const watch = watchLock(sql, ownership, log)
  return {
    isTakeOver: false,
    async release() {
      clearInterval(watch)
      await sql.end({ timeout: 1 })
    },
  }
}

/** Takes the lock once the other process has ended. Until then its markets are taken from it, and nothing depends on the lock. */
function standBy(sql: Sql, log: Log): OwnerLock {
  let watch: NodeJS.Timeout | undefined
  const look = async () => {
    if (watch !== undefined || !(await tryLock(sql, 'ALONE'))) return
    clearInterval(waiting)
    watch = watchLock(sql, 'ALONE', log)
    log.info({}, 'The process that had this database before has ended')
  }
  const waiting = setInterval(() => void look().catch(() => undefined), limits.lookMs).unref()
  return {
    isTakeOver: true,
    async release() {
      clearInterval(waiting)
      clearInterval(watch)
      await sql.end({ timeout: 1 })
    },
  }
}

async function tryLock(sql: Sql, ownership: Ownership): Promise<boolean> {
  const [row] =
    ownership === 'SHARED'
      ? await sql<{ locked: boolean }[]>`select pg_try_advisory_lock_shared(${OWNER}::bigint) as locked`
      : await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${OWNER}::bigint) as locked`
  return row?.locked === true
}

/** The lock is lost with its connection. If that breaks (an administrator, a crashed backend), the lock is taken again. */
function watchLock(sql: Sql, ownership: Ownership, log: Log): NodeJS.Timeout {
  const check = async () => {
    const [held] = await sql<{ held: boolean }[]>`
      select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted) as held`
    if (held?.held !== true && !(await tryLock(sql, ownership))) log.error({}, 'Another Parley has taken over this database')
  }
  return setInterval(() => void check().catch(() => undefined), 10_000).unref()
}

type Holder = { readonly pid: number; readonly host: string; readonly isShared: boolean }

async function holderOf(sql: Sql): Promise<Holder | undefined> {
  const [row] = await sql<{ name: string; isShared: boolean }[]>`
    select activity.application_name as name, lock.mode = 'ShareLock' as "isShared" from pg_locks lock join pg_stat_activity activity using (pid)
    where lock.locktype = 'advisory' and lock.granted and lock.pid <> pg_backend_pid() and activity.application_name like 'parley %'
      and lock.database = (select oid from pg_database where datname = current_database())
      and (lock.classid::bigint << 32) + lock.objid::bigint = ${OWNER}::bigint`
  const [, pid, host] = /^parley (\d+) (.+)$/.exec(row?.name ?? '') ?? []
  return row === undefined || pid === undefined || host === undefined ? undefined : { pid: Number(pid), host, isShared: row.isShared }
}

const nameOf = (holder: Holder | undefined): string => {
  if (holder === undefined) return ''
  return ` (process ${holder.pid}${holder.host === ownHost() ? '' : ` on ${holder.host}`})`
}

/** In a container, the process that has just died may have had the number of this one. */
function isRunningHere({ pid, host }: Holder): boolean {
  if (host !== ownHost() || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
