/**
 * Writes with a caller's key that go to several markets. Each market decides under a key of its own, made from the caller's, so that a
 * repetition goes on where the first was cut off; which markets they are is durable before any of them hears of it (docs/decisions/0390).
 * What no market decides is asked of none of them, in the transaction that does it, and is done once all the same (docs/decisions/0425).
 */
import type { DeskId, Refusal } from '@parley/core'
import type { Idempotency, ShardName } from '../engine/engine.ts'
import { keyReused } from '../engine/remembered-answers.ts'
import { httpLimits } from '../http/limits.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'
import type { Log } from '../log.ts'
import type { Sql, SqlTag } from '../postgres/sql.ts'

export type AskedOfSeveral = {
  readonly scope: string
  readonly at: number
  /** One for all its markets, and for every repetition. */
  readonly id: string
  readonly markets: readonly MarketShard[]
}
/** Asked now, and for the first time or again. */
export type Begun = AskedOfSeveral & { readonly isNew: boolean }

/** What nobody can repeat any more is removed as often as this. */
const TIDY_EVERY_MS = 3_600_000

type Row = { readonly scope: string; readonly at: number; readonly id: string; readonly bodyHash: string; readonly markets: ShardName[] }

/** A caller's key has no spaces, and a part of a batch no name of a market. */
export const keyIn = (market: Pick<MarketShard, 'name'>, key: string): string => `${key} ${market.name}`

export const inMarket = (market: MarketShard, idempotency: Idempotency | undefined): Idempotency | undefined =>
  idempotency === undefined ? undefined : { ...idempotency, key: keyIn(market, idempotency.key) }

export const createAskedOfSeveral = (sql: SqlTag) => ({
  /** The same markets again for the same request; another body under the key is refused before any market hears of it. */
  async begin(idempotency: Idempotency, now: number, markets: readonly MarketShard[]): Promise<Begun | Refusal> {
    const { scope, key, bodyHash } = idempotency
    const id = crypto.randomUUID()
    // What is there already stays as it is, and is answered.
    const [row] = await sql<Row[]>`
      insert into asked_of_several as known (scope, key, body_hash, at, id, markets)
      values (${scope}, ${key}, ${bodyHash}, ${now}, ${id}, ${JSON.stringify(markets.map(({ name }) => name))}::text::jsonb)
      on conflict (scope, key) do update set at = known.at
      returning scope, at, id, body_hash as "bodyHash", markets`
    if (isForgotten(row!, now)) {
      await sql`delete from asked_of_several where scope = ${scope} and key = ${key} and id = ${row!.id}`
      return this.begin(idempotency, now, markets)
    }
    return row!.bodyHash === bodyHash ? { ...asked(row!), isNew: row!.id === id } : keyReused
  },

  /** Under which it was asked; undefined where that was without a key, or is forgotten. */
  async keyOf(id: string): Promise<Idempotency | undefined> {
    const [row] = await sql<Idempotency[]>`select scope, key, body_hash as "bodyHash" from asked_of_several where id = ${id}`
    return row
  },

  /** What the desk asked under the key, whichever calls it were. */
  async under(desk: DeskId, key: string): Promise<readonly AskedOfSeveral[]> {
    const rows = await sql<Row[]>`
      select scope, at, id, body_hash as "bodyHash", markets from asked_of_several
      where key = ${key} and starts_with(scope, ${`${desk} `})`
    return rows.map(asked)
  },
})

/** At once, and then every hour: no write waits for it. */
export async function tidyAskedOfSeveral({ sql, now, log }: { readonly sql: Sql; readonly now: () => number; readonly log: Log }) {
  const tidy = async () => {
    await sql`delete from asked_of_several where at < ${now() - httpLimits.idempotencyKeptMs}`
  }
  await tidy()
  const tidying = setInterval(() => {
    tidy().catch((error: unknown) => log.error({ error }, 'What was asked of several markets a day ago could not be removed'))
  }, TIDY_EVERY_MS)
  return { close: () => clearInterval(tidying) }
}

/** Its key is free again, removed or not. */
const isForgotten = ({ at }: Row, now: number): boolean => at < now - httpLimits.idempotencyKeptMs

export type AskedOfSeveralStore = ReturnType<typeof createAskedOfSeveral>

const asked = ({ scope, at, id, markets }: Row): AskedOfSeveral => ({
  ...{ scope, at, id },
  markets: marketShards.filter(({ name }) => markets.includes(name)),
})
