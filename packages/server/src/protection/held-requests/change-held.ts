/** A change of a held request as the rules decide it, in the transaction that has locked its row. */
import { decideHeldRequest, evolveHeldRequest, isRefusal, type HeldRequestCommand, type Instant, type Refusal } from '@parley/core'
import { appendAudit } from '../../audit/append.ts'
import type { Sql, TransactionSql } from '../../database/sql.ts'
import { heldFrom, lockHeld, notifyHeld, writeHeld, type HeldRow } from './store.ts'

/** Returns the row afterwards, or the same row if the rules change nothing. */
export async function changeHeld(tx: TransactionSql, row: HeldRow, command: HeldRequestCommand, now: Instant): Promise<HeldRow | Refusal> {
  const held = heldFrom(row)
  const events = decideHeldRequest(held, command, now)
  if (isRefusal(events)) return events
  if (events.length === 0) return row
  const after = events.reduce(evolveHeldRequest, held)
  await writeHeld(tx, row.id, after)
  await notifyHeld(tx, row.desk)
  return { ...row, state: after.state, decidedBy: 'by' in after ? after.by : null, endedAt: 'at' in after ? after.at : null }
}

type End = {
  readonly kind: Extract<HeldRequestCommand['kind'], 'Cancel' | 'Expire'>
  readonly now: () => number
  /** The user, the key or the operator who ends it. Left out for its sender. */
  readonly by?: string
}

/** Ends a request without a decision of a colleague. Nothing happens if it has ended by then, or if its time is not over. */
export const endHeld = (sql: Sql, { id, desk }: { readonly id: string; readonly desk: string }, { kind, now, by }: End): Promise<void> =>
  sql.begin(async (tx) => {
    const row = await lockHeld(tx, desk, id)
    if (row === undefined) return
    const at = now() as Instant
    const after = await changeHeld(tx, row, { kind }, at)
    if (isRefusal(after) || after === row) return
    const detail = { summary: row.summary }
    await appendAudit(tx, { at, desk: row.desk, actor: by ?? row.sender, action: `${kind}HeldRequest`, object: id, detail })
  })
