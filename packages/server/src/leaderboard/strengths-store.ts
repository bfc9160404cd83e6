/** The sums from which a firm's strengths are determined: by coin and strategy. */
import { blocksOf, type LeaderPeriod, type StrategySum } from '@parley/core'
import type { Sql, Statement } from '../database/sql.ts'
import { sumRows } from './sum-rows.ts'

type Row = {
  readonly firm: string
  readonly isNamed: boolean
  readonly currency: string
  readonly strategy: string
  readonly quoted: number
  readonly quoteMs: number
  readonly usd: number
}

export async function strategySums(sql: Sql, period: LeaderPeriod): Promise<readonly StrategySum[]> {
  const rowsOf = (table: 'leaderboard_response' | 'leaderboard_volume', where: Statement) =>
    sumRows(sql, { table, where, detail: 'STRATEGY', blocks: blocksOf(period, 64) })
  // By desk first: the database knows how few desks there are and hashes them, whereas it would sort every row by firm.
  const ofDesks = sql`
    select desk, is_named, currency, strategy, sum(quoted) as quoted, sum(quote_ms) as quote_ms, sum(usd) as usd
    from (
      select desk, is_named, currency, strategy, timed as quoted, quote_ms, 0 as usd from ${rowsOf('leaderboard_response', sql`true`)}
      union all
      select desk, is_named, currency, strategy, 0, 0, usd from ${rowsOf('leaderboard_volume', sql`role = 'MAKER'`)}
    ) counted
    group by desk, is_named, currency, strategy`
  const rows = await sql<Row[]>`
    select firm, is_named as "isNamed", currency, strategy, sum(quoted)::bigint as quoted, sum(quote_ms)::bigint as "quoteMs", sum(usd)::bigint as usd
    from (${ofDesks}) summed join desk on desk.ticker = summed.desk
    group by firm, is_named, currency, strategy`
  return rows.map(({ quoted, quoteMs, usd, ...whose }) => ({ ...whose, figures: { quoted, quoteMs, usd } }))
}
