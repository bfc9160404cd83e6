/** Why a part of an order will not trade any more, in the words in which its own desk reads it (rulebook 8.11). */

export const cancelCauses = [
  /** Taken back by its own desk: alone, or with others. */
  'USER',
  'MASS_CANCEL',
  /** The last socket of its key was gone. */
  'DISCONNECT',
  /** The time of `cancel_all_after` ran out. */
  'DEAD_MAN',
  /** By an administrator of the desk, or the operator. */
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
  /** Nobody touched it for as long as an order rests. */
  'LIFETIME_ENDED',
  /** It never rests: what did not trade at once is gone. */
  'NOT_FILLED_AT_ONCE',
  /** The rest after a trade is too small for a block of its own. */
  'BELOW_BLOCK_MINIMUM',
  /** It was for more than the RFQ still has. */
  'ABOVE_REMAINING',
  'SETTLEMENT_REJECTED',
] as const
export type CancelCause = (typeof cancelCauses)[number]

/** Causes that cancel everything of somebody. */
export type SweepCause = Extract<CancelCause, 'MASS_CANCEL' | 'DISCONNECT' | 'DEAD_MAN' | 'TRADING_STOPPED' | 'ACCESS_ENDED'>

/** The cause that took the resting part counts, and a rejection by the venue only where nothing else was cancelled before. */
export const causedBy = (before: CancelCause | undefined, cause: CancelCause): CancelCause =>
  cause === 'SETTLEMENT_REJECTED' && before !== undefined ? before : cause
