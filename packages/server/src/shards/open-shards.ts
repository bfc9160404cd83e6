/**
 * A server opens the shards of the venues that are connected. A shard that was open before stays open though its venue is away: what is left
 * in it still expires, is cancelled and settled.
 */
import type { VenueCode } from '@parley/core'
import type { ShardName } from '../engine/engine.ts'
import type { Sql } from '../database/sql.ts'
import { marketShards, type MarketShard } from './shards.ts'

export const openShards = (venues: readonly VenueCode[], opened: ReadonlySet<ShardName>): readonly MarketShard[] =>
  marketShards.filter(({ name, venue }) => venues.includes(venue) || opened.has(name))

/** Shards that have opened since this database began. */
export async function readOpened(sql: Sql): Promise<ReadonlySet<ShardName>> {
  const rows = await sql<{ shard: ShardName }[]>`select shard from opened_shard`
  return new Set(rows.map(({ shard }) => shard))
}

export async function storeOpened(sql: Sql, shards: readonly MarketShard[]): Promise<void> {
  await sql`insert into opened_shard (shard) select unnest(${shards.map(({ name }) => name)}::text[]) on conflict (shard) do nothing`
}
