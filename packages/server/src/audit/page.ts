/** A page of a desk's own entries in the audit log, the newest first. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { commandLine } from './author.ts'
import type { ChainedRow } from './check.ts'

export type NamedRow = ChainedRow & { readonly actorName: string | null }

type PageQuery = {
  readonly desk: string
  readonly before: number
  readonly actor: string | undefined
  readonly action: string | undefined
  readonly size: number
}

/** Entries are numbered within the desk, because gaps in the numbers of the whole log would reveal the activity of others (decision 0022). */
export const auditPage = (sql: Sql | TransactionSql, { desk, before, actor, action, size }: PageQuery) => sql<NamedRow[]>`
  select desk_seq as seq, at, audit.desk, actor, action, object, address, request_id as "requestId", detail, encode(hash, 'hex') as hash,
    coalesce(person.first_name || ' ' || person.last_name, 'API key ' || key.name) as "actorName"
  from audit left join app_user person on person.id = actor left join api_key key on key.id = actor
  where audit.desk = ${desk} and desk_seq < ${before}
    ${actor === undefined ? sql`` : sql`and (actor = ${actor} or (${actor} = ${commandLine.actor} and starts_with(actor, ${`${commandLine.actor} `})))`}
    ${action === undefined ? sql`` : sql`and action = ${action}`}
  order by desk_seq desc limit ${size}`
