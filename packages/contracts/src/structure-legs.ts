/** The legs of an order's structure, so that an order says by itself what it is of. */
import { z } from 'zod'
import { Decimal, Side } from './wire-types.ts'

const StructureLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  side: Side.meta({ description: "The side of the structure's buyer." }),
  ratio: Decimal,
})
export type StructureLegView = z.infer<typeof StructureLeg>

export const structureLegs = z.array(StructureLeg).optional().meta({ description: "The legs of its RFQ's structure, a hedge among them." })

/** Of a leg of an RFQ: the venue's, as they are when it is read. */
export const legVolatilities = {
  mark_price_iv: Decimal.nullable()
    .optional()
    .meta({ description: "The volatility of the venue's mark in per cent, now; null where it has none. Over REST only, of what is open." }),
  best_bid_iv: Decimal.nullable().optional(),
  best_ask_iv: Decimal.nullable().optional(),
}
