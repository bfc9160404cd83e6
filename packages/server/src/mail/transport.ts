/** A way out for letters. */
import type { Letter } from './letters/draft.ts'
import type { Occasion } from './post.ts'

export type Outgoing = Letter & {
  /** The same at every attempt, so that a mail server that has the letter already can tell. */
  readonly id: string
  readonly to: string
  readonly kind: Occasion['kind']
  readonly writtenAt: number
}

/** `reason` may repeat what the mail server said, and is for the row alone; `code` is for the log. */
export type Delivery =
  | { readonly outcome: 'sent' }
  /** For good: this letter will never be taken. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly code: string }
  /** For now: the letter is not the reason, or may not be. */
  | { readonly outcome: 'postponed'; readonly reason: string; readonly code: string }

export interface Transport {
  /** Never throws, and answers within `mailLimits.deliveryMs`. */
  deliver(letter: Outgoing): Promise<Delivery>
  close(): Promise<void>
}
