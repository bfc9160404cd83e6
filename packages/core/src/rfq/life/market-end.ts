import { INACTIVITY_MS } from '../model/limits.ts'

export type MarketEnd = { readonly because: 'LEG_EXPIRED' | 'IDLE'; readonly at: number }

/** Why and when a closed order-book RFQ ended (rulebook 10.25). `firstExpiryAt` is undefined if no leg expires. */
export function marketEndOf({
  firstExpiryAt,
  lastActivityAt,
}: {
  readonly firstExpiryAt: number | undefined
  readonly lastActivityAt: number
}): MarketEnd {
  const idleAt = lastActivityAt + INACTIVITY_MS
  return firstExpiryAt !== undefined && firstExpiryAt <= idleAt
    ? { because: 'LEG_EXPIRED', at: firstExpiryAt }
    : { because: 'IDLE', at: idleAt }
}
