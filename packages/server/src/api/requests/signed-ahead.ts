/**
 * How far ahead of our clock desks have signed, kept over a restart: what was signed ahead and received before it would else be taken again
 * after it (decision 0670). A desk whose clock is right is never written down.
 */
import type { DeskId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'

/** Ahead by no more than this is a clock that is right; no restart is as short. */
const RIGHT_CLOCK_MS = 1_000
/** Written down a little further than it was signed, so that not each write is one more row. */
const MARGIN_MS = 5_000

export type SignedAhead = {
  /** Of what was signed before it, nobody knows whether it is new. */
  floorOf(desk: DeskId): number
  /** To be awaited before the write has an effect. */
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
