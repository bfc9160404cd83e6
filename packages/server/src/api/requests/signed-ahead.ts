/**
 * How far ahead of our clock desks have signed, kept across restarts. Otherwise a write that was signed ahead and received before the restart would
 * be accepted again after it (decision 0670). Desks with accurate clocks are never stored.
 */
import type { DeskId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'

/** A clock that is ahead by no more than this counts as accurate. No restart is that fast. */
const RIGHT_CLOCK_MS = 1_000
/** The stored time has a small margin, so that not every write needs another row. */
const MARGIN_MS = 5_000

export type SignedAhead = {
  /** For writes signed before this time it is unknown whether they are new. */
  floorOf(desk: DeskId): number
  /** Must be awaited before the write takes effect. */
  remember(desk: DeskId, timestampMs: number, now: number): Promise<void>
}

export async function openSignedAhead(sql: Sql, startedAt: number): Promise<SignedAhead> {
  await sql`delete from signed_ahead where until < ${startedAt}`
  const rows = await sql<{ desk: DeskId; until: number }[]>`select desk, until from signed_ahead`
  const untilOf = new Map(rows.map(({ desk, until }) => [desk, until]))
  const floors = new Map(untilOf)
  return {
    floorOf: (desk) => Math.max(startedAt, floors.get(desk) ?? 0),
    async remember(desk, timestampMs, now) {
      if (timestampMs <= now + RIGHT_CLOCK_MS || timestampMs < (untilOf.get(desk) ?? 0)) return
      const until = timestampMs + MARGIN_MS
      await sql`
        insert into signed_ahead (desk, until) values (${desk}, ${until})
        on conflict (desk) do update set until = greatest(signed_ahead.until, excluded.until)`
      untilOf.set(desk, Math.max(until, untilOf.get(desk) ?? 0))
    },
  }
}
