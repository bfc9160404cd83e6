/** A backup of the embedded database while desks quote, restored into a new folder, proved by its journal, and traded on. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { call, ether, higher, markOf, perpetual } from '../../test/instruments.ts'
import { createTestVenue } from '../../test/market-venue.ts'
import { withOpenedDatabases } from '../../test/opened-databases.ts'
import { signatureHeaders } from '../../test/product.ts'
import { done, legsFor, startTradingProduct } from '../../test/trading-product.ts'
import { unhurried } from '../limits/rate-names.ts'
import { createServer } from '../server.ts'
import { missingHeads, readHeads, readManifest } from './backup/manifest.ts'

const open = withOpenedDatabases()

type Ended = { readonly code: number | null; readonly out: string; readonly errors: string }

function run([name, ...words]: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const clean = { ...process.env, DATABASE_URL: '', PARLEY_SECRET_KEY: '', INIT_CWD: '' }
  const child = spawn(process.execPath, [program, ...words], { env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })))
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-backup-'))
  chmodSync(made, 0o755)
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('a backup while quotes flow has every row until then, replays to the same hash in a new folder, and trades on', async () => {
  const root = folder()
  const [dataDir, restored, into] = [join(root, 'data'), join(root, 'restored'), join(root, 'backups', 'first')]
  mkdirSync(dataDir)
  const database = await open(dataDir)
  const market = await startTradingProduct(database.url)
  onTestFinished(() => market.close())
  const body = { venue: 'DBT', quantity: '25', legs: market.spread }
  const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', body))
  const quote = (n: number) => ({
    ...{ rfq_id: rfq.id, quantity: '25', type: 'LIMIT', side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED' },
    legs: legsFor(market, (0.031 + (n % 20) / 1_000).toFixed(4)),
  })
  const first = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', quote(0)))
  let [isOver, quotes] = [false, 0]
  const quoting = async () => {
    while (!isOver) {
      done(await market.as('KEST', 'PUT', `/v2/drfq/orders/${first.id}/`, quote(++quotes)))
    }
  }
  const flow = quoting()
  const made = await run(['backup', '--into', into], { DATA_DIR: dataDir })
  isOver = true
  await flow
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(made.out).toContain('It can be used only with the secret key')
  const noFolder = join(into, 'backup.json')
  expect(await run(['backup', '--into', join(noFolder, 'second')], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`This user cannot write to ${noFolder}; create it for the user that runs Parley`) as string,
  })
  expect(quotes).toBeGreaterThan(1)
  expect(existsSync(join(into, 'secret.key'))).toBe(false)
  expect(await run(['backup', '--into', into], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is there already') as string,
  })

  const back = await run(['restore', '--from', into], { DATA_DIR: restored })
  expect(back).toMatchObject({ code: 0, errors: '' })
  expect(back.out).toMatch(/^DBT-BTC: \d+ rows, no gaps, all hashes valid; .* state [0-9a-f]{16}/m)
  expect(back.out).toContain(`put the secret key with the id ${readManifest(into).keyId} into ${join(restored, 'secret.key')}`)
  expect(await run(['restore', '--from', into], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    errors: `There is a database in ${restored} already; set DATA_DIR to a new folder.\n`,
  })

  // Every row of the restored journal is a row of the first one, with its hash, which covers all rows before it.
  const second = await open(restored)
  const heads = await readHeads(second.sql)
  expect(heads.map(({ shard }) => shard)).toContain('DBT-BTC')
  expect(await missingHeads(database.sql, heads)).toEqual([])
  expect(await missingHeads(second.sql, readManifest(into).heads)).toEqual([])

  const now = () => market.clock.now
  const venue = createTestVenue('DBT', [call, higher, perpetual, ether], now)
  const secretKey = readFileSync(join(market.product.dataDir, 'secret.key'), 'utf8').trim()
  const server = await createServer({
    ...{ dataDir: restored, databaseUrl: second.url, secretKey, port: 0, now },
    venues: [venue],
    rates: unhurried,
  })
  onTestFinished(() => server.close())
  venue.mark(markOf(call, 0.08), markOf(higher, 0.05), markOf(perpetual, 98_000))
  venue.index('BTC', 97_990, now())
  const text = JSON.stringify(body)
  const headers = signatureHeaders(market.keyOf('ORRY'), now() + 25_000, 'POST', '/v2/drfq/rfqs/', text)
  const next = await fetch(`${server.baseUrl}/v2/drfq/rfqs/`, { method: 'POST', body: text, headers })
  expect([next.status, ((await next.json()) as { state: string }).state]).toEqual([201, 'OPEN'])
})

it.each([
  ['backup', [], 'Name one folder with --into'],
  ['backup', ['--to', 'x'], 'Name one folder with --into'],
  ['restore', ['--from', 'x', 'y'], 'Name one folder with --from'],
  ['restore', ['--from', '/nowhere/at/all'], '/nowhere/at/all holds no complete backup'],
] as const)('%s %j is refused with a sentence', async (name, words, sentence) => {
  const { code, errors } = await run([name, ...words], { DATA_DIR: join(folder(), 'none') })
  expect([code, errors]).toEqual([1, expect.stringContaining(sentence)])
})
