/** The audit log for an administrator: the entries of their own desk. */
import { deskCalls as calls, wireLimits, type AuditEntryView } from '@parley/contracts'
import { refuse } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { route, type Route } from '../calls/route.ts'
import type { ChainedRow } from '../audit/check.ts'

type NamedRow = ChainedRow & { readonly actorName: string | null }

export const auditRoutes = (sql: Sql): readonly Route[] => [
  route(calls.listAudit, async ({ caller, query }) => {
    const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(query.cursor)
    if (before === undefined) return refuse('InvalidParams', '', 'cursor must be the `next` value of an earlier page, unchanged.', 'cursor')
    const size = query.page_size ?? wireLimits.pageSizeDefault
    const rows = await load(sql, { desk: caller.desk, before, actor: query.actor, action: query.action, size: size + 1 })
    const results = rows.slice(0, size).map(toWire)
    return { next: rows.length > size ? formatCursor(results.at(-1)!.seq) : null, results }
  }),
]

type AuditQuery = {
  readonly desk: string
  readonly before: number
  readonly actor: string | undefined
  readonly action: string | undefined
  readonly size: number
}

/** Entries are numbered within the desk, because gaps in the numbers of the whole log would reveal the activity of others (decision 0022). */
const load = (sql: Sql, { desk, before, actor, action, size }: AuditQuery) => sql<NamedRow[]>`
  select numbered.seq, at, audit.desk, actor, action, object, address, request_id as "requestId", detail, encode(hash, 'hex') as hash,
    coalesce(person.first_name || ' ' || person.last_name, 'API key ' || key.name) as "actorName"
  from (select id, row_number() over (order by id) as seq from audit where desk = ${desk}) numbered join audit on audit.id = numbered.id
    left join app_user person on person.id = actor left join api_key key on key.id = actor
  where numbered.seq < ${before}
    ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
    ${action === undefined ? sql`` : sql`and action = ${action}`}
  order by numbered.seq desc limit ${size}`

const toWire = ({ requestId, actorName, hash, ...row }: NamedRow): AuditEntryView => ({
  seq: row.seq,
  at: row.at,
  actor: row.actor,
  actor_name: actorName ?? (row.actor === 'operator' ? 'Operator' : row.actor),
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
