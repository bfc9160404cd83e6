import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, removeDataDir, startProduct, type Product } from '../product.ts'
import { createBot, type Bot } from './bot.ts'

/** What a newcomer runs: the two bots of the examples, and the published SDK in a project of his own. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
const PATIENCE = { timeout: 60_000, interval: 250 }

let dataDir: string
let product: Product
let maker: Bot
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = newDataDir()
  product = await startProduct({ dataDir })
  maker = createBot(product.baseUrl, product.demo.desks.find(({ ticker }) => ticker === 'LIND')!)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await product?.stop()
  removeDataDir(dataDir)
})

function start(example: string, ...flags: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'examples', example), ...flags], { env: { ...process.env, DATA_DIR: dataDir } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => output, ended }
}

const restingOf = async (path: string): Promise<number> =>
  ((await maker.must(200, 'GET', path)) as unknown as { results: unknown[] }).results.length

test('the market maker quotes in both flows, the taker works its order against it, and what the maker had open goes with it', async () => {
  const making = start('make-markets.ts')
  await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBeGreaterThan(1)
  // A market of the order book, which nobody else may have opened yet.
  const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&include_greeks=True&page_size=1000'
  const { results } = (await maker.must(200, 'GET', `/v2/drfq/instruments/?${query}`)) as unknown as {
    results: { id: number; option_kind: string; greeks: { delta: string } | null; expires_at: number }[]
  }
  const call = results.find(
    ({ option_kind, greeks, expires_at }) =>
      option_kind === 'CALL' && Math.abs(Number(greeks?.delta) - 0.5) < 0.1 && expires_at > Date.now() + 20 * 86_400_000,
  )!
  const legs = [{ instrument_id: call.id, ratio: '1', side: 'BUY' }]
  await maker.must(201, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
  await expect.poll(() => restingOf('/v1/ob/quotes/?status=OPEN'), PATIENCE).toBeGreaterThan(1)

  const working = start('work-an-order.ts', '--quantity', '25')
  expect(await working.ended, working.output()).toBe(0)
  expect(working.output()).toContain('done: 25 of 25')

  making.child.kill('SIGTERM')
  await making.ended
  await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBe(0)
  await expect.poll(() => restingOf('/v1/ob/quotes/?status=OPEN'), PATIENCE).toBe(0)
  expect(making.output()).not.toMatch(/Invalid signature|\n\s+at /)
})

test('the SDK is installed from its tarball into an empty project, and speaks to the market from plain JavaScript', async () => {
  const { stdout } = await run(process.execPath, [join(ROOT, 'tools/src/pack/main.ts')], { cwd: ROOT })
  const project = mkdtempSync(join(tmpdir(), 'parley-bot-'))
  try {
    writeFileSync(join(project, 'package.json'), '{"name":"bot","private":true,"type":"module"}')
    const packages = [join(ROOT, 'node_modules/zod'), stdout.trim()]
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { cwd: project, stdio: 'ignore' })
    writeFileSync(join(project, 'bot.mjs'), program)
    const { accessKey, secretKey } = maker.keys
    const env = { ...process.env, BASE: product.baseUrl, ACCESS: accessKey, SECRET: secretKey }
    const { stdout: said } = await run(process.execPath, ['bot.mjs'], { cwd: project, env })
    expect(JSON.parse(said)).toEqual({ markets: 'array', state: 'OPEN', first: 'SNAPSHOT', verified: 'SAME' })
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

const program = `
import { createClient, directRfqCalls, marketBooks, obCalls } from '@parley/client'
const { BASE: baseUrl, ACCESS: accessKey, SECRET: secretKey } = process.env
const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
const { results } = await client.call(obCalls.listRfqs, { query: { status: ['ACTIVE'] } })
await client.call(directRfqCalls.getEcho, { query: {} })
const socket = client.socket({ door: '/v1/ob' })
const first = await new Promise((resolve) => socket.subscribe('rfq', ({ event }) => resolve(event), { snapshot: true }))
const books = marketBooks(client, socket)
const verified = await books.verify(results[0].id)
console.log(JSON.stringify({ markets: Array.isArray(results) ? 'array' : typeof results, state: socket.state(), first, verified }))
process.exit(0)
`
