import { z } from 'zod'
import { Decimal, Milliseconds } from '../wire-types.ts'

const positionFacts = {
  venue: z.string(),
  account_name: z.string(),
  instrument_name: z.string().meta({ description: "The venue's own name." }),
  instrument_id: z.number().int().nullable().meta({ description: 'Null where the catalogue does not know the instrument: it has no figures then.' }), // prettier-ignore
  product_code: z.string().nullable(),
  kind: z.enum(['OPTION', 'FUTURE']).nullable(),
  margin_kind: z.enum(['INVERSE', 'LINEAR']).nullable(),
  base_currency: z.string().nullable().meta({ description: 'Null where neither the catalogue nor the name says it.' }),
  expires_at: Milliseconds.nullable().meta({ description: 'Null for a perpetual.' }),
  strike: Decimal.nullable(),
  option_kind: z.enum(['CALL', 'PUT']).nullable(),
  quantity: Decimal.meta({ description: 'Below zero where it is sold; dollars of an inverse future, coins of everything else.' }),
  average_price: Decimal,
  venue_mark_price: Decimal.nullable().meta({ description: "The venue's, as of the reading." }),
  currency: z.string().nullable().meta({ description: 'In which it gains: the coin of an inverse contract, dollars of a linear one.' }),
}

/** One instrument in one account, as the venue says. */
export const PositionFacts = z.object(positionFacts).meta({ id: 'PositionFacts', description: 'One position as the venue says it.' })

export const Position = z
  .object({
    ...positionFacts,
    mark_price: Decimal.nullable(),
    mark_iv: Decimal.nullable().meta({ description: 'Percent: "52.40".' }),
    pnl: Decimal.nullable().meta({ description: 'Of the whole position against its average price, in `currency`.' }),
    pnl_usd: Decimal.nullable(),
    delta: Decimal.nullable().meta({ description: 'Coin, for the whole position, as all greeks here.' }),
    gamma: Decimal.nullable().meta({ description: 'Coin of delta for a move of one dollar.' }),
    vega: Decimal.nullable().meta({ description: 'US dollars for a volatility point.' }),
    theta: Decimal.nullable().meta({ description: 'US dollars for a day.' }),
    read_at: Milliseconds.meta({ description: 'When the venue was asked.' }),
    state: z.enum(['FRESH', 'STALE']).meta({ description: 'STALE: the account could not be read since, or not for a while.' }),
  })
  .meta({ id: 'Position', description: 'One position with its figures at the marks of now; a figure that is not known is null.' })

export const AccountReading = z
  .object({
    venue: z.string(),
    account_name: z.string(),
    positions: z.number().int(),
    read_at: Milliseconds.nullable().meta({ description: 'When it was last read; null if it never was.' }),
    state: z.enum(['FRESH', 'STALE', 'UNREAD']),
    failure: z
      .object({ at: Milliseconds, message: z.string() })
      .nullable()
      .meta({ description: 'Why the last attempt brought nothing; null where it did.' }),
    balances: z.array(
      z.object({
        currency: z.string(),
        equity: Decimal,
        available: Decimal.meta({ description: 'Free for new margin.' }),
      }),
    ),
  })
  .meta({ id: 'AccountReading', description: "One of the desk's accounts at a venue, and how old what is known of it is." })

/** On the channel `positions`: all accounts, and the positions of those that changed. */
export const PositionsChange = z.object({
  accounts: z.array(AccountReading),
  changed: z
    .array(z.object({ venue: z.string(), account_name: z.string(), positions: z.array(PositionFacts) }))
    .meta({ description: 'All positions of each account that changed; at first of every account.' }),
})

export type PositionFactsView = z.output<typeof PositionFacts>
export type PositionView = z.output<typeof Position>
export type AccountReadingView = z.output<typeof AccountReading>
export type PositionsChangeView = z.output<typeof PositionsChange>
