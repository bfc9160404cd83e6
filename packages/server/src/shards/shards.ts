/** All shards: a venue and a base currency, with a small number for the API. Numbers are never reused. */
import type { BaseCurrency, VenueCode } from '@parley/core'
import type { Shard, ShardName } from '../engine/engine.ts'

export type MarketShard = Shard & { readonly venue: VenueCode; readonly baseCurrency: BaseCurrency }

const shard = (group: number, venue: VenueCode, baseCurrency: BaseCurrency): MarketShard => ({
  name: `${venue}-${baseCurrency}`,
  group,
  venue,
  baseCurrency,
})

export const marketShards: readonly MarketShard[] = [
  shard(1, 'DBT', 'BTC'),
  shard(2, 'DBT', 'ETH'),
  shard(3, 'BYB', 'BTC'),
  shard(4, 'BYB', 'ETH'),
  shard(5, 'BIT', 'BTC'),
  shard(6, 'BIT', 'ETH'),
  shard(7, 'BIT', 'TON'),
  shard(8, 'BYB', 'EOS'),
  shard(9, 'BYB', 'XRP'),
  shard(10, 'PRDX', 'BTC'),
  shard(11, 'PRDX', 'ETH'),
]

/** Not every base currency has a shard at every venue. */
export const shardAt = (
  venue: VenueCode,
  baseCurrency: BaseCurrency,
  shards: readonly MarketShard[] = marketShards,
): MarketShard | undefined => shards.find((one) => one.venue === venue && one.baseCurrency === baseCurrency)

/** The shard of an RFQ or order. Open objects are always in an existing shard. */
export function marketShardOf({ venue, baseCurrency }: Pick<MarketShard, 'venue' | 'baseCurrency'>): MarketShard {
  const found = shardAt(venue, baseCurrency)
  if (found === undefined) throw new Error(`there is no market in ${baseCurrency} at ${venue}`)
  return found
}

/** A shard's number in the API, by its stored name. */
export const groupOf = (shard: ShardName): number | undefined => marketShards.find(({ name }) => name === shard)?.group
