/** Causes for which part of an order was cancelled, as its own desk reads them (rulebook 8.11). */

export const cancelCauses = [
  /** Cancelled by its own desk: alone, or with others. */
  'USER',
  'MASS_CANCEL',
  /** The last socket of its key was gone. */
  'DISCONNECT',
  /** The time of `cancel_all_after` ran out. */
  'DEAD_MAN',
  /** Trading was stopped by an administrator of the desk, or by the operator. */
  'TRADING_STOPPED',
  /** Its key, its person or its desk may no longer trade. */
  'ACCESS_ENDED',
  /** Its desk declined what it was quoting in. */
  'DECLINED',
  /** Market maker protection, or a limit of the desk's own. */
  'PROTECTION',
  'RFQ_FILLED',
  'RFQ_EXPIRED',
  'RFQ_CANCELED',
  /** The order book it rested in has ended: while anything rests there, only with its first leg. */
  'INSTRUMENT_EXPIRED',
  /** Its lifetime passed and nobody touched it. */
  'LIFETIME_ENDED',
  /** It never rests, so whatever did not trade at once was cancelled. */
  'NOT_FILLED_AT_ONCE',
  /** A trade left less of it than a block. */
  'BELOW_BLOCK_MINIMUM',
  /** It was for more than remains of the RFQ. */
  'ABOVE_REMAINING',
  /** Another order of its desk took its place (rulebook 17.7). */
  'REPLACED',
  /** It would have met another order of its own desk, and was the one of the two to go (rulebook 17.5). */
  'OWN_ORDER',
  /** The venue's limits leave no leg prices for it, and it stood in the way of one that rests (rulebook 17.6). */
  'OUTSIDE_BAND',
  'SETTLEMENT_REJECTED',
  /** The venue rejected a trade of the order, and its audience cancels the rest with it (rulebook 17.8). */
  'TRADE_REJECTED',
] as const
export type CancelCause = (typeof cancelCauses)[number]

/** Causes that cancel everything that a desk, person or key has open. */
export type SweepCause = Extract<CancelCause, 'MASS_CANCEL' | 'DISCONNECT' | 'DEAD_MAN' | 'TRADING_STOPPED' | 'ACCESS_ENDED'>

/** Causes for which a desk's own RFQ ends before its time. */
export type RfqCancelCause = SweepCause | 'USER'

/** The latest cause counts, but a rejection by the venue only where nothing was cancelled before. */
export const causedBy = (before: CancelCause | undefined, cause: CancelCause): CancelCause =>
  cause === 'SETTLEMENT_REJECTED' && before !== undefined ? before : cause
