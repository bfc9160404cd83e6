/** The people and programs that cancel orders and RFQs of their own desk, by the name under which the desk knows them (rulebook 8.14). */
import type { ChangeOrigin } from './change-origin.ts'
import type { DeskId, UserId } from './ids.ts'

/** Comes with a command that may cancel. */
export type Canceler = {
  readonly desk: DeskId
  readonly user: UserId
  readonly name: string
  /** For the audit log, where it hits what others of the desk have open. */
  readonly asked?: ChangeOrigin
}

/** Kept by the order or the RFQ. For a protection the name is that of the limit. */
export type CanceledBy = {
  readonly name: string
  /** Set where it was their own. */
  readonly isSender?: true
}
