/**
 * Ensures that only one Parley uses an embedded database. A connection holds a PostgreSQL lock, which is released when the process ends for any
 * reason and tells the next process who holds it.
 */
import type { Sql } from '../database/sql.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { connect } from '../database/connect.ts'
import { limits } from '../database/limits.ts'
import { StartProblem } from '../database/start-problem.ts'

const OWNER = 7_275_395_931

export type OwnerLock = { release(): Promise<void> }

export async function takeOwnership(url: string, dataDir: string, log: Log): Promise<OwnerLock> {
  const sql = connect(url, { max: 1, name: `parley ${process.pid}` })
  try {
    const until = Date.now() + limits.ownerLockMs
    while (!(await tryLock(sql))) {
      const holder = await holderOf(sql)
      if ((holder !== undefined && isRunning(holder)) || Date.now() > until)
        throw new StartProblem(
          'AlreadyRunning',
          `Parley is already running on ${dataDir}${holder === undefined ? '' : ` (process ${holder})`}; use that one, stop it first, or set DATA_DIR to another folder.`,
        )
      await delay(limits.pollMs)
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  const watch = watchLock(sql, log)
  return {
    async release() {
      clearInterval(watch)
      await sql.end({ timeout: 1 })
    },
  }
}

const tryLock = async (sql: Sql): Promise<boolean> =>
  (await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${OWNER}::bigint) as locked`)[0]?.locked === true

/** The lock is lost with its connection. If that breaks (an administrator, a crashed backend), the lock is taken again. */
function watchLock(sql: Sql, log: Log): NodeJS.Timeout {
  const check = async () => {
    const [held] = await sql<{ held: boolean }[]>`
      select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted) as held`
    if (held?.held !== true && !(await tryLock(sql))) log.error({}, 'Another Parley has taken over this database')
  }
  return setInterval(() => void check().catch(() => undefined), 10_000).unref()
}

async function holderOf(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select activity.application_name as name from pg_locks lock join pg_stat_activity activity using (pid)
    where lock.locktype = 'advisory' and lock.granted and lock.pid <> pg_backend_pid() and activity.application_name like 'parley %'`
  const pid = Number(row?.name.slice('parley '.length))
  return Number.isInteger(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
