/** The market engine of a process that owns no shard (decision 1028). */
import { createShardMachine, type Instant, type VenueCode } from '@parley/core'
import type { Network } from '../cluster/network.ts'
import { createRemoteEngine } from '../cluster/remote-engine.ts'
import type { Sql } from '../database/sql.ts'
import { readPostgresJournal } from '../engine/read-postgres-journal.ts'
import type { Log } from '../log/log.ts'
import type { Meter } from '../metrics/meter.ts'
import { openShards, readOpened, type RunningMarketEngine } from './create-market-engine.ts'
import { subjectsOfInstallation } from './installation.ts'
import { permutedNumbers, readNumberKey } from './permuted-numbers.ts'

type Reaching = {
  readonly sql: Sql
  readonly network: Network
  readonly venues: readonly VenueCode[]
  readonly now: () => Instant
  readonly log: Log
  readonly meter?: Meter
}

export async function reachMarketEngine({ sql, venues, ...needs }: Reaching): Promise<RunningMarketEngine> {
  const shards = openShards(venues, await readOpened(sql))
  const key = await readNumberKey(sql)
  const machine = createShardMachine(permutedNumbers(key))
  const subjects = subjectsOfInstallation(key)
  const engine = await createRemoteEngine({ ...needs, shards, machine, subjects, journal: readPostgresJournal(sql) })
  return { ...engine, shards }
}
