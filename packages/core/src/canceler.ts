/** The people and programs that cancel orders and RFQs of their own desk, by the names that the desk knows (rulebook 8.14). */
import type { ChangeOrigin } from './change-origin.ts'
import type { DeskId, UserId } from './ids.ts'

/** Part of every command that can cancel. */
export type Canceler = {
  readonly desk: DeskId
  readonly user: UserId
  readonly name: string
  /** For the audit log, if it cancels what other members of the desk have open. */
  readonly asked?: ChangeOrigin
}

/** Stored in the order or the RFQ. For a protection, the name is that of the limit. */
export type CanceledBy = {
  readonly name: string
  /** Set if they cancelled their own. */
  readonly isSender?: true
}
