/** Every shard's writer, behind the one door the rest of the server knows. */
import type { Instant } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import type { Log } from '../log.ts'
import type { Engine, Note, Shard, ShardName } from './engine.ts'
import { noFaults, type Faults, type Journal } from './journal.ts'
import { limits as own, type Limits } from './limits.ts'
import type { Machine } from './machine.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import type { Projector } from './projector.ts'
import { ShardWriter } from './shard-writer.ts'
import { systemNow, systemTimers, type Timers } from './timers.ts'

type Kinded = { readonly kind: string }

export type RunningEngine<Command, Event, State = unknown> = Engine<Command, Event, State> & {
  /** Of a shard as it is in memory; equal hashes are equal states. */
  stateHash(shard: ShardName): string
  /** Takes no more commands, writes what was decided, and leaves a snapshot for the next start. */
  close(): Promise<void>
}

type Common<State, Command extends Kinded, Event extends Kinded> = {
  readonly shards: readonly Shard[]
  readonly machine: Machine<State, Command, Event>
  readonly now?: () => Instant
  readonly timers?: Timers
  readonly log: Log
  readonly limits?: Partial<Limits>
}

export type EngineOptions<State, Command extends Kinded, Event extends Kinded, Row> = Common<State, Command, Event> & {
  readonly sql: Sql
  readonly projector: Projector<State, Event, Row>
  readonly faults?: Faults
}

/** Answers when every shard has read its journal and serves. */
export function createEngine<State, Command extends Kinded, Event extends Kinded, Row>(
  options: EngineOptions<State, Command, Event, Row>,
): Promise<RunningEngine<Command, Event, State>> {
  const { sql, projector, faults = noFaults } = options
  return createEngineOn({
    ...options,
    journal: createPostgresJournal<Row>(sql, projector.parts, faults),
  })
}

export type EngineOnOptions<State, Command extends Kinded, Event extends Kinded, Row> = Common<State, Command, Event> & {
  readonly journal: Journal<Row>
  readonly projector: Pick<Projector<State, Event, Row>, 'project'>
}

/** On a journal of the caller's choice: `createMemoryJournal()` for simulations without a database. */
export async function createEngineOn<State, Command extends Kinded, Event extends Kinded, Row>(
  options: EngineOnOptions<State, Command, Event, Row>,
): Promise<RunningEngine<Command, Event, State>> {
  const { journal, log, now = systemNow, timers = systemTimers } = options
  const limits: Limits = { ...own, ...options.limits }
  const listeners = new Set<(notes: readonly Note[]) => void>()
  const tell = (notes: readonly Note[]) => listeners.forEach((listener) => callListener(listener, notes, log))
  const writers = new Map(options.shards.map((shard) => [shard.name, new ShardWriter({ ...options, shard, now, timers, limits, tell })]))
  const groups = new Map(options.shards.map((shard) => [shard.group, shard]))
  const writerOf = (shard: ShardName) => {
    const writer = writers.get(shard)
    if (writer === undefined) throw new Error(`There is no shard ${shard}`)
    return writer
  }
  await Promise.all([...writers.values()].map((writer) => writer.start()))
  return {
    submit: (shard, command, idempotency) => writerOf(shard).submit(command, idempotency),
    again(idempotency) {
      for (const writer of writers.values()) {
        const first = writer.again(idempotency)
        if (first !== undefined) return first
      }
      return undefined
    },
    read: (shard, look) => writerOf(shard).read(look),
    onNotes(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async notesAfter(group, seq, audiences, channel) {
      const shard = groups.get(group)
      if (shard === undefined) return undefined
      // Up to what has been told: who listens from before this call on misses nothing and hears nothing twice.
      const upTo = writerOf(shard.name).position
      if (seq > upTo) return undefined
      const rows = await journal.notesAfter(group, seq, upTo, audiences, channel, limits.notesPerResume)
      return rows?.map(({ place: _, data: text, ...note }) => ({ ...note, shard, data: JSON.parse(text) as object, text }))
    },
    positions: () => new Map([...groups].map(([group, { name }]) => [group, writerOf(name).position])),
    stateHash: (shard) => writerOf(shard).stateHash,
    async close() {
      await Promise.all([...writers.values()].map((writer) => writer.stop()))
    },
  }
}

function callListener(listener: (notes: readonly Note[]) => void, notes: readonly Note[], log: Log): void {
  try {
    listener(notes)
  } catch (error) {
    log.error({ error }, 'A listener of notes failed')
  }
}
