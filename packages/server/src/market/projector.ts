/** From the decisions of a shard to what is read, told and settled; written in the transaction of the decisions themselves. */
import type { DirectRfqEvent, GroupEvent, Market, MarketEvent } from '@parley/core'
import { projectDirect } from '../direct-rfq/projector.ts'
import { directParts, type DirectRow } from '../direct-rfq/rows.ts'
import type { Projection, Projector } from '../engine/projector.ts'
import { projectGroup } from '../group-rfq/projector.ts'
import { groupParts, type GroupRow } from '../group-rfq/rows.ts'
import { auditDueParts, projectAuditDue, type AuditDueRow } from '../protection/audit-due.ts'
import { projectLimits } from '../protection/limit-channel.ts'
import { projectProtection } from '../protection/projector.ts'
import { projectStops } from '../protection/stop-channel.ts'
import { settlementParts, type SettlementRow } from '../settlement/rows.ts'

export type ProjectedRow = DirectRow | GroupRow | SettlementRow | AuditDueRow

const direct: ReadonlySet<string> = new Set<DirectRfqEvent['kind']>([
  'RfqCreated',
  'DraftSent',
  'OrderOpened',
  'OrderReplaced',
  'OrderCanceled',
  'TradeAgreed',
  'TradeSettled',
  'TradeRejected',
  'RfqEnding',
  'RfqClosed',
  'RfqDeclined',
  'DeclineTakenBack',
])
const isDirect = (event: MarketEvent): event is DirectRfqEvent => direct.has(event.kind)

const group: ReadonlySet<string> = new Set<GroupEvent['kind']>([
  'MarketOpened',
  'QuotePlaced',
  'QuoteReplaced',
  'QuoteCanceled',
  'MatchAgreed',
  'MatchSettled',
  'MatchRejected',
  'MarketEnded',
  'MarketDeclined',
  'MarketDeclineTakenBack',
])
const isGroup = (event: MarketEvent): event is GroupEvent => group.has(event.kind)

const isOfGroup = (row: ProjectedRow): row is GroupRow => row.table.startsWith('group_')
const isOfSettlement = (row: ProjectedRow): row is SettlementRow => row.table === 'settlement'
const isOfAudit = (row: ProjectedRow): row is AuditDueRow => row.table === 'audit_due'
const isOfDirect = (row: ProjectedRow): row is DirectRow => !isOfGroup(row) && !isOfSettlement(row) && !isOfAudit(row)

export const marketProjector: Projector<Market, MarketEvent, ProjectedRow> = {
  project(decided, market) {
    const { shard, events } = decided
    const parts: readonly Projection<ProjectedRow>[] = [
      projectDirect(events.filter(isDirect), market.direct, shard.name),
      projectGroup(events.filter(isGroup), market.group, shard.name),
      projectProtection(events),
      projectStops(events, shard),
      projectLimits(events, shard),
      projectAuditDue(decided),
    ]
    return { rows: parts.flatMap(({ rows }) => rows), notes: parts.flatMap(({ notes }) => notes) }
  },
  parts: (sql, rows) => [
    ...directParts(sql, rows.filter(isOfDirect)),
    ...groupParts(sql, rows.filter(isOfGroup)),
    ...settlementParts(sql, rows.filter(isOfSettlement)),
    ...auditDueParts(sql, rows.filter(isOfAudit)),
  ],
}
