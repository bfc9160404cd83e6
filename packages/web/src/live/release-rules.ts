/** Rules for a page that has been superseded by a newer release. Pure. */

/** The user's current activity. */
export type Hands = {
  /** A key, a button or a hold is down. */
  readonly isPressed: boolean
  /** A field has the focus, or contains unsent text. */
  readonly isTyping: boolean
  readonly isInDialog: boolean
  /** A response of the server is pending. */
  readonly isBusy: boolean
  /** The server cancels this window's orders when the window is closed (rulebook 11.5). */
  readonly isPulledOnLoss: boolean
  readonly msSinceInput: number
}

/** Longer than a button waits for its second click. */
export const QUIET_MS = 10_000

export const isQuiet = ({ isPressed, isTyping, isInDialog, isBusy, isPulledOnLoss, msSinceInput }: Hands): boolean =>
  !isPressed && !isTyping && !isInDialog && !isBusy && !isPulledOnLoss && msSinceInput >= QUIET_MS

const CHECK_MS = 600_000
const APART_MS = 60_000

/** Every ten to eleven minutes, so that not all pages ask at the same time. `chance` is from 0 up to 1. */
export const nextCheckMs = (chance: number): number => CHECK_MS + Math.floor(chance * APART_MS)
