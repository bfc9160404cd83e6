/** A separate embedded PostgreSQL for the benchmark, configured like the product's: every commit is on disk before it is answered. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asOwner, connect, migrate, openDatabase, silent, type Database } from '@parley/server'

export async function withOwnDatabase<T>(work: (database: Database, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(dataDir, 0o755)
  const database = await openDatabase({ dataDir, log: silent })
  try {
    await migrate(database.sql, silent)
    return await work(database, dataDir)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** More than a benchmark writes between two checkpoints, and less than what a database keeps (decision 0300). */
const SEGMENTS = 200

/** As in a market that has been trading for a while: a new log creates and zeroes each of its segments inside a commit. */
export async function useLogOnce({ url }: Database): Promise<void> {
  const owner = connect(asOwner(url), { max: 1, name: 'parley bench' })
  for (let made = 0; made < SEGMENTS; made++) await owner`select pg_logical_emit_message(false, '', ''), pg_switch_wal()`
  await owner`checkpoint`
  await owner.end()
}
