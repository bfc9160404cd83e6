/**
 * Writes with a caller's key that go to several shards. Each shard decides under its own key, which is derived from the caller's, so that a
 * repetition continues where the first one was interrupted. The list of shards is durable before any of them gets the command (docs/decisions/0361).
 * Writes that no shard decides have an empty list, which is stored in the transaction that executes them, so they are executed once too.
 */
import type { Refusal } from '@parley/core'
import type { Idempotency, ShardName } from '../engine/engine.ts'
import { keyReused } from '../engine/recent-requests.ts'
import { callLimits } from '../calls/limits.ts'
import { marketShards, type MarketShard } from './shards.ts'
import type { SqlTag } from '../database/sql.ts'

export type AskedShards = {
  readonly scope: string
  readonly at: number
  /** One id for all its shards and repetitions. */
  readonly id: string
  readonly markets: readonly MarketShard[]
}
/** Whether this is the first time or a repetition. */
export type Begun = AskedShards & { readonly isNew: boolean }

type Row = { readonly scope: string; readonly at: number; readonly id: string; readonly requestHash: string; readonly markets: ShardName[] }

/** A caller's key contains no spaces, and the index of a batch item is never a shard's name. */
export const keyIn = (market: Pick<MarketShard, 'name'>, key: string): string => `${key} ${market.name}`

export const inMarket = (market: MarketShard, idempotency: Idempotency | undefined): Idempotency | undefined =>
  idempotency === undefined ? undefined : { ...idempotency, key: keyIn(market, idempotency.key) }

export const createRequestShards = (sql: SqlTag) => ({
  /** The same request gets the same markets. A different body under the key is refused before any shard gets the command. */
  async begin(idempotency: Idempotency, now: number, markets: readonly MarketShard[]): Promise<Begun | Refusal> {
    const { scope, key, requestHash } = idempotency
    const id = crypto.randomUUID()
    // An existing row is returned unchanged.
    const [row] = await sql<Row[]>`
      insert into request as known (scope, key, said, state, at, wish, shards)
      values (${scope}, ${key}, ${requestHash}, 'OPEN', ${now}, ${id}, ${JSON.stringify(markets.map(({ name }) => name))}::text::jsonb)
      on conflict (scope, key) do update set wish = coalesce(known.wish, excluded.wish), shards = coalesce(known.shards, excluded.shards)
      returning scope, at, wish as id, said as "requestHash", shards as markets`
    if (isForgotten(row!, now)) {
      await sql`delete from request where scope = ${scope} and key = ${key} and wish = ${row!.id}`
      return this.begin(idempotency, now, markets)
    }
    return row!.requestHash === requestHash ? { ...asked(row!), isNew: row!.id === id } : keyReused
  },

  /** The key of the request; undefined if it had none, or it is forgotten. */
  async keyOf(id: string): Promise<Idempotency | undefined> {
    const [row] = await sql<Idempotency[]>`select scope, key, said as "requestHash" from request where wish = ${id}`
    return row
  },
})

/** Whether or not the row has been deleted, its key is free again. */
const isForgotten = ({ at }: Row, now: number): boolean => at < now - callLimits.idempotencyKeptMs

export type RequestShards = ReturnType<typeof createRequestShards>

const asked = ({ scope, at, id, markets }: Row): AskedShards => ({
  ...{ scope, at, id },
  markets: marketShards.filter(({ name }) => markets.includes(name)),
})
