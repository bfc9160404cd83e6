/** The overview for the console and for `npm run operator -- status`: read from the database, with the figures that only a process has. */
import type { ConsoleOverviewView, ConsoleProcessView, ConsoleShardView, ConsoleVenueView } from '@parley/contracts'
import { consoleApi } from '@parley/contracts'
import { accountHealth, venueCodes, type KeyProof, type VenueCode } from '@parley/core'
import { announcedProcesses } from '../../cluster/processes.ts'
import type { Book } from '../../accounts/accounts-snapshot.ts'
import type { Sql } from '../../database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { waitingSettlements } from './waiting-settlements.ts'

/** Known only inside the running product. */
export type LiveFigures = {
  readonly release: string
  venueState(venue: VenueCode): string | undefined
  venueDelayMs(venue: VenueCode): number | undefined
  /** By shard, of those that this process reaches. */
  waiting(): ReadonlyMap<string, number>
  isServing(shard: string): boolean
  sockets(): number
}

export type ViewParts = {
  readonly sql: Sql
  readonly book: Book
  readonly platform: Pick<Platform, 'state' | 'scheduled'>
  readonly now: () => number
  readonly live?: LiveFigures
}

const DAY_MS = 24 * 3_600_000

/** One statement after another, so that the console takes one connection at most. */
export async function readOverview(parts: ViewParts): Promise<ConsoleOverviewView> {
  const { sql, book, platform, now, live } = parts
  const at = now()
  const { accounts } = book
  const [counts] = await sql<{ rfqs: number; trades: number; breaks: number; due: number }[]>`
    select (select count(*)::int from rfq where state = 'OPEN') as rfqs,
      (select count(*)::int from settlement where agreed_at > ${at - DAY_MS}) as trades,
      (select count(*)::int from reconciliation_difference where state = 'OPEN') as breaks,
      (select count(*)::int from reconciliation_run where state = 'WAITING' and next_attempt_at <= ${at}) as due`
  const [mail] = await sql<{ waiting: number; oldest: number | null; sent: number; failed: number }[]>`
    select (select count(*)::int from mail where sent_at is null and failed_at is null) as waiting,
      (select min(created_at) from mail where sent_at is null and failed_at is null) as oldest,
      (select count(*)::int from mail where sent_at > ${at - DAY_MS}) as sent,
      (select count(*)::int from mail where failed_at > ${at - DAY_MS}) as failed`
  return {
    at,
    release: live?.release ?? '',
    platform: { ...platform.state(), scheduled: [...platform.scheduled()] },
    counts: {
      firms: accounts.firms.size,
      desks: accounts.desks.size,
      people: accounts.users.size,
      sockets: live?.sockets() ?? 0,
      open_rfqs: counts!.rfqs,
      trades: counts!.trades,
    },
    settlements: [...(await waitingSettlements(sql))],
    venues: [...(await readVenues(parts, at))],
    shards: [...(await readShards(parts))],
    processes: [...(await readProcesses(sql))],
    mail: { waiting: mail!.waiting, oldest_at: mail!.oldest, sent: mail!.sent, failed: mail!.failed },
    reconciliation: { breaks: counts!.breaks, waiting: counts!.due },
    audit: [
      ...(await sql<ConsoleOverviewView['audit']>`
      select id::int as id, at, actor, desk, action, object, address, detail from audit
      order by id desc limit ${consoleApi.consoleLimits.auditShown}`),
    ],
  }
}

type Account = { readonly venue: VenueCode; readonly desk: string; readonly name: string; readonly isReadOnly: boolean } & {
  readonly proof: KeyProof | null
}

/** Venues to which the product is connected or at which a desk has an account. */
async function readVenues({ sql, live }: ViewParts, at: number): Promise<readonly ConsoleVenueView[]> {
  const accounts = await sql<Account[]>`
    select venue, desk, name, is_read_only as "isReadOnly", proof
    from venue_account account left join venue_account_health health on health.venue_account = account.id
    where removed_at is null order by desk, name`
  const traded = await sql<{ venue: VenueCode; blocks: number; rejected: number }[]>`
    select settlement.venue, count(*) filter (where rfq_trade.state = 'FILLED')::int as blocks,
      count(*) filter (where rfq_trade.state = 'REJECTED')::int as rejected
    from settlement join rfq_trade on rfq_trade.id = settlement.trade_id
    where settlement.agreed_at > ${at - DAY_MS} group by settlement.venue`
  const isKnown = (venue: VenueCode) => live?.venueState(venue) !== undefined || accounts.some((account) => account.venue === venue)
  return venueCodes.filter(isKnown).map((venue) => {
    const counted = traded.find((row) => row.venue === venue)
    const own = accounts.filter((account) => account.venue === venue)
    return {
      venue,
      state: live?.venueState(venue) ?? 'UNKNOWN',
      delay_ms: live?.venueDelayMs(venue) ?? null,
      blocks: counted?.blocks ?? 0,
      rejected: counted?.rejected ?? 0,
      accounts: own.length,
      failing: own.flatMap(({ desk, name, isReadOnly, proof }) => {
        const { state, words, sentence } = accountHealth({ proof: proof ?? undefined, isReadOnly }, at)
        return state === 'FAILING' ? [{ desk, account: name, reason: sentence ?? words }] : []
      }),
    }
  })
}

async function readProcesses(sql: Sql): Promise<readonly ConsoleProcessView[]> {
  const processes = await announcedProcesses(sql)
  return processes.map(({ startedAt, seenAt, isSilent, shards, jobs, ...one }) => ({
    ...{ ...one, started_at: startedAt, last_seen_at: seenAt, is_silent: isSilent, shards: [...shards], jobs: [...jobs] },
  }))
}

async function readShards({ sql, live }: ViewParts): Promise<readonly ConsoleShardView[]> {
  const rows = await sql<{ shard: string; owner: string; epoch: number; takenAt: number; snapshotAt: number | null }[]>`
    select shard, holder as owner, epoch::int as epoch, (extract(epoch from taken_at) * 1000)::bigint as "takenAt",
      (select at from snapshot where snapshot.shard = shard_lease.shard order by seq desc limit 1) as "snapshotAt"
    from shard_lease order by shard`
  const waiting = live?.waiting()
  return rows.map(({ shard, owner, epoch, takenAt, snapshotAt }) => ({
    ...{ shard, owner, epoch, taken_at: takenAt, snapshot_at: snapshotAt },
    queue: waiting?.get(shard) ?? null,
    is_serving: waiting?.has(shard) === true ? live!.isServing(shard) : null,
  }))
}
