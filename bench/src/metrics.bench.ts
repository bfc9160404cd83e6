/** The cost of metrics: the same negotiations at a product that measures itself and at one that does not, in turn, and the cost of a scrape. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { median } from './figures.ts'
import { negotiate } from './negotiate.ts'
import { withProduct } from './product.ts'
import type { Bench, Row } from './row.ts'

const ROUNDS = Number(process.env['METRICS_ROUNDS'] ?? '5')
const COUNT = { warm: 50, negotiations: 200 }
const SCRAPES = 20
/** The interval in ops/prometheus/prometheus.yml. */
const SCRAPE_EVERY_MS = 15_000

type Measured = { readonly processorMs: number; readonly scrapeMs: number }

function processorMsOf(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** By a program of its own, so that only the server's part counts. */
async function scrape(url: string): Promise<number> {
  const program = `for (let n = 0; n < ${SCRAPES}; n++) await (await fetch('${url}/metrics')).text()`
  const before = process.threadCpuUsage()
  await once(spawn(process.execPath, ['--input-type=module', '-e', program]), 'exit')
  return processorMsOf(before) / SCRAPES
}

/** The desks run in a thread of their own, so the processor time of this thread is the server's. */
const measure = (metrics: 'ON' | 'OFF'): Promise<Measured> =>
  withProduct(
    async ({ server }) => {
      const before = process.threadCpuUsage()
      await negotiate({ server }, COUNT)
      const processorMs = processorMsOf(before) / (COUNT.warm + COUNT.negotiations)
      return { processorMs, scrapeMs: metrics === 'ON' ? await scrape(server.baseUrl) : 0 }
    },
    { metrics },
  )

async function run(): Promise<readonly Row[]> {
  // The first product of a process is slower, because its code is compiled during the run.
  await measure('OFF')
  const rounds: { readonly on: Measured; readonly off: Measured }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const isOnFirst = round % 2 === 0
    const first = await measure(isOnFirst ? 'ON' : 'OFF')
    const second = await measure(isOnFirst ? 'OFF' : 'ON')
    rounds.push(isOnFirst ? { on: first, off: second } : { on: second, off: first })
  }
  const conditions = `${ROUNDS} pairs in turn, ${COUNT.warm + COUNT.negotiations} negotiations each, one leg, 4 makers, every step durable`
  const [on, off] = [rounds.map((round) => round.on.processorMs), rounds.map((round) => round.off.processorMs)]
  const scrapeMs = median(rounds.map((round) => round.on.scrapeMs))
  const added = (withMetrics: number, without: number) => (withMetrics / without - 1) * 100
  return [
    {
      what: 'processor time of the server for a negotiation, with metrics',
      figure: median(on),
      unit: 'ms',
      beside: { what: 'without', figure: median(off), unit: 'ms' },
      conditions: `median of ${conditions}`,
    },
    {
      what: 'the same, the fastest round of each',
      figure: Math.min(...on),
      unit: 'ms',
      beside: { what: 'without', figure: Math.min(...off), unit: 'ms' },
      conditions,
    },
    {
      what: 'what metrics add to it, in the fastest rounds',
      figure: added(Math.min(...on), Math.min(...off)),
      unit: '%',
      bar: '<= 3 %',
      beside: {
        what: 'median of the pairs',
        figure: median(rounds.map((round) => added(round.on.processorMs, round.off.processorMs))),
        unit: '%',
      },
      conditions,
    },
    {
      what: 'processor time of the server for a scrape',
      figure: scrapeMs,
      unit: 'ms',
      beside: { what: 'of a core, with a scrape every 15 s', figure: (scrapeMs / SCRAPE_EVERY_MS) * 100, unit: '%' },
      conditions: `${SCRAPES} scrapes in a row by another program`,
    },
  ]
}

export const bench: Bench = { name: 'metrics', run }
