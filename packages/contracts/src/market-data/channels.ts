import { z } from 'zod'
import { Decimal, Milliseconds } from '../wire-types.ts'

/** One instrument's mark, in a short form, because a chain has hundreds. */
export const Mark = z.object({
  instrument_id: z.number().int(),
  mark_price: Decimal,
  mark_iv: Decimal.nullable().meta({ description: 'Percent: "52.40".' }),
  bid_price: Decimal.nullable(),
  ask_price: Decimal.nullable(),
  bid_iv: Decimal.nullable(),
  ask_iv: Decimal.nullable(),
  underlying_price: Decimal,
  delta: Decimal.nullable(),
  gamma: Decimal.nullable(),
  vega: Decimal.nullable(),
  theta: Decimal.nullable(),
  min_price: Decimal.nullable(),
  max_price: Decimal.nullable(),
})

/** Channel `market_data.{venue}.{base_currency}`: all marks on subscribing, then the changed ones, at most once a second. */
export const MarketData = z.object({
  venue: z.string(),
  base_currency: z.string(),
  at: Milliseconds.meta({ description: "The venue's own time of the newest mark." }),
  index_price: Decimal,
  index_change_24h: Decimal.nullable().meta({ description: 'Percent, over 24 hours or the part of them that is known.' }),
  index_change_since: Milliseconds.nullable().meta({ description: 'The time of the price that `index_change_24h` compares with.' }),
  is_stale: z.boolean().meta({ description: 'No data has arrived from the venue for 5 seconds.' }),
  marks: z.array(Mark),
})

export const VenueStatus = z
  .object({
    venue: z.string(),
    state: z.enum(['OPEN', 'SLOW', 'PAUSED_SETTLEMENT', 'MAINTENANCE', 'DISCONNECTED']),
    delay_ms: z.number().int().nullable().meta({ description: 'The time of the last call or ping that the venue answered.' }),
    since: Milliseconds.meta({ description: 'When this state began, as seen by this server.' }),
    sentence: z.string().meta({ description: 'What the state means for traders at this venue.' }),
  })
  .meta({ id: 'VenueStatus' })

/**
 * Channel `venue_states`: every connected venue, on subscribing and whenever one changes. A change of only the delay is sent at most every five
 * seconds.
 */
export const VenueStates = z.object({ venues: z.array(VenueStatus) })

export type VenueStatusView = z.output<typeof VenueStatus>
export type VenueStatesView = z.output<typeof VenueStates>

export type MarkView = z.output<typeof Mark>
export type MarketDataView = z.output<typeof MarketData>
