/** The engine of a process that owns no shard: commands and reads go to the owners, and decisions arrive as news (decision 1027). */
import type { RunningEngine } from '../engine/create-engine.ts'
import type { Again, Idempotency, Notification, Published, Shard, ShardName } from '../engine/engine.ts'
import { firstAnswer } from '../engine/first-answer.ts'
import type { Journal } from '../engine/journal.ts'
import { limits as own } from '../engine/limits.ts'
import { createListeners } from '../engine/listeners.ts'
import type { Machine } from '../engine/machine.ts'
import { createObserver } from '../engine/observe-commands.ts'
import { createResume } from '../engine/resume.ts'
import type { PortablePresent, ShardCalls } from '../engine/shard-calls.ts'
import type { Log } from '../log/log.ts'
import { unmeasured, type Meter } from '../metrics/meter.ts'
import { followShard, type FollowedJournal, type FollowedShard } from './follow-shard.ts'
import { clusterLimits } from './limits.ts'
import type { Subjects } from './messages.ts'
import type { Network } from './network.ts'
import { createShardCalls } from './shard-calls.ts'

type Kinded = { readonly kind: string }

export type RemoteOptions<State, Command extends Kinded, Event extends Kinded, Change> = {
  readonly shards: readonly Shard[]
  readonly machine: Machine<State, Command, Event, Change>
  readonly network: Network
  readonly subjects: Subjects
  readonly journal: FollowedJournal & Pick<Journal<never>, 'request' | 'notificationsAfter' | 'shardOfRequest'>
  readonly now: () => number
  readonly log: Log
  readonly meter?: Meter
}

/** Commands and reads of portable functions only. */
export type RemoteEngine<Command, Event, State, Change> = ShardCalls<Command, Event, State, Change> &
  Omit<RunningEngine<Command, Event, State, Change>, keyof ShardCalls<Command, Event, State, Change> | 'stateHash'>

/** Resolves when it knows where the journal of each shard ends. */
export async function createRemoteEngine<State, Command extends Kinded, Event extends Kinded, Change>(
  options: RemoteOptions<State, Command, Event, Change>,
): Promise<RemoteEngine<Command, Event, State, Change>> {
  const { shards, network, subjects, journal, now, log, meter = unmeasured } = options
  const ofNotifications = createListeners<readonly Notification[]>(log)
  const ofDecisions = createListeners<readonly Published<Event, Change>[]>(log)
  const publish = { notifications: ofNotifications.call, decisions: ofDecisions.call }
  const groups = new Map(shards.map((shard) => [shard.group, shard]))
  const followed = new Map<ShardName, FollowedShard>(
    await Promise.all(
      shards.map(async (shard): Promise<[ShardName, FollowedShard]> => {
        return [shard.name, await followShard({ ...options, limits: own, shard, subject: subjects.news(shard.name), publish })]
      }),
    ),
  )
  const of = (shard: ShardName): FollowedShard => {
    const found = followed.get(shard)
    if (found === undefined) throw new Error(`Unknown shard ${shard}`)
    return found
  }
  const observer = createObserver(meter)
  const decided = createDecidedKeys()
  const calls = createShardCalls<Command, Event, State, Change>({ network, subjects, reached: (shard, seq) => of(shard).reached(seq) })
  const submit = async <View>(
    shard: ShardName,
    command: Command,
    caller: Idempotency | undefined,
    present: PortablePresent<Event, State, Change, View>,
  ) => {
    const answer = await observer.observe(calls.submit(shard, command, caller, present), shard)
    if (caller !== undefined) decided.add(caller)
    return answer
  }
  const ofEach = <Value>(look: (one: FollowedShard) => Value) =>
    new Map([...groups].map(([group, { name }]): [number, Value] => [group, look(of(name))]))
  return {
    submit: submit as ShardCalls<Command, Event, State, Change>['submit'],
    read: calls.read,
    again: <View>(idempotency: Idempotency) => answered<Event, View>(journal, shards, idempotency, now()),
    hasDecided: decided.has,
    onDecided: ofDecisions.add,
    onNotifications: ofNotifications.add,
    notificationsAfter: createResume({ journal, limits: own, now, groups, positionOf: (shard) => of(shard).position }),
    positions: () => ofEach(({ position }) => position),
    startedAfter: () => ofEach(({ startedAfter }) => startedAfter),
    problems: () => (network.isConnected() ? [] : ['The messages between the processes are interrupted.']),
    waiting: () => new Map([...followed.keys()].map((shard) => [shard, observer.waiting.get(shard) ?? 0])),
    serving: () => new Set([...followed].flatMap(([shard, { isServed }]) => (isServed ? [shard] : []))),
    // This process has no lease.
    checkLeases: () => Promise.resolve(),
    async close() {
      for (const one of followed.values()) one.close()
    },
  }
}

/** The first answer under a key, as the journal has it. One that is being decided is not in it yet, and its shard recognises the repetition. */
async function answered<Event, View>(
  journal: Pick<Journal<never>, 'shardOfRequest' | 'request' | 'read'>,
  shards: readonly Shard[],
  caller: Idempotency,
  now: number,
): Promise<Again<Event, View> | undefined> {
  const name = await journal.shardOfRequest(caller)
  const shard = shards.find((one) => one.name === name)
  return shard && firstAnswer<Event, View>(journal, shard, caller, now - own.answersKeptMs)
}

/** The newest keys under which a shard has answered this process. Older ones are in the database. */
function createDecidedKeys() {
  const keys = new Set<string>()
  const idOf = ({ scope, key }: Idempotency): string => `${scope}\n${key}`
  return {
    add(caller: Idempotency): void {
      keys.add(idOf(caller))
      if (keys.size <= clusterLimits.keysRemembered) return
      for (const oldest of keys) {
        keys.delete(oldest)
        return
      }
    },
    has: (caller: Idempotency): boolean => keys.has(idOf(caller)),
  }
}
