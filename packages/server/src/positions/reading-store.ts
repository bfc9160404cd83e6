/** The last read of every account, so that a start shows the last known state with its age. */
import type { Sql } from '../database/sql.ts'
import type { Holdings, Reading } from './reading.ts'

type StoredReading = {
  readonly account: string
  readonly readAt: number | null
  readonly holdings: Holdings | null
  readonly failedAt: number | null
  readonly failure: string | null
}

export type ReadingStore = {
  /** By account. */
  load(): Promise<ReadonlyMap<string, Reading>>
  save(account: string, reading: Reading): Promise<void>
}

export const createReadingStore = (sql: Sql): ReadingStore => ({
  async load() {
    const rows = await sql<StoredReading[]>`
      select account, read_at as "readAt", holdings, failed_at as "failedAt", failure from account_reading`
    return new Map(rows.map((row) => [row.account, readingOf(row)]))
  },
  async save(account, { held, failure }) {
    const holdings = held && JSON.stringify({ positions: held.positions, balances: held.balances } satisfies Holdings)
    await sql`
      insert into account_reading (account, read_at, holdings, failed_at, failure)
      values (${account}, ${held?.readAt ?? null}, ${holdings ?? null}::text::jsonb, ${failure?.at ?? null}, ${failure?.message ?? null})
      on conflict (account) do update
        set read_at = excluded.read_at, holdings = excluded.holdings, failed_at = excluded.failed_at, failure = excluded.failure`
  },
})

const readingOf = ({ readAt, holdings, failedAt, failure }: StoredReading): Reading => ({
  held: readAt === null || holdings === null ? undefined : { ...holdings, readAt },
  failure: failedAt === null || failure === null ? undefined : { at: failedAt, message: failure },
})
