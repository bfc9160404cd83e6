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

  it('refuses a file that was changed after it was applied, and names it', async () => {
    await migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id integer)'))
    const after = migrate(database.sql, silent, folderWith('9002_changed.sql', 'create table changed (id bigint)'))
    await expect(after).rejects.toMatchObject({ kind: 'MigrationChanged', message: expect.stringContaining('9002_changed.sql') })
  })

  it('skips no file silently: an invalid name is refused', async () => {
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
