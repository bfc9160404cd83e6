/** The leaderboard's responses for a year of trades, compared with the same totals by plain SQL on the trades. */
import { createLeaderboardService, type LeaderFilter, type Sql } from '@parley/server'
import type { Instant } from '@parley/core'
import { DAYS, FIRMS, writeHistory } from './leaderboard-history.ts'
import { median, percentile } from './figures.ts'
import { withOwnDatabase } from './own-database.ts'
import type { Bench, Row } from './row.ts'

/** A machine with little disk or time gets fewer. */
const TRADES = Number(process.env['BENCH_TRADES'] ?? 5_000_000)
const CALLS = 60
const PLAIN_CALLS = 3
const DAY_MS = 86_400_000
const WARM_UP = 10
const all: LeaderFilter = { roles: ['MAKER'], venues: [], currencies: [], kinds: [], protocols: [], strategies: [] }

/** The filters that a user can choose: each alone, and several. */
const filters: readonly Partial<LeaderFilter>[] = [
  { venues: ['DBT'] },
  { venues: ['DBT', 'BYB', 'BIT'], kinds: ['OPTION'] },
  { currencies: ['ETH'], protocols: ['RFQ', 'OB'] },
  { strategies: ['CL', 'CS', 'CR'] },
  { venues: ['DBT'], strategies: ['CS'] },
]

async function timesOf(calls: number, call: (place: number) => PromiseLike<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let place = 0; place < calls; place++) {
    const from = performance.now()
    await call(place)
    times.push(performance.now() - from)
  }
  return times
}

/** Volume by firm, queried directly from the trades. */
const plainly = (sql: Sql, start: number, end: number): PromiseLike<unknown> => sql`
  select desk.firm, count(*), sum((body ->> 'quantity')::numeric * (body -> 'reference' ->> 'indexPrice')::numeric)
  from rfq_trade join desk on desk.ticker = rfq_trade.maker
  where state = 'FILLED' and audience = any('{DIRECT,ORDER_BOOK,LISTED}') and settled_at >= ${start} and settled_at < ${end}
  group by desk.firm`

async function measure(sql: Sql): Promise<readonly Row[]> {
  const last = await writeHistory(sql, TRADES)
  const service = createLeaderboardService({ sql, nameOf: (firm) => firm })
  const [now, end] = [((last + 1) * DAY_MS - 1) as Instant, (last + 1) * DAY_MS]
  const reading = { firm: 'f3', now }
  const [{ sums }] = (await sql<{ sums: number }[]>`select count(*) as sums from leaderboard_volume`) as unknown as [{ sums: number }]
  const conditions = `${TRADES.toLocaleString('en-GB')} trades over ${DAYS} days, ${FIRMS} firms, ${sums.toLocaleString('en-GB')} totals; ${CALLS} sequential calls`
  const rows: Row[] = []
  for (const [days, words] of [
    [30, '30 days'],
    [90, '90 days'],
    [DAYS, 'a year'],
  ] as const) {
    const start = end - days * DAY_MS
    const plain = median(await timesOf(PLAIN_CALLS, () => plainly(sql, start, end)))
    for (const [name, ask] of [
      ['trade_volume', service.volumes],
      ['liquidity/fills', service.fills],
      ['liquidity/responses', service.responses],
    ] as const)
      for (const [which, choose] of [
        ['', () => ({})],
        [', filtered', (place: number) => filters[place % filters.length]!],
      ] as const) {
        const call = (place: number) => ask({ filter: { ...all, ...choose(place) }, start, end }, reading)
        await timesOf(WARM_UP, call)
        const times = await timesOf(CALLS, call)
        rows.push({
          what: `leaderboard: ${name}, ${words}${which}, p99`,
          figure: percentile(times, 99),
          unit: 'ms',
          bar: '≤ 50 ms',
          beside: { what: 'volume by firm with plain SQL on the trades, median', figure: plain, unit: 'ms' },
          conditions: `${conditions}, p50 ${median(times).toFixed(1)} ms`,
        })
      }
  }
  const times = await timesOf(CALLS, () => service.strengths(reading))
  rows.push({
    what: 'leaderboard: strengths, p99',
    figure: percentile(times, 99),
    unit: 'ms',
    bar: '≤ 50 ms',
    conditions: `${conditions}, p50 ${median(times).toFixed(1)} ms`,
  })
  return rows
}

export const bench: Bench = { name: 'leaderboard', run: () => withOwnDatabase(({ sql }) => measure(sql)) }
