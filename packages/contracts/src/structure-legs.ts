/** The legs of an order's structure, so that an order is complete without its RFQ. */
import { z } from 'zod'
import { Decimal, Side } from './wire-types.ts'

const StructureLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  side: Side.meta({ description: 'The side of the leg for a buyer of the structure.' }),
  ratio: Decimal,
})
export type StructureLegView = z.infer<typeof StructureLeg>

export const structureLegs = z.array(StructureLeg).optional().meta({ description: "The legs of its RFQ's structure, including hedges." })

/** For a leg of an RFQ: the venue's figures at the time of reading. */
export const legVolatilities = {
  mark_price_iv: Decimal.nullable().optional().meta({
    description:
      "The implied volatility of the venue's current mark in per cent; null if there is none. Over REST only, for open RFQs and orders.",
  }),
  best_bid_iv: Decimal.nullable().optional(),
  best_ask_iv: Decimal.nullable().optional(),
}
