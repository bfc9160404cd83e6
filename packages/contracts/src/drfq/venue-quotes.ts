/** The quotes of a venue's own makers in a request that asked them too; for its taker alone. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Decimal, DecimalIn, Milliseconds, Side, Text, VenueCode } from '../wire-types.ts'
import { Order } from './entities.ts'

export const VenueQuoteLevel = z
  .object({
    price: Decimal,
    quantity: Decimal.meta({ description: 'In the unit of the request.' }),
    makers: z.number().int().meta({ description: 'How many makers stand together at this price.' }),
    is_all_or_none: z.boolean(),
    updated_at: Milliseconds,
  })
  .meta({ id: 'VenueQuoteLevel' })

export const VenueQuotes = z
  .object({
    rfq_id: z.string(),
    venue: VenueCode,
    desk_name: z.string().meta({ description: "The word under which the venue's makers stand where desks stand: DBT-RFQ." }),
    state: z.enum(['ASKING', 'GRACE', 'QUOTED', 'LOST', 'REFUSED', 'TRADING', 'ENDED']).meta({
      description:
        'ASKING: on its way to the venue. GRACE: asked, and the venue shows nothing yet. QUOTED: as the venue shows it. LOST: not known at the moment. REFUSED: the venue or the account does not allow it, for the reason in message. TRADING: one of its quotes was taken, and the venue has not answered yet. ENDED: nothing is asked any more.',
    }),
    message: z.string().nullable(),
    quantity: Decimal.nullable().meta({
      description: 'What is asked for at the venue: all that remains of the request. It trades whole or not at all.',
    }),
    quotes_from: Milliseconds.nullable().meta({ description: 'When the venue begins to show quotes.' }),
    expires_at: Milliseconds.nullable().meta({ description: "The end of the venue's own request; it is asked anew while yours is open." }),
    bid: Decimal.nullable().meta({ description: 'The price at which the whole quantity can be sold now.' }),
    ask: Decimal.nullable().meta({ description: 'The price at which the whole quantity can be bought now.' }),
    bids: z.array(VenueQuoteLevel).meta({ description: 'Best first.' }),
    asks: z.array(VenueQuoteLevel).meta({ description: 'Best first.' }),
  })
  .meta({ id: 'VenueQuotes', description: "What a venue's own makers quote in one of your requests." })

export type VenueQuoteLevelView = z.infer<typeof VenueQuoteLevel>
export type VenueQuotesView = z.infer<typeof VenueQuotes>

const BASE = '/v2/drfq'
const id = z.object({ id: Text(64) })

export const getVenueQuotes = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/venue_quotes/`,
  summary: "What the venue's own makers quote in your request, where it asked them too.",
  who: 'member',
  params: id,
  answer: VenueQuotes,
  refusals: ['NotFound', 'VenueNotAsked'],
})

export const crossVenueQuotes = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/venue_quotes/cross/`,
  summary:
    "Take what the venue's own makers quote, at this price or a better one: the whole quantity asked for there, at once or not at all. It settles at the venue.",
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
