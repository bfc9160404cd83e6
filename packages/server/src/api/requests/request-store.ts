/** The table of requests: one row for each write with a key, and for each of its parts that a shard has decided. */
import type { Refusal } from '@parley/core'
import { keysOf } from '../../calls/batch-key.ts'
import { callLimits } from '../../calls/limits.ts'
import type { Sql, SqlTag, Statement } from '../../database/sql.ts'
import type { Idempotency } from '../../engine/engine.ts'
import type { Log } from '../../log/log.ts'
import { keyIn } from '../../shards/request-shards.ts'
import { marketShards } from '../../shards/shards.ts'

export type RequestRow = {
  readonly scope: string
  readonly key: string
  readonly requestHash: string
  readonly state: 'OPEN' | 'PARTLY' | 'DONE' | 'REFUSED'
  readonly at: number
  /** The shard that decided it, if it was one. */
  readonly shard: string | null
  readonly firstSeq: number | null
  readonly lastSeq: number | null
  /** The shards that decided it, if there were several. */
  readonly shards: readonly string[] | null
  /** Null if it is the call's usual one. */
  readonly status: number | null
  /** JSON: the body of the response, or the refusal. */
  readonly answer: string | null
}

/** How a request was answered. */
export type Given =
  | { readonly state: 'DONE' | 'PARTLY'; readonly status: number; readonly body: unknown }
  | { readonly state: 'REFUSED'; readonly status: number; readonly refusal: Refusal }

export const refusalIn = ({ answer }: Pick<RequestRow, 'answer'>): Refusal => JSON.parse(answer ?? 'null') as Refusal

/** Refused before any shard was asked, so the corrected request may use the key. */
export const isUnbound = ({ state, shard, shards }: RequestRow): boolean => state === 'REFUSED' && shard === null && shards === null

export const isForgotten = ({ at }: Pick<RequestRow, 'at'>, now: number): boolean => at < forgottenAt(now)

const forgottenAt = (now: number): number => now - callLimits.idempotencyKeptMs

export function createRequestStore(sql: Sql) {
  const columns = sql`scope, key, said as "requestHash", state, at, shard, first_seq as "firstSeq", last_seq as "lastSeq", shards, status, answer`
  /** Checks the existing row. */
  const isFree = (now: number): Statement =>
    sql`(known.at < ${forgottenAt(now)} or (known.state = 'REFUSED' and known.shard is null and known.shards is null))`

  const read = async ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): Promise<RequestRow | undefined> => {
    const [row] = await sql<RequestRow[]>`select ${columns} from request where scope = ${scope} and key = ${key}`
    return row
  }

  return {
    read,

    /** Stores the request before any work on it. Returns undefined if it is new, or the row of the earlier request. */
    async open(request: Idempotency, now: number): Promise<RequestRow | undefined> {
      const { scope, key, requestHash } = request
      const { count } = await sql`
        insert into request as known (scope, key, said, state, at) values (${scope}, ${key}, ${requestHash}, 'OPEN', ${now})
        on conflict (scope, key) do update set said = excluded.said, state = excluded.state, at = excluded.at, shard = null,
          first_seq = null, last_seq = null, shards = null, wish = null, status = null, answer = null
        where ${isFree(now)}`
      return count > 0 ? undefined : read(request)
    },

    /** Stores the response unless there is a final one. A later malformed request does not undo anything. */
    async close({ scope, key, requestHash }: Idempotency, now: number, given: Given): Promise<void> {
      const answer = given.state === 'REFUSED' ? JSON.stringify(given.refusal) : (JSON.stringify(given.body) ?? null)
      await sql`
        insert into request as known (scope, key, said, state, at, status, answer)
        values (${scope}, ${key}, ${requestHash}, ${given.state}, ${now}, ${given.status}, ${answer})
        on conflict (scope, key) do update set said = excluded.said, state = excluded.state, at = excluded.at,
          status = excluded.status, answer = excluded.answer
        where ${isFree(now)} or (known.said = excluded.said and known.state <> 'DONE')`
    },

    /** Frees the key of a request without a response, unless a shard has decided under it. */
    async abandon({ scope, key }: Idempotency): Promise<void> {
      await sql`delete from request where scope = ${scope} and key = ${key} and state = 'OPEN' and shard is null and shards is null`
    },

    /** The day's requests that no shard decides, oldest first. */
    outsideShards: (now: number): Promise<readonly RequestRow[]> => sql<RequestRow[]>`
      select ${columns} from request where shard is null and at >= ${forgottenAt(now)} order by at`,

    /** All rows under a key of the asker, including parts, newest first. */
    under: (asker: string, key: string, now: number): Promise<readonly RequestRow[]> => sql<RequestRow[]>`
      select ${columns} from request
      where key = any(${[...keysOf(key), ...marketShards.map((shard) => keyIn(shard, key))]}) and scope = ${asker}
        and at >= ${forgottenAt(now)}
      order by at desc, last_seq desc, key`,
  }
}

export type RequestStore = ReturnType<typeof createRequestStore>

const TIDY_EVERY_MS = 3_600_000
const REMOVED_AT_ONCE = 5_000

/** Rows that can no longer be repeated are removed at the start and then every hour, in small steps, so that no write waits for it. */
export async function tidyRequests({ sql, now, log }: { readonly sql: SqlTag; readonly now: () => number; readonly log: Log }) {
  const tidy = async () => {
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;) {
      const { count } = await sql`
        delete from request where (scope, key) in
          (select scope, key from request where at < ${forgottenAt(now())} order by at limit ${REMOVED_AT_ONCE})`
      removed = count
    }
  }
  await tidy()
  const tidying = setInterval(() => {
    tidy().catch((error: unknown) => log.error({ error }, 'Could not remove requests that are more than a day old'))
  }, TIDY_EVERY_MS)
  return { close: () => clearInterval(tidying) }
}
