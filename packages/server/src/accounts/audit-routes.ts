/** The audit log for an administrator: the entries of their own desk. */
import { deskCalls as calls, wireLimits, type AuditEntryView } from '@parley/contracts'
import { refuse } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { route, type Route } from '../calls/route.ts'
import { actorForDesks, isOperator } from '../audit/author.ts'
import { auditPage, type NamedRow } from '../audit/page.ts'

export const auditRoutes = (sql: Sql): readonly Route[] => [
  route(calls.listAudit, async ({ caller, query }) => {
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(query.cursor)
    if (before === undefined) return refuse('InvalidParams', '', 'cursor must be the `next` value of an earlier page, unchanged.', 'cursor')
    const size = query.page_size ?? wireLimits.pageSizeDefault
    const rows = await auditPage(sql, { desk: caller.desk, before, actor: query.actor, action: query.action, size: size + 1 })
    const results = rows.slice(0, size).map(toWire)
    return { next: rows.length > size ? formatCursor(results.at(-1)!.seq) : null, results }
  }),
]

const toWire = ({ requestId, actorName, hash, ...row }: NamedRow): AuditEntryView => ({
  seq: row.seq,
  at: row.at,
  actor: actorForDesks(row.actor),
  actor_name: actorName ?? (isOperator(row.actor) ? 'Operator' : row.actor),
  action: row.action,
  object: row.object,
  address: row.address,
  request_id: requestId,
  detail: row.detail,
  hash: hash ?? '',
})

const formatCursor = (seq: number): string => Buffer.from(`audit ${seq}`).toString('base64url')
const parseCursor = (text: string): number | undefined => {
  const match = /^audit (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match === null ? undefined : Number(match[1])
}
