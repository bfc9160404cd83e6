/** One engine for everything that trades: each shard contains the RFQs and the protections of its products. */
import type { Change, Shard, ShardCommand, ShardEvent } from '@parley/core'
import type { Engine, Published } from '../engine/engine.ts'
import type { MarketShard } from './shards.ts'

/** A protection's event changes no RFQ. */
export type PublishedDecision = Published<ShardEvent, Change | undefined>
export type MarketEngine = Engine<ShardCommand, ShardEvent, Shard, Change | undefined> & {
  /** The open shards. */
  readonly shards: readonly MarketShard[]
}
