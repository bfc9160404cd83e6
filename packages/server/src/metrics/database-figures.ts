/** The figures that only the database has: who owns the shards, and the work that waits in its tables. */
import type { Sql } from '../database/sql.ts'
import type { ReadingsByName } from './metrics.ts'

const DAY_MS = 24 * 3_600_000
/** A scrape does not wait longer for the database. */
const WITHIN_MS = 2_000

type Waiting = { readonly venue: string; readonly count: number; readonly oldest: number }

/** A scrape while the database hangs gets the answer of the one before it, so that readings never accumulate. */
export function createDatabaseFigures(sql: Sql, now: () => number): () => Promise<ReadingsByName> {
  let underWay: Promise<ReadingsByName> | undefined
  const failed: ReadingsByName = { parley_database_figures: [{ labels: {}, value: 0 }] }
  return async () => {
    underWay ??= readAll(sql, now())
      .catch(() => failed)
      .finally(() => (underWay = undefined))
    let late: NodeJS.Timeout | undefined
    const tooLate = new Promise<ReadingsByName>((resolve) => (late = setTimeout(resolve, WITHIN_MS, failed)))
    return Promise.race([underWay, tooLate]).finally(() => clearTimeout(late))
  }
}

/** One statement after another, so that a scrape takes one connection at most. */
async function readAll(sql: Sql, now: number): Promise<ReadingsByName> {
  const leases = await sql<{ shard: string; epoch: number; age: number }[]>`
    select shard, epoch, extract(epoch from now() - taken_at)::float8 as age from shard_lease`
  const settlements = await sql<Waiting[]>`
    select venue, count(*) as count, min(agreed_at) as oldest from settlement
    where state <> 'DONE' and route <> 'BOOKED_BY_BOTH' group by venue`
  const [mail] = await sql<{ waiting: number; oldest: number | null; failed: number }[]>`
    select (select count(*) from mail where sent_at is null and failed_at is null) as waiting,
      (select min(created_at) from mail where sent_at is null and failed_at is null) as oldest,
      (select count(*) from mail where failed_at > ${now - DAY_MS}) as failed`
  const comparisons = await sql<{ venue: string; waiting: number; breaks: number }[]>`
    select venue, sum(waiting)::bigint as waiting, sum(breaks)::bigint as breaks from (
      select account_id, count(*) as waiting, 0 as breaks from reconciliation_run where state = 'WAITING' and next_attempt_at <= ${now}
        group by account_id
      union all
      select account_id, 0, count(*) from reconciliation_difference where state = 'OPEN' group by account_id
    ) as counted join venue_account on venue_account.id = account_id group by venue`
  const [leaderboard] = await sql<{ waiting: number }[]>`select count(*) as waiting from leaderboard_due`
  const seconds = (at: number | null) => (at === null ? 0 : Math.max(0, now - at) / 1_000)
  const one = (value: number) => [{ labels: {}, value }]
  return {
    parley_database_figures: one(1),
    parley_shard_lease_age_seconds: leases.map(({ shard, age }) => ({ labels: { shard }, value: age })),
    parley_shard_lease_epoch: leases.map(({ shard, epoch }) => ({ labels: { shard }, value: epoch })),
    parley_settlements_waiting: settlements.map(({ venue, count }) => ({ labels: { venue }, value: count })),
    parley_settlement_oldest_seconds: settlements.map(({ venue, oldest }) => ({ labels: { venue }, value: seconds(oldest) })),
    parley_mail_waiting: one(mail!.waiting),
    parley_mail_oldest_seconds: one(seconds(mail!.oldest)),
    parley_mail_failed: one(mail!.failed),
    parley_reconciliation_waiting: comparisons.map(({ venue, waiting }) => ({ labels: { venue }, value: waiting })),
    parley_reconciliation_breaks: comparisons.map(({ venue, breaks }) => ({ labels: { venue }, value: breaks })),
    parley_leaderboard_waiting: one(leaderboard!.waiting),
  }
}
