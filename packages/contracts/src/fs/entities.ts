/** Listed spreads, their books, orders and trades, as /v1/fs publishes them. */
import { z } from 'zod'
import { canceledBy, cancelReason } from '../cancel-reason.ts'
import { VenueStatus } from '../market-data/channels.ts'
import { venueFees } from '../reconciliation/venue-fees.ts'
import { Decimal, Side, VenueCode } from '../wire-types.ts'
import { amountOf, amountOrNull, Nanoseconds, NanosecondsOrZero, Size, SpreadId } from './figures.ts'

/** SETTLED is a published value that is never used here, because venues settle the legs. */
export const SpreadState = z.enum(['ACTIVE', 'SETTLED', 'EXPIRED'])
export const SpreadKind = z.enum(['FUTURE', 'SPOT_FUTURE'])
export const MarginType = z.enum(['LINEAR', 'INVERSE'])
export const SpreadOrderType = z.enum(['LIMIT', 'MARKET'])
export const SpreadTimeInForce = z.enum(['GOOD_TILL_CANCELED', 'IMMEDIATE_OR_CANCEL', 'GOOD_TILL_EXPIRES'])
const currencies = {
  base_currency: z.string(),
  quote_currency: z.string(),
  settlement_currency: z.string(),
  clearing_currency: z.string(),
}

const PriceStep = Decimal.meta({ description: 'The price step. Always written with a decimal point.' })

export const SpreadInstrument = z
  .object({
    id: z.number().int().meta({ description: 'As in /v2/drfq/instruments/.' }),
    name: z.string().meta({ description: "The venue's own name." }),
    venue: VenueCode,
    kind: z.enum(['FUTURE', 'SPOT']),
    product_code: z.string(),
    margin_type: MarginType,
    ...currencies,
    contract_size: Size,
    min_tick_size: PriceStep,
    min_order_size: Size.meta({ description: 'The amount step.' }),
    min_block_size: Size,
    created_at: NanosecondsOrZero.meta({ description: 'When it was first listed here, ns; 0 if unknown.' }),
    expires_at: NanosecondsOrZero.meta({ description: 'ns; 0 for a perpetual.' }),
    state: SpreadState,
  })
  .meta({ id: 'SpreadInstrument', description: 'A future that can be a leg of a listed spread.' })

export const SpreadLeg = z
  .object({
    instrument_id: z.number().int(),
    instrument_name: z.string().meta({ description: "The venue's own name." }),
    product_code: z.string(),
    kind: z.enum(['FUTURE', 'SPOT']),
    side: Side.meta({ description: 'The side of the leg for a buyer of the spread.' }),
    ratio: Decimal,
    contract_size: Size,
    min_tick_size: PriceStep,
    min_order_size: Size,
    min_block_size: Size,
    created_at: NanosecondsOrZero,
    expires_at: NanosecondsOrZero.meta({ description: 'ns; 0 for a perpetual.' }),
  })
  .meta({ id: 'SpreadLeg' })

export const Strategy = z
  .object({
    id: SpreadId,
    venue: VenueCode,
    kind: SpreadKind,
    state: SpreadState,
    margin_type: MarginType,
    product_codes: z.array(z.string()),
    description: z.string(),
    strategy_code: z.string(),
    ...currencies,
    min_tick_size: PriceStep,
    min_order_size: Size.meta({ description: 'The amount step.' }),
    min_block_size: Size.meta({ description: 'The minimum amount of an order.' }),
    created_at: Nanoseconds,
    expires_at: Nanoseconds.meta({ description: 'When its first leg expires, ns.' }),
    orders_until: Nanoseconds.meta({ description: 'Orders are accepted until then, ns.' }),
    last_updated: Nanoseconds.meta({ description: 'When it was listed, or when it ended.' }),
    legs: z
      .array(SpreadLeg)
      .length(2)
      .meta({ description: 'The nearer leg, which a buyer of the spread sells, and the later leg, which the buyer buys.' }),
  })
  .meta({ id: 'Strategy', description: 'A spread of two futures that the platform lists (rulebook 17).' })

/** One price of a book of level L1 or L2. */
export const BookLevel = z.object({ price: Decimal, ...amountOf('amount') }).meta({ id: 'SpreadBookLevel' })

/** One order of a book of level L3. */
export const BookOrder = BookLevel.extend({
  order_id: SpreadId,
  created_at: Nanoseconds,
  is_own: z.boolean().optional().meta({ description: "Whether the order belongs to the reader's desk. Over REST only." }),
}).meta({ id: 'SpreadBookOrder' })

const BookRow = z.union([BookOrder, BookLevel])

const sequence = z
  .number()
  .int()
  .meta({ description: 'Increases with every visible change of the book, not necessarily by one. Use it only to order changes.' })

export const SpreadBook = z
  .object({
    id: SpreadId.meta({ description: 'The id of the strategy.' }),
    level: z.enum(['L1', 'L2', 'L3']),
    seq_id: sequence,
    last_updated: Nanoseconds,
    bids: z.array(BookRow).meta({ description: 'Prices descending; orders at one price in the sequence in which they trade.' }),
    asks: z.array(BookRow).meta({ description: 'Prices ascending; orders at one price in the sequence in which they trade.' }),
  })
  .meta({ id: 'SpreadBook' })

export const SpreadBookDelta = SpreadBook.extend({
  prev_seq_id: sequence.meta({ description: 'The seq_id of the previous change. If yours is different, you have missed changes.' }),
  bids: z
    .array(BookRow)
    .meta({ description: 'The changed levels or orders, by price or order_id. An amount of 0 removes the level or order.' }),
  asks: z.array(BookRow).meta({ description: 'The same for the other side.' }),
}).meta({
  id: 'SpreadBookDelta',
  description: 'A change of the book. In L2 and L3 it replaces earlier data of the same price or order; in L1 it is the whole state.',
})

const bests = {
  best_bid_price: Decimal.nullable(),
  ...amountOrNull('best_bid_amount'),
  best_ask_price: Decimal.nullable(),
  ...amountOrNull('best_ask_amount'),
}

export const SpreadBookSummary = z
  .object({
    id: SpreadId.meta({ description: 'The id of the strategy.' }),
    seq_id: sequence,
    last_updated: Nanoseconds,
    ...bests,
    last_trade_price: Decimal.nullable().meta({ description: 'The price of the last settled trade.' }),
    ...amountOrNull('last_trade_amount'),
    last_trade_at: NanosecondsOrZero,
  })
  .meta({ id: 'SpreadBookSummary' })

const VenueLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  side: Side,
  mark_price: Decimal,
  best_bid_price: Decimal.nullable(),
  best_bid_amount: Decimal.nullable(),
  best_ask_price: Decimal.nullable(),
  best_ask_amount: Decimal.nullable(),
  index_price: Decimal,
  funding: z
    .object({
      rate: Decimal.meta({ description: 'The rate on the value of a position, for one interval. If it is positive, longs pay.' }),
      interval: Nanoseconds.meta({ description: 'ns.' }),
      next_at: NanosecondsOrZero.meta({ description: 'The time of the next funding payment, ns; 0 if the venue pays continuously.' }),
    })
    .nullable()
    .meta({ description: 'For a perpetual, if the venue reports it.' }),
})

export const VenueBbo = z
  .object({
    id: SpreadId.meta({ description: 'The id of the strategy.' }),
    venue: VenueCode,
    min_price: Decimal.nullable().meta({
      description: "The lowest price for which leg prices exist within the venue's limits; null while the venue has no limits.",
    }),
    max_price: Decimal.nullable(),
    mark_price: Decimal.nullable().meta({ description: 'The later leg’s mark minus the nearer one’s. Set whenever min_price is set.' }),
    ...bests,
    last_updated: Nanoseconds,
    expires_at: Nanoseconds.meta({ description: 'The expiry of the strategy, ns.' }),
    legs: z.array(VenueLeg).meta({ description: "The venue's own book of each leg." }),
  })
  .meta({
    id: 'VenueBbo',
    description: "The value of the spread from the venue's own books of its two legs: bought at the ask and sold at the bid.",
  })

export const SpreadMarkHistory = z
  .object({
    id: SpreadId.meta({ description: 'The id of the strategy.' }),
    points: z.array(
      z.object({
        at: Nanoseconds,
        mark_price: Decimal.meta({ description: 'The later leg’s mark minus the nearer one’s.' }),
        near_mark_price: Decimal,
      }),
    ),
  })
  .meta({ id: 'SpreadMarkHistory' })

const market = {
  strategy_id: SpreadId,
  venue: VenueCode,
  kind: SpreadKind,
  margin_type: MarginType,
  base_currency: z.string(),
  settlement_currency: z.string(),
  description: z.string().meta({ description: 'The id of the strategy.' }),
}

export const SpreadOrder = z
  .object({
    id: SpreadId,
    ...market,
    state: z
      .enum(['OPEN', 'CLOSED'])
      .meta({ description: 'OPEN while some of the order rests. Amounts pending at the venue do not rest: see pending_fill_amount.' }),
    side: Side,
    type: SpreadOrderType,
    time_in_force: SpreadTimeInForce,
    price: Decimal.nullable().meta({ description: 'Signed: the later leg minus the nearer one. Null for a market order.' }),
    ...amountOf('amount', 'The whole part of the original amount: the sum of filled, pending, cancelled and resting.'),
    ...amountOf('filled_amount', 'Settled at the venue.'),
    ...amountOf('pending_fill_amount', 'Agreed, and pending at the venue.'),
    ...amountOf('canceled_amount'),
    ...amountOf('resting_amount', 'Resting in the book.'),
    post_only: z.boolean(),
    mmp: z.boolean().optional().meta({ description: 'Whether market maker protection covers it.' }),
    label: z.string().nullable(),
    account_name: z.string(),
    cancel_reason: cancelReason,
    canceled_by: canceledBy,
    created_at: Nanoseconds,
    expires_at: NanosecondsOrZero.meta({ description: 'ns; 0 if the order rests until it is cancelled.' }),
    last_updated: Nanoseconds,
  })
  .meta({ id: 'SpreadOrder', description: "A desk's own order." })

export const SpreadTradeLeg = z.object({
  instrument_id: z.number().int(),
  instrument_name: z.string(),
  product_code: z.string(),
  side: Side,
  price: Decimal,
  quantity: Decimal,
})

const tradeFigures = {
  price: Decimal,
  ...amountOf('amount'),
  mark_price: Decimal.nullable(),
  index_price: Decimal.nullable(),
  executed_at: Nanoseconds.meta({ description: 'When the trade was agreed, ns.' }),
}

export const SpreadTrade = z
  .object({
    id: SpreadId,
    order_id: SpreadId.meta({ description: "The reader's own order." }),
    ...market,
    state: z.enum(['PENDING_SETTLEMENT', 'FILLED', 'REJECTED']),
    role: z.enum(['TAKER', 'MAKER']),
    side: Side.meta({ description: "The reader's own side." }),
    ...tradeFigures,
    filled_at: NanosecondsOrZero,
    last_updated: Nanoseconds,
    account_name: z.string(),
    legs: z
      .array(SpreadTradeLeg)
      .meta({ description: 'What the reader bought and sold. The leg prices add up to the price of the trade.' }),
    venue_trade_id: z.string().nullable(),
    venue_error: z
      .string()
      .nullable()
      .meta({ description: "The venue's message if it rejected the trade. Both orders are then cancelled in full." }),
    venue_fees: venueFees,
  })
  .meta({ id: 'SpreadTrade', description: "A desk's own trade." })

export const SpreadTapeTrade = z
  .object({
    id: SpreadId,
    ...market,
    state: z.literal('FILLED'),
    ...tradeFigures,
    filled_at: Nanoseconds,
    last_updated: Nanoseconds,
    legs: z.array(SpreadTradeLeg.omit({ side: true })),
  })
  .meta({ id: 'SpreadTapeTrade', description: 'A settled trade as shown to all desks, without desks or side.' })

const AvailabilityWord = z.enum(['AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY'])

export const SpreadPlatformState = z
  .object({
    message_kind: z.enum(['CURRENT', 'ANNOUNCED']).meta({ description: 'ANNOUNCED if a next state is known, otherwise CURRENT.' }),
    published_at: Nanoseconds,
    platform_state: AvailabilityWord,
    next_platform_state: AvailabilityWord.nullable(),
    next_platform_state_at: NanosecondsOrZero,
  })
  .meta({ id: 'SpreadPlatformState' })

export const SystemTime = z.object({ time: Nanoseconds }).meta({ id: 'SystemTime' })
export const SystemState = z
  .object({ state: AvailabilityWord, time: Nanoseconds })
  .meta({ id: 'SystemState', description: 'Whether the platform accepts orders, and the time of its clock.' })

export const SpreadVenue = z
  .object({
    id: VenueCode,
    name: z.string(),
    status: VenueStatus.shape.state.meta({ description: 'As on the channel venue_states of /v2/drfq.' }),
    sentence: VenueStatus.shape.sentence,
    strategies: z.number().int().meta({ description: 'The number of strategies listed there.' }),
  })
  .meta({ id: 'SpreadVenue' })

export type SpreadMarkHistoryView = z.output<typeof SpreadMarkHistory>
export type SpreadInstrumentView = z.output<typeof SpreadInstrument>
export type SpreadLegView = z.output<typeof SpreadLeg>
export type StrategyView = z.output<typeof Strategy>
export type SpreadBookLevelView = z.output<typeof BookLevel>
export type SpreadBookOrderView = z.output<typeof BookOrder>
export type SpreadBookView = z.output<typeof SpreadBook>
export type SpreadBookDeltaView = z.output<typeof SpreadBookDelta>
export type SpreadBookSummaryView = z.output<typeof SpreadBookSummary>
export type VenueBboView = z.output<typeof VenueBbo>
export type SpreadOrderView = z.output<typeof SpreadOrder>
export type SpreadTradeView = z.output<typeof SpreadTrade>
export type SpreadTapeTradeView = z.output<typeof SpreadTapeTrade>
export type SpreadPlatformStateView = z.output<typeof SpreadPlatformState>
export type SystemStateView = z.output<typeof SystemState>
export type SpreadVenueView = z.output<typeof SpreadVenue>
