/** One engine for everything that trades: each shard contains the RFQs and the protections of its products. */
import type { Change, Shard, ShardCommand, ShardEvent } from '@parley/core'
import type { Engine, Published } from '../engine/engine.ts'
import type { ShardCalls } from '../engine/shard-calls.ts'
import type { MarketShard } from './shards.ts'

/** A protection's event changes no RFQ. */
export type PublishedDecision = Published<ShardEvent, Change | undefined>

type Calls = ShardCalls<ShardCommand, ShardEvent, Shard, Change | undefined>
type InThisProcess = Engine<ShardCommand, ShardEvent, Shard, Change | undefined>

/** Commands and reads go to the owner of their shard, which may be another process. */
export type MarketEngine = Calls &
  Omit<InThisProcess, keyof Calls> & {
    /** The open shards. */
    readonly shards: readonly MarketShard[]
  }
