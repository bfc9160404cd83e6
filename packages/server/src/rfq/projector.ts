/** Turns the decisions of a shard into rows, published messages and settlements, written in the transaction of the decisions themselves. */
import type { RfqKind, Change, Instant, ShardEvent } from '@parley/core'
import type { PublishedIds } from '../calls/published-ids.ts'
import type { Message } from '../engine/engine.ts'
import type { Projection, Projector } from '../engine/projector.ts'
import { auditDueParts, projectAuditDue, type AuditDueRow } from '../protection/audit-due.ts'
import { projectLimits } from '../protection/limit-channel.ts'
import { projectProtection } from '../protection/projector.ts'
import { projectRefusedFills } from '../protection/refused-fills.ts'
import { projectStops } from '../protection/stop-channel.ts'
import { settlementRowOf, settlementParts, type SettlementRow } from '../settlement/rows.ts'
import { changesByRfq, type RfqChange } from './changes.ts'
import { leaderboardDueParts, leaderboardDueRows, type LeaderboardDueRow } from './leaderboard-due.ts'
import { rowsOf, type ReadRow } from './rows.ts'
import { readModelParts } from './store.ts'

export type ProjectedRow = ReadRow | SettlementRow | AuditDueRow | LeaderboardDueRow

const isOfSettlement = (row: ProjectedRow): row is SettlementRow => row.table === 'settlement'
const isOfAudit = (row: ProjectedRow): row is AuditDueRow => row.table === 'audit_due'
const isOfLeaderboard = (row: ProjectedRow): row is LeaderboardDueRow => row.table === 'leaderboard_due'
const isRead = (row: ProjectedRow): row is ReadRow => !isOfSettlement(row) && !isOfAudit(row) && !isOfLeaderboard(row)

/** The messages about RFQs of each audience in its published format. Messages of one decision come in this order. */
export type Presenters = readonly (readonly [RfqKind, (change: RfqChange) => readonly Message[]])[]

type DecidedInShard = { readonly shard: { readonly name: string }; readonly decision: number; readonly at: Instant }

function projectRfqs(
  changed: readonly RfqChange[],
  { shard: { name: shard }, decision: seq, at }: DecidedInShard,
  presenters: Presenters,
): Projection<ReadRow | SettlementRow | LeaderboardDueRow> {
  return {
    rows: [
      ...changed.flatMap((change) => rowsOf(change, { seq, at })),
      ...changed.flatMap(({ rfq, trades }) => trades.map(({ trade }) => settlementRowOf({ shard, rfq }, trade))),
      ...changed.flatMap((change) => leaderboardDueRows(change, at)),
    ],
    notifications: presenters.flatMap(([audience, messagesOf]) =>
      changed.filter(({ rfq }) => rfq.audience === audience).flatMap(messagesOf),
    ),
  }
}

export type ShardProjector = Projector<ShardEvent, Change | undefined, ProjectedRow>

export const createShardProjector = (presenters: Presenters, publishedIds: PublishedIds): ShardProjector => ({
  project(decided) {
    const { shard, events } = decided
    const parts: readonly Projection<ProjectedRow>[] = [
      projectRfqs(changesByRfq(decided), decided, presenters),
      projectProtection(events),
      projectStops(events, shard),
      projectLimits(events, shard),
      projectRefusedFills(events, publishedIds),
      projectAuditDue(decided),
    ]
    return { rows: parts.flatMap(({ rows }) => rows), notifications: parts.flatMap(({ notifications }) => notifications) }
  },
  parts: (sql, rows) => [
    ...readModelParts(sql, rows.filter(isRead)),
    ...settlementParts(sql, rows.filter(isOfSettlement)),
    ...leaderboardDueParts(sql, rows),
    ...auditDueParts(sql, rows.filter(isOfAudit)),
  ],
})
