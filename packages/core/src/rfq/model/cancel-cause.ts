/** The causes of a cancellation of an order or a part of it, as shown to its own desk (rulebook 8.11). */

export const cancelCauses = [
  /** Cancelled by its own desk: alone, or with others. */
  'USER',
  'MASS_CANCEL',
  /** The last socket of its key was closed. */
  'DISCONNECT',
  /** The timeout of `cancel_all_after` ran out. */
  'DEAD_MAN',
  /** Trading was stopped by an administrator of the desk, or by the operator. */
  'TRADING_STOPPED',
  /** Its key, its user or its desk can no longer trade. */
  'ACCESS_ENDED',
  /** Its desk declined the RFQ or market in which it was quoting. */
  'DECLINED',
  /** Market maker protection, or one of the desk's own limits. */
  'PROTECTION',
  'RFQ_FILLED',
  'RFQ_EXPIRED',
  'RFQ_CANCELED',
  /** The order book in which it rested has ended. While orders rest there, it ends only when its first leg expires. */
  'INSTRUMENT_EXPIRED',
  /** Its lifetime passed without an amendment. */
  'LIFETIME_ENDED',
  /** It never rests, so the part that did not trade immediately was cancelled. */
  'NOT_FILLED_AT_ONCE',
  /** A trade left less of it than a block. */
  'BELOW_BLOCK_MINIMUM',
  /** It exceeded what remains of the RFQ. */
  'ABOVE_REMAINING',
  /** It was replaced by another order of its desk (rulebook 17.7). */
  'REPLACED',
  /** It would have matched another order of its own desk, and self-trade prevention cancelled this one (rulebook 17.5). */
  'OWN_ORDER',
  /** The venue's limits leave no leg prices for it, and it was in the way of an order that now rests (rulebook 17.6). */
  'OUTSIDE_BAND',
  'SETTLEMENT_REJECTED',
  /** The venue rejected a trade of the order, and its kind of RFQ cancels the rest with it (rulebook 17.8). */
  'TRADE_REJECTED',
] as const
export type CancelCause = (typeof cancelCauses)[number]

/** Causes that cancel everything that a desk, user or key has open. */
export type SweepCause = Extract<CancelCause, 'MASS_CANCEL' | 'DISCONNECT' | 'DEAD_MAN' | 'TRADING_STOPPED' | 'ACCESS_ENDED'>

/** Causes for which a desk's own RFQ ends early. */
export type RfqCancelCause = SweepCause | 'USER'

/** The latest cause counts, but a rejection by the venue counts only if nothing was cancelled before. */
export const causedBy = (before: CancelCause | undefined, cause: CancelCause): CancelCause =>
  cause === 'SETTLEMENT_REJECTED' && before !== undefined ? before : cause
