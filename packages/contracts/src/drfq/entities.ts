import { z } from 'zod'
import { Greeks } from '../catalogue/entities.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'
import { venueFees } from '../reconciliation/venue-fees.ts'
import { canceledBy, CancelReason, cancelReason, unfilledReason } from '../cancel-reason.ts'
import { canceledQuantity, pendingFill, settledFilled, settledQuantity } from '../order-quantities.ts'
import { settlement, settlementRoute } from '../booking.ts'
import { legVolatilities, structureLegs } from '../structure-legs.ts'
import { Fence, unreached } from '../protection/entities.ts'

export const RfqState = z.enum(['DRAFT', 'OPEN', 'CLOSED'])
export const ClosedReason = z.enum(['EXECUTION_LIMIT', 'EXPIRED', 'CANCELED_BY_CREATOR', 'CLOSED_DRAFT'])
export const Role = z.enum(['TAKER', 'MAKER'])
export const OrderType = z.enum(['LIMIT', 'HIDDEN'])
export const TimeInForce = z.enum(['GOOD_TILL_CANCELED', 'FILL_OR_KILL'])
export const OrderState = z.enum(['PENDING', 'OPEN', 'CLOSED'])
export const TradeState = z.enum(['PENDING_SETTLEMENT', 'FILLED', 'REJECTED'])

export const RfqLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal.meta({ description: 'RFQ quantity x ratio.' }),
  side: Side.meta({ description: 'The side of the leg for a buyer of the structure.' }),
  price: Decimal.nullable().meta({ description: 'Set only on a hedge leg.' }),
  ...legVolatilities,
})

/** Why a desk declines to quote. */
export const DeclineReason = z.enum(['SIZE', 'RISK', 'MARKET', 'CREDIT', 'OTHER'])

export const Decline = z
  .object({
    desk_name: z.string(),
    reason: DeclineReason,
    text: z.string().nullable(),
    at: Milliseconds,
  })
  .meta({ id: 'Decline', description: 'A maker that was asked and declined to quote.' })

export const AllocationPart = z
  .object({ account_name: z.string(), quantity: Decimal })
  .meta({ id: 'AllocationPart', description: 'The part of an order that belongs to one account.' })

export const Rfq = z
  .object({
    id: z.string(),
    type: z.literal('DRFQ').meta({ description: 'The flow that the reason belongs to.' }),
    state: RfqState,
    closed_reason: ClosedReason.nullable(),
    cancel_reason: CancelReason.optional().meta({
      description: 'For the taker: how its own desk cancelled the RFQ. Absent if it did not, or if it happened before this was recorded.',
    }),
    canceled_by: canceledBy,
    role: Role.meta({ description: "The reader's own role." }),
    venue: VenueCode,
    kind: z.enum(['OPTION', 'FUTURE', 'OPTION_FUTURE']),
    base_currency: z.string(),
    quote_currency: z.string(),
    clearing_currency: z.string(),
    product_codes: z.array(z.string()),
    strategy_code: z.string(),
    strategy_description: z.string(),
    description: z.string(),
    quantity: Decimal,
    settlement_route: settlementRoute,
    legs: z.array(RfqLeg),
    account_name: z.string().nullable().meta({ description: "The taker's account; null for makers." }),
    label: z.string().nullable().meta({ description: "The taker's own label; null for makers." }),
    counterparties: z.array(z.string()).meta({ description: 'For the taker, the desks that were asked. For a maker, only itself.' }),
    groups: z.array(z.string()).meta({ description: 'For the taker, the groups that were asked as a whole. Empty for makers.' }),
    taker_desk_name: z.string().nullable().meta({ description: 'Null for makers when the taker is anonymous.' }),
    is_taker_anonymous: z.boolean(),
    taker_side: Side.optional().meta({ description: 'Present if the taker has disclosed its side. Makers quote only the opposite side.' }),
    also_ask_venue: z.boolean().optional().meta({ description: "For the taker: present if the venue's own makers are asked too." }),
    side_layering_limit: z.number().int(),
    group_signature: z.string(),
    created_at: z.number(),
    good_for_seconds: z.number().int().optional().meta({ description: 'Present if the lifetime is not 300 seconds.' }),
    expires_at: z.number(),
    last_updated_at: z.number(),
    traded: z.boolean().meta({
      description: "Whether the reader's own desk has traded in the RFQ. If so, its state is Filled, while other makers see Trd Away.",
    }),
    filled_quantity: Decimal.nullable().meta({ description: 'Settled quantity. For makers, only their own part.' }),
    pending_fill_quantity: Decimal.nullable().meta({ description: 'Agreed, and pending at the venue. Not included in filled_quantity.' }),
    declines: z.array(Decline).meta({ description: 'For the taker. Empty for makers, who cannot see each other.' }),
    declined_by_me: z
      .boolean()
      .meta({ description: "Whether the reader's own desk has declined the RFQ. A visible quote reverses the decline." }),
    similar_open: z.number().int().nullable().meta({
      description:
        'For makers: how many other RFQs on the same structure, in either direction, the same taker had open with them when this one arrived. For anonymous RFQs it is 1 if there is at least one. Null for the taker.',
    }),
  })
  .meta({ id: 'RFQ' })

export const OrderLeg = z.object({ instrument_id: z.number().int(), instrument_name: z.string(), price: Decimal })

export const Order = z
  .object({
    id: z.string(),
    rfq_id: z.string(),
    state: OrderState,
    role: Role,
    side: Side,
    type: OrderType,
    time_in_force: TimeInForce,
    price: Decimal,
    quantity: Decimal.meta({ description: 'The original quantity: the sum of filled, pending, cancelled and resting.' }),
    filled_quantity: settledFilled,
    pending_fill_quantity: pendingFill,
    settled_quantity: settledQuantity,
    canceled_quantity: canceledQuantity,
    legs: z.array(OrderLeg).nullable(),
    account_name: z.string().nullable(),
    label: z.string().nullable(),
    client_order_id: z.string().nullable(),
    allocations: z.array(AllocationPart).optional().meta({ description: 'Present if the order is split over several accounts.' }),
    desk_name: z.string().meta({ description: 'The desk that owns the order.' }),
    created_at: z.number(),
    last_updated_at: z.number(),
    expires_at: Milliseconds.meta({ description: 'When the order expires: together with its RFQ.' }),
    closed_reason: z.string().nullable(),
    cancel_reason: cancelReason,
    unfilled_reason: unfilledReason,
    canceled_by: canceledBy,
    venue: VenueCode,
    base_currency: z.string(),
    strategy_code: z.string(),
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'Order', description: "A maker's quote or a taker's cross." })

/** An order as shown in the book of the other side of the RFQ. */
export const RfqOrder = z
  .object({
    id: z.string(),
    rfq_id: z.string(),
    side: Side,
    price: Decimal,
    quantity: Decimal.meta({ description: 'The resting quantity.' }),
    desk_name: z.string().nullable().meta({ description: "For the taker, the maker's desk. Null if the taker is anonymous." }),
    role: Role,
    rank: z.number().int().optional().meta({ description: 'The priority on its side: 1 trades first. Over REST only.' }),
    created_at: z.number(),
    last_updated_at: z.number(),
    expires_at: Milliseconds.meta({ description: 'When the order expires: together with its RFQ.' }),
  })
  .meta({ id: 'RFQOrder' })

export const RfqBook = z
  .object({
    ranking: z.string().meta({ description: 'One sentence that describes how orders are ranked (rulebook 5.9).' }),
    asks: z.array(RfqOrder),
    bids: z.array(RfqOrder),
  })
  .meta({ id: 'RFQBook', description: 'All visible orders, in the sequence in which they would trade. Hidden orders are not counted.' })

export const OrderVerdict = z
  .object({
    index: z.number().int(),
    order: Order.nullable(),
    error: z.object({ code: z.number().int(), error: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'OrderVerdict', description: 'The result of one order of a batch. Exactly one of order and error is set.' })

export const TradeLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  product_code: z.string(),
  ratio: Decimal,
  quantity: Decimal,
  side: Side,
  price: Decimal,
  iv: Decimal.optional().meta({
    description: 'The implied volatility of the price in per cent, if the forward was known when the trade was agreed.',
  }),
})

export const BlockTrade = z
  .object({
    id: z.string(),
    rfq_id: z.string(),
    order_id: z.string().meta({ description: "The reader's own order." }),
    state: TradeState,
    role: Role,
    side: Side.meta({ description: "The reader's own side." }),
    price: Decimal,
    quantity: Decimal,
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    venue: VenueCode,
    kind: z.enum(['OPTION', 'FUTURE', 'OPTION_FUTURE']),
    base_currency: z.string(),
    quote_currency: z.string(),
    product_codes: z.array(z.string()),
    strategy_code: z.string(),
    description: z.string(),
    counterparty_desk_name: z.string().nullable(),
    account_name: z.string().nullable(),
    legs: z.array(TradeLeg),
    venue_trade_id: z.string().nullable(),
    rejection: z
      .string()
      .nullable()
      .meta({ description: "The venue's message if it rejected the trade. For a trade that both desks book, the desks' own message." }),
    settlement,
    venue_fees: venueFees,
    executed_at: z.number().meta({ description: 'When the trade was agreed, ms.' }),
    filled_at: z.number().nullable(),
    tape_id: z.string().meta({ description: 'The id of the trade on the tape, once it is settled.' }),
  })
  .meta({ id: 'BlockTrade' })

export const TapeTrade = z
  .object({
    id: z.string().meta({ description: 'An id that exists only on the tape. The two desks find it in their own trade as `tape_id`.' }),
    rfq_id: z.string().meta({ description: 'An id of this row only. The tape does not identify the RFQ, and no call accepts this id.' }),
    venue: VenueCode,
    kind: z.enum(['OPTION', 'FUTURE', 'OPTION_FUTURE']),
    description: z.string(),
    strategy_code: z.string(),
    base_currency: z.string(),
    quote_currency: z.string(),
    product_codes: z.array(z.string()),
    side: Side.meta({ description: "The taker's side." }),
    quantity: Decimal,
    price: Decimal,
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    legs: z.array(TradeLeg),
    executed_at: Milliseconds,
    filled_at: Milliseconds,
  })
  .meta({ id: 'TradeTapeRow', description: 'A settled trade as shown to all desks, without parties.' })

const recordQuote = {
  order_id: z.string(),
  desk_name: z.string(),
  side: Side,
  price: Decimal,
}

export const RecordQuote = z
  .object({ ...recordQuote, quantity: Decimal, at: Milliseconds.meta({ description: 'When it was last changed.' }) })
  .meta({ id: 'RecordQuote', description: 'A quote as it was at that time.' })

export const QuoteChange = z
  .object({
    ...recordQuote,
    quantity: Decimal.meta({ description: 'The resting quantity from then on; 0 when the quote left.' }),
    at: Milliseconds,
  })
  .meta({ id: 'QuoteChange' })

export const RecordMaker = z
  .object({
    desk_name: z.string(),
    answered_at: Milliseconds.nullable().meta({ description: 'When the maker first showed a quote or declined; null if it did neither.' }),
    decline: Decline.nullable(),
  })
  .meta({ id: 'RecordMaker' })

export const RecordDeal = z
  .object({
    order_id: z.string().meta({ description: "The reader's own order that traded." }),
    at: Milliseconds,
    side: Side.meta({ description: "The reader's own side." }),
    trades: z.array(BlockTrade).meta({ description: 'A trade with the state REJECTED was not done. Leave it out of every sum.' }),
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    venue_bid_price: Decimal.nullable().meta({ description: "The venue's own price for all legs at once, if it was known." }),
    venue_ask_price: Decimal.nullable(),
    quotes: z
      .array(RecordQuote)
      .nullable()
      .meta({ description: 'The quotes visible to the reader just before the trade; null if the record is incomplete.' }),
  })
  .meta({ id: 'RecordDeal', description: 'The trades of one order in one decision.' })

export const RfqRecord = z
  .object({
    rfq: Rfq,
    asked_at: Milliseconds,
    is_whole: z.boolean().meta({
      description:
        'Whether the record goes back to the creation of the RFQ. Only the newest 20,000 events are read; before them, responses and quotes at a trade are unknown.',
    }),
    makers: z.array(RecordMaker).meta({ description: 'For the taker, every desk that was asked. For a maker, only itself.' }),
    deals: z.array(RecordDeal),
    unfilled: z.array(Order).meta({ description: "The taker's orders that could have traded immediately and did not trade." }),
    changes: z.array(QuoteChange).meta({ description: 'Every quote that was shown, oldest first. For a maker, only its own.' }),
    changes_left_out: z.number().int().meta({ description: 'The number of older changes that are not listed.' }),
  })
  .meta({
    id: 'RFQRecord',
    description: 'The record of an RFQ for its reader: responses, quotes at each trade, and every quote that was shown.',
  })

export const Bbo = z
  .object({
    rfq_id: z.string(),
    created_at: Milliseconds,
    expires_at: Milliseconds.meta({ description: 'When the RFQ expires.' }),
    min_price: Decimal.nullable(),
    max_price: Decimal.nullable(),
    mark_price: Decimal.nullable(),
    best_bid_price: Decimal.nullable(),
    best_ask_price: Decimal.nullable(),
    best_bid_amount: Decimal.nullable(),
    best_ask_amount: Decimal.nullable(),
    greeks: Greeks,
    legs: z.array(
      z.object({
        instrument_id: z.number().int(),
        instrument_name: z.string(),
        best_bid_price: Decimal.nullable(),
        best_ask_price: Decimal.nullable(),
        best_bid_amount: Decimal.nullable(),
        best_ask_amount: Decimal.nullable(),
        best_bid_iv: Decimal.nullable(),
        best_ask_iv: Decimal.nullable(),
        mark_price: Decimal,
        mark_price_iv: Decimal.nullable(),
        index_price: Decimal,
        greeks: Greeks,
      }),
    ),
  })
  .meta({ id: 'BBO', description: "The venue's own screen prices for the structure. These are not the makers' quotes." })

export const Counterparty = z
  .object({ id: z.string(), desk_name: z.string(), firm_name: z.string(), groups: z.array(z.string()), venues: z.array(VenueCode) })
  .meta({ id: 'Counterparty' })

export const CancelReport = z
  .object({
    successes: z.object({ count: z.number().int(), order_ids: z.array(z.string()) }),
    failures: z.object({ count: z.number().int(), order_ids: z.array(z.string()) }),
    fences: z.array(Fence),
    unreached,
  })
  .meta({ id: 'CancelReport' })

export const LegPricing = z
  .object({
    bid_price: Decimal.nullable(),
    ask_price: Decimal.nullable(),
    mark_price: Decimal.nullable(),
    legs: z.array(
      z.object({
        instrument_id: z.number().int(),
        instrument_name: z.string(),
        ratio: Decimal,
        side: Side,
        bid_price: Decimal.nullable(),
        ask_price: Decimal.nullable(),
        mark_price: Decimal.nullable(),
        estimated: z.boolean().meta({ description: 'Whether the mark is an estimate because the venue has none.' }),
      }),
    ),
  })
  .meta({ id: 'LegPricing' })

export const PlatformState = z
  .object({
    state: z.enum(['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']),
    next_state: z.enum(['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY']).nullable(),
    next_state_time: z.number().int().meta({ description: 'ms; 0 if unknown.' }),
  })
  .meta({ id: 'PlatformState' })

export const MmpStatus = z.object({ rate_limit_hit: z.boolean() }).meta({ id: 'MmpStatus' })
export const MmpReset = z.object({ rate_limit_hit: z.boolean(), fences: z.array(Fence), unreached }).meta({ id: 'MmpReset' })

export type RfqView = z.output<typeof Rfq>
export type RfqRecordView = z.output<typeof RfqRecord>
export type RfqLegView = z.output<typeof RfqLeg>
export type DeclineView = z.output<typeof Decline>
export type OrderVerdictView = z.output<typeof OrderVerdict>
export type OrderView = z.output<typeof Order>
export type RfqOrderView = z.output<typeof RfqOrder>
export type RfqBookView = z.output<typeof RfqBook>
export type TradeLegView = z.output<typeof TradeLeg>
export type BlockTradeView = z.output<typeof BlockTrade>
export type TapeTradeView = z.output<typeof TapeTrade>
export type BboView = z.output<typeof Bbo>
export type CounterpartyView = z.output<typeof Counterparty>
export type CancelReportView = z.output<typeof CancelReport>
export type LegPricingView = z.output<typeof LegPricing>
export type PlatformStateView = z.output<typeof PlatformState>
