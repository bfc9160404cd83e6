/** The engine's interface for the rest of the server: commands in, final decisions out, notifications to their readers. */
import type { Instant, Refusal } from '@parley/core'

/** `DBT-BTC`: one venue and one base currency. The group is its small number in the API (`seq_group`). */
export type ShardName = string
export type Shard = { readonly name: ShardName; readonly group: number }

/**
 * `key` is the caller's own idempotency key within `scope` (desk and sender). `requestHash` is the request's content (the call with its path, and a
 * hash of query and body): different content under the same key is refused.
 */
export type Idempotency = { readonly scope: string; readonly key: string; readonly requestHash: string }

export type Decided<Event> = {
  readonly shard: Shard
  /** Numbers of the first and the last journal row of this decision, gapless within the shard; with no events the last is before the first. */
  readonly decision: number
  readonly seq: number
  readonly at: Instant
  readonly events: readonly Event[]
}

/** A decision with the response of its call, as made by `present`. It is undefined if the call has no body. */
export type Presented<Event, View> = Decided<Event> & { readonly answer: View }

/** A decision with what each of its events changed: `changes[i]` is what `events[i]` did. */
export type Published<Event, Change> = Decided<Event> & { readonly changes: readonly Change[] }

/** The readers of a notification: one desk, one user, callers who are offered a venue that not all are, or everyone signed in. */
export type Audience = `desk:${string}` | `user:${string}` | `venue:${string}` | 'everybody'

/** Something that has happened and is durable, already formatted for its audience. */
export type Notification = {
  readonly shard: Shard
  /** The journal's number of the decision. It orders all notifications and is never shown to readers. */
  readonly decision: number
  /** The number under which readers get it. It reveals nothing about the activity of others. */
  readonly seq: number
  readonly audience: Audience
  /** As in the channels of contracts: `rfqs`, `orders`, `trade_tape`. */
  readonly channel: string
  readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'
  readonly data: object
  /** `data` as the JSON that was stored, so that sending it needs no second serialisation. */
  readonly text?: string
}

/** A notification before its decision has a number. */
export type Message = Omit<Notification, 'shard' | 'decision' | 'seq'>

/** A view of a shard's state, with the number of the last decision it includes. */
export type Seen<Value> = { readonly shard: Shard; readonly seq: number; readonly value: Value }

/** How a call answers. Both functions run in the engine's own step, without queries or waiting, so that the response is written with the decision. */
export type Present<Event, State, Change, View> = {
  /** The response to an accepted command, from the decision, the state right after it and the changes of its events. Undefined without a body. */
  readonly view: (decided: Decided<Event>, state: State, changes: readonly Change[]) => View
  /** The refusal that the call returns for the shard's refusal. The same one by default. */
  readonly refusal?: (refusal: Refusal) => Refusal
}

/** A repetition gets the response of the first request; without a response if its shard decided only a part of the call. */
export type Again<Event, View> = Decided<Event> | Presented<Event, View> | Refusal

export interface Engine<Command, Event, State = unknown, Change = unknown> {
  /**
   * Resolves once the decision is durable. Refusals are final too. The same idempotency key and body gets the first response again. With `present`
   * the decision carries the response of its call. Throws EngineUnavailable when the shard is stopping, fenced or overloaded.
   */
  submit(shard: ShardName, command: Command, idempotency?: Idempotency): Promise<Decided<Event> | Refusal>
  submit<View>(
    shard: ShardName,
    command: Command,
    idempotency: Idempotency | undefined,
    present: Present<Event, State, Change, View>,
  ): Promise<Presented<Event, View> | Refusal>
  /**
   * The first response for a key that some shard remembers, or the refusal of different content under it; undefined if the key is new. `View` is the
   * response type of the request's call. Callers check this before they gather the data for a command, which may have changed since. Every shard is
   * checked, because only the body specifies the shard.
   */
  again<View>(idempotency: Idempotency): Promise<Again<Event, View> | undefined> | undefined
  /** Whether some shard has decided under the key. Answered from memory. */
  hasDecided(idempotency: Idempotency): boolean
  /**
   * Reads a shard's state between two decisions, after whatever is due. Resolves once everything that was read is durable. `look` must not keep any
   * part of the state, which continues to change. Throws EngineUnavailable like `submit`.
   */
  read<Value>(shard: ShardName, look: (state: State, now: Instant) => Value): Promise<Seen<Value>>
  /** Decisions after their commit, in order within a shard, before their notifications. Returns the function that ends it. */
  onDecided(listener: (decisions: readonly Published<Event, Change>[]) => void): () => void
  /** Notifications after their commit, in the order of their decisions. Returns the function that ends it. */
  onNotifications(listener: (notifications: readonly Notification[]) => void): () => void
  /** Durable notifications of a shard after a number of its reader, for a client that resumes; undefined if they are no longer kept. */
  notificationsAfter(
    group: number,
    seq: number,
    audiences: readonly Audience[],
    channel: string,
  ): Promise<readonly Notification[] | undefined>
  /** The journal's last durable number of every shard. */
  positions(): ReadonlyMap<number, number>
  /** For each shard, a number that separates the notifications before the start from those after it. */
  startedAfter(): ReadonlyMap<number, number>
}

/** The source of published notifications: live once they are durable, and again for a client that resumes. */
export type NotificationSource = Pick<Engine<never, never>, 'onNotifications' | 'notificationsAfter' | 'positions' | 'startedAfter'>
