/** Why a part of an order or quote was cancelled, as its own desk reads it in both flows (rulebook 8.11). */
import { z } from 'zod'

export const CancelReason = z
  .enum([
    'USER',
    'MASS_CANCEL',
    'DISCONNECT',
    'DEAD_MAN',
    'TRADING_STOPPED',
    'ACCESS_ENDED',
    'DECLINED',
    'PROTECTION',
    'RFQ_FILLED',
    'RFQ_EXPIRED',
    'RFQ_CANCELED',
    'INSTRUMENT_EXPIRED',
    'LIFETIME_ENDED',
    'NOT_FILLED_AT_ONCE',
    'BELOW_BLOCK_MINIMUM',
    'ABOVE_REMAINING',
    'SETTLEMENT_REJECTED',
  ])
  .meta({ id: 'CancelReason' })

export const cancelReason = CancelReason.nullable().meta({
  description: 'Of what was cancelled last; null where nothing was, or it was before this was written down.',
})
