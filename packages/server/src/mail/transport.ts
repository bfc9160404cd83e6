/** Delivers emails. */
import type { Email } from './emails/draft.ts'
import type { Occasion } from './mail-queue.ts'

export type Outgoing = Email & {
  /** The same for every attempt, so that a mail server can recognise an email that it already has. */
  readonly id: string
  readonly to: string
  readonly kind: Occasion['kind']
  readonly writtenAt: number
}

/** `reason` may quote the mail server and is only for the row; `code` is for the log. */
export type Delivery =
  | { readonly outcome: 'sent' }
  /** Permanent: this email will never be accepted. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly code: string }
  /** Temporary: the email is not the cause, or possibly not. */
  | { readonly outcome: 'postponed'; readonly reason: string; readonly code: string }

export interface Transport {
  /** Never throws, and resolves within `mailLimits.deliveryMs`. */
  deliver(mail: Outgoing): Promise<Delivery>
  close(): Promise<void>
}
