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

/** Returns the names of the files that were applied now. Refuses data of a newer version, and data that this version cannot continue. */
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

/**
 * For commands next to the product: refuses unless the database has exactly the migrations of this version, and changes nothing. `place` names
 * the installation in the refusal.
 */
export async function checkMigrated(sql: Sql, place: string, folder: string = migrationsFolder): Promise<void> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('migration')::text as name`
  const applied = table?.name === null ? noneApplied : await readApplied(sql)
  if (applied.size === 0) throw noInstallation(place)
  const [missing] = compare(applied, readMigrations(folder))
  if (missing === undefined) return
  throw new StartProblem(
    'DataOlder',
    `The data of ${place} was written by an older version of Parley (it does not have ${missing.name}); use the command of that version, or start this version once, which brings the data up to date.`,
  )
}

/** Before the markets of a process that runs are taken over: it continues to use the tables until then, so none may be changed. */
export async function checkTakeOver(sql: Sql, folder: string = migrationsFolder): Promise<void> {
  const [missing] = compare(await readApplied(sql), readMigrations(folder))
  if (missing === undefined) return
  throw new StartProblem(
    'DataOlder',
    `This version changes the database (it adds the migration ${missing.name}), and the version that is running does not know the change; stop that one first, and start this one without --take-over.`,
  )
}

/** The refusal of a command that finds no installation. */
export const noInstallation = (place: string): StartProblem =>
  new StartProblem(
    'NoInstallation',
    `There is no Parley installation in ${place}, and this command makes none; set DATA_DIR to the folder Parley keeps its data in, and DATABASE_URL if it has a database of its own, or start Parley there first.`,
  )

const noneApplied: ReadonlyMap<string, string> = new Map()

async function readApplied(sql: Sql | ReservedSql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from migration`
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** Returns the migrations that the database does not have yet. */
function compare(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): readonly Migration[] {
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed !== undefined) throw cannotBeMigrated(changed.name)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort()
  const newest = migrations.at(-1)?.name ?? ''
  // An unknown name before our newest one belongs to another line of versions.
  const foreign = unknown.find((name) => name < newest)
  if (foreign !== undefined) throw cannotBeMigrated(foreign)
  if (unknown[0] !== undefined)
    throw new StartProblem(
      'DataNewer',
      `This data was written by a newer version of Parley (it has the migration ${unknown.at(-1)}, and this version ends with ${newest}); start the newer version, or put the backup from before the upgrade in its place.`,
    )
  return migrations.filter(({ name }) => !applied.has(name))
}

const cannotBeMigrated = (name: string): StartProblem =>
  new StartProblem(
    'MigrationChanged',
    `This data was written by a version of Parley that this one cannot continue (the migration ${name} is another here); start the version that wrote it, or begin with an empty database. If you have edited the file, restore it and put the change into a new one with the next number.`,
  )

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
  const missing = compare(await readApplied(connection), migrations)
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
