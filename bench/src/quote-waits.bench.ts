/** Attributes the delay of the slowest one percent of quotes to its causes. The sampling itself costs a few percent of a core. */
import { startChild } from './child.ts'
import { percentile } from './figures.ts'
import { useLogOnce } from './own-database.ts'
import type { States, Watched } from './process-states.ts'
import { withProduct, type Product } from './product.ts'
import type { QuoteFigures } from './quote-senders.ts'
import { quoteFor, QUOTES_PER_SECOND } from './quoting-desks.ts'
import type { Bench, Row } from './row.ts'
import { NOTHING_SEEN, shareOut, watchThread, type Interval, type Kind, type Waits } from './wait-intervals.ts'

const WARM_MS = 10_000
const MEASURE_MS = 15_000

async function measure({ server, database }: Product): Promise<{ readonly figures: QuoteFigures; readonly waits: Waits }> {
  await useLogOnce(database)
  const looker = await startChild('process-states.ts')
  const backends = await database.sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`
  const watch = (senders: number): void => {
    const watched: Watched = { server: process.pid, senders, backends: backends.map(({ pid }) => pid) }
    looker.send(watched)
  }
  const endWatch = watchThread()
  const figures = await quoteFor(server, { warmMs: WARM_MS, measureMs: MEASURE_MS, started: watch })
  const { collected, busy } = endWatch()
  looker.send('end')
  const { disk, starved, sendersStarved, working } = (await looker.answer) as States
  const waits: Waits = {
    'disk (a backend in an uninterruptible sleep)': disk,
    'garbage collection of the server': collected,
    'another process on the core of server or database': starved,
    'own code (the server at work on something else)': busy,
    'the database at work': working,
    'the measuring process itself': [...figures.sendersBusy, ...sendersStarved],
  }
  return { figures, waits }
}

const lengthOf = ({ from, to }: Interval): number => to - from

async function run(): Promise<readonly Row[]> {
  const { figures, waits } = await withProduct(measure)
  const { onTheirWay, latenciesMs } = figures
  const slow = percentile(latenciesMs, 99)
  const middle = percentile(latenciesMs, 50)
  const slowest = onTheirWay.filter((way) => lengthOf(way) >= slow)
  const others = onTheirWay.filter((_, n) => n % 50 === 0)
  const shares = shareOut(slowest, waits)
  const usual = shareOut(others, waits)
  const conditions =
    `${QUOTES_PER_SECOND} quotes a second for ${MEASURE_MS / 1000} s, ${latenciesMs.length} received, p50 ${middle.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms; ` +
    `the ${slowest.length} slowest, with each moment counted for the first cause observed in it; compared with one in fifty of all quotes`
  return [...shares].map(([kind, share]: [Kind | typeof NOTHING_SEEN, number]) => ({
    what: `the slowest one percent of quotes wait for: ${kind}`,
    figure: 100 * share,
    unit: '%',
    beside: { what: 'all quotes', figure: 100 * usual.get(kind)!, unit: '%' },
    conditions,
  }))
}

export const bench: Bench = { name: 'quote-waits', run }
