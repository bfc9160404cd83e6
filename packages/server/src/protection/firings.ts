/**
 * What was cancelled while nobody was there to hear of it: for a key whose last socket went, and when a dead man's time ran out. The last
 * of each key is told for a day, over restarts too (docs/decisions/0362).
 */
import type { FiringView } from '@parley/contracts'
import type { DeskId, MarketEvent } from '@parley/core'
import type { MarketEngine } from '../market/market-engine.ts'
import { groupOf, marketShards } from '../market/shards.ts'
import type { Sql } from '../postgres/sql.ts'
import { askMarkets, fencesOf } from './everywhere.ts'
import type { PresentKey } from './key-presence.ts'

export type Firings = ReturnType<typeof createFirings>

const TOLD_FOR_MS = 24 * 3_600_000
const TOLD_MOST = 50
/** The shards fire each at its own time, as far apart as they were told of it. A switch that is set anew is no sooner than this. */
const ONE_FIRING_MS = 1_000

type Canceled = FiringView['canceled']
type Fired = { readonly shard: string; readonly via: string; readonly at: number; readonly seq: number } & Canceled

export function createFirings({ sql, engine }: { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'submit'> }) {
  const disconnects = (desk: DeskId, since: number) => sql<(Omit<FiringView, 'kind' | 'key'> & { readonly via: string })[]>`
    select via, at, canceled, fences from disconnect where desk = ${desk} and at > ${since} order by at desc limit ${TOLD_MOST}`

  /** A decision of the switch begins with its clearing, and ends where another begins. */
  const deadMen = (desk: DeskId, since: number) => sql<Fired[]>`
    select fired.shard, fired.event::jsonb ->> 'via' as via, fired.at, decision.seq, canceled.*
    from journal fired
    cross join lateral (
      select coalesce(
        (
          select seq - 1 from journal later where later.shard = fired.shard and later.seq > fired.seq
            and (later.command <> 'FireDeadMan' or later.event::jsonb ->> 'kind' = 'DeadManCleared') order by seq limit 1
        ),
        (select max(seq) from journal newest where newest.shard = fired.shard)
      ) as seq
    ) decision
    cross join lateral (
      select
        count(*) filter (where event::jsonb ->> 'kind' = 'OrderCanceled' and event::jsonb ->> 'reason' = 'ByUser') as orders,
        count(*) filter (where event::jsonb ->> 'kind' = 'QuoteCanceled' and event::jsonb ->> 'reason' = 'ByUser') as quotes,
        count(*) filter (where event::jsonb ->> 'kind' in ('RfqEnding', 'RfqClosed')) as rfqs
      from journal made where made.shard = fired.shard and made.seq between fired.seq and decision.seq
    ) canceled
    where fired.command = 'FireDeadMan' and fired.at > ${since}
      and fired.event::jsonb ->> 'kind' = 'DeadManCleared' and fired.event::jsonb ->> 'desk' = ${desk}
    order by fired.at desc limit ${TOLD_MOST * marketShards.length}`

  return {
    /** The same departure, asked for again, is the same decision. */
    async cancelWhatLeft({ desk, user, via }: PresentKey, leftAt: number): Promise<void> {
      const command = { kind: 'CancelEverything', actor: { desk, user, via }, what: 'ORDERS_AND_RFQS', cause: 'DISCONNECT' } as const
      const departure = { scope: `${desk} disconnect`, key: `${via} ${leftAt}`, bodyHash: '' }
      const { why, ...covered } = await askMarkets(engine, command, marketShards, departure)
      // Told when nothing of it can fill any more, in no market.
      if (why !== undefined) throw why
      const canceled = countedIn(covered.decided.flatMap(({ events }) => events))
      await sql`delete from disconnect where at < ${leftAt - TOLD_FOR_MS}`
      await sql`
        insert into disconnect (via, desk, at, canceled, fences)
        values (${via}, ${desk}, ${leftAt}, ${sql.json(canceled)}, ${sql.json(fencesOf(covered))})
        on conflict (via) do update set at = excluded.at, canceled = excluded.canceled, fences = excluded.fences`
    },

    /** The newest first. */
    async of(desk: DeskId, now: number): Promise<readonly FiringView[]> {
      const since = now - TOLD_FOR_MS
      const [gone, fired] = await Promise.all([disconnects(desk, since), deadMen(desk, since)])
      const timed = Map.groupBy(fired, ({ via }) => via)
      return [
        ...gone.map(({ via, ...told }): FiringView => ({ kind: 'DISCONNECT', key: via, ...told })),
        ...[...timed].map(([via, rows]) => lastOf(via, rows)),
      ].sort((a, b) => b.at - a.at)
    },
  }
}

/** The newest of each shard is its own last firing; one that did not take part in the last is an older one's. */
function lastOf(via: string, rows: readonly Fired[]): FiringView {
  const at = rows[0]!.at
  const last = [...Map.groupBy(rows, ({ shard }) => shard).values()].map(([newest]) => newest!).filter((row) => at - row.at < ONE_FIRING_MS)
  const sum = (what: keyof Canceled) => last.reduce((total, row) => total + row[what], 0)
  return {
    kind: 'DEAD_MAN',
    key: via,
    at,
    canceled: { orders: sum('orders'), quotes: sum('quotes'), rfqs: sum('rfqs') },
    fences: last.map(({ shard, seq }) => ({ seq_group: groupOf(shard)!, seq_num: seq })).sort((a, b) => a.seq_group - b.seq_group),
  }
}

/** Of the desk itself: with a request go the orders that others had in it, which it did not cancel. */
const countedIn = (events: readonly MarketEvent[]): Canceled => ({
  orders: events.filter((event) => event.kind === 'OrderCanceled' && event.reason === 'ByUser').length,
  quotes: events.filter((event) => event.kind === 'QuoteCanceled' && event.reason === 'ByUser').length,
  rfqs: events.filter(({ kind }) => kind === 'RfqEnding' || kind === 'RfqClosed').length,
})
