/** Delivers emails. */
import type { Email } from './emails/draft.ts'
import type { Occasion } from './mail-queue.ts'

export type Outgoing = Email & {
  /** The same at every attempt, so that a mail server can recognise an email it already has. */
  readonly id: string
  readonly to: string
  readonly kind: Occasion['kind']
  readonly writtenAt: number
}

/** `reason` may repeat what the mail server said, and is for the row alone; `code` is for the log. */
export type Delivery =
  | { readonly outcome: 'sent' }
  /** For good: this email will never be taken. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly code: string }
  /** For now: the email is not the reason, or may not be. */
  | { readonly outcome: 'postponed'; readonly reason: string; readonly code: string }

export interface Transport {
  /** Never throws, and answers within `mailLimits.deliveryMs`. */
  deliver(mail: Outgoing): Promise<Delivery>
  close(): Promise<void>
}
