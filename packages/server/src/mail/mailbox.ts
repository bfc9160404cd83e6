/** The demo's mail server: emails stay in memory and are read in the browser. */
import { mailLimits } from './limits.ts'
import type { Outgoing, Transport } from './transport.ts'

export type Mailbox = Transport & {
  /** Newest first. */
  readonly mails: () => readonly Outgoing[]
}

export function createMailbox(): Mailbox {
  let mails: readonly Outgoing[] = []
  return {
    mails: () => mails,
    deliver(mail) {
      mails = [mail, ...mails].slice(0, mailLimits.mailbox)
      return Promise.resolve({ outcome: 'sent' })
    },
    close: () => Promise.resolve(),
  }
}
