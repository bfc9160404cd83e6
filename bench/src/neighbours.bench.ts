/**
 * How long one desk waits for a cancellation while another makes five hundred of its most expensive allowed calls a second, relative to a
 * quiet market: over REST, on the socket, and at the perpetuals venue. The whole demo, with the published rates.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from './child.ts'
import { canceler, type CancelTimes } from './canceling-desk.ts'
import { percentile } from './figures.ts'
import type { Traffic, TrafficFigures } from './neighbour-traffic.ts'
import { freePort } from './own-demo.ts'
import type { Bench, Row } from './row.ts'

const DEMO = new URL('../../packages/simulator/src/demo/main.ts', import.meta.url)
const START_MS = 600_000
const PER_SECOND = 500
/** Quiet and loud parts alternate, so that other load on the machine affects both. */
const ROUNDS = Number(process.env['NEIGHBOURS_ROUNDS'] ?? '3')
/** Long enough for three hundred cancellations at the venue in all rounds, so that their p99 is not the slowest one. */
const PART_MS = Number(process.env['NEIGHBOURS_SECONDS'] ?? '32') * 1_000
/** A part of the names of the traffic to measure; all by default. */
const ONLY = process.env['NEIGHBOURS_ONLY'] ?? ''
const BAR = 3

type Kind = 'REST' | 'SOCKET' | 'PERPETUALS'
type Loud = Pick<Traffic, 'calls' | 'channels'>
type Desk = { readonly ticker: string; readonly accessKey: string; readonly secretKey: string }

const get = (path: string) => ({ method: 'GET', path }) as const
/** Each call is for a different period, so that no response is cached. */
const CANDLES = '/v2/perpetuals/markets/BTC-USD-PERP/candles/?resolution=60&from=1764{n}&to=1765{n}'

/** The calls that cost most, measured one by one, and how another desk would make them. */
const louds: Readonly<Record<string, Loud>> = {
  'pages of 1,000 rows': {
    calls: ['instruments/?include_greeks=true&', 'rfqs/?', 'trade_tape/?'].map((path) => get(`/v2/drfq/${path}page_size=1000`)),
    channels: [],
  },
  'pages of 100 rows': { calls: [get('/v2/drfq/instruments/?include_greeks=true&page_size=100')], channels: [] },
  'spreads, figures and perpetuals': {
    calls: ['/v1/fs/strategies/?page_size=100', '/v1/leaderboard/trade_volume/', '/v2/perpetuals/positions/', CANDLES].map(get),
    channels: [],
  },
  'subscriptions with snapshots': { calls: [], channels: ['rfqs', 'orders', 'trades', 'trade_tape', 'rfq_orders', 'bbo'] },
}

const ratioRow = (what: string, quiet: readonly number[], loud: readonly number[], conditions: string): Row => ({
  what,
  figure: percentile(loud, 99) / percentile(quiet, 99),
  unit: '×',
  bar: `<= ${BAR} ×`,
  beside: { what: 'p99 in the quiet parts', figure: percentile(quiet, 99), unit: 'ms' },
  conditions,
})

const NAMES: Readonly<Record<Kind, string>> = {
  REST: 'cancellation, until its response',
  SOCKET: 'cancellation, until its message on the socket',
  PERPETUALS: 'cancellation of a perpetual order, until the response of the venue',
}

const empty = (): Record<Kind, number[]> => ({ REST: [], SOCKET: [], PERPETUALS: [] })

async function measure(dataDir: string): Promise<readonly Row[]> {
  const { baseUrl, desks } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { baseUrl: string; desks: readonly Desk[] }
  const url = baseUrl.replace('localhost', '127.0.0.1')
  const deskOf = (ticker: string): Desk => desks.find((desk) => desk.ticker === ticker)!
  const [loudDesk, quietDesk] = [deskOf('AMBR'), deskOf('LIND')]
  const cancelling = await canceler(url, quietDesk, loudDesk)
  await cancelling.during(delay(PART_MS))
  const rows: Row[] = []
  for (const [name, loud] of Object.entries(louds).filter(([name]) => name.includes(ONLY))) {
    const [quietTimes, loudTimes] = [empty(), empty()]
    const answered: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      add(quietTimes, await cancelling.during(delay(PART_MS)))
      const child = await startChild('neighbour-traffic.ts')
      child.send({ url, key: loudDesk, perSecond: PER_SECOND, forMs: PART_MS, ...loud } satisfies Traffic)
      const sent = child.answer as Promise<TrafficFigures>
      add(loudTimes, await cancelling.during(sent))
      for (const [status, times] of Object.entries((await sent).answers)) answered[status] = (answered[status] ?? 0) + times
      await delay(1_500)
    }
    const answers = Object.entries(answered).map(([status, times]) => `${times} × ${status}`)
    const conditions = `${PER_SECOND} a second: ${name} (${answers.join(', ')}); load ${loadavg()[0]!.toFixed(1)}`
    for (const kind of ['REST', 'SOCKET', 'PERPETUALS'] as const) {
      const [quiet, noisy] = [quietTimes[kind], loudTimes[kind]]
      const figures = `p50 ${percentile(quiet, 50).toFixed(1)} to ${percentile(noisy, 50).toFixed(1)} ms, p99 ${percentile(noisy, 99).toFixed(1)} ms, ${quiet.length} and ${noisy.length} cancellations`
      rows.push(ratioRow(`${NAMES[kind]}, next to ${name}`, quiet, noisy, `${figures}; ${conditions}`))
    }
  }
  await cancelling.close()
  return rows
}

function add(to: Record<Kind, number[]>, { rest, socket, perpetuals }: CancelTimes): void {
  to.REST.push(...rest)
  to.SOCKET.push(...socket)
  to.PERPETUALS.push(...perpetuals)
}

async function run(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(dataDir, 0o755)
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir }
  const demo = fork(DEMO, ['--scenario', 'still', '--rates', 'published', '--past', '2'], {
    env,
    stdio: 'ignore',
    execArgv: process.execArgv,
  })
  const ended = once(demo, 'exit')
  try {
    for (let waited = 0; !existsSync(join(dataDir, 'demo.json')); waited += 100) {
      if (waited > START_MS || demo.exitCode !== null) throw new Error('the demo did not start')
      await delay(100)
    }
    return await measure(dataDir)
  } finally {
    demo.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = { name: 'neighbours', run }
