/** The engine as the rest of the server sees it: commands in, final decisions out, notes to whoever may read them. */
import type { Instant, Refusal } from '@parley/core'

/** `DBT-BTC`: one venue and one base currency. Group is its small number on the wire (`seq_group`). */
export type ShardName = string
export type Shard = { readonly name: ShardName; readonly group: number }

/** `key` is the caller's own idempotency key, scoped by `scope` (desk and call); `bodyHash` tells another body under the same key. */
export type Idempotency = { readonly scope: string; readonly key: string; readonly bodyHash: string }

export type Decided<Event> = {
  readonly shard: Shard
  /** Number of the last journal row of this decision; gapless within the shard. */
  readonly seq: number
  readonly at: Instant
  readonly events: readonly Event[]
}

/** Who may read a note: one desk, one user, or everybody signed in. */
export type Audience = `desk:${string}` | `user:${string}` | 'everybody'

/** Something that has happened and is durable, already presented for its audience. */
export type Note = {
  readonly shard: Shard
  readonly seq: number
  readonly audience: Audience
  /** As in contracts' channels: `rfqs`, `orders`, `trade_tape`. */
  readonly channel: string
  readonly event: 'ADDED' | 'UPDATED' | 'REMOVED'
  readonly data: object
  /** `data` as JSON, as it was written down: whoever sends it on need not write it again. */
  readonly text?: string
}

/** What was seen of a shard's state, and the number up to which it was decided. */
export type Seen<Value> = { readonly shard: Shard; readonly seq: number; readonly value: Value }

export interface Engine<Command, Event, State = unknown> {
  /**
   * Resolves once the decision is durable; refusals too are final. The same idempotency key and body gives the first answer again.
   * Throws EngineUnavailable when the shard is stopping, fenced or overloaded.
   */
  submit(shard: ShardName, command: Command, idempotency?: Idempotency): Promise<Decided<Event> | Refusal>
  /**
   * The first answer of a key that some shard remembers, or the refusal of another body under it; undefined where it is new. Asked before
   * the facts of a command are gathered, because they may have changed since, and in every shard, because the body says which is meant.
   */
  again(idempotency: Idempotency): Promise<Decided<Event> | Refusal> | undefined
  /**
   * Looks at a shard's state between two decisions, after whatever is due; answers once all that is seen is durable. `look` may keep
   * nothing of the state itself, which goes on changing. Throws EngineUnavailable as `submit` does.
   */
  read<Value>(shard: ShardName, look: (state: State, now: Instant) => Value): Promise<Seen<Value>>
  /** Notes after their commit, in the order of their sequence numbers. Answers the function that ends it. */
  onNotes(listener: (notes: readonly Note[]) => void): () => void
  /** Durable notes of a shard after a sequence number, for a client that resumes; undefined when they are no longer kept. */
  notesAfter(group: number, seq: number, audiences: readonly Audience[], channel: string): Promise<readonly Note[] | undefined>
  /** The last durable sequence number of every shard. */
  positions(): ReadonlyMap<number, number>
}
