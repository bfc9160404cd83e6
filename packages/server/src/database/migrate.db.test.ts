import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { silent } from '../log/log.ts'
import { connect } from './connect.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { withTestDatabase } from '../../test/database.ts'

const database = withTestDatabase()

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** The product's own migrations and one more. */
function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
  folders.push(folder)
  for (const file of readdirSync(migrationsFolder)) copyFileSync(join(migrationsFolder, file), join(folder, file))
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
  })

  it('refuses a file that was changed after it was applied, and says which', async () => {
    await migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id integer)'))
    const after = migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id bigint)'))
    await expect(after).rejects.toMatchObject({ kind: 'MigrationChanged', message: expect.stringContaining('9002_changed.sql') })
  })

  it('passes over no file in silence: a name that is none is refused', async () => {
    await expect(migrate(database.sql, silent, folderWith('9003_two_words.sql', 'select 1'))).rejects.toThrow(
      /9003_two_words\.sql is no name/,
    )
  })

  it('leaves nothing of a file that fails half-way', async () => {
    const broken = folderWith('9003_broken.sql', 'create table half (id integer); select no_such_column;')
    await expect(migrate(database.sql, silent, broken)).rejects.toMatchObject({ kind: 'MigrationFailed' })
    expect(await database.sql`select from pg_class where relname = 'half'`).toHaveLength(0)
  })
})

describe('an installation that kept access keys as they are', () => {
  const older = withTestDatabase()
  it('keeps their hash and their first characters from the upgrade on, and nothing of the rest', async () => {
    const { sql } = older
    const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
    folders.push(folder)
    for (const file of readdirSync(migrationsFolder).filter((name) => name < '0013'))
      copyFileSync(join(migrationsFolder, file), join(folder, file))
    await sql`drop schema public cascade`
    await sql`create schema public`
    await migrate(sql, silent, folder)
    await sql`insert into firm (id, name, created_at) values ('f_1', 'Orrery Ltd', 1)`
    await sql`insert into desk (ticker, name, firm, is_maker, created_at) values ('ORRY', 'Orrery', 'f_1', false, 1)`
    const accessKey = 'dJDLq9PlantedAccessKey01'
    await sql`insert into api_key (id, desk, name, access_key, secret_sealed, created_by, created_at)
      values ('k_1', 'ORRY', 'bot', ${accessKey}, ${Buffer.from('sealed')}, 'u_1', 1)`
    await migrate(sql, silent)
    const [row] = await sql<{ prefix: string; hash: string; text: string }[]>`
      select access_prefix as prefix, encode(access_hash, 'hex') as hash, k::text as text from api_key k`
    expect(row).toMatchObject({ prefix: 'dJDLq9', hash: createHash('sha256').update(accessKey).digest('hex') })
    expect(row!.text).not.toContain(accessKey)
  })
})
