import { z } from 'zod'
import { Decimal, Milliseconds } from '../wire-types.ts'

const positionFacts = {
  venue: z.string(),
  account_name: z.string(),
  instrument_name: z.string().meta({ description: "The venue's own name." }),
  instrument_id: z.number().int().nullable().meta({ description: 'Null if the instrument is not in the catalogue. It then has no figures.' }), // prettier-ignore
  product_code: z.string().nullable(),
  kind: z.enum(['OPTION', 'FUTURE']).nullable(),
  margin_kind: z.enum(['INVERSE', 'LINEAR']).nullable(),
  base_currency: z.string().nullable().meta({ description: 'Null if neither the catalogue nor the name determines it.' }),
  expires_at: Milliseconds.nullable().meta({ description: 'Null for a perpetual.' }),
  strike: Decimal.nullable(),
  option_kind: z.enum(['CALL', 'PUT']).nullable(),
  quantity: Decimal.meta({ description: 'Negative if short. In dollars for an inverse future, in coins for everything else.' }),
  average_price: Decimal,
  venue_mark_price: Decimal.nullable().meta({ description: "The venue's own figure at the time of the reading." }),
  currency: z
    .string()
    .nullable()
    .meta({ description: 'The currency of its profit and loss: the coin of an inverse contract, dollars for a linear one.' }),
}

/** One instrument in one account, as reported by the venue. */
export const PositionFacts = z.object(positionFacts).meta({ id: 'PositionFacts', description: 'One position as reported by the venue.' })

export const Position = z
  .object({
    ...positionFacts,
    mark_price: Decimal.nullable(),
    mark_iv: Decimal.nullable().meta({ description: 'Percent: "52.40".' }),
    pnl: Decimal.nullable().meta({ description: 'For the whole position, against its average price, in `currency`.' }),
    pnl_usd: Decimal.nullable(),
    delta: Decimal.nullable().meta({ description: 'In coin, for the whole position, like all greeks here.' }),
    gamma: Decimal.nullable().meta({ description: 'The change of delta, in coin, for a move of one dollar.' }),
    vega: Decimal.nullable().meta({ description: 'US dollars per volatility point.' }),
    theta: Decimal.nullable().meta({ description: 'US dollars per day.' }),
    read_at: Milliseconds.meta({ description: 'When the venue was asked.' }),
    state: z
      .enum(['FRESH', 'STALE'])
      .meta({ description: 'STALE: the account could not be read since then, or has not been read for a while.' }),
  })
  .meta({ id: 'Position', description: 'One position with its figures at the current marks. A figure that is not available is null.' })

export const AccountReading = z
  .object({
    venue: z.string(),
    account_name: z.string(),
    positions: z.number().int(),
    read_at: Milliseconds.nullable().meta({ description: 'When it was last read successfully; null if never.' }),
    state: z.enum(['FRESH', 'STALE', 'UNREAD']),
    failure: z
      .object({ at: Milliseconds, message: z.string() })
      .nullable()
      .meta({ description: 'Why the last attempt failed; null if it did not.' }),
    balances: z.array(
      z.object({
        currency: z.string(),
        equity: Decimal,
        available: Decimal.meta({ description: 'Available for new margin.' }),
      }),
    ),
  })
  .meta({ id: 'AccountReading', description: "One of the desk's accounts at a venue, and the age of its data." })

/** Sent on the channel `positions`: all accounts, and the positions of those that changed. */
export const PositionsChange = z.object({
  accounts: z.array(AccountReading),
  changed: z
    .array(z.object({ venue: z.string(), account_name: z.string(), positions: z.array(PositionFacts) }))
    .meta({ description: 'All positions of each account that changed. The first message contains every account.' }),
})

export type PositionFactsView = z.output<typeof PositionFacts>
export type PositionView = z.output<typeof Position>
export type AccountReadingView = z.output<typeof AccountReading>
export type PositionsChangeView = z.output<typeof PositionsChange>
