/** One server process: the engine and the settlement worker on the storage that outlives them. It can be stopped cleanly, or die at any point. */
import { shardMachine, type Instant, type ShardCommand, type ShardEvent, type VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import { createEngineOn, type RunningEngine } from '../../src/engine/create-engine.ts'
import type { Journal } from '../../src/engine/journal.ts'
import type { Timers } from '../../src/engine/timers.ts'
import { silent } from '../../src/log/log.ts'
import type { SettlementStore } from '../../src/settlement/store.ts'
import { startSettlement } from '../../src/settlement/worker.ts'
import { shardProjector } from '../../src/create-market.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import { marketShards } from '../../src/shards/shards.ts'

export type Lasting = {
  readonly journal: Journal<ProjectedRow>
  readonly store: SettlementStore
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly now: () => Instant
  readonly timers: Timers
}

export type Server = {
  readonly engine: RunningEngine<ShardCommand, ShardEvent>
  die(): void
  close(): Promise<void>
}

export const SHARDS = marketShards.filter(({ name }) => ['DBT-BTC', 'DBT-ETH', 'BYB-BTC'].includes(name))

/** A small server, so that snapshots and refusals for lack of capacity happen every day. Nothing that a client could resume from is deleted. */
const limits = {
  snapshotEveryEvents: 200,
  snapshotCharactersAtOnce: 2_000,
  housekeepingEveryEvents: 150,
  waitingDecisions: 80,
  notificationsKeptEvents: 10_000_000,
}

type Life = { isOver: boolean }

/** Requests of a dead server continue, but their responses never reach it, and it sends no new ones. */
function inLife<Port extends object>(life: Life, port: Port): Port {
  const never = new Promise<never>(() => undefined)
  const mortal = (answer: unknown) => (answer instanceof Promise ? answer.then(unlessOver, failUnlessOver) : answer)
  const unlessOver = (value: unknown) => (life.isOver ? never : value)
  const failUnlessOver = (error: unknown) => (life.isOver ? never : Promise.reject(error as Error))
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => (life.isOver ? never : mortal(Reflect.apply(member, target, given)))
    },
  })
}

export async function startServer({ journal, store, venues, now, timers }: Lasting): Promise<Server> {
  const life: Life = { isOver: false }
  const ownTimers: Timers = { wakeAt: (at, wake) => timers.wakeAt(at, () => void (life.isOver || wake())) }
  const engine = await createEngineOn({
    shards: SHARDS,
    machine: shardMachine,
    projector: shardProjector,
    journal: inLife(life, journal),
    now,
    timers: ownTimers,
    log: silent,
    limits,
  })
  const settlement = startSettlement({
    store: inLife(life, store),
    engine: inLife(life, engine),
    venues: new Map([...venues].map(([code, venue]) => [code, inLife(life, venue)])),
    venueKeys: ({ desk }) => ({ clientId: desk, clientSecret: 'secret' }),
    now,
    timers: ownTimers,
    log: silent,
  })
  return {
    engine: inLife(life, engine),
    die: () => void (life.isOver = true),
    async close() {
      await settlement.close()
      await engine.close()
    },
  }
}
