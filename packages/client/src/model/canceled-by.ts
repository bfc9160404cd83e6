/** How and by whom an order or an RFQ of the reader's own desk was cancelled, in the form common to both dialects. */
import type { OrderView } from '@parley/contracts'

/** The cause of the last cancellation of the order or RFQ. */
export type CancelCause =
  | 'USER'
  | 'MASS_CANCEL'
  | 'DISCONNECT'
  | 'DEAD_MAN'
  | 'TRADING_STOPPED'
  | 'ACCESS_ENDED'
  | 'DECLINED'
  | 'PROTECTION'
  | 'RFQ_FILLED'
  | 'RFQ_EXPIRED'
  | 'RFQ_CANCELED'
  | 'INSTRUMENT_EXPIRED'
  | 'LIFETIME_ENDED'
  | 'NOT_FILLED_AT_ONCE'
  | 'BELOW_BLOCK_MINIMUM'
  | 'ABOVE_REMAINING'
  | 'SETTLEMENT_REJECTED'
  | 'REPLACED'
  | 'OWN_ORDER'
  | 'OUTSIDE_BAND'
  | 'TRADE_REJECTED'

export type UnfilledReason = NonNullable<OrderView['unfilled_reason']>

export type CanceledBy = { readonly name: string; readonly isSender: boolean }

export const canceledByOf = ({ canceled_by: by }: Pick<OrderView, 'canceled_by'>): CanceledBy | undefined =>
  by === undefined ? undefined : { name: by.name, isSender: by.is_sender }
