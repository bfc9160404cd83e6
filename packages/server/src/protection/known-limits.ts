/** The limits of a desk in each shard. Those of an unavailable shard are read from its journal (docs/decisions/0290). */
import type { DeskId, Shard } from '@parley/core'
import { unavailableAmong } from '../engine/engine-unavailable.ts'
import { portable } from '../engine/portable.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { MarketShard } from '../shards/shards.ts'
import type { Sql } from '../database/sql.ts'

export type KnownLimits = {
  /** Names, by market. A limit that may have been set counts as set. */
  namesIn(market: MarketShard): ReadonlySet<string>
  /** Higher than that of every existing limit. */
  readonly turn: number
}

const limitNamesOf = portable('protection.limitNames', (desk: DeskId) => ({ protections }: Shard): readonly string[] => [
  ...(protections.desks.get(desk)?.limits.keys() ?? []),
])

export function createKnownLimits({ sql, engine }: { readonly sql: Sql; readonly engine: Pick<MarketEngine, 'read' | 'shards'> }) {
  /** By desk and market: set without a response, and the market has not been read since. */
  const unsure = new Map<string, Set<string>>()
  const keyOf = (desk: DeskId, { name }: MarketShard) => `${desk} ${name}`

  return {
    async of(desk: DeskId): Promise<KnownLimits> {
      const read = await Promise.allSettled(engine.shards.map(({ name }) => engine.read(name, limitNamesOf(desk))))
      unavailableAmong(read)
      const away = engine.shards.filter((_market, place) => read[place]!.status === 'rejected')
      const journaled = away.length === 0 ? [] : await namesInJournal(sql, away, desk)
      const names = new Map<MarketShard, ReadonlySet<string>>()
      for (const [place, market] of engine.shards.entries()) {
        const answer = read[place]!
        if (answer.status === 'fulfilled') unsure.delete(keyOf(desk, market))
        const ofJournal = journaled.filter(({ shard }) => shard === market.name).map(({ name }) => name)
        const known = answer.status === 'fulfilled' ? answer.value.value : [...ofJournal, ...(unsure.get(keyOf(desk, market)) ?? [])]
        names.set(market, new Set(known))
      }
      const [row] = await sql<{ turn: number }[]>`select nextval('limit_turn') as turn`
      return { namesIn: (market) => names.get(market)!, turn: row!.turn }
    },

    /** The limit was sent to the shard and its response was lost. */
    mayHave(desk: DeskId, market: MarketShard, id: string): void {
      const key = keyOf(desk, market)
      unsure.set(key, (unsure.get(key) ?? new Set()).add(id))
    },
  }
}

const namesInJournal = (sql: Sql, markets: readonly MarketShard[], desk: DeskId) => sql<{ shard: string; name: string }[]>`
  select shard, name from (
    select distinct on (shard, name) shard, name, kind from (
      select shard, seq, event::json ->> 'kind' as kind, coalesce(event::json -> 'limit' ->> 'id', event::json ->> 'id') as name
      from journal
      where shard = any(${markets.map(({ name }) => name)}) and command in ('SetLimit', 'RemoveLimit') and event::json ->> 'desk' = ${desk}
    ) told
    where kind in ('LimitSet', 'LimitRemoved') order by shard, name, seq desc
  ) newest
  where kind = 'LimitSet'`
