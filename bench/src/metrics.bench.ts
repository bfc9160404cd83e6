/** The cost of metrics: the same negotiations at a product that measures itself and is scraped every second, and at one that does not, in turn. */
import { median } from './figures.ts'
import { negotiate } from './negotiate.ts'
import type { NegotiationTimes } from './negotiators.ts'
import { withProduct } from './product.ts'
import type { Bench, Row } from './row.ts'

const ROUNDS = Number(process.env['METRICS_ROUNDS'] ?? '5')
const COUNT = { warm: 50, negotiations: 200 }
const SCRAPE_EVERY_MS = 1_000

type Measured = { readonly processorMs: number; readonly answeredMs: number }

/** The desks run in a thread of their own, so the processor time of this thread is the server's. */
const measure = (metrics: 'ON' | 'OFF'): Promise<Measured> =>
  withProduct(
    async ({ server }) => {
      const scrape = () => void fetch(`${server.baseUrl}/metrics`).then((answer) => answer.text())
      const scraping = metrics === 'ON' ? setInterval(scrape, SCRAPE_EVERY_MS) : undefined
      try {
        const before = process.threadCpuUsage()
        const times: NegotiationTimes = await negotiate({ server }, COUNT)
        const { user, system } = process.threadCpuUsage(before)
        return { processorMs: (user + system) / 1_000 / (COUNT.warm + COUNT.negotiations), answeredMs: median(times.answered) }
      } finally {
        clearInterval(scraping)
      }
    },
    { metrics },
  )

async function run(): Promise<readonly Row[]> {
  // The first product of a process pays for what is compiled in it.
  await measure('OFF')
  const rounds: { readonly on: Measured; readonly off: Measured }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const isOnFirst = round % 2 === 0
    const first = await measure(isOnFirst ? 'ON' : 'OFF')
    const second = await measure(isOnFirst ? 'OFF' : 'ON')
    rounds.push(isOnFirst ? { on: first, off: second } : { on: second, off: first })
  }
  const conditions =
    `median of ${ROUNDS} pairs in turn, ${COUNT.warm + COUNT.negotiations} negotiations each, one leg, 4 makers, every step durable; ` +
    `scraped every second by a program in the thread of the server`
  const middle = (figure: (measured: Measured) => number, of: 'on' | 'off') => median(rounds.map((round) => figure(round[of])))
  return [
    {
      what: 'processor time of the server for a negotiation, with metrics',
      figure: middle(({ processorMs }) => processorMs, 'on'),
      unit: 'ms',
      beside: { what: 'without', figure: middle(({ processorMs }) => processorMs, 'off'), unit: 'ms' },
      conditions,
    },
    {
      what: 'what metrics add to it',
      figure: (median(rounds.map(({ on, off }) => on.processorMs / off.processorMs)) - 1) * 100,
      unit: '%',
      bar: '<= 3 %',
      conditions,
    },
    {
      what: 'cross to its answer, p50, with metrics',
      figure: middle(({ answeredMs }) => answeredMs, 'on'),
      unit: 'ms',
      beside: { what: 'without', figure: middle(({ answeredMs }) => answeredMs, 'off'), unit: 'ms' },
      conditions,
    },
  ]
}

export const bench: Bench = { name: 'metrics', run }
