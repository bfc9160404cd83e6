/** Compares two versions of an order (rulebook 18.10). A response and a message about the same order can overtake each other. */
import type { Quantity } from '../decimal.ts'

const STATES = ['NEW', 'UNTRIGGERED', 'OPEN', 'CLOSED'] as const

export type OrderProgress = {
  readonly state: (typeof STATES)[number]
  readonly quantity: Quantity
  readonly remaining: Quantity
  /** The venue's time of the version, in ms. Several versions can have the same. */
  readonly changedAt: number
}

/**
 * Whether `next` is older than `held` and must not replace it. An order never goes back to an earlier state and never has less filled, whatever the
 * times. Between versions with the same progress, the later time is newer.
 */
export function isOlderVersion(next: OrderProgress, held: OrderProgress): boolean {
  const byState = STATES.indexOf(next.state) - STATES.indexOf(held.state)
  if (byState !== 0) return byState < 0
  const byFill = next.quantity - next.remaining - (held.quantity - held.remaining)
  return byFill === 0 ? next.changedAt < held.changedAt : byFill < 0
}
