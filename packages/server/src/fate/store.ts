/** What was decided under a caller's key: the engine's own memory of it, read where it is written. */
import type { DeskId, MarketEvent, Refusal } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import { keysOf } from '../market/batch-key.ts'
import { marketShards } from '../market/shards.ts'
import { keyIn } from '../protection/asked-of-several.ts'

export type Remembered = {
  readonly shard: string
  readonly scope: string
  readonly key: string
  readonly at: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly refusal: Refusal | null
}

export const createFateStore = (sql: Sql) => ({
  /** The newest first; a batch has a row for each of its parts, and what went to several markets one in each of them. */
  remembered: (desk: DeskId, key: string): Promise<readonly Remembered[]> => sql<Remembered[]>`
    select shard, scope, key, at, first_seq as "firstSeq", last_seq as "lastSeq", refusal from remembered_answer
    where key = any(${[...keysOf(key), ...marketShards.map((market) => keyIn(market, key))]}) and starts_with(scope, ${`${desk} `}) order by at desc, last_seq desc, key`,

  async events({ shard, firstSeq, lastSeq }: Remembered): Promise<readonly MarketEvent[]> {
    const rows = await sql<{ event: MarketEvent }[]>`
      select event::jsonb as event from journal where shard = ${shard} and seq between ${firstSeq} and ${lastSeq} order by seq`
    return rows.map(({ event }) => event)
  },
})

export type FateStore = ReturnType<typeof createFateStore>
