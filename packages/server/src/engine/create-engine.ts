/** The writers of all shards behind the one interface that the rest of the server uses. */
import type { Instant, Refusal } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Decided, Engine, Idempotency, Notification, Present, Presented, Published, Shard, ShardName } from './engine.ts'
import { noFaults, type Faults, type Journal } from './journal.ts'
import { limits as own, type Limits } from './limits.ts'
import type { Machine } from './machine.ts'
import { lastNumberAt } from './notification-numbers.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import type { Projector } from './projector.ts'
import { ShardWriter } from './shard-writer.ts'
import { systemNow, systemTimers, type Timers } from './timers.ts'

type Kinded = { readonly kind: string }

export type RunningEngine<Command, Event, State = unknown, Change = unknown> = Engine<Command, Event, State, Change> & {
  /** The hash of a shard's state in memory. Equal hashes mean equal states. */
  stateHash(shard: ShardName): string
  /** Why shards take no commands at the moment, in one sentence for each; empty while all serve. */
  problems(): readonly string[]
  /** Notices that another server has taken over a shard, also while nothing is written. */
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
  /** Called when another server has taken over a shard, which takes no more commands here. */
  readonly onFenced?: ((shard: ShardName) => void) | undefined
}

export type EngineOptions<State, Command extends Kinded, Event extends Kinded, Change, Row> = Common<State, Command, Event, Change> & {
  readonly sql: Sql
  readonly projector: Projector<Event, Change, Row>
  readonly faults?: Faults
}

/** Resolves when every shard has read its journal and serves. */
export function createEngine<State, Command extends Kinded, Event extends Kinded, Change, Row>(
  options: EngineOptions<State, Command, Event, Change, Row>,
): Promise<RunningEngine<Command, Event, State, Change>> {
  const { sql, projector, faults = noFaults } = options
  return createEngineOn({
    ...options,
    journal: createPostgresJournal<Row>(sql, projector.parts, faults),
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
  const { journal, log, now = systemNow, timers = systemTimers } = options
  const limits: Limits = { ...own, ...options.limits }
  const ofNotifications = createListeners<readonly Notification[]>(log)
  const ofDecisions = createListeners<readonly Published<Event, Change>[]>(log)
  const publish = { notifications: ofNotifications.call, decisions: ofDecisions.call }
  const writers = new Map(options.shards.map((shard) => [shard.name, new ShardWriter({ ...options, shard, now, timers, limits, publish })]))
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
    return writerOf(shard).submit(command, caller, present)
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
    async notificationsAfter(group, seq, audiences, channel) {
      const shard = groups.get(group)
      if (shard === undefined || seq < lastNumberAt(now() - limits.notificationsKeptMs)) return undefined
      // Up to the published position, so that a listener added before this call neither misses nor repeats anything.
      const upTo = writerOf(shard.name).position
      const rows = await journal.notificationsAfter(group, seq, upTo, audiences, channel, limits.notificationsPerResume)
      return rows?.map(({ place: _, data: text, ...notification }) => ({ ...notification, shard, data: JSON.parse(text) as object, text }))
    },
    positions: () => new Map([...groups].map(([group, { name }]) => [group, writerOf(name).position])),
    startedAfter: () => new Map([...groups].map(([group, { name }]) => [group, writerOf(name).startedAfter])),
    stateHash: (shard) => writerOf(shard).stateHash,
    problems: () => [...writers.values()].flatMap(({ problem }) => problem ?? []),
    async checkLeases() {
      for (const shard of await journal.lost(options.shards)) writerOf(shard).fence()
    },
    async close() {
      await Promise.all([...writers.values()].map((writer) => writer.stop()))
    },
  }
}

/** A failing listener does not stop the others. */
function createListeners<Published>(log: Log) {
  type Listener = (published: Published) => void
  const listeners = new Set<Listener>()
  return {
    add(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(published: Published): void {
      for (const listener of listeners) {
        try {
          listener(published)
        } catch (error) {
          log.error({ error }, 'A notification listener failed')
        }
      }
    },
  }
}
