/** How past requests went: of a taker with its makers, and of a maker with its takers. Each desk reads its own. */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

export const MakerHistory = z
  .object({
    desk_name: z.string(),
    asked: z.number().int().meta({ description: 'Your requests that it was asked.' }),
    quoted: z.number().int().meta({ description: 'Those in which it showed a quote or dealt.' }),
    dealt: z.number().int().meta({ description: 'Those in which you dealt with it.' }),
    median_response_ms: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The middle of the times from the request to its first quote; null where it showed none.' }),
  })
  .meta({ id: 'MakerHistory', description: 'How a maker answered your own requests.' })

export const MakerHistories = z
  .object({ since: Milliseconds.meta({ description: 'Older requests are not counted.' }), results: z.array(MakerHistory) })
  .meta({ id: 'MakerHistories' })

export const TakerHistory = z
  .object({
    desk_name: z.string(),
    asked: z.number().int().meta({ description: 'Its requests to you that have ended.' }),
    quoted: z.number().int().meta({ description: 'Those in which you quoted.' }),
    dealt: z.number().int().meta({ description: 'Those in which you dealt with it.' }),
    traded: z.number().int().meta({ description: 'Those you quoted that traded, with you or away: what you read as Filled or Trd Away.' }),
    last_dealt_at: Milliseconds.nullable().meta({ description: 'Your last deal with it; null where there was none.' }),
  })
  .meta({ id: 'TakerHistory', description: 'How the requests of a taker to you went. Anonymous ones count nowhere.' })

export const TakerHistories = z
  .object({ since: Milliseconds.meta({ description: 'Older requests are not counted.' }), results: z.array(TakerHistory) })
  .meta({ id: 'TakerHistories' })

export type MakerHistoriesView = z.output<typeof MakerHistories>
export type TakerHistoriesView = z.output<typeof TakerHistories>
