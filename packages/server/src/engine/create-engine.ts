/** The writers of all shards behind the one interface that the rest of the server uses. */
import type { Instant, Refusal } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { unmeasured, type Meter } from '../metrics/meter.ts'
import type { Decided, Engine, Idempotency, Notification, Present, Presented, Published, Shard, ShardName } from './engine.ts'
import { noFaults, type Faults, type Journal } from './journal.ts'
import { limits as own, type Limits } from './limits.ts'
import { createListeners } from './listeners.ts'
import type { Machine } from './machine.ts'
import { createObserver } from './observe-commands.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import type { Projector } from './projector.ts'
import { createResume } from './resume.ts'
import { ShardWriter } from './shard-writer.ts'
import { systemNow, systemTimers, type Timers } from './timers.ts'

type Kinded = { readonly kind: string }

export type RunningEngine<Command, Event, State = unknown, Change = unknown> = Engine<Command, Event, State, Change> & {
  /** The hash of a shard's state in memory. Equal hashes mean equal states. */
  stateHash(shard: ShardName): string
  /** Why shards accept no commands at the moment, one sentence for each; empty while all of them do. */
  problems(): readonly string[]
  /** The commands of each shard that are not answered yet; counted only with a meter. */
  waiting(): ReadonlyMap<ShardName, number>
  /** The shards that take commands. */
  serving(): ReadonlySet<ShardName>
  /** Notices that another server has taken over a shard, even while nothing is written. */
  checkLeases(): Promise<void>
  /** Accepts no more commands, writes what was decided, and leaves a snapshot for the next start. */
  close(): Promise<void>
}

type Common<State, Command extends Kinded, Event extends Kinded, Change> = {
  readonly shards: readonly Shard[]
  readonly machine: Machine<State, Command, Event, Change>
  readonly now?: () => Instant
  readonly timers?: Timers
  readonly log: Log
  readonly limits?: Partial<Limits>
  /** Called when another server has taken over a shard, which accepts no more commands here. */
  readonly onFenced?: ((shard: ShardName) => void) | undefined
  /** Called for commands and commits. */
  readonly meter?: Meter
}

export type EngineOptions<State, Command extends Kinded, Event extends Kinded, Change, Row> = Common<State, Command, Event, Change> & {
  readonly sql: Sql
  readonly projector: Projector<Event, Change, Row>
  readonly faults?: Faults
  /** The name under which it takes the shards over; a new one without it. */
  readonly holder?: string
}

/** Resolves when every shard has read its journal and serves. */
export function createEngine<State, Command extends Kinded, Event extends Kinded, Change, Row>(
  options: EngineOptions<State, Command, Event, Change, Row>,
): Promise<RunningEngine<Command, Event, State, Change>> {
  const { sql, projector, faults = noFaults, holder } = options
  return createEngineOn({
    ...options,
    journal: createPostgresJournal<Row>(sql, projector.parts, faults, holder),
  })
}

export type EngineOnOptions<State, Command extends Kinded, Event extends Kinded, Change, Row> = Common<State, Command, Event, Change> & {
  readonly journal: Journal<Row>
  readonly projector: Pick<Projector<Event, Change, Row>, 'project'>
}

/** Uses a journal of the caller's choice, because tests and simulations keep theirs in memory. */
export async function createEngineOn<State, Command extends Kinded, Event extends Kinded, Change, Row>(
  options: EngineOnOptions<State, Command, Event, Change, Row>,
): Promise<RunningEngine<Command, Event, State, Change>> {
  const { log, now = systemNow, timers = systemTimers, meter = unmeasured } = options
  const journal = measured(options.journal, meter)
  const observer = createObserver(meter)
  const limits: Limits = { ...own, ...options.limits }
  const ofNotifications = createListeners<readonly Notification[]>(log)
  const ofDecisions = createListeners<readonly Published<Event, Change>[]>(log)
  const publish = { notifications: ofNotifications.call, decisions: ofDecisions.call }
  const writers = new Map(
    options.shards.map((shard) => [shard.name, new ShardWriter({ ...options, journal, shard, now, timers, limits, publish })]),
  )
  const groups = new Map(options.shards.map((shard) => [shard.group, shard]))
  const writerOf = (shard: ShardName) => {
    const writer = writers.get(shard)
    if (writer === undefined) throw new Error(`Unknown shard ${shard}`)
    return writer
  }
  await Promise.all([...writers.values()].map((writer) => writer.start()))
  function submit(shard: ShardName, command: Command, caller?: Idempotency): Promise<Decided<Event> | Refusal>
  function submit<View>(
    shard: ShardName,
    command: Command,
    caller: Idempotency | undefined,
    present: Present<Event, State, Change, View>,
  ): Promise<Presented<Event, View> | Refusal>
  function submit<View>(shard: ShardName, command: Command, caller?: Idempotency, present?: Present<Event, State, Change, View>) {
    return observer.observe(writerOf(shard).submit(command, caller, present), shard)
  }
  return {
    submit,
    again<View>(idempotency: Idempotency) {
      const known = [...writers.values()].flatMap((writer) => writer.again<View>(idempotency) ?? [])
      return known.length === 0 ? undefined : Promise.all(known).then((answers) => answers.find((answer) => answer !== undefined))
    },
    hasDecided: (idempotency) => [...writers.values()].some((writer) => writer.hasDecided(idempotency)),
    read: (shard, look) => writerOf(shard).read(look),
    onDecided: ofDecisions.add,
    onNotifications: ofNotifications.add,
    notificationsAfter: createResume({
      ...{ journal, limits, now, groups },
      // Up to the published position, so that a listener added before this call neither misses nor repeats anything.
      positionOf: (shard) => writerOf(shard).position,
    }),
    positions: () => new Map([...groups].map(([group, { name }]) => [group, writerOf(name).position])),
    startedAfter: () => new Map([...groups].map(([group, { name }]) => [group, writerOf(name).startedAfter])),
    stateHash: (shard) => writerOf(shard).stateHash,
    problems: () => [...writers.values()].flatMap(({ problem }) => problem ?? []),
    waiting: () => new Map([...writers.keys()].map((shard) => [shard, observer.waiting.get(shard) ?? 0])),
    serving: () => new Set([...writers].flatMap(([shard, { problem }]) => (problem === undefined ? [shard] : []))),
    async checkLeases() {
      for (const shard of await journal.lost(options.shards)) writerOf(shard).fence()
    },
    async close() {
      await Promise.all([...writers.values()].map((writer) => writer.stop()))
    },
  }
}

/** Measures each commit. One that fails is in the time of its commands. */
const measured = <Row>(journal: Journal<Row>, meter: Meter): Journal<Row> => ({
  ...journal,
  async append(shard, epoch, batch, onSent) {
    const began = performance.now()
    await journal.append(shard, epoch, batch, onSent)
    meter.committed(shard.name, (performance.now() - began) / 1_000, batch.entries.length)
  },
})
