/** Commands, reads and news as JSON between processes. A changed meaning gets a new member or a new name (decision 1027). */
import { isRefusal, type Refusal } from '@parley/core'
import type { Again, Decided, Idempotency, Notification, Published, Seen, ShardName } from '../engine/engine.ts'
import type { UnavailableReason } from '../engine/engine-unavailable.ts'
import type { Packed } from '../engine/portable.ts'

/** Each command has an id, by which its repetitions are recognised. */
export type ShardRequest =
  | {
      readonly kind: 'submit'
      readonly id: string
      /** How long ago it was sent first; undefined if no owner can have received it before. */
      readonly sentBeforeMs?: number
      readonly command: object
      readonly caller?: Idempotency
      readonly view?: Packed
      readonly refusal?: Packed
    }
  | { readonly kind: 'read'; readonly look: Packed }

export type ShardReply =
  | { readonly kind: 'decided'; readonly answer: Again<object, unknown>; readonly hasBody: boolean }
  | { readonly kind: 'seen'; readonly seen: Seen<unknown> }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason; readonly retryAfterMs: number }
  /** A bug. The owner's log has it. */
  | { readonly kind: 'failed'; readonly message: string }

/** The decisions of one commit of a shard, or none: then it is the position of its owner. */
export type News<Event = unknown, Change = unknown> = {
  /** The number of the journal's row that it follows. */
  readonly after: number
  readonly seq: number
  /** The owner's time. Every later decision has this time or a later one. */
  readonly at: number
  readonly decisions: readonly Omit<Published<Event, Change>, 'shard'>[]
  readonly notifications: readonly Omit<Notification, 'shard' | 'data'>[]
}

export type Subjects = { readonly calls: (shard: ShardName) => string; readonly news: (shard: ShardName) => string }

/** `installation` separates installations that share a NATS server. */
export const subjectsOf = (installation: string): Subjects => ({
  calls: (shard) => `parley.${installation}.calls.${shard}`,
  news: (shard) => `parley.${installation}.news.${shard}`,
})

/** JSON has no undefined, which is the answer of a call without a body. */
export const packAnswer = (answer: Again<object, unknown>): ShardReply => ({
  kind: 'decided',
  answer,
  hasBody: isRefusal(answer) || !('answer' in answer) || answer.answer !== undefined,
})

export const unpackAnswer = ({ answer, hasBody }: Extract<ShardReply, { kind: 'decided' }>): Decided<object> | Refusal =>
  hasBody ? answer : ({ ...(answer as Decided<object>), answer: undefined } as Decided<object>)
