/**
 * The place of a message among those of its group. A decision may send one reader several notifications on a channel: `left` says how many of them
 * are still to come, and until the last has come `seq` is the number below the decision's own, which is from where to resume.
 */
import type { Notice } from './connection.ts'

export type Position = { readonly seq: number; readonly left: number }

type Meta = NonNullable<Notice['meta']>

export const positionOf = ({ seq_num: seq, seq_left: left = 0 }: Meta): Position => ({ seq, left })

/** Of the message that was sent before it; undefined where it is the first. */
export const previousOf = ({ prev_seq_num: seq, prev_seq_left: left = 0 }: Meta): Position | undefined =>
  seq === undefined ? undefined : { seq, left }

/** The number of the decision itself. */
export const decisionOf = ({ seq, left }: Position): number => (left === 0 ? seq : seq + 1)

export const isAfter = (one: Position, other: Position): boolean =>
  decisionOf(one) > decisionOf(other) || (decisionOf(one) === decisionOf(other) && one.left < other.left)

export const isSame = (one: Position, other: Position): boolean => one.seq === other.seq && one.left === other.left
