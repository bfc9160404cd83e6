/** The quotes of a venue's own makers in an RFQ that also asked them; only for its taker. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Decimal, DecimalIn, Milliseconds, Side, Text, VenueCode } from '../wire-types.ts'
import { Order } from './entities.ts'

export const VenueQuoteLevel = z
  .object({
    price: Decimal,
    quantity: Decimal.meta({ description: 'In the unit of the RFQ.' }),
    makers: z.number().int().meta({ description: 'How many makers quote together at this price.' }),
    is_all_or_none: z.boolean(),
    updated_at: Milliseconds,
  })
  .meta({ id: 'VenueQuoteLevel' })

export const VenueQuotes = z
  .object({
    rfq_id: z.string(),
    venue: VenueCode,
    desk_name: z.string().meta({ description: "The name shown for the venue's makers in place of a desk: DBT-RFQ." }),
    state: z.enum(['ASKING', 'GRACE', 'QUOTED', 'LOST', 'REFUSED', 'TRADING', 'ENDED']).meta({
      description:
        "ASKING: on its way to the venue. GRACE: sent, and the venue does not show quotes yet. QUOTED: as shown by the venue. LOST: the current state is unknown. REFUSED: the venue or the account does not allow it, for the reason in message. TRADING: one of the quotes was lifted or hit, and the venue has not answered yet. ENDED: the venue's makers are no longer asked.",
    }),
    message: z.string().nullable(),
    quantity: Decimal.nullable().meta({
      description: 'The quantity requested at the venue: all that remains of the RFQ. It trades in full or not at all.',
    }),
    quotes_from: Milliseconds.nullable().meta({ description: 'When the venue begins to show quotes.' }),
    expires_at: Milliseconds.nullable().meta({ description: "When the venue's own RFQ expires. It is sent again while yours is open." }),
    bid: Decimal.nullable().meta({ description: 'The price at which the whole quantity can be sold.' }),
    ask: Decimal.nullable().meta({ description: 'The price at which the whole quantity can be bought.' }),
    bids: z.array(VenueQuoteLevel).meta({ description: 'Best first.' }),
    asks: z.array(VenueQuoteLevel).meta({ description: 'Best first.' }),
  })
  .meta({ id: 'VenueQuotes', description: "The quotes of a venue's own makers in one of your RFQs." })

export type VenueQuoteLevelView = z.infer<typeof VenueQuoteLevel>
export type VenueQuotesView = z.infer<typeof VenueQuotes>

const BASE = '/v2/drfq'
const id = z.object({ id: Text(64) })

export const getVenueQuotes = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/venue_quotes/`,
  summary: "The quotes of the venue's own makers in your RFQ, if it asked them too.",
  who: 'member',
  params: id,
  answer: VenueQuotes,
  refusals: ['NotFound', 'VenueNotAsked'],
})

export const crossVenueQuotes = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/venue_quotes/cross/`,
  summary:
    "Trade with the venue's own makers at this price or better: the whole quantity requested there, immediately or not at all. It settles at the venue.",
  who: 'trader',
  status: 201,
  params: id,
  body: z.object({ side: Side, price: DecimalIn, quantity: DecimalIn }),
  answer: Order,
  refusals: [
    'NotFound',
    'RfqClosed',
    'RfqIsDraft',
    'NotTheCreator',
    'VenueNotAsked',
    'VenueQuoteGone',
    'VenueQuantityNotWhole',
    'SideNotAsked',
    'TooManyOrders',
    'QuantityAboveRemaining',
    'QuantityBelowBlockMinimum',
    'QuantityOffIncrement',
    'PriceOffTick',
    'PriceOutsideBand',
    'PricingImpossible',
    'OrderPriceMissing',
    'QuoteCrossesOwnSide',
    'TradingIsStopped',
  ],
})
