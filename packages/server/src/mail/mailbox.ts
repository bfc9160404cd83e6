/** The demo's mail server: letters stay in memory, and whoever runs the demo reads them in the browser. */
import { mailLimits } from './limits.ts'
import type { Outgoing, Transport } from './transport.ts'

export type Mailbox = Transport & {
  /** The newest first. */
  readonly letters: () => readonly Outgoing[]
}

export function createMailbox(): Mailbox {
  let letters: readonly Outgoing[] = []
  return {
    letters: () => letters,
    deliver(letter) {
      letters = [letter, ...letters].slice(0, mailLimits.mailbox)
      return Promise.resolve({ outcome: 'sent' })
    },
    close: () => Promise.resolve(),
  }
}
