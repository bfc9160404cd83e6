/**
 * A server opens the shards of the venues that are connected. A shard that was open before stays open though its venue is away: what is left
 * in it still expires, is cancelled and settled.
 */
import type { VenueCode } from '@parley/core'
import type { ShardName } from '../engine/engine.ts'
import type { Sql } from '../database/sql.ts'
import { marketShards, type MarketShard } from './shards.ts'

export const openShards = (venues: readonly VenueCode[], before: ReadonlySet<ShardName>): readonly MarketShard[] =>
  marketShards.filter(({ name, venue }) => venues.includes(venue) || before.has(name))

/** Shards that a server has held since this database began. */
export async function shardsHeld(sql: Sql): Promise<ReadonlySet<ShardName>> {
  const rows = await sql<{ shard: ShardName }[]>`select shard from shard_lease`
  return new Set(rows.map(({ shard }) => shard))
}
