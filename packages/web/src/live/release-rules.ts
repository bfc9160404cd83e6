/** Rules of a page that a newer release has overtaken; pure. */

/** Things that a person is in the midst of. */
export type Hands = {
  /** A key, a button or a hold that is down. */
  readonly isPressed: boolean
  /** A field has the focus, or holds what was typed and not sent. */
  readonly isTyping: boolean
  readonly isInDialog: boolean
  /** An answer of the server is awaited. */
  readonly isBusy: boolean
  /** The server takes back what came through this window once the window is gone (rulebook 11.5). */
  readonly isPulledOnLoss: boolean
  readonly msSinceInput: number
}

/** Longer than a press that waits for its second one. */
export const QUIET_MS = 10_000

export const isQuiet = ({ isPressed, isTyping, isInDialog, isBusy, isPulledOnLoss, msSinceInput }: Hands): boolean =>
  !isPressed && !isTyping && !isInDialog && !isBusy && !isPulledOnLoss && msSinceInput >= QUIET_MS

const CHECK_MS = 600_000
const APART_MS = 60_000

/** Every ten minutes and up to one more, so that not all pages ask at once; `chance` from 0 up to 1. */
export const nextCheckMs = (chance: number): number => CHECK_MS + Math.floor(chance * APART_MS)
