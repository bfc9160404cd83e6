/** Fees as charged by the venues. Separate from the reconciliation, which the trading page does not have to load. */
import { z } from 'zod'
import { Decimal } from '../wire-types.ts'

export const VenueFee = z
  .object({ currency: z.string(), amount: Decimal.meta({ description: 'A rebate is negative.' }) })
  .meta({ id: 'VenueFee', description: 'What the venue charged the reader for its own side of a trade, by coin.' })

export const VenueFees = z
  .object({
    trades: z.array(
      z.object({
        trade_id: z.string(),
        trade_number: z.number().int().nullable().meta({ description: 'In the order book, where trades have numbers.' }),
        venue_fees: z.array(VenueFee),
      }),
    ),
  })
  .meta({ id: 'VenueFees', description: "The newest trades of the reader's desk whose fees are known, oldest first." })

/** A member of the reader's own trades. */
export const venueFees = z
  .array(VenueFee)
  .optional()
  .meta({ description: "The fee of the reader's own side as charged by the venue. Present once the venue's record has been read." })

export type VenueFeesView = z.output<typeof VenueFees>
export type VenueFeeView = z.output<typeof VenueFee>
