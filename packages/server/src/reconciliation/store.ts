/** The planned and completed comparisons, and the differences they found. */
import {
  decideDifference,
  evolveDifference,
  isRefusal,
  type ComparedBlock,
  type ComparedCounts,
  type DeskId,
  type Difference,
  type DifferenceCommand,
  type Instant,
} from '@parley/core'
import { isDeepStrictEqual } from 'node:util'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { newToken } from '../accounts/tokens.ts'
import type { Day } from './days.ts'
import { DAYS_LISTED, FIRST_RETRY_MS, LONGEST_RETRY_MS, MOST_AT_ONCE } from './limits.ts'

export type Run = {
  readonly accountId: string
  readonly day: Day
  readonly desk: DeskId
  readonly state: 'WAITING' | 'COMPARED'
  readonly attempts: number
  readonly failure: string | null
  readonly comparedAt: number | null
} & ComparedCounts

export type FoundBlock = Exclude<ComparedBlock, { readonly outcome: 'MATCHED' }>
export type StoredDifference = {
  readonly id: string
  readonly desk: DeskId
  readonly accountId: string
  readonly day: Day
  readonly venueTradeId: string
  readonly tradeId: string | null
  readonly state: Difference['state']
  readonly foundAt: number
  readonly closedAt: number | null
  readonly closedBy: string | null
  readonly reason: string | null
  readonly compared: FoundBlock
}
export type Planned = { readonly accountId: string; readonly desk: DeskId; readonly day: Day }

export const venueTradeIdOf = (block: FoundBlock): string =>
  block.outcome === 'MISSING_HERE' ? block.theirs.venueTradeId : block.ours.venueTradeId

/** The state machine's view of a row. Texts written by a user are read from the row itself. */
export const differenceOf = ({ state, closedBy, reason, closedAt }: StoredDifference): Difference =>
  state === 'OPEN' ? { state } : state === 'GONE' ? { state, at: closedAt as Instant } : { state, by: closedBy!, reason: reason!, at: closedAt as Instant } // prettier-ignore

export type ReconciliationStore = ReturnType<typeof createReconciliationStore>

export const createReconciliationStore = (sql: Sql) => ({ ...createRunStore(sql), ...createDifferenceStore(sql), put })

const differenceColumns = (sql: Sql) => sql`
  id, desk, account_id as "accountId", day, venue_trade_id as "venueTradeId", trade_id as "tradeId", state, found_at as "foundAt",
  closed_at as "closedAt", closed_by as "closedBy", reason, compared`

/** The list of comparisons: those that are due, and the figures of completed ones. */
function createRunStore(sql: Sql) {
  const runColumns = sql`
    account_id as "accountId", day, desk, state, attempts, failure, compared_at as "comparedAt", ours, theirs, matched,
    missing_there as "missingThere", missing_here as "missingHere", differs`
  return {
    /** Comparisons that are already planned are not changed. */
    async plan(runs: readonly Planned[], now: number): Promise<void> {
      const rows = runs.map(({ accountId, desk, day }) => ({ account_id: accountId, desk, day }))
      await sql`
        insert into reconciliation_run (account_id, day, desk, state, next_attempt_at)
        select account_id, day, desk, 'WAITING', ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as planned (account_id text, day text, desk text)
        on conflict do nothing`
    },

    /** Plans them again, for now. The figures of the last comparison stay until the next one has succeeded. */
    async planAgain(runs: readonly Planned[], now: number): Promise<void> {
      const rows = runs.map(({ accountId, desk, day }) => ({ account_id: accountId, desk, day }))
      await sql`
        insert into reconciliation_run as known (account_id, day, desk, state, next_attempt_at)
        select account_id, day, desk, 'WAITING', ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as planned (account_id text, day text, desk text)
        on conflict (account_id, day) do update set state = 'WAITING', next_attempt_at = excluded.next_attempt_at, attempts = 0, failure = null`
    },

    due: (now: number): Promise<readonly Run[]> => sql<Run[]>`
      select ${runColumns} from reconciliation_run where state = 'WAITING' and next_attempt_at <= ${now}
      order by next_attempt_at, account_id limit ${MOST_AT_ONCE}`,

    async failed({ accountId, day, attempts }: Run, failure: string, now: number): Promise<void> {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)
      await sql`
        update reconciliation_run set attempts = attempts + 1, failure = ${failure}, next_attempt_at = ${now + wait}
        where account_id = ${accountId} and day = ${day} and state = 'WAITING'`
    },

    runsOf: (desk: DeskId, day: Day): Promise<readonly Run[]> => sql<Run[]>`
      select ${runColumns} from reconciliation_run where desk = ${desk} and day = ${day}`,

    runsOfDesk: (desk: DeskId): Promise<readonly Run[]> => sql<Run[]>`
      select ${runColumns} from reconciliation_run
      where desk = ${desk} and day in (select distinct day from reconciliation_run where desk = ${desk} order by day desc limit ${DAYS_LISTED})
      order by day desc`,
  }
}

function createDifferenceStore(sql: Sql) {
  const columns = differenceColumns(sql)
  return {
    /** The figures and the differences of one comparison, in one transaction. */
    async compared(run: Run, counts: ComparedCounts, found: readonly FoundBlock[], now: number): Promise<void> {
      await sql.begin(async (tx) => {
        const known = await tx<StoredDifference[]>`
          select ${columns} from reconciliation_difference
          where account_id = ${run.accountId} and (day = ${run.day} or venue_trade_id = any(${found.map(venueTradeIdOf)}::text[])) for update`
        for (const block of found) await keep(tx, run, block, known, now)
        const there = new Set(found.map(venueTradeIdOf))
        for (const gone of known.filter(({ venueTradeId, day }) => day === run.day && !there.has(venueTradeId)))
          await move(tx, gone, { kind: 'Miss' }, now)
        await tx`
          update reconciliation_run set state = 'COMPARED', attempts = 0, failure = null, compared_at = ${now}, ours = ${counts.ours},
            theirs = ${counts.theirs}, matched = ${counts.matched}, missing_there = ${counts.missingThere},
            missing_here = ${counts.missingHere}, differs = ${counts.differs}
          where account_id = ${run.accountId} and day = ${run.day}`
      })
    },

    differencesOf: (desk: DeskId, day: Day): Promise<readonly StoredDifference[]> => sql<StoredDifference[]>`
      select ${columns} from reconciliation_difference where desk = ${desk} and day = ${day}
      order by state <> 'OPEN', found_at, id`,

    /** Open ones by day. */
    openOf: (desk: DeskId): Promise<readonly { readonly day: Day; readonly open: number }[]> => sql<{ day: Day; open: number }[]>`
      select day, count(*)::int as open from reconciliation_difference where desk = ${desk} and state = 'OPEN' group by day`,

    async difference(desk: DeskId, id: string): Promise<StoredDifference | undefined> {
      const [row] = await sql<StoredDifference[]>`select ${columns} from reconciliation_difference where desk = ${desk} and id = ${id}`
      return row
    },

    /** Read for a user who closes it, and locked against other changes. */
    async lockedDifference(tx: TransactionSql, desk: DeskId, id: string): Promise<StoredDifference | undefined> {
      const [row] = await tx<StoredDifference[]>`
        select ${columns} from reconciliation_difference where desk = ${desk} and id = ${id} for update`
      return row
    },

    /** Desks with differences that were not emailed yet, for days on which all comparisons have been tried. */
    unmailed: (): Promise<readonly { readonly desk: DeskId; readonly day: Day }[]> => sql<{ desk: DeskId; day: Day }[]>`
      select distinct desk, day from reconciliation_difference as found
      where state = 'OPEN' and mailed_at is null
        and not exists (select from reconciliation_run where desk = found.desk and day = found.day and state = 'WAITING' and attempts = 0)`,

    /** Takes them, so that only one email is sent about them. */
    async takeUnmailed(tx: TransactionSql, desk: DeskId, day: Day, now: number): Promise<readonly StoredDifference[]> {
      return tx<StoredDifference[]>`
        update reconciliation_difference set mailed_at = ${now}
        where desk = ${desk} and day = ${day} and state = 'OPEN' and mailed_at is null returning ${columns}`
    },
  }
}

async function keep(tx: TransactionSql, run: Run, block: FoundBlock, known: readonly StoredDifference[], now: number): Promise<void> {
  const id = venueTradeIdOf(block)
  const before = known.find(({ venueTradeId }) => venueTradeId === id)
  const compared = JSON.stringify(block)
  if (before === undefined) {
    const tradeId = block.outcome === 'MISSING_HERE' ? null : block.ours.tradeId
    await tx`
      insert into reconciliation_difference (id, desk, account_id, day, venue_trade_id, trade_id, state, found_at, compared)
      values (${newToken().slice(0, 24)}, ${run.desk}, ${run.accountId}, ${run.day}, ${id}, ${tradeId}, 'OPEN', ${now}, ${compared}::text::jsonb)`
    return
  }
  const isChanged = !isDeepStrictEqual(JSON.parse(compared), before.compared)
  await tx`update reconciliation_difference set compared = ${compared}::text::jsonb, day = ${run.day} where id = ${before.id}`
  await move(tx, before, { kind: 'Find', isChanged }, now)
}

/** Comparisons are never refused. */
async function move(tx: TransactionSql, row: StoredDifference, command: DifferenceCommand, now: number): Promise<void> {
  const before = differenceOf(row)
  const decided = decideDifference(before, command, now as Instant)
  if (isRefusal(decided)) throw new Error(`a comparison cannot be rejected: ${decided.message}`)
  if (decided.length > 0) await put(tx, row.id, decided.reduce(evolveDifference, before), now)
}

/** Stores the new state of a difference. If it opens again, a new email is sent about it. */
async function put(tx: TransactionSql, id: string, next: Difference, now: number): Promise<void> {
  switch (next.state) {
    case 'OPEN':
      await tx`
        update reconciliation_difference set state = 'OPEN', found_at = ${now}, mailed_at = null, closed_at = null, closed_by = null, reason = null
        where id = ${id}`
      return
    case 'GONE':
      await tx`update reconciliation_difference set state = 'GONE', closed_at = ${next.at} where id = ${id}`
      return
    case 'EXPLAINED':
    case 'ACCEPTED':
      await tx`
        update reconciliation_difference set state = ${next.state}, closed_at = ${next.at}, closed_by = ${next.by}, reason = ${next.reason}
        where id = ${id}`
  }
}
