/** Every market of the direct flow: a venue and a base currency, with its small number on the wire. Numbers are never used again. */
import type { BaseCurrency, VenueCode } from '@parley/core'
import type { Shard, ShardName } from '../engine/engine.ts'

export type DirectShard = Shard & { readonly venue: VenueCode; readonly baseCurrency: BaseCurrency }

const shard = (group: number, venue: VenueCode, baseCurrency: BaseCurrency): DirectShard => ({
  name: `${venue}-${baseCurrency}`,
  group,
  venue,
  baseCurrency,
})

export const directShards: readonly DirectShard[] = [
  shard(1, 'DBT', 'BTC'),
  shard(2, 'DBT', 'ETH'),
  shard(3, 'BYB', 'BTC'),
  shard(4, 'BYB', 'ETH'),
  shard(5, 'BIT', 'BTC'),
  shard(6, 'BIT', 'ETH'),
  shard(7, 'BIT', 'TON'),
  shard(8, 'BYB', 'EOS'),
  shard(9, 'BYB', 'XRP'),
]

export const shardOf = (venue: VenueCode, baseCurrency: BaseCurrency): ShardName | undefined =>
  directShards.find((one) => one.venue === venue && one.baseCurrency === baseCurrency)?.name
