/** Two thousand quotes a second over two hundred sockets, while some desks are disconnected, some read slowly and some not at all. */
import { percentile } from './figures.ts'
import { useLogOnce } from './own-database.ts'
import { withProduct } from './product.ts'
import { quoteFor, TAKERS, type Trouble } from './quoting-desks.ts'
import type { QuoteFigures } from './quote-senders.ts'
import type { Bench, Row } from './row.ts'

const WARM_MS = 12_000
/** Can be set to a longer time. The warm-up lasts as long as the heartbeat timeout, so that the frozen sockets have been closed by its end. */
const MEASURE_MS = Number(process.env['QUOTE_LOAD_SECONDS'] ?? '20') * 1_000
const LOOK_EVERY_MS = 250
const MIB = 2 ** 20

/**
 * Out of a hundred takers, ten are disconnected in turn, ten are frozen and ten are slow; and as many of a hundred makers, whose takers are unaffected.
 */
const troubles: Readonly<Record<'TAKER' | 'MAKER', readonly (Trouble | undefined)[]>> = {
  TAKER: ['KILLED', 'FROZEN', 'SLOW'],
  MAKER: [undefined, undefined, undefined, undefined, 'KILLED', 'FROZEN', 'SLOW'],
}
const troubleOf = (side: 'TAKER' | 'MAKER', place: number): Trouble | undefined => troubles[side][place % 10]

type Measured = QuoteFigures & { readonly beforeMib: number; readonly mostMib: number }

async function measure(): Promise<Measured> {
  return withProduct(async ({ server, database }) => {
    await useLogOnce(database)
    const resident = (): number => process.memoryUsage().rss / MIB
    const beforeMib = resident()
    let mostMib = beforeMib
    const looking = setInterval(() => (mostMib = Math.max(mostMib, resident())), LOOK_EVERY_MS)
    try {
      const figures = await quoteFor(server, { warmMs: WARM_MS, measureMs: MEASURE_MS, troubleOf })
      return { ...figures, beforeMib, mostMib }
    } finally {
      clearInterval(looking)
    }
  })
}

const closesText = (closes: QuoteFigures['closes']): string =>
  Object.entries(closes)
    .map(([name, count]) => `${count} x ${name}`)
    .join(', ') || 'none'

async function run(): Promise<readonly Row[]> {
  const { latenciesMs, echoMs, sentPerSecond, refused, closes, killed, makersCut, goneMs, left, beforeMib, mostMib } = await measure()
  const conditions =
    `${2 * TAKERS} sockets, ${Math.round(sentPerSecond)} quotes a second for ${MEASURE_MS / 1000} s, ${latenciesMs.length} received by healthy takers, ` +
    `${refused} refused; ten takers disconnected in turn (${killed} times), ten frozen, ten slow, and the same for makers; closed by the server: ${closesText(closes)}; ` +
    `server in one process, senders and readers in another, a database with a reused log`
  const cut =
    `ten makers with cancel on disconnect, disconnected in turn (${makersCut} times) under the same load; ` +
    `${goneMs.length} cancelled quotes received by healthy takers, ${left} not received by any within 10 s`
  const closed = Object.values(closes).reduce((sum, count) => sum + count, 0)
  return [
    ...[50, 99].map((percent) => ({
      what: `from a sent quote to its arrival at a healthy taker, p${percent}, with disturbed clients`,
      figure: percentile(latenciesMs, percent),
      unit: 'ms',
      ...(percent === 99 ? { bar: '<= 10 ms' } : {}),
      beside: { what: `ws echo, p${percent}`, figure: percentile(echoMs, percent), unit: 'ms' },
      conditions,
    })),
    ...[50, 99].map((percent) => ({
      what: `from a maker's disconnect to the cancellation at a healthy taker, p${percent}`,
      figure: percentile(goneMs, percent),
      unit: 'ms',
      conditions: cut,
    })),
    { what: 'sockets closed by the server, with a reason', figure: closed, unit: 'closes', conditions },
    {
      what: 'peak memory during the load',
      figure: mostMib,
      unit: 'MiB',
      beside: { what: 'before the first quote', figure: beforeMib, unit: 'MiB' },
      conditions,
    },
  ]
}

export const bench: Bench = { name: 'quote-load', run }
