/** Commands next to the product, with and without an installation. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase, withTestDatabase } from '../../test/database.ts'
import { openVault } from '../vault/open-vault.ts'
import { placeOf } from './installation.ts'

const database = withTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'parley-installation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const commands: readonly (readonly [string, ...string[]])[] = [
  ['operator', 'list'],
  ['operator', 'platform', '--state', 'UNAVAILABLE'],
  ['operator', 'audit', '--check'],
  ['operator', 'restrict-address', '--address', '203.0.113.0/24'],
  ['rotate-key'],
  ['replay', '--check'],
]

type Ended = { readonly code: number | null; readonly out: string; readonly errors: string }

function run([name, ...words]: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, DATABASE_URL: '', PARLEY_SECRET_KEY: '', PARLEY_NEW_SECRET_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })))
}

describe('a command where there is no installation', () => {
  it.each(commands)('refuses in a folder that is not there, and makes none: %s %s', async (...command) => {
    const dataDir = join(folder, 'nowhere')
    const { code, out, errors } = await run(command, { DATA_DIR: dataDir })
    expect([code, out]).toEqual([1, ''])
    expect(errors).toBe(`There is no database in ${dataDir}; set DATA_DIR to the folder Parley keeps its data in, or DATABASE_URL.\n`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('refuses a database that no start has made, and leaves it empty', async () => {
    const empty = await openTestDatabase()
    const dataDir = mkdtempSync(join(folder, 'empty-'))
    try {
      await empty.sql.unsafe('drop schema public cascade; create schema public')
      for (const command of commands) {
        const { code, errors } = await run(command, { DATA_DIR: dataDir, DATABASE_URL: empty.url })
        expect([command, code, errors]).toEqual([
          command,
          1,
          expect.stringMatching(/^There is no Parley installation in the database .*set DATA_DIR/),
        ])
      }
      expect(await empty.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
      expect(readdirSync(dataDir)).toEqual([])
    } finally {
      await empty.close()
    }
  })

  it('makes no key for a database that has none', async () => {
    const dataDir = mkdtempSync(join(folder, 'no-key-'))
    const { code, errors } = await run(['operator', 'list'], { DATA_DIR: dataDir, DATABASE_URL: database.url })
    expect([code, errors]).toEqual([1, expect.stringContaining('There is no Parley installation')])
    expect(readdirSync(dataDir)).toEqual([])
    expect(await database.sql`select from secret_key`).toHaveLength(0)
  })
})

it('a command says on which installation it acted, and never its password', async () => {
  const dataDir = mkdtempSync(join(folder, 'there-'))
  await openVault({ sql: database.sql, dataDir, secretKey: undefined, now: 1 })
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  const place = placeOf({ dataDir, databaseUrl: database.url })
  expect(place).toMatch(/^the database parley_test_[0-9a-f]+ at .+ with the data folder /)
  expect(await run(['operator', 'list'], env)).toMatchObject({ code: 0, errors: `Installation: ${place}\n` })
  expect(await run(['replay', '--check'], env)).toMatchObject({
    code: 0,
    errors: expect.stringContaining(`Installation: ${place}\n`) as string,
  })
  expect((await run(['rotate-key'], env)).out).toContain(`The installation is ${place}.`)
  expect(placeOf({ dataDir: '/d', databaseUrl: 'postgres://parley:planted@db:5432/parley' })).not.toContain('planted')
})
