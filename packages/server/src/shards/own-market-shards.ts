/** The shards of a process that shares them with others (decision 1028). Each has an engine of its own, which opens and closes alone. */
import { createShardMachine, type Change, type Instant, type Shard, type ShardCommand, type ShardEvent, type VenueCode } from '@parley/core'
import type { Network } from '../cluster/network.ts'
import { divideWork, type Owned, type Ownership } from '../cluster/divide-work.ts'
import { shardLeases } from '../cluster/leases.ts'
import { ownShard } from '../cluster/own-shard.ts'
import { serveShard } from '../cluster/serve-shard.ts'
import { createShardCalls } from '../cluster/shard-calls.ts'
import type { Sql } from '../database/sql.ts'
import { createEngine, type RunningEngine } from '../engine/create-engine.ts'
import { newHolder } from '../engine/postgres-journal.ts'
import type { Projector } from '../engine/projector.ts'
import type { Log } from '../log/log.ts'
import type { Meter } from '../metrics/meter.ts'
import { carryStops } from './carry-stops.ts'
import { openShards, readOpened, storeOpened } from './create-market-engine.ts'
import { subjectsOfInstallation } from './installation.ts'
import type { MarketEngine } from './market-engine.ts'
import { permutedNumbers, readNumberKey } from './permuted-numbers.ts'
import type { MarketShard } from './shards.ts'

type Owning<Row> = {
  readonly sql: Sql
  readonly network: Network
  /** The venues of the installation. */
  readonly venues: readonly VenueCode[]
  readonly projector: Projector<ShardEvent, Change | undefined, Row>
  readonly now: () => Instant
  readonly log: Log
  readonly meter?: Meter
  /** Shards of other kinds, each with the function that takes it under the name of this process and serves it. */
  readonly others?: readonly OtherShard[]
}

export type OtherShard = { readonly name: string; readonly own: (holder: string) => Promise<Owned> }

export type OwnedMarketShards = Ownership & {
  /** The shards of the installation, whether this process serves them or another one. */
  readonly shards: readonly MarketShard[]
  /** The name under which this process holds leases. */
  readonly holder: string
}

type OwnEngine = RunningEngine<ShardCommand, ShardEvent, Shard, Change | undefined>

export async function ownMarketShards<Row>(owning: Owning<Row>): Promise<OwnedMarketShards> {
  const { sql, venues, network, log, others: kinds = [] } = owning
  const key = await readNumberKey(sql)
  const subjects = subjectsOfInstallation(key)
  const machine = createShardMachine(permutedNumbers(key))
  const member = newHolder()
  const shards = openShards(venues, await readOpened(sql))
  const others = createShardCalls<ShardCommand, ShardEvent, Shard, Change | undefined>({
    network,
    subjects,
    reached: () => Promise.resolve(),
  })
  const openAndServe = async (shard: MarketShard, engine: OwnEngine) => {
    const opened = await readOpened(sql)
    if (!opened.has(shard.name)) {
      const read: MarketEngine['read'] = (name, look) => (name === shard.name ? engine : others).read(name, look)
      await carryStops(
        { submit: engine.submit, read, shards: shards.filter(({ name }) => name === shard.name || opened.has(name)) },
        opened,
      )
      await storeOpened(sql, [shard])
    }
    return serveShard({ ...owning, subjects, shard, engine })
  }
  const open = (shard: MarketShard): Promise<Owned> =>
    ownShard({
      async open(onFenced) {
        const engine = await createEngine({ ...owning, shards: [shard], machine, holder: member, onFenced })
        return { engine, close: engine.close }
      },
      serve: ({ engine }) => openAndServe(shard, engine),
    })
  const works: readonly (MarketShard | OtherShard)[] = [...shards, ...kinds]
  const openAny = (work: MarketShard | OtherShard) => ('own' in work ? work.own(member) : open(work))
  const dividing = { leases: shardLeases(sql), member, works, open: openAny, isReachable: network.isConnected, log }
  return { ...(await divideWork(dividing)), shards, holder: member }
}
