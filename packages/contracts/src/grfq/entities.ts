import { z } from 'zod'
import { AllocationPart, DeclineReason } from '../drfq/entities.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'
import { venueFees } from '../reconciliation/venue-fees.ts'
import { canceledBy, cancelReason, unfilledReason } from '../cancel-reason.ts'
import { agreedFilled, canceledQuantity, pendingFill, settledFilled, settledQuantity } from '../order-quantities.ts'
import { settlement, settlementRoute } from '../booking.ts'
import { legVolatilities, structureLegs } from '../structure-legs.ts'
import { Fence, unreached } from '../protection/entities.ts'

export const MarketLeg = z.object({
  instrument: z.string().meta({ description: "The venue's own name." }),
  instrument_name: z.string().meta({ description: 'The same instrument, by its name in the direct flow.' }),
  instrument_id: z.number().int(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal.meta({ description: 'For the smallest block: min_block_size x ratio.' }),
  side: Side.meta({ description: 'The side of the leg for a buyer of the structure.' }),
  price: Decimal.optional().meta({ description: 'Set only on a hedge leg; absent otherwise.' }),
  ...legVolatilities,
})

const Quantities = z.object({
  original: Decimal,
  filled: agreedFilled,
  remaining: Decimal.meta({ description: 'The resting quantity.' }),
  canceled: canceledQuantity,
  completed: Decimal.meta({ description: 'Settled at the venue: the part of filled that is not pending.' }),
})

export const GroupRfq = z
  .object({
    id: z.number().int(),
    venue: VenueCode,
    status: z.enum(['ACTIVE', 'EXPIRED']),
    kind: z.enum(['OPTION', 'FUTURE', 'OPTION_FUTURE']),
    base_currency: z.string(),
    quote_currency: z.string(),
    product_codes: z.array(z.string()),
    strategy_code: z.string(),
    strategy_description: z.string(),
    description: z.string(),
    settlement_route: settlementRoute,
    legs: z.array(MarketLeg),
    min_block_size: Decimal,
    min_order_size_increment: Decimal,
    min_tick_size: Decimal,
    created: Milliseconds,
    latest_activity: Milliseconds,
    expires_at: Milliseconds.nullable().meta({ description: 'The first expiry among the legs.' }),
    last_trade: z.object({ price: Decimal, quantity: Decimal, side: Side, executed_at: Milliseconds }).nullable(),
    desk_role: z
      .enum(['Taker', 'Maker'])
      .nullable()
      .meta({ description: "The role of the reader's desk: Taker if it was ever the aggressor, Maker if its quotes only rested." }),
    desk_status: z
      .enum(['OPEN', 'FILLED', 'COMPLETED'])
      .nullable()
      .meta({ description: "The state of the desk's quotes and orders here: COMPLETED once settled. Null if it has none." }),
    quantities: Quantities.nullable().meta({ description: "The desk's own quantity, over all its quotes and orders here." }),
    traded: z.boolean().meta({ description: "Whether the reader's desk has traded here." }),
    declines: z
      .array(z.object({ reason: DeclineReason, at: Milliseconds }))
      .meta({ description: 'Desks that declined to quote here, oldest first: why and when. All desks can read it, without names.' }),
    declined_by_me: z
      .boolean()
      .optional()
      .meta({ description: "Whether the reader's own desk is among them. A visible quote reverses the decline. Over REST only." }),
  })
  .meta({ id: 'GRFQ', description: 'A market of the order-book flow: one structure at one venue, visible to all desks.' })

export const OpenedRfq = GroupRfq.extend({
  inverted: z.literal(true).optional().meta({
    description:
      'Present if the legs that were named are sold in this market. Every side is reversed: buying the market sells what was named.',
  }),
}).meta({ id: 'OpenedGRFQ', description: 'The market of the legs that were named.' })

export const QuoteLeg = z.object({ instrument: z.string(), instrument_id: z.number().int(), price: Decimal })

export const GroupQuote = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    client_order_id: z.string().nullable(),
    status: z
      .enum(['OPEN', 'CLOSED'])
      .meta({ description: 'OPEN while some of the quote rests. Quantity pending at the venue does not rest: see pending_fill_quantity.' }),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    remaining_quantity: Decimal.meta({ description: 'The resting quantity.' }),
    pending_fill_quantity: pendingFill,
    settled_quantity: settledQuantity,
    ioc: z.boolean(),
    post_only: z.boolean(),
    is_hidden: z.boolean(),
    order: z.object({ requested_quantity: Decimal, filled_quantity: agreedFilled }),
    quantities: Quantities,
    legs: z.array(QuoteLeg),
    account: z.string(),
    allocations: z.array(AllocationPart).optional().meta({ description: 'Present if the quote is split over several accounts.' }),
    label: z.string().nullable(),
    created: Milliseconds,
    last_updated: Milliseconds,
    lapses_at: Milliseconds,
    closed_reason: z.string().nullable(),
    cancel_reason: cancelReason,
    unfilled_reason: unfilledReason,
    canceled_by: canceledBy,
    venue: VenueCode,
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'Quote', description: "A desk's own quote in the order-book flow." })

/** A resting quote as shown to all desks. */
export const BookQuote = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    status: z.enum(['OPEN', 'CLOSED']).meta({ description: 'CLOSED once it has left the book.' }),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    remaining_quantity: Decimal,
    is_own: z.boolean().optional().meta({ description: "Whether the quote belongs to the reader's desk. Over REST only." }),
    rank: z.number().int().optional().meta({ description: 'The priority on its side: 1 trades first. Only in whole books.' }),
    created: Milliseconds,
    lapses_at: Milliseconds.meta({ description: 'When the quote expires unless it is amended before.' }),
  })
  .meta({ id: 'BookQuote' })

export const GroupBook = z
  .object({
    id: z.number().int(),
    expires_at: Milliseconds.nullable().meta({ description: 'When the market ends: the first expiry among its legs.' }),
    ranking: z.string().meta({ description: 'One sentence that describes how quotes are ranked (rulebook 10.6).' }),
    asks: z.array(BookQuote),
    bids: z.array(BookQuote),
  })
  .meta({
    id: 'QuoteBook',
    description: 'Asks ascending, bids descending, each in the sequence in which they would trade. Quotes are not aggregated.',
  })

export const GroupOrder = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    client_order_id: z.string().nullable(),
    quote_id: z.number().int().nullable().meta({
      description: 'In ob, the crossing quote, which has the same id. Null for a separate order, and always in grfq.',
    }),
    status: z.enum(['OPEN', 'CLOSED']).meta({
      description: 'An order never rests. It is OPEN while some of its fills are pending at the venue, even if a part of its quote rests.',
    }),
    execution_side: Side,
    limit_price: Decimal,
    quantity: Decimal,
    requested_quantity: Decimal,
    filled_quantity: settledFilled,
    pending_fill_quantity: pendingFill,
    settled_quantity: settledQuantity,
    canceled_quantity: canceledQuantity,
    cancel_reason: cancelReason,
    unfilled_reason: unfilledReason,
    canceled_by: canceledBy,
    account: z.string(),
    allocations: z.array(AllocationPart).optional().meta({ description: 'Present if the order is split over several accounts.' }),
    created: Milliseconds,
    venue: VenueCode,
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'GroupOrder', description: 'The fills of a taker. For a crossing quote, the four quantities are those of the whole quote.' })

export const GroupTradeLeg = z.object({
  instrument: z.string(),
  instrument_id: z.number().int(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal,
  side: Side,
  price: Decimal,
  iv: Decimal.optional().meta({
    description: 'The implied volatility of the price in per cent, if the forward was known when the trade was agreed.',
  }),
})

export const GroupTrade = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    order_id: z.number().int().nullable().meta({
      description: "The reader's order, if it was the aggressor. Null in grfq if a quote crossed; in ob a crossing quote is an order too.",
    }),
    quote_id: z.number().int().meta({ description: "In ob the reader's own quote; in grfq the quote that rested." }),
    status: z.enum(['PENDING', 'COMPLETED', 'REJECTED']),
    role: z.enum(['TAKER', 'MAKER']),
    side: Side.meta({ description: "The reader's own side." }),
    price: Decimal,
    quantity: Decimal,
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    venue: VenueCode,
    base_currency: z.string(),
    quote_currency: z.string(),
    product_codes: z.array(z.string()),
    strategy_code: z.string(),
    description: z.string(),
    account: z.string(),
    legs: z.array(GroupTradeLeg),
    venue_trade_id: z.string().nullable(),
    venue_error: z
      .string()
      .nullable()
      .meta({ description: "The venue's message if it rejected the trade. For a trade that both desks book, the desks' own message." }),
    settlement,
    venue_fees: venueFees,
    executed_at: Milliseconds,
    filled_at: Milliseconds.nullable(),
  })
  .meta({ id: 'GroupTrade' })

/** In the list of trades, which contains those of other desks as well as one's own. */
export const ListedGroupTrade = GroupTrade.extend({
  quote_id: GroupTrade.shape.quote_id.nullable(),
  role: GroupTrade.shape.role.nullable().meta({
    description: 'Null for a settled trade of other desks, which shows no quote, account or block of theirs. Its side is the taker’s.',
  }),
  account: z.string().nullable(),
}).meta({ id: 'ListedGroupTrade' })

export const GroupTapeTrade = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    venue: VenueCode,
    kind: z.enum(['OPTION', 'FUTURE', 'OPTION_FUTURE']),
    side: Side.meta({ description: "The taker's side." }),
    price: Decimal,
    quantity: Decimal,
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    base_currency: z.string(),
    quote_currency: z.string(),
    product_codes: z.array(z.string()),
    strategy_code: z.string(),
    description: z.string(),
    legs: z.array(GroupTradeLeg),
    executed_at: Milliseconds,
    filled_at: Milliseconds,
  })
  .meta({ id: 'GroupTapeTrade', description: 'A settled trade as shown to all desks, without desks.' })

export const GroupBbo = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    mark_price: Decimal.nullable(),
    best_bid_price: Decimal.nullable().meta({ description: "The venue's screen prices." }),
    best_ask_price: Decimal.nullable(),
    leg_prices: z.array(
      z.object({
        instrument: z.string(),
        instrument_id: z.number().int(),
        best_bid_price: Decimal.nullable(),
        best_ask_price: Decimal.nullable(),
        best_bid_iv: Decimal.nullable(),
        best_ask_iv: Decimal.nullable(),
        mark_price: Decimal,
        mark_price_iv: Decimal.nullable(),
        index_price: Decimal,
      }),
    ),
    best_bid: z.object({ price: Decimal, quantity: Decimal }).nullable().meta({ description: 'The best prices of this market.' }),
    best_ask: z.object({ price: Decimal, quantity: Decimal }).nullable(),
    created_at: Milliseconds,
    expires_at: Milliseconds.nullable().meta({ description: 'When the market ends: the first expiry among its legs.' }),
  })
  .meta({ id: 'GroupBBO' })

export const GroupCancelReport = z
  .object({ action_id: z.string(), count: z.number().int(), quote_ids: z.array(z.number().int()), fences: z.array(Fence), unreached })
  .meta({ id: 'GroupCancelReport' })

export const GroupLegPricing = z
  .object({
    bid_price: Decimal.nullable(),
    ask_price: Decimal.nullable(),
    mark_price: Decimal.nullable(),
    leg_prices: z.array(
      z.object({
        instrument: z.string(),
        instrument_id: z.number().int(),
        ratio: Decimal,
        side: Side,
        bid_price: Decimal.nullable(),
        ask_price: Decimal.nullable(),
        mark_price: Decimal.nullable(),
        estimated: z.boolean().meta({ description: 'Whether the mark is an estimate because the venue has none.' }),
      }),
    ),
  })
  .meta({ id: 'GroupLegPricing' })

export const BatchVerdict = z
  .object({
    index: z.number().int(),
    quote: GroupQuote.nullable(),
    error: z.object({ code: z.number().int(), error: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'BatchVerdict', description: 'The result of one quote of a batch. Exactly one of quote and error is set.' })

export type GroupRfqView = z.output<typeof GroupRfq>
export type GroupQuoteView = z.output<typeof GroupQuote>
export type BookQuoteView = z.output<typeof BookQuote>
export type GroupBookView = z.output<typeof GroupBook>
export type GroupOrderView = z.output<typeof GroupOrder>
export type GroupTradeView = z.output<typeof GroupTrade>
export type ListedGroupTradeView = z.output<typeof ListedGroupTrade>
export type GroupTapeTradeView = z.output<typeof GroupTapeTrade>
export type GroupBboView = z.output<typeof GroupBbo>
export type GroupCancelReportView = z.output<typeof GroupCancelReport>
export type GroupLegPricingView = z.output<typeof GroupLegPricing>
export type BatchVerdictView = z.output<typeof BatchVerdict>
