/** Plain SQL files, forward only, in the order of their numbers, each in its own transaction, by one Parley process at a time. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReservedSql, Sql } from './sql.ts'
import type { Log } from '../log/log.ts'
import { StartProblem } from './start-problem.ts'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

const MIGRATING = 7_275_395_932
const MIGRATION_NAME = /^\d{4}_[a-z0-9-]+\.sql$/

type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

/** Returns the names of the files that were applied now. */
export async function migrate(sql: Sql, log: Log, folder: string = migrationsFolder): Promise<readonly string[]> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATING}::bigint)`
    try {
      return await applyMissing(connection, log, readMigrations(folder))
    } finally {
      await connection`select pg_advisory_unlock(${MIGRATING}::bigint)`
    }
  } finally {
    connection.release()
  }
}

function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  // If a file were skipped silently, a table would be missing in production.
  const odd = names.find((name) => !MIGRATION_NAME.test(name))
  if (odd !== undefined) throw new Error(`${odd} is not a valid migration name; use a name like 0023_what-it-does.sql`)
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex') }
  })
}

async function applyMissing(connection: ReservedSql, log: Log, migrations: readonly Migration[]): Promise<readonly string[]> {
  await connection`create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const rows = await connection<{ name: string; checksum: string }[]>`select name, checksum from migration`
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const missing = migrations.filter((migration) => !applied.has(migration.name))
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum)
      throw new StartProblem(
        'MigrationChanged',
        `The migration ${name} was changed after this database applied it; restore the file and put the change into a new one with the next number.`,
      )
  }
  for (const migration of missing) await apply(connection, migration)
  if (missing.length > 0) log.info({ applied: missing.map(({ name }) => name) }, 'The database schema was updated')
  return missing.map(({ name }) => name)
}

async function apply(connection: ReservedSql, { name, text, checksum }: Migration): Promise<void> {
  try {
    await connection.unsafe('begin')
    await connection.unsafe(text)
    await connection`insert into migration (name, checksum) values (${name}, ${checksum})`
    await connection.unsafe('commit')
  } catch (error) {
    await connection.unsafe('rollback')
    throw new StartProblem(
      'MigrationFailed',
      `The migration ${name} could not be applied (${(error as Error).message}); the database is unchanged.`,
      error,
    )
  }
}
