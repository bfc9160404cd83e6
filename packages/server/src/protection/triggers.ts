/**
 * Cancellations while a desk was not connected: those of a key whose last socket closed, and those of a dead man's switch that expired. The last
 * trigger of each key can be read for a day, across restarts too (docs/decisions/0131).
 */
import type { FiringView } from '@parley/contracts'
import type { DeskId, ShardEvent } from '@parley/core'
import { lastNumberAt } from '../engine/notification-numbers.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { groupOf } from '../shards/shards.ts'
import type { Sql } from '../database/sql.ts'
import { askMarkets, fencesOf, isOfRfq } from '../shards/broadcast.ts'
import type { PresentKey } from './key-presence.ts'

export type Triggers = ReturnType<typeof createTriggers>

const LISTED_FOR_MS = 24 * 3_600_000
const MOST_LISTED = 50
/**
 * Each shard triggers at its own time, because the command reached them at different times. A switch that is set again cannot trigger sooner than
 * this.
 */
const ONE_TRIGGER_MS = 1_000

type Canceled = FiringView['canceled']
type Trigger = { readonly shard: string; readonly via: string; readonly at: number } & Canceled

export function createTriggers({ sql, engine }: { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'submit' | 'shards'> }) {
  const disconnects = (desk: DeskId, since: number) => sql<(Omit<FiringView, 'kind' | 'key'> & { readonly via: string })[]>`
    select via, at, canceled, fences from disconnect where desk = ${desk} and at > ${since} order by at desc limit ${MOST_LISTED}`

  /** A decision of the switch starts with clearing it. */
  const deadMen = (desk: DeskId, since: number) => sql<Trigger[]>`
    select shard, max(event ->> 'via') filter (where event ->> 'kind' = 'DeadManCleared') as via, at,
      count(*) filter (where event ->> 'kind' = 'OrderCanceled' and event ->> 'cause' = 'DEAD_MAN' and not event ? 'number') as orders,
      count(*) filter (where event ->> 'kind' = 'OrderCanceled' and event ->> 'cause' = 'DEAD_MAN' and event ? 'number') as quotes,
      count(*) filter (where event ->> 'kind' in ('RfqEnding', 'RfqClosed')) as rfqs
    from (
      select shard, decision, at, event::jsonb as event from journal where command = 'TriggerDeadMan' and at > ${since}
    ) fired
    group by shard, decision, at
    having bool_or(event ->> 'kind' = 'DeadManCleared' and event ->> 'desk' = ${desk})
    order by at desc limit ${MOST_LISTED * engine.shards.length}`

  return {
    /** The same disconnection, requested again, is the same decision. */
    async cancelWhatLeft({ desk, user, via }: PresentKey, leftAt: number): Promise<void> {
      const command = { kind: 'CancelEverything', actor: { desk, user, via }, what: 'ORDERS_AND_RFQS', cause: 'DISCONNECT' } as const
      const departure = { scope: `${desk} disconnect`, key: `${via} ${leftAt}`, requestHash: '' }
      const { why, ...covered } = await askMarkets(engine, command, engine.shards, departure)
      // Published once nothing that it covers can fill any more, in any shard.
      if (why !== undefined) throw why
      const canceled = countedIn(covered.decided.flatMap(({ events }) => events))
      await sql`delete from disconnect where at < ${leftAt - LISTED_FOR_MS}`
      await sql`
        insert into disconnect (via, desk, at, canceled, fences)
        values (${via}, ${desk}, ${leftAt}, ${sql.json(canceled)}, ${sql.json(fencesOf(covered))})
        on conflict (via) do update set at = excluded.at, canceled = excluded.canceled, fences = excluded.fences`
    },

    /** Newest first. */
    async of(desk: DeskId, now: number): Promise<readonly FiringView[]> {
      const since = now - LISTED_FOR_MS
      const [gone, triggered] = await Promise.all([disconnects(desk, since), deadMen(desk, since)])
      const timed = Map.groupBy(triggered, ({ via }) => via)
      return [
        ...gone.map(({ via, ...canceled }): FiringView => ({ kind: 'DISCONNECT', key: via, ...canceled })),
        ...[...timed].map(([via, rows]) => lastOf(via, rows)),
      ].sort((a, b) => b.at - a.at)
    },
  }
}

/** The newest row of each shard is its own last trigger. A shard that did not take part in the key's last one has an older row. */
function lastOf(via: string, rows: readonly Trigger[]): FiringView {
  const at = rows[0]!.at
  const last = [...Map.groupBy(rows, ({ shard }) => shard).values()]
    .map(([newest]) => newest!)
    .filter((row) => at - row.at < ONE_TRIGGER_MS)
  const sum = (what: keyof Canceled) => last.reduce((total, row) => total + row[what], 0)
  return {
    kind: 'DEAD_MAN',
    key: via,
    at,
    canceled: { orders: sum('orders'), quotes: sum('quotes'), rfqs: sum('rfqs') },
    fences: last
      .map(({ shard, at }) => ({ seq_group: groupOf(shard)!, seq_num: lastNumberAt(at) }))
      .sort((a, b) => a.seq_group - b.seq_group),
  }
}

/**
 * Counts the desk's own orders. A cancelled RFQ also closes other desks' orders, which this desk did not cancel. Orders with a number are quotes of
 * an order-book RFQ.
 */
function countedIn(events: readonly ShardEvent[]): Canceled {
  const own = events.filter((event) => event.kind === 'OrderCanceled').filter(({ cause }) => !isOfRfq(cause))
  const quotes = own.filter(({ number }) => number !== undefined).length
  return {
    orders: own.length - quotes,
    quotes,
    rfqs: events.filter(({ kind }) => kind === 'RfqEnding' || kind === 'RfqClosed').length,
  }
}
