import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startedDataDir } from '../first-start.ts'
import { removeDataDir, startProduct, STILL, type Product } from '../product.ts'
import { createBot, type Bot } from './bot.ts'

/** Programs that a new user runs: the example bots, and the published SDK in a project of its own. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
const PATIENCE = { timeout: 60_000, interval: 250 }

let dataDir: string
let product: Product
let maker: Bot
let taker: Bot
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = startedDataDir()
  product = await startProduct({ dataDir, flags: STILL })
  const botOf = (name: string): Bot =>
    createBot(
      product.baseUrl,
      product.demo.desks.find(({ ticker }) => ticker === name)!,
    )
  ;[maker, taker] = [botOf('LIND'), botOf('AMBR')]
})
// A program of a failed test must not quote in the next one.
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await product?.stop()
  removeDataDir(dataDir)
})

const start = (example: string, ...flags: string[]) =>
  watch(spawn(process.execPath, [join(ROOT, 'examples', example), ...flags], { env: { ...process.env, DATA_DIR: dataDir } }))

function watch(child: ChildProcess) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => output, ended }
}

const listOf = async <Row>(bot: Bot, path: string, name = 'results'): Promise<readonly Row[]> =>
  (await bot.must(200, 'GET', path))[name] as readonly Row[]

const restingOf = async (path: string): Promise<number> => (await listOf(maker, path)).length

type Call = { readonly id: number; readonly name: string; readonly option_kind: string; readonly greeks: { readonly delta: string } | null }

/** The taker's open orders are cancelled a moment after its socket closes, and so would be new ones under the same key until then. */
async function departedSince(start: number): Promise<void> {
  const triggeredAt = async () =>
    ((await taker.must(200, 'GET', '/v2/protection/status/'))['fired'] as readonly { readonly at: number }[])[0]?.at ?? 0
  await expect.poll(triggeredAt, PATIENCE).toBeGreaterThanOrEqual(start)
}

/** Calls near the money that expire in some months, at any market level. */
async function callsMonthsAway(): Promise<readonly Call[]> {
  const query = 'venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&include_greeks=True&page_size=1000'
  const all = await listOf<Call & { readonly expires_at: number }>(maker, `/v2/drfq/instruments/?${query}`)
  return all.filter(
    ({ option_kind, greeks, expires_at }) =>
      option_kind === 'CALL' && Math.abs(Number(greeks?.delta) - 0.5) < 0.15 && expires_at > Date.now() + 40 * 86_400_000,
  )
}

/** An RFQ to the demo user's maker only. */
async function askMaker({ id }: Call, terms: { readonly taker_side?: 'BUY' } = {}): Promise<string> {
  const legs = [{ instrument_id: id, ratio: '1', side: 'BUY' }]
  const body = { venue: 'DBT', quantity: '25', legs, account_name: 'prop-1', counterparties: ['LIND'], ...terms }
  return (await taker.must(201, 'POST', '/v2/drfq/rfqs/', body))['id'] as string
}

const asksIn = (id: string) => listOf<{ readonly price: string }>(taker, `/v2/drfq/rfqs/${id}/orders/`, 'asks')

/** Each at its maker's price, with a margin in case it moves. */
async function liftAtOnce(ids: readonly string[]): Promise<void> {
  const prices = await Promise.all(
    ids.map(async (id) => {
      await expect.poll(async () => (await asksIn(id)).length, PATIENCE).toBe(1)
      return (Math.round(Number((await asksIn(id))[0]!.price) * 10_000) + 10) / 10_000
    }),
  )
  const taken = { side: 'BUY', quantity: '25', type: 'LIMIT', time_in_force: 'FILL_OR_KILL', account_name: 'prop-1' }
  await Promise.all(
    ids.map((rfq_id, place) => taker.must(201, 'POST', '/v2/drfq/orders/', { rfq_id, price: String(prices[place]), ...taken })),
  )
}

test('the market maker quotes in both flows, the taker works its order against it, and what the maker had open goes with it', async () => {
  const makerProgram = start('make-markets.ts')
  await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBeGreaterThan(1)
  // An order-book market that no other desk has opened yet.
  const [call, other, third] = await callsMonthsAway()
  const legs = [{ instrument_id: call!.id, ratio: '1', side: 'BUY' }]
  await maker.must(201, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
  await expect.poll(() => restingOf('/v1/ob/quotes/?status=OPEN'), PATIENCE).toBeGreaterThan(1)

  const startedAt = Date.now()
  const working = start('work-an-order.ts', '--quantity', '50', '--clip', '25', '--instrument', call!.name)
  expect(await working.ended, working.output()).toBe(0)
  expect(working.output()).toContain('done: 50 of 50')
  expect(working.output()).toMatch(/filled (in the order book|by RFQ), 50 of 50/)
  await departedSince(startedAt)

  // Both of its quotes trade at once: its protection triggers, it waits, and quotes again.
  await liftAtOnce(await Promise.all([call!, other!].map((one) => askMaker(one))))
  await expect.poll(() => makerProgram.output(), PATIENCE).toMatch(/protection MMP has triggered in DO[^]*quoting again in DO/)
  const again = await askMaker(third!)
  await expect.poll(async () => (await asksIn(again)).length, PATIENCE).toBe(1)

  makerProgram.child.kill('SIGTERM')
  await makerProgram.ended
  await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBe(0)
  await expect.poll(() => restingOf('/v1/ob/quotes/?status=OPEN'), PATIENCE).toBe(0)
  expect(makerProgram.output()).not.toMatch(/Invalid signature|\n\s+at /)
})

test('the smallest maker quotes what it is asked, trades, and takes its quotes with it', async () => {
  const quoting = start('quote-every-rfq.ts')
  await expect.poll(() => quoting.output(), PATIENCE).toContain('quoting every RFQ')
  const [call, other] = await callsMonthsAway()
  const [both, offered] = await Promise.all([askMaker(call!), askMaker(other!, { taker_side: 'BUY' })])
  const sidesIn = async (id: string) =>
    (await listOf<{ readonly side: string }>(maker, `/v2/drfq/orders/?state=OPEN&rfq_id=${id}`)).map(({ side }) => side).toSorted()
  await expect.poll(() => sidesIn(both), PATIENCE).toEqual(['BUY', 'SELL'])
  await expect.poll(() => sidesIn(offered), PATIENCE).toEqual(['SELL'])
  await liftAtOnce([both])
  await expect.poll(() => quoting.output(), PATIENCE).toMatch(/FILLED: SELL 25 Call/)
  quoting.child.kill('SIGTERM')
  await quoting.ended
  await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBe(0)
})

test('the smallest maker of spreads quotes both sides of each, moves them with the mark, and takes its orders with it', async () => {
  const quoting = start('quote-spreads.ts')
  type Order = { readonly strategy_id: string; readonly side: string; readonly price: string }
  const resting = () => listOf<Order>(maker, '/v1/fs/orders/?state=OPEN')
  await expect.poll(async () => new Set((await resting()).map(({ side }) => side)).size, PATIENCE).toBe(2)
  // Simulated desks quote there as well: a spread is taken whose best ask is the program's, or another one if that has just moved.
  const take = async (): Promise<string> => {
    for (const { strategy_id, side, price } of await resting()) {
      if (side === 'BUY') continue
      const { best_ask_price } = await taker.must(200, 'GET', `/v1/fs/strategies/${strategy_id}/order-book-summary`)
      if (Number(best_ask_price) !== Number(price)) continue
      await taker.must(201, 'POST', '/v1/fs/orders/', { strategy_id, side: 'BUY', type: 'MARKET', amount: 200_000 })
      break
    }
    return quoting.output()
  }
  await expect.poll(take, { timeout: 60_000, interval: 3_000 }).toMatch(/FILLED: SELL \d+ /)
  quoting.child.kill('SIGTERM')
  await quoting.ended
  await expect.poll(async () => (await resting()).length, PATIENCE).toBe(0)
  expect(quoting.output()).not.toMatch(/Invalid signature|\n\s+at /)
})

test('the programs of the guide run as they are printed there', async () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/first-quote.md'), 'utf8')
  const [signing, quoting] = [...guide.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code!)
  const project = mkdtempSync(join(tmpdir(), 'parley-guide-'))
  try {
    symlinkSync(dataDir, join(project, 'data'))
    writeFileSync(join(project, 'bot.mjs'), `${signing}\n${quoting}`)
    const bot = watch(spawn(process.execPath, ['bot.mjs'], { cwd: project }))
    await expect.poll(() => bot.output(), PATIENCE).toContain("{ hello: 'market' }")
    const [call] = await callsMonthsAway()
    // It receives RFQs from the time its socket is open, so RFQs are sent until it responds.
    const ask = async (): Promise<string> => {
      await askMaker(call!)
      return bot.output()
    }
    await expect.poll(ask, { timeout: 60_000, interval: 3_000 }).toMatch(/quoted 25 Call/)
    bot.child.kill('SIGTERM')
    await bot.ended
    await expect.poll(() => restingOf('/v2/drfq/orders/?state=OPEN'), PATIENCE).toBe(0)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
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
import { createClient, directRfqCalls, keepBooks, obCalls } from '@parley/client'
const { BASE: baseUrl, ACCESS: accessKey, SECRET: secretKey } = process.env
const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
const { results } = await client.call(obCalls.listRfqs, { query: { status: ['ACTIVE'] } })
await client.call(directRfqCalls.getEcho, { query: {} })
const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/ob' })
const first = await new Promise((resolve) => socket.subscribe('rfq', ({ event }) => resolve(event), { snapshot: true }))
const books = keepBooks(client, [socket])
const number = results[0].id
const verified = await books.verify({ audience: 'ORDER_BOOK', id: 'g_' + number, number })
console.log(JSON.stringify({ markets: Array.isArray(results) ? 'array' : typeof results, state: socket.state(), first, verified }))
process.exit(0)
`
