/**
 * Opens the engine with the shards of the connected venues. A shard that was open before opens again even if its venue is not connected, so that what
 * is left in it still expires, is cancelled and settles.
 */
import { createShardMachine, type Change, type Instant, type Shard, type ShardCommand, type ShardEvent, type VenueCode } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { createEngine, type RunningEngine } from '../engine/create-engine.ts'
import type { ShardName } from '../engine/engine.ts'
import type { Projector } from '../engine/projector.ts'
import type { Timers } from '../engine/timers.ts'
import type { Log } from '../log/log.ts'
import type { Meter } from '../metrics/meter.ts'
import { carryStops } from './carry-stops.ts'
import type { MarketEngine } from './market-engine.ts'
import { readNumberKey, permutedNumbers } from './permuted-numbers.ts'
import { marketShards, type MarketShard } from './shards.ts'

type MarketEngineNeeds<Row> = {
  readonly sql: Sql
  /** The venues that are connected. */
  readonly venues: readonly VenueCode[]
  /** Turns a decision into the rows and notifications of every feature. */
  readonly projector: Projector<ShardEvent, Change | undefined, Row>
  readonly now: () => Instant
  readonly timers?: Timers
  readonly log: Log
  /** Called when another server has taken over a shard. */
  readonly onFenced?: ((shard: ShardName) => void) | undefined
  readonly meter?: Meter
}

/** The engine with its shards, which other processes may own. */
export type RunningMarketEngine = MarketEngine &
  Pick<RunningEngine<never, never>, 'problems' | 'waiting' | 'serving' | 'checkLeases' | 'close'>

type OwnMarketEngine = MarketEngine & RunningEngine<ShardCommand, ShardEvent, Shard, Change | undefined>

/** Resolves when every shard has read its journal. */
export async function createMarketEngine<Row>({ venues, ...needs }: MarketEngineNeeds<Row>): Promise<OwnMarketEngine> {
  const opened = await readOpened(needs.sql)
  const shards = openShards(venues, opened)
  const machine = createShardMachine(permutedNumbers(await readNumberKey(needs.sql)))
  const engine = { ...(await createEngine({ shards, machine, ...needs })), shards }
  await carryStops(engine, opened)
  await storeOpened(needs.sql, shards)
  return engine
}

/** The shards of the connected venues, and those that were open before. */
export const openShards = (venues: readonly VenueCode[], opened: ReadonlySet<ShardName>): readonly MarketShard[] =>
  marketShards.filter(({ name, venue }) => venues.includes(venue) || opened.has(name))

/** Shards that have been opened in this database. */
export async function readOpened(sql: Sql): Promise<ReadonlySet<ShardName>> {
  const rows = await sql<{ shard: ShardName }[]>`select shard from opened_shard`
  return new Set(rows.map(({ shard }) => shard))
}

export async function storeOpened(sql: Sql, shards: readonly MarketShard[]): Promise<void> {
  await sql`insert into opened_shard (shard) select unnest(${shards.map(({ name }) => name)}::text[]) on conflict (shard) do nothing`
}
