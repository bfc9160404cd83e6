/**
 * The list of final outcomes that the leaderboard counts (rulebook 20.1, 20.4). It is written in the commit of the decision that ends a trade or an
 * RFQ.
 */
import { keepsRecord } from '@parley/core'
import { rowsAsJson } from '../database/rows-as-json.ts'
import type { SqlTag } from '../database/sql.ts'
import type { Part } from '../engine/projector.ts'
import type { RfqChange } from './changes.ts'

type Due = { readonly kind: 'TRADE' | 'RFQ'; readonly id: string; readonly at: number }
export type LeaderboardDueRow = { readonly table: 'leaderboard_due'; readonly key: string; readonly row: Due }

const due = (row: Due): LeaderboardDueRow => ({ table: 'leaderboard_due', key: `${row.kind} ${row.id}`, row })

/** A trade can change again after it has settled, through reports of its desks, but it ends in exactly one decision. */
export function leaderboardDueRows({ rfq, isClosed, trades }: RfqChange, at: number): readonly LeaderboardDueRow[] {
  return [
    ...trades.flatMap(({ trade: { id, state, settledAt } }) =>
      state === 'FILLED' && settledAt === at ? [due({ kind: 'TRADE', id, at })] : [],
    ),
    ...(isClosed && keepsRecord(rfq) ? [due({ kind: 'RFQ', id: rfq.id, at })] : []),
  ]
}

/** Every final outcome also changes its RFQ, so this adds no further shape to the statement of a commit. */
export function leaderboardDueParts(sql: SqlTag, rows: readonly { readonly table: string }[]): readonly Part[] {
  if (!rows.some(({ table }) => table === 'rfq')) return []
  const ended = rows.filter(({ table }) => table === 'leaderboard_due') as unknown as readonly LeaderboardDueRow[]
  return [
    sql`
      insert into leaderboard_due select * from jsonb_populate_recordset(null::leaderboard_due, ${rowsAsJson(ended, 'leaderboard_due')}::text::jsonb)
      on conflict do nothing`,
  ]
}
