/** A negotiation as its desks experience it, through everything: signature, rules, journal on disk, venue, fan-out. */
import { percentile } from './figures.ts'
import { negotiate } from './negotiate.ts'
import { withProduct, type Product } from './product.ts'
import type { Bench, Row } from './row.ts'

const WARM = 100
const NEGOTIATIONS = 600
const COMMITS = 2_000
const PERCENTS = [50, 99, 99.9]

/** Everything that is written to the journal takes at least this long. */
async function commits({ database: { sql } }: Product): Promise<readonly number[]> {
  await sql`create table bench_commit (id bigserial primary key, event jsonb not null)`
  const event = JSON.stringify({ kind: 'Quoted', id: 'o_0ERXZGLniO5wBR95i34mB1ZlArc', words: 'x'.repeat(230) })
  const one = await sql.reserve()
  const times: number[] = []
  for (let n = 0; n < COMMITS; n++) {
    const began = performance.now()
    await one`insert into bench_commit (event) values (${event}::text::jsonb)`
    times.push(performance.now() - began)
  }
  one.release()
  return times
}

async function run(): Promise<readonly Row[]> {
  const [times, commitMs] = await withProduct(
    async (product) => [await negotiate(product, { warm: WARM, negotiations: NEGOTIATIONS }), await commits(product)] as const,
  )
  const conditions =
    `${NEGOTIATIONS} negotiations one after another, one leg, 4 makers, signed REST and sockets over loopback, every step durable, ` +
    `a venue that settles immediately; desks in a second thread`
  const row = (what: string, list: readonly number[], percent: number, bar?: string): Row => ({
    what: `${what}, p${percent}`,
    figure: percentile(list, percent),
    unit: 'ms',
    ...(bar === undefined || percent !== 99 ? {} : { bar }),
    beside: {
      what: `ws echo ${percentile(times.echoed, percent).toFixed(2)} ms, one durable INSERT`,
      figure: percentile(commitMs, percent),
      unit: 'ms',
    },
    conditions,
  })
  return PERCENTS.flatMap((percent) => [
    row("create to every maker's socket has it", times.created, percent),
    row("quote to the taker's socket has it", times.quoted, percent),
    row('cross to its answer', times.answered, percent),
    row('cross to both sides told that it is settled', times.settled, percent, '<= 15 ms'),
  ])
}

export const bench: Bench = { name: 'end to end', run }
