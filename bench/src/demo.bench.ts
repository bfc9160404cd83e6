/** The cost of the whole demo on a laptop: memory of all its processes, and processor time in a calm market. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './own-demo.ts'
import type { Bench, Row } from './row.ts'

const DEMO = new URL('../../packages/simulator/src/demo/main.ts', import.meta.url)
const START_MS = 180_000
const WARM_MS = 90_000
/** Can be set to a longer time: figures after ten minutes need `DEMO_MINUTES=10`. */
const MEASURE_MS = Number(process.env['DEMO_MINUTES'] ?? '2') * 60_000
const TICKS_PER_SECOND = 100
const MIB = 1024

type Cost = { readonly residentMib: number; readonly ownMib: number; readonly cpuSeconds: number; readonly processes: number }

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const worksIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)
  } catch {
    return false
  }
}

/** The demo and its database, which has its own process tree. */
function familyOf(root: number, dataDir: string): readonly number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(all.map((pid) => [pid, Number(fieldsOf(pid)[1])]))
  const heads = new Set([root, ...all.filter((pid) => read(`/proc/${pid}/cmdline`).includes(`${dataDir}/`) || worksIn(pid, dataDir))])
  const belongs = (pid: number): boolean => heads.has(pid) || (parents.has(pid) && belongs(parents.get(pid)!))
  return all.filter(belongs)
}

/** The state and the fields after it; the name before it may contain any characters. */
const fieldsOf = (pid: number): readonly string[] => (read(`/proc/${pid}/stat`).split(') ')[1] ?? '').split(' ')

function costOf(pids: readonly number[]): Cost {
  const kib = (pid: number, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
  const sum = (of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0)
  return {
    residentMib: sum((pid) => kib(pid, 'Rss')) / MIB,
    ownMib: sum((pid) => kib(pid, 'Pss')) / MIB,
    cpuSeconds: sum((pid) => Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0)) / TICKS_PER_SECOND,
    processes: pids.length,
  }
}

async function measure(dataDir: string): Promise<readonly Row[]> {
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir }
  // As `npm start` runs it: the same number of collector threads as a benchmark, and a smaller young heap.
  const execArgv = [...process.execArgv, '--max-semi-space-size=8']
  const demo = fork(DEMO, ['--scenario', 'calm'], { env, stdio: 'ignore', execArgv })
  const ended = once(demo, 'exit')
  try {
    for (let waited = 0; !existsSync(join(dataDir, 'demo.json')); waited += 100) {
      if (waited > START_MS || demo.exitCode !== null) throw new Error('the demo did not start')
      await delay(100)
    }
    await delay(WARM_MS)
    const before = costOf(familyOf(demo.pid!, dataDir))
    const began = performance.now()
    await delay(MEASURE_MS)
    const after = costOf(familyOf(demo.pid!, dataDir))
    return rowsOf(after, ((after.cpuSeconds - before.cpuSeconds) * 100_000) / (performance.now() - began))
  } finally {
    demo.kill('SIGTERM')
    await ended
  }
}

function rowsOf({ residentMib, ownMib, processes }: Cost, cpuPercent: number): readonly Row[] {
  const minutes = ((WARM_MS + MEASURE_MS) / 60_000).toFixed(1)
  const conditions = `server, venue, ten desks and PostgreSQL in ${processes} processes, calm scenario, ${minutes} minutes after the start, no user signed in`
  return [
    {
      what: 'demo, resident memory',
      figure: residentMib,
      unit: 'MiB',
      bar: '<= 700 MiB',
      beside: { what: 'shared pages counted once', figure: ownMib, unit: 'MiB' },
      conditions,
    },
    { what: 'demo, processor', figure: cpuPercent, unit: '% of a core', bar: '<= 5 %', conditions },
  ]
}

async function run(): Promise<readonly Row[]> {
  if (!existsSync('/proc/self/smaps_rollup')) {
    return [
      { what: 'demo, resident memory', figure: Number.NaN, unit: 'MiB', conditions: 'read from /proc, which this system does not have' },
    ]
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(dataDir, 0o755)
  try {
    return await measure(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = { name: 'demo', run }
