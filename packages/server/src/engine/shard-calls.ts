/**
 * The port to the owner of a shard, in this process or in another one: send a command and get its decision, or read the state between two decisions.
 * The engine of this process is one implementation of it (decision 1027).
 */
import type { Instant, Refusal } from '@parley/core'
import type { Again, Decided, Idempotency, Present, Presented, Seen, ShardName } from './engine.ts'
import type { Portable } from './portable.ts'

/** How a call answers, by functions that the owner of the shard runs. */
export type PortablePresent<Event, State, Change, View> = {
  readonly view: Portable<Present<Event, State, Change, View>['view']>
  readonly refusal?: Portable<(refusal: Refusal) => Refusal>
}

/** Like the engine of this process, except that functions are portable. */
export interface ShardCalls<Command, Event, State, Change> {
  /** See `Engine`. Throws EngineUnavailable if the owner cannot be reached or its answer is lost: the same key then gets the decision, if there is one. */
  submit(shard: ShardName, command: Command, idempotency?: Idempotency): Promise<Decided<Event> | Refusal>
  submit<View>(
    shard: ShardName,
    command: Command,
    idempotency: Idempotency | undefined,
    present: PortablePresent<Event, State, Change, View>,
  ): Promise<Presented<Event, View> | Refusal>
  /** The value travels as JSON. */
  read<Value>(shard: ShardName, look: Portable<(state: State, now: Instant) => Value>): Promise<Seen<Value>>
  again<View>(idempotency: Idempotency): Promise<Again<Event, View> | undefined> | undefined
  hasDecided(idempotency: Idempotency): boolean
}
