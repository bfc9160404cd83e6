import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headOf } from '../audit/append.ts'
import { signedHead } from '../audit/log-head.ts'
import { runOperator } from './run-operator.ts'
import { createPost } from '../mail/mail-queue.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startTestProduct } from '../../test/product.ts'
import { openKey, openVault } from '../vault/open-vault.ts'
import { rotateSecretKey } from './rotate-secret-key.ts'
import { sealedColumns } from './sealed-columns.ts'
import { keyFile, keyIdOf, newKey, promoteNextKey, writeNextKey } from '../vault/secret-key.ts'
import type { Vault } from '../vault/vault.ts'

const ROTATE = fileURLToPath(new URL('./rotate-key.ts', import.meta.url))
const NOW = 1_800_000_000_000

let database: TestDatabase & { close: () => Promise<void> }
let dataDir = ''
beforeEach(async () => {
  database = await openTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'parley-rotation-'))
  await fill()
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const place = () => ({ sql: database.sql, dataDir, secretKey: undefined, now: NOW })
const named = async () => (await database.sql<{ id: string }[]>`select id from secret_key`)[0]?.id

/** One text in every sealed column, made by the product if possible, and otherwise written directly. */
async function fill(): Promise<void> {
  const vault = await openVault(place())
  const product = await startTestProduct(database.url, { secretKey: readFileSync(keyFile(dataDir), 'utf8').trim() })
  await product.server.operator.addVenueAccount('ORRY', { venue: 'DBT', name: 'main', clientId: 'i', clientSecret: 's', isDefault: true })
  await product.server.operator.addOperator('l.sand')
  await product.close()
  const { sql } = database
  await sql`update venue_account set previous_sealed = credentials_sealed, previous_until = 9000000000000`
  const occasion = { kind: 'PasswordReset', firstName: 'Ada', link: 'https://parley.example/', validMinutes: 5 } as const
  await createPost(vault).send(sql, 'ada@orrery.example', occasion, NOW)
  const [user] = await sql<{ id: string }[]>`select id from app_user limit 1`
  await sql`update app_user set totp_secret_sealed = ${vault.seal('totp', `totp ${user!.id}`)} where id = ${user!.id}`
  const [key] = await sql<{ id: string }[]>`select id from api_key limit 1`
  await sql`update api_key set previous_secret_sealed = ${vault.seal('before', `api-key ${key!.id}`)} where id = ${key!.id}`
  await sql`
    insert into auction (id, seller, offer, ends_at, is_live, state_sealed)
    values (1, 'ORRY', '1:0x0:1', 1, false, ${vault.seal('{}', 'auction 1')})`
  await sql`insert into auction_event (id, auction, at, content_sealed) values (7, 1, 1, ${vault.seal('{}', 'auction event 7')})`
  await sql`
    insert into sign_on (desk, issuer, client_id, client_secret_sealed, set_at)
    values ('ORRY', 'https://login.orrery.example', 'parley', ${vault.seal('at the provider', 'sign-on ORRY')}, 1)`
  await sql`insert into journal_key (id, made_under, key_sealed) values ('9', '', ${vault.seal('00', 'journal key 9')})`
}

async function readAll(vault: Vault): Promise<readonly string[]> {
  const texts: string[] = []
  for (const column of sealedColumns)
    for (const row of await column.rows(database.sql))
      texts.push(`${column.table}.${column.column} ${vault.open(row.sealed, column.about(row))}`)
  return texts
}

function run(env: Record<string, string> = {}): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const child = spawn(process.execPath, [ROTATE], {
    env: { ...process.env, PARLEY_SECRET_KEY: '', DATA_DIR: dataDir, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))) }
}

/** Polls the database until the condition holds, however slow the machine. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await database.sql`select pg_sleep(0.02)`
}

describe('npm run rotate-key', () => {
  it('knows every sealed column', async () => {
    const columns = await database.sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed' order by name`
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(columns.map(({ name }) => name))
  })

  it('encrypts everything again; the file has the new key, the previous key is kept for backups, and the product still works', async () => {
    const before = await readAll(await openVault(place()))
    expect(new Set(before.map((text) => text.split(' ')[0])).size).toBe(sealedColumns.length)
    const old = keyIdOf(await openKey(place()))
    const { code, output } = await run().ended
    expect(output).toMatch(
      new RegExp(`^${before.length} secrets are now encrypted with the new key [0-9a-f]{8}; the old key was ${old}\\.`),
    )
    expect(code).toBe(0)
    const after = await openKey(place())
    expect(keyIdOf(after)).not.toBe(old)
    expect(await readAll(await openVault(place()))).toEqual(before)
    expect(readdirSync(dataDir).toSorted()).toEqual(['secret.key', `secret.key.${old}`])
    for (const file of readdirSync(dataDir)) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
    const [entry] = await database.sql`select action, object, detail from audit order by id desc limit 1`
    expect(entry).toEqual({ action: 'RotateSecretKey', object: keyIdOf(after), detail: { before: old } })
  })

  it('leaves the heads that were logged before it checkable: with the kept key, or with --key-file once that is elsewhere', async () => {
    const vault = await openVault(place())
    const audit = signedHead(await headOf(database.sql), vault)
    const text = `DBT-BTC 1 ${'ab'.repeat(32)}`
    const forged = audit.replace(/^\d+/, '99999')
    expect((await run().ended).code).toBe(0)
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
    const operator = (...args: string[]) => runOperator(args, env, { isTerminal: false, read: async () => '' })
    const check = (...more: string[]) => operator('audit', '--check', '--head', audit, ...more)
    expect(await check()).toContain('The audit log is intact')
    await expect(operator('journal', '--head', `${text} ${vault.sign(text)}`)).rejects.toThrow('Row 1 of DBT-BTC was once the newest')
    await expect(operator('audit', '--check', '--head', forged)).rejects.toThrow('not signed with the current key or with a kept one')

    const [old] = readdirSync(dataDir).filter((name) => name !== 'secret.key')
    const elsewhere = join(mkdtempSync(join(dataDir, 'elsewhere-')), 'old.key')
    renameSync(join(dataDir, old!), elsewhere)
    await expect(check()).rejects.toThrow(`add --key-file with the file of the key ${old!.split('.').at(-1)}.`)
    expect(await check('--key-file', elsewhere)).toContain('The audit log is intact')
    await expect(check('--key-file', '/nowhere/old.key')).rejects.toThrow('There is no file /nowhere/old.key.')
  })

  it('killed half-way, leaves everything as it was', async () => {
    const before = await readAll(await openVault(place()))
    const old = await named()
    let rotation: ReturnType<typeof run> | undefined
    await database.sql.begin(async (tx) => {
      // Blocks the rotation after it has started to encrypt.
      await tx`select from mail for update`
      rotation = run()
      await until(async () => {
        const waiting =
          await database.sql`select from pg_stat_activity where application_name = 'parley rotation' and wait_event_type = 'Lock'`
        return waiting.length > 0
      })
      expect(existsSync(join(dataDir, 'secret.key.next'))).toBe(true)
      rotation.child.kill('SIGKILL')
      await rotation.ended
    })
    await until(async () => (await database.sql`select from pg_stat_activity where application_name = 'parley rotation'`).length === 0)
    expect(await named()).toBe(old)
    expect(await readAll(await openVault(place()))).toEqual(before)
    expect((await run().ended).code).toBe(0)
    expect(await readAll(await openVault(place()))).toEqual(before)
  })

  it.each([
    ['before the file of the new key took its place', () => undefined],
    ['between the two names', () => rmSync(keyFile(dataDir))],
    ['after the old one was kept', (to: Uint8Array) => promoteNextKey(dataDir, keyIdOf(to))],
  ])('killed after its commit, %s, is finished by the next start', async (_when, fault) => {
    const before = await readAll(await openVault(place()))
    const to = newKey()
    await rotateSecretKey({ sql: database.sql, from: await openKey(place()), to, now: NOW, keep: () => writeNextKey(dataDir, to) })
    fault(to)
    expect(await readAll(await openVault(place()))).toEqual(before)
    expect(readFileSync(keyFile(dataDir), 'utf8').trim()).toBe(Buffer.from(to).toString('hex'))
    expect(existsSync(join(dataDir, 'secret.key.next'))).toBe(false)
  })

  it('whose key the operator keeps wants the new one from them, and writes none to the disk', async () => {
    const [PARLEY_SECRET_KEY, PARLEY_NEW_SECRET_KEY] = [readFileSync(keyFile(dataDir), 'utf8').trim(), '22'.repeat(32)]
    rmSync(keyFile(dataDir))
    expect(await run({ PARLEY_SECRET_KEY }).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('set PARLEY_NEW_SECRET_KEY') as string,
    })
    expect(await run({ PARLEY_SECRET_KEY, PARLEY_NEW_SECRET_KEY: PARLEY_SECRET_KEY }).ended).toMatchObject({ code: 1 })
    const { code, output } = await run({ PARLEY_SECRET_KEY, PARLEY_NEW_SECRET_KEY }).ended
    expect(output).toContain('Set PARLEY_SECRET_KEY to the value of PARLEY_NEW_SECRET_KEY')
    expect(output).not.toContain(PARLEY_NEW_SECRET_KEY)
    expect(code).toBe(0)
    expect(readdirSync(dataDir)).toEqual([])
    expect(await readAll(await openVault({ ...place(), secretKey: PARLEY_NEW_SECRET_KEY }))).toHaveLength(sealedColumns.length)
    await expect(openVault({ ...place(), secretKey: PARLEY_SECRET_KEY })).rejects.toThrow(
      /encrypted with another key; set PARLEY_SECRET_KEY to the one with the id/,
    )
  })

  it('is refused while the product runs, which keeps its key', async () => {
    const product = await startTestProduct(database.url, { secretKey: readFileSync(keyFile(dataDir), 'utf8').trim() })
    try {
      const old = await named()
      expect(await run().ended).toEqual({ code: 1, output: 'Parley is running on this database. Stop it, then rotate the key.\n' })
      expect(await named()).toBe(old)
      expect((await product.signed('GET', '/v2/drfq/rfqs/')).status).toBe(200)
    } finally {
      await product.close()
    }
  })
})

describe('the vault of a database', () => {
  it('is not opened with another key, nor with none, and no key is made where one is missing', async () => {
    await expect(openVault({ ...place(), secretKey: '33'.repeat(32) })).rejects.toThrow('encrypted with another key')
    rmSync(keyFile(dataDir))
    await expect(openVault(place())).rejects.toThrow(/put its secret\.key back into DATA_DIR/)
    expect(readdirSync(dataDir)).toEqual([])
    writeFileSync(keyFile(dataDir), 'not a key')
    await expect(openVault(place())).rejects.toThrow('secret.key does not hold a key')
  })
})
