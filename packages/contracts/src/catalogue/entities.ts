import { z } from 'zod'
import { Decimal, Milliseconds, VenueCode } from '../wire-types.ts'

export const Greeks = z.object({
  delta: Decimal,
  gamma: Decimal,
  theta: Decimal,
  vega: Decimal,
})

export const Instrument = z
  .object({
    id: z.number().int(),
    name: z.string(),
    venue: VenueCode,
    venue_instrument_name: z.string(),
    kind: z.enum(['OPTION', 'FUTURE']),
    option_kind: z.enum(['CALL', 'PUT']).nullable(),
    strike: Decimal.nullable(),
    margin_kind: z.enum(['INVERSE', 'LINEAR']),
    product_code: z.string(),
    base_currency: z.string(),
    quote_currency: z.string(),
    clearing_currency: z.string(),
    expires_at: Milliseconds.nullable().meta({ description: 'Milliseconds; null for a perpetual.' }),
    contract_size: Decimal,
    min_tick_size: Decimal.meta({ description: 'The price step for blocks. Always written with a decimal point.' }),
    min_order_size_increment: Decimal,
    min_block_size: Decimal,
    state: z.enum(['ACTIVE', 'EXPIRED']),
    greeks: Greeks.extend({
      mark_price: Decimal,
      mark_iv: Decimal.nullable(),
      best_bid_price: Decimal.nullable(),
      best_ask_price: Decimal.nullable(),
      best_bid_iv: Decimal.nullable(),
      best_ask_iv: Decimal.nullable(),
      underlying_price: Decimal,
    }).nullable(),
  })
  .meta({ id: 'Instrument', description: 'A contract as listed by its venue.' })

export const Market = z
  .object({ venue: VenueCode, base_currency: z.string() })
  .meta({ id: 'Market', description: 'A venue and a base currency in which it lists instruments.' })

export type InstrumentView = z.output<typeof Instrument>
export type GreeksView = z.output<typeof Greeks>
export type MarketView = z.output<typeof Market>
