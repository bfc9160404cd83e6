import { z } from 'zod'
import { AllocationPart, DeclineReason } from '../drfq/entities.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'
import { venueFees } from '../reconciliation/venue-fees.ts'
import { canceledBy, cancelReason } from '../cancel-reason.ts'
import { agreedFilled, canceledQuantity, pendingFill, settledFilled, settledQuantity } from '../order-quantities.ts'
import { settlement, settlementRoute } from '../booking.ts'
import { legVolatilities, structureLegs } from '../structure-legs.ts'
import { Fence, unreached } from '../protection/entities.ts'

export const MarketLeg = z.object({
  instrument: z.string().meta({ description: "The venue's own name." }),
  instrument_name: z.string().meta({ description: 'The same, by the name it has in the direct flow.' }),
  instrument_id: z.number().int(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal.meta({ description: 'Of the smallest block: min_block_size x ratio.' }),
  side: Side.meta({ description: "The side of the structure's buyer." }),
  price: Decimal.optional().meta({ description: 'Set on a hedge leg only; elsewhere the member is absent.' }),
  ...legVolatilities,
})

const Quantities = z.object({
  original: Decimal,
  filled: agreedFilled,
  remaining: Decimal.meta({ description: 'Rests, and may trade.' }),
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
      .meta({ description: "The reader's desk: Taker where it took, Maker where it only rested." }),
    desk_status: z
      .enum(['OPEN', 'FILLED', 'COMPLETED'])
      .nullable()
      .meta({ description: "What became of the desk's quotes and orders here: COMPLETED once settled. Null where it has none." }),
    quantities: Quantities.nullable().meta({ description: "The desk's own, over all its quotes and orders here." }),
    traded: z.boolean().meta({ description: "Whether the reader's desk has traded here." }),
    declines: z
      .array(z.object({ reason: DeclineReason, at: Milliseconds }))
      .meta({ description: 'Desks that will not quote here, the oldest first: why and when, for everybody, without names.' }),
    declined_by_me: z
      .boolean()
      .optional()
      .meta({ description: "Whether the reader's own desk is among them; a quote that is shown takes that back. Over REST only." }),
  })
  .meta({ id: 'GRFQ', description: 'A market of the order-book flow: one structure at one venue, seen by everybody.' })

export const OpenedRfq = GroupRfq.extend({
  inverted: z.literal(true).optional().meta({
    description: 'Present where the legs that were named are sold here: every side is turned, and buying this is selling what was named.',
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
      .meta({ description: 'OPEN while something of it rests. What is at the venue does not rest: see pending_fill_quantity.' }),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    remaining_quantity: Decimal.meta({ description: 'Rests, and may trade.' }),
    pending_fill_quantity: pendingFill,
    settled_quantity: settledQuantity,
    ioc: z.boolean(),
    post_only: z.boolean(),
    is_hidden: z.boolean(),
    order: z.object({ requested_quantity: Decimal, filled_quantity: agreedFilled }),
    quantities: Quantities,
    legs: z.array(QuoteLeg),
    account: z.string(),
    allocations: z.array(AllocationPart).optional().meta({ description: 'Present where the quote is over several accounts.' }),
    label: z.string().nullable(),
    created: Milliseconds,
    last_updated: Milliseconds,
    lapses_at: Milliseconds,
    closed_reason: z.string().nullable(),
    cancel_reason: cancelReason,
    canceled_by: canceledBy,
    venue: VenueCode,
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'Quote', description: "A desk's own quote in the order-book flow." })

/** A resting quote as everybody reads it. */
export const BookQuote = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    status: z.enum(['OPEN', 'CLOSED']).meta({ description: 'CLOSED once it has left the book.' }),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    remaining_quantity: Decimal,
    is_own: z.boolean().optional().meta({ description: "Whether it is the reader's desk's; over REST only." }),
    rank: z.number().int().optional().meta({ description: 'Its place on its side: 1 trades first. In whole books only.' }),
    created: Milliseconds,
    lapses_at: Milliseconds.meta({ description: 'When it leaves by itself unless it is touched.' }),
  })
  .meta({ id: 'BookQuote' })

export const GroupBook = z
  .object({
    id: z.number().int(),
    expires_at: Milliseconds.nullable().meta({ description: 'When the market ends: the first expiry among its legs.' }),
    ranking: z.string().meta({ description: 'The rule of the ranks in a sentence (rulebook 10.6).' }),
    asks: z.array(BookQuote),
    bids: z.array(BookQuote),
  })
  .meta({
    id: 'QuoteBook',
    description: 'Asks rising, bids falling, each in the order in which they would trade. Quotes are not added up.',
  })

export const GroupOrder = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    client_order_id: z.string().nullable(),
    quote_id: z.number().int().nullable().meta({
      description: 'In ob the quote whose crossing this is, which has the same id; null for an order proper, and always in grfq.',
    }),
    status: z
      .enum(['OPEN', 'CLOSED'])
      .meta({ description: 'An order never rests: it is OPEN while some of what it took is at the venue, whatever rests of its quote.' }),
    execution_side: Side,
    limit_price: Decimal,
    quantity: Decimal,
    requested_quantity: Decimal,
    filled_quantity: settledFilled,
    pending_fill_quantity: pendingFill,
    settled_quantity: settledQuantity,
    canceled_quantity: canceledQuantity,
    cancel_reason: cancelReason,
    canceled_by: canceledBy,
    account: z.string(),
    allocations: z.array(AllocationPart).optional().meta({ description: 'Present where the order is over several accounts.' }),
    created: Milliseconds,
    venue: VenueCode,
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'GroupOrder', description: 'What a taker took. The four quantities of a crossing quote are those of the whole quote.' })

export const GroupTradeLeg = z.object({
  instrument: z.string(),
  instrument_id: z.number().int(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal,
  side: Side,
  price: Decimal,
  iv: Decimal.optional().meta({ description: 'The volatility of its price in per cent, where the forward was known when it was agreed.' }),
})

export const GroupTrade = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    order_id: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The reader's order, where it took; null in grfq where a quote crossed, which in ob is an order too." }),
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
    venue_error: z.string().nullable().meta({ description: "The venue's words when it rejected; of what both desks book, theirs." }),
    settlement,
    venue_fees: venueFees,
    executed_at: Milliseconds,
    filled_at: Milliseconds.nullable(),
  })
  .meta({ id: 'GroupTrade' })

/** In the list of trades, where those of others stand beside one's own. */
export const ListedGroupTrade = GroupTrade.extend({
  quote_id: GroupTrade.shape.quote_id.nullable(),
  role: GroupTrade.shape.role
    .nullable()
    .meta({ description: 'Null for a settled trade of others, which has no quote, account or block of theirs; its side is the taker’s.' }),
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
  .meta({ id: 'GroupTapeTrade', description: 'A settled trade as everybody sees it: no desks.' })

export const GroupBbo = z
  .object({
    id: z.number().int(),
    rfq_id: z.number().int(),
    mark_price: Decimal.nullable(),
    best_bid_price: Decimal.nullable().meta({ description: "The venue's screen." }),
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
    best_bid: z.object({ price: Decimal, quantity: Decimal }).nullable().meta({ description: 'Of the market here.' }),
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
        estimated: z.boolean().meta({ description: 'Whether its mark is an estimate, because the venue has none now.' }),
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
  .meta({ id: 'BatchVerdict', description: 'What became of one quote of a batch; exactly one of quote and error is set.' })

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
