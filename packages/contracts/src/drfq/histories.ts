/** The outcome of past RFQs: of a taker with its makers, and of a maker with its takers. Each desk sees only its own. */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

export const MakerHistory = z
  .object({
    desk_name: z.string(),
    asked: z.number().int().meta({ description: 'Your RFQs in which this maker was asked.' }),
    quoted: z.number().int().meta({ description: 'Those in which it showed a quote or traded.' }),
    dealt: z.number().int().meta({ description: 'Those in which you traded with it.' }),
    median_response_ms: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The median time from the RFQ to its first quote; null if it showed none.' }),
  })
  .meta({ id: 'MakerHistory', description: 'How a maker responded to your own RFQs.' })

export const MakerHistories = z
  .object({ since: Milliseconds.meta({ description: 'Older RFQs are not counted.' }), results: z.array(MakerHistory) })
  .meta({ id: 'MakerHistories' })

export const TakerHistory = z
  .object({
    desk_name: z.string(),
    asked: z.number().int().meta({ description: 'RFQs from this taker to you that have ended.' }),
    quoted: z.number().int().meta({ description: 'Those in which you quoted.' }),
    dealt: z.number().int().meta({ description: 'Those in which you traded with it.' }),
    traded: z
      .number()
      .int()
      .meta({ description: 'Those you quoted that traded, with you or with another maker: shown to you as Filled or Trd Away.' }),
    last_dealt_at: Milliseconds.nullable().meta({ description: 'Your last trade with it; null if there is none.' }),
  })
  .meta({ id: 'TakerHistory', description: "The outcome of a taker's RFQs to you. Anonymous RFQs are not counted." })

export const TakerHistories = z
  .object({ since: Milliseconds.meta({ description: 'Older RFQs are not counted.' }), results: z.array(TakerHistory) })
  .meta({ id: 'TakerHistories' })

export type MakerHistoriesView = z.output<typeof MakerHistories>
export type TakerHistoriesView = z.output<typeof TakerHistories>
