/** Measures a maker's signed quote until it is on the taker's socket, through everything: signature, rules, journal on disk, projection, fan-out. */
import { percentile } from './figures.ts'
import { useLogOnce } from './own-database.ts'
import { withProduct, type Product } from './product.ts'
import type { QuoteFigures } from './quote-senders.ts'
import { quoteFor, TAKERS } from './quoting-desks.ts'
import type { Bench, Row } from './row.ts'

const WARM_MS = 10_000
const MEASURE_MS = 15_000

const measured = ({ server }: Product): Promise<QuoteFigures> => quoteFor(server, { warmMs: WARM_MS, measureMs: MEASURE_MS })

async function run(): Promise<readonly Row[]> {
  const used = await withProduct(async (product) => {
    await useLogOnce(product.database)
    return measured(product)
  })
  return [...rowsOf(used, 'whose log was used before'), ...rowsOf(await withProduct(measured), 'that is new')]
}

function rowsOf({ latenciesMs, echoMs, sentPerSecond, refused }: QuoteFigures, database: string): readonly Row[] {
  const conditions =
    `a database ${database}; ${2 * TAKERS} sockets, ${Math.round(sentPerSecond)} quotes a second replaced over REST for ${MEASURE_MS / 1000} s, ` +
    `${latenciesMs.length} received, ${refused} refused, each sent to its taker and its maker; senders and readers in one other process on the same machine`
  return [50, 99].map((percent) => ({
    what: `from a sent quote to its arrival at the taker, p${percent}, a database ${database}`,
    figure: percentile(latenciesMs, percent),
    unit: 'ms',
    ...(percent === 99 ? { bar: '<= 10 ms' } : {}),
    beside: { what: `ws echo, p${percent}`, figure: percentile(echoMs, percent), unit: 'ms' },
    conditions,
  }))
}

export const bench: Bench = { name: 'quote-to-taker', run }
