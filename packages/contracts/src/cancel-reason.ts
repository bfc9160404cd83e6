/** Why a part of an order or quote was cancelled, as shown to its own desk in both flows (rulebook 8.11). */
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
    'REPLACED',
    'OWN_ORDER',
    'OUTSIDE_BAND',
    'TRADE_REJECTED',
  ])
  .meta({ id: 'CancelReason' })

export const cancelReason = CancelReason.nullable().meta({
  description:
    'The reason for the most recent cancellation. null if nothing was cancelled, or if it happened before reasons were recorded.',
})

/** Only for the order's own desk (rulebook 8.18). */
export const unfilledReason = z
  .enum(['NO_LIQUIDITY', 'NOT_ENOUGH_LIQUIDITY', 'BELOW_BLOCK_MINIMUM', 'COUNTERPARTY_LIMIT'])
  .optional()
  .meta({
    description:
      'Why an order that never rests did not fill in full, as far as its book showed it at that time. NO_LIQUIDITY: there were no orders at its limit or better. NOT_ENOUGH_LIQUIDITY: there was less than its quantity. BELOW_BLOCK_MINIMUM: a part would have been below the minimum block. COUNTERPARTY_LIMIT: another desk allowed less than it showed. Absent if the order filled in full, or was sent before this was recorded.',
  })

/** The name of the person, program or limit that cancelled, for the order's own desk (rulebook 8.14). */
export const canceledBy = z
  .object({
    name: z.string().meta({ description: 'The member or the key, as the desk knows it. For a protection, the name of the limit.' }),
    is_sender: z.boolean().meta({ description: 'Whether that member or key also sent the order.' }),
  })
  .optional()
  .meta({
    description:
      'Who caused the most recent cancellation. Absent if it was not caused by the desk, or if it happened before this was recorded.',
  })
