/** The people and programs that cancel orders of their own desk, by the name under which the desk knows them (rulebook 8.14). */
import type { DeskId, UserId } from '../ids.ts'

/** Comes with a command that may cancel. */
export type Canceler = { readonly desk: DeskId; readonly user: UserId; readonly name: string }

/** Kept by the order. For a protection the name is that of the limit. */
export type CanceledBy = {
  readonly name: string
  /** Set where the order was their own. */
  readonly isSender?: true
}
