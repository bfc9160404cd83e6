/** The engine as the rest of the server sees it: commands in, final decisions out, notifications to their readers. */
import type { Instant, Refusal } from '@parley/core'

/** `DBT-BTC`: one venue and one base currency. Group is its small number on the wire (`seq_group`). */
export type ShardName = string
export type Shard = { readonly name: ShardName; readonly group: number }

/**
 * `key` is the caller's own idempotency key within `scope` (desk and sender). `said` is the request's content (the call with its path, and a hash of
 * query and body): another content under the same key is refused.
 */
export type Idempotency = { readonly scope: string; readonly key: string; readonly said: string }

export type Decided<Event> = {
  readonly shard: Shard
  /** Numbers of the first and the last journal row of this decision, gapless within the shard; with no events the last is before the first. */
  readonly decision: number
  readonly seq: number
  readonly at: Instant
  readonly events: readonly Event[]
}

/** A decision with the answer of its call, as `present` made it. The answer is undefined if the call has no body. */
export type Presented<Event, View> = Decided<Event> & { readonly answer: View }

/** A decision with what each of its events changed: `changes[i]` is what `events[i]` did. */
export type Published<Event, Change> = Decided<Event> & { readonly changes: readonly Change[] }

/** The readers of a notification: one desk, one user, those who are offered a venue that not everybody is, or everybody signed in. */
export type Audience = `desk:${string}` | `user:${string}` | `venue:${string}` | 'everybody'

/** Something that has happened and is durable, already presented for its audience. */
export type Notification = {
  readonly shard: Shard
  /** The journal's number of the decision, which orders all notifications and is no reader's to know. */
  readonly decision: number
  /** The number under which its readers get it; it says nothing of what others do. */
  readonly seq: number
  readonly audience: Audience
  /** As in contracts' channels: `rfqs`, `orders`, `trade_tape`. */
  readonly channel: string
  readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'
  readonly data: object
  /** `data` as the JSON that was stored, so that sending it needs no second serialisation. */
  readonly text?: string
}

/** A notification before its decision has a number. */
export type Message = Omit<Notification, 'shard' | 'decision' | 'seq'>

/** A look at a shard's state, with the number up to which it was decided. */
export type Seen<Value> = { readonly shard: Shard; readonly seq: number; readonly value: Value }

/** How a call answers. Both functions run in the engine's own step, without queries or waiting, so that the answer is written with the decision. */
export type Present<Event, State, Change, View> = {
  /** The answer to an accepted command, from the decision, the state right after it and the changes of its events. Undefined without a body. */
  readonly view: (decided: Decided<Event>, state: State, changes: readonly Change[]) => View
  /** The refusal that the call returns for the shard's refusal: the same one if this is not given. */
  readonly refusal?: (refusal: Refusal) => Refusal
}

/** A repetition gets what the first request got: without an answer if its shard decided only a part of the call. */
export type Again<Event, View> = Decided<Event> | Presented<Event, View> | Refusal

export interface Engine<Command, Event, State = unknown, Change = unknown> {
  /**
   * Resolves once the decision is durable; refusals too are final. The same idempotency key and body gives the first answer again.
   * With `present` the decision carries the answer of its call. Throws EngineUnavailable when the shard is stopping, fenced or overloaded.
   */
  submit(shard: ShardName, command: Command, idempotency?: Idempotency): Promise<Decided<Event> | Refusal>
  submit<View>(
    shard: ShardName,
    command: Command,
    idempotency: Idempotency | undefined,
    present: Present<Event, State, Change, View>,
  ): Promise<Presented<Event, View> | Refusal>
  /**
   * The first answer of a key that some shard remembers, or the refusal of another content under it; undefined if the key is new. `View` is
   * the answer of the call that the request is of. Callers ask before they gather the facts of a command, because these may have changed
   * since, and every shard is asked, because only the body specifies the shard.
   */
  again<View>(idempotency: Idempotency): Promise<Again<Event, View> | undefined> | undefined
  /** Whether some shard has decided under the key. Answered from memory. */
  hasDecided(idempotency: Idempotency): boolean
  /**
   * Looks at a shard's state between two decisions, after whatever is due; answers once all that is seen is durable. `look` may keep
   * nothing of the state itself, which goes on changing. Throws EngineUnavailable as `submit` does.
   */
  read<Value>(shard: ShardName, look: (state: State, now: Instant) => Value): Promise<Seen<Value>>
  /** Decisions after their commit, in their order within a shard, before their notifications. Answers the function that ends it. */
  onDecided(listener: (decisions: readonly Published<Event, Change>[]) => void): () => void
  /** Notifications after their commit, in the order of their decisions. Answers the function that ends it. */
  onNotifications(listener: (notifications: readonly Notification[]) => void): () => void
  /** Durable notifications of a shard after a number of its reader's, for a client that resumes; undefined when they are no longer kept. */
  notificationsAfter(
    group: number,
    seq: number,
    audiences: readonly Audience[],
    channel: string,
  ): Promise<readonly Notification[] | undefined>
  /** The journal's last durable number of every shard. */
  positions(): ReadonlyMap<number, number>
  /** For each shard a number that no notification of before the start is above, and none of after it is below. */
  startedAfter(): ReadonlyMap<number, number>
}

/** Where published notifications come from: as they are durable, and again for a client that resumes. */
export type NotificationSource = Pick<Engine<never, never>, 'onNotifications' | 'notificationsAfter' | 'positions' | 'startedAfter'>
