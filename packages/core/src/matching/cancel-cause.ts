/** Why a part of an order or quote will not trade any more, in the words in which its own desk reads it (rulebook 8.11). */

export const cancelCauses = [
  /** Called back by its own desk: alone, or with others. */
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
  /** Its market has ended: while anything rests there, only with its first leg. */
  'INSTRUMENT_EXPIRED',
  /** Nobody touched it for as long as a quote stays. */
  'LIFETIME_ENDED',
  /** It never rests: what did not trade at once is gone. */
  'NOT_FILLED_AT_ONCE',
  'BELOW_BLOCK_MINIMUM',
  'ABOVE_REMAINING',
  'SETTLEMENT_REJECTED',
] as const
export type CancelCause = (typeof cancelCauses)[number]

/** What cancels everything of somebody. */
export type SweepCause = Extract<CancelCause, 'MASS_CANCEL' | 'DISCONNECT' | 'DEAD_MAN' | 'TRADING_STOPPED' | 'ACCESS_ENDED'>

/** Where nothing more is known than the reason. */
const plain = {
  ByUser: 'USER',
  NotFilledAtOnce: 'NOT_FILLED_AT_ONCE',
  RfqClosed: 'RFQ_FILLED',
  MarketEnded: 'INSTRUMENT_EXPIRED',
  Lapsed: 'LIFETIME_ENDED',
  SettlementRejected: 'SETTLEMENT_REJECTED',
  BelowBlockMinimum: 'BELOW_BLOCK_MINIMUM',
  AboveRemaining: 'ABOVE_REMAINING',
  Protection: 'PROTECTION',
} as const satisfies Record<string, CancelCause>
type Reason = keyof typeof plain

export const causeOf = (reason: Reason): CancelCause => plain[reason]

type Caused = { readonly cancelCause?: CancelCause }
type Canceling = { readonly reason: Reason; readonly cause?: CancelCause }

/**
 * The member after the event: what took what rested counts, and a rejection by the venue only where nothing else was cancelled before. A
 * journal from before causes were written down leaves it as it was.
 */
export const withCause = ({ cancelCause }: Caused, { reason, cause }: Canceling): Caused => {
  const isKept = cause === undefined || (reason === 'SettlementRejected' && cancelCause !== undefined)
  const now = isKept ? cancelCause : cause
  return now === undefined ? nothing : { cancelCause: now }
}

const nothing: Caused = {}
