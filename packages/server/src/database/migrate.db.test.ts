import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { silent } from '../log/log.ts'
import { connect } from './connect.ts'
import { checkMigrated, checkTakeOver, migrate, migrationsFolder } from './migrate.ts'
import { openTestDatabase, withTestDatabase } from '../../test/database.ts'

const database = withTestDatabase()

const folders: string[] = []
/** Migrations that earlier tests have applied. */
const added: Record<string, string> = {}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** The product's own migrations, those of earlier tests, and one more. */
function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
  folders.push(folder)
  for (const file of readdirSync(migrationsFolder)) copyFileSync(join(migrationsFolder, file), join(folder, file))
  for (const [file, content] of Object.entries(added)) writeFileSync(join(folder, file), content)
  writeFileSync(join(folder, name), text)
  return folder
}

describe('the database is brought up to date by plain SQL files', () => {
  it('applies nothing twice', async () => {
    expect(await migrate(database.sql, silent)).toEqual([])
  })

  it('lets two servers that start at the same time apply a file once', async () => {
    const folder = folderWith('9001_two-at-once.sql', 'create table two_at_once (id integer)')
    const other = connect(database.url, { max: 1, name: 'other' })
    const applied = await Promise.all([migrate(database.sql, silent, folder), migrate(other, silent, folder)])
    await other.end()
    expect(applied.flat()).toEqual(['9001_two-at-once.sql'])
    added['9001_two-at-once.sql'] = 'create table two_at_once (id integer)'
  })

  it('refuses a file that was changed after it was applied, and names it', async () => {
    await migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id integer)'))
    const after = migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id bigint)'))
    await expect(after).rejects.toMatchObject({ kind: 'MigrationChanged', message: expect.stringContaining('9002_changed.sql') })
    added['9002_changed.sql'] = 'create table changed (id integer)'
  })

  it('skips no file silently: an invalid name is refused', async () => {
    await expect(migrate(database.sql, silent, folderWith('9003_two_words.sql', 'select 1'))).rejects.toThrow(
      /9003_two_words\.sql is not a valid migration name/,
    )
  })

  it('leaves nothing of a file that fails half-way', async () => {
    const broken = folderWith('9003_broken.sql', 'create table half (id integer); select no_such_column;')
    await expect(migrate(database.sql, silent, broken)).rejects.toMatchObject({ kind: 'MigrationFailed' })
    expect(await database.sql`select from pg_class where relname = 'half'`).toHaveLength(0)
  })
})

it('a version with a new migration does not take the markets over from a process that is running', async () => {
  const newer = folderWith('9003_newer.sql', 'create table newer (id integer)')
  await expect(checkTakeOver(database.sql, newer)).rejects.toMatchObject({
    kind: 'DataOlder',
    message: expect.stringMatching(/it adds the migration 9003_newer\.sql.*stop that one first/) as string,
  })
  expect(await database.sql`select from pg_class where relname = 'newer'`).toHaveLength(0)
  const same = folderWith('9002_changed.sql', 'create table changed (id integer)')
  await expect(checkTakeOver(database.sql, same)).resolves.toBeUndefined()
})

describe('data of another version', () => {
  const applied = () => database.sql<{ name: string; checksum: string }[]>`select name, checksum from migration order by name`
  /** Changes the data as another version would have written it, and restores the tables after `look`. */
  async function as(change: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
    const before = await applied()
    try {
      await change()
      const changed = await applied()
      await look()
      expect(await applied()).toEqual(changed)
    } finally {
      await database.sql`delete from migration`
      for (const { name, checksum } of before) await database.sql`insert into migration (name, checksum) values (${name}, ${checksum})`
    }
  }
  const written = (name: string) => async () => {
    await database.sql`delete from migration where name like '9%'`
    await database.sql`insert into migration (name, checksum) values (${name}, 'x')`
  }

  it('is not written to by an older version, which says which migration it lacks and what to do', async () => {
    await as(written('8000_of-tomorrow.sql'), async () => {
      for (const start of [() => migrate(database.sql, silent), () => checkMigrated(database.sql, '/var/lib/parley')])
        await expect(start()).rejects.toMatchObject({
          kind: 'DataNewer',
          message: expect.stringMatching(/written by a newer version .*8000_of-tomorrow\.sql.*start the newer version, or put the backup/),
        })
    })
  })

  it('is not continued where its migrations are of another line', async () => {
    await as(written('0003_of-another-line.sql'), async () => {
      await expect(migrate(database.sql, silent)).rejects.toMatchObject({
        kind: 'MigrationChanged',
        message: expect.stringMatching(/version of Parley that this one cannot continue .*0003_of-another-line\.sql/),
      })
    })
  })

  it('is not brought forward by a tool beside the product, which says that a start does it', async () => {
    const missing = () => database.sql`delete from migration where name like '9%' or name like '0012%'`
    await as(missing, async () => {
      await expect(checkMigrated(database.sql, '/var/lib/parley')).rejects.toMatchObject({
        kind: 'DataOlder',
        message: expect.stringMatching(/data of \/var\/lib\/parley was written by an older version .*0012_.*start this version once/),
      })
    })
  })

  it('is looked for, and never made, by a tool', async () => {
    const empty = await openTestDatabase()
    try {
      await empty.sql.unsafe('drop schema public cascade; create schema public')
      const tables = () => empty.sql`select from pg_tables where schemaname = 'public'`
      await expect(checkMigrated(empty.sql, '/nowhere')).rejects.toMatchObject({
        kind: 'NoInstallation',
        message: expect.stringMatching(/^There is no Parley installation in \/nowhere, .*set DATA_DIR .* DATABASE_URL/),
      })
      expect(await tables()).toHaveLength(0)
    } finally {
      await empty.close()
    }
  })
})
