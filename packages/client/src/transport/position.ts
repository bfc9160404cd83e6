/**
 * The position of a message within its group. A decision may send a reader several notifications on one channel. `left` is the number that follows,
 * and until the last one has arrived, `seq` is the number before the decision's own, from which to resume.
 */
import type { Notice } from './connection.ts'

export type Position = { readonly seq: number; readonly left: number }

type Meta = NonNullable<Notice['meta']>

export const positionOf = ({ seq_num: seq, seq_left: left = 0 }: Meta): Position => ({ seq, left })

/** The position of the previous message; undefined for the first. */
export const previousOf = ({ prev_seq_num: seq, prev_seq_left: left = 0 }: Meta): Position | undefined =>
  seq === undefined ? undefined : { seq, left }

/** The sequence number of the decision itself. */
export const decisionOf = ({ seq, left }: Position): number => (left === 0 ? seq : seq + 1)

export const isAfter = (one: Position, other: Position): boolean =>
  decisionOf(one) > decisionOf(other) || (decisionOf(one) === decisionOf(other) && one.left < other.left)

export const isSame = (one: Position, other: Position): boolean => one.seq === other.seq && one.left === other.left
