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
  /** The call's answer, if the command was submitted with `present`; undefined if it has no body. */
  readonly answer?: object | undefined
}

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

/**
 * Makes the answer of a command as its call gives it, at once, from the decision, the state right after it and what each of its events
 * changed, so that it is written with the decision. Undefined where the answer has no body.
 */
export type Present<Event, State, Change> = (
  outcome: Decided<Event> | Refusal,
  state: State,
  changes: readonly Change[],
) => object | Refusal | undefined

export interface Engine<Command, Event, State = unknown, Change = unknown> {
  /**
   * Resolves once the decision is durable; refusals too are final. The same idempotency key and body gives the first answer again.
   * `present` makes the answer of the decision, and may put another refusal in the place of the shard's; what it makes is written with the
   * decision. Throws EngineUnavailable when the shard is stopping, fenced or overloaded.
   */
  submit(
    shard: ShardName,
    command: Command,
    idempotency?: Idempotency,
    present?: Present<Event, State, Change>,
  ): Promise<Decided<Event> | Refusal>
  /**
   * The first answer of a key that some shard remembers, or the refusal of another content under it; undefined where it is new. Asked before
   * the facts of a command are gathered, because they may have changed since, and in every shard, because the body says which is meant.
   */
  again(idempotency: Idempotency): Promise<Decided<Event> | Refusal | undefined> | undefined
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
