/** Perpetuals at their venue, and what a desk's account there holds. Decimals are texts, times are ms. */
import { z } from 'zod'
import { Decimal, Milliseconds, Side } from '../wire-types.ts'

export const OrderKind = z.enum(['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET'])
export const OrderInstruction = z.enum(['GOOD_TILL_CANCELED', 'POST_ONLY', 'IMMEDIATE_OR_CANCEL'])
export const OrderEffect = z.enum(['OPEN_OR_CLOSE', 'REDUCE_ONLY'])
export const MarginMode = z.enum(['CROSS', 'ISOLATED'])

export const PerpetualMarket = z
  .object({
    market: z.string().meta({ description: "The venue's own name: `BTC-USD-PERP`." }),
    base_currency: z.string(),
    quote_currency: z.string(),
    settlement_currency: z.string(),
    tick_size: Decimal.meta({ description: 'A price is a multiple of it.' }),
    quantity_increment: Decimal.meta({ description: 'In the base currency; a quantity is a multiple of it.' }),
    least_notional: Decimal.nullable().meta({ description: 'Of an order, in the quote currency.' }),
    largest_order: Decimal.nullable().meta({ description: 'In the base currency.' }),
    largest_position: Decimal.nullable().meta({ description: 'In the base currency.' }),
    largest_leverage: Decimal.nullable().meta({ description: 'The most that the venue lends: "50" is a margin of 2 %. The least is 1.' }),
    maker_fee: Decimal.nullable().meta({
      description: 'Percent of what is dealt, of an order that rested; below zero it is received. Null where the venue names none.',
    }),
    taker_fee: Decimal.nullable().meta({ description: 'Percent of what is dealt, of an order that took.' }),
    takes: z.enum(['ORDERS', 'BLOCKS_ONLY']).meta({ description: 'BLOCKS_ONLY: its order book takes nothing.' }),
    funding_period_hours: z.number(),
    funding_rate: Decimal.nullable().meta({ description: 'Percent, for the funding period; longs pay it where it is above zero.' }),
    next_funding_at: Milliseconds.meta({ description: 'When the period that runs now ends.' }),
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    last_price: Decimal.nullable(),
    bid_price: Decimal.nullable(),
    ask_price: Decimal.nullable(),
    change_24h: Decimal.nullable().meta({ description: 'Percent.' }),
    volume_24h: Decimal.nullable().meta({ description: 'In the quote currency.' }),
    open_interest: Decimal.nullable().meta({ description: 'In the base currency.' }),
    at: Milliseconds.nullable().meta({ description: "The venue's own time of these prices; null while none are known." }),
  })
  .meta({ id: 'PerpetualMarket', description: 'A perpetual as its venue lists it, with its prices of now.' })

export const PerpetualCandle = z
  .object({
    at: Milliseconds.meta({ description: 'When it begins.' }),
    open: Decimal,
    high: Decimal,
    low: Decimal,
    close: Decimal,
    volume: Decimal.meta({ description: 'In the base currency.' }),
  })
  .meta({ id: 'PerpetualCandle' })

const BookLevel = z.object({ price: Decimal, quantity: Decimal })

const bookFacts = { market: z.string(), sequence: z.number().int(), at: Milliseconds.meta({ description: "The venue's own time." }) }

export const PerpetualBook = z.object({ ...bookFacts, bids: z.array(BookLevel), asks: z.array(BookLevel) }).meta({
  id: 'PerpetualBook',
  description: 'The order book of a perpetual, best first on either side, to the depth that the venue sends.',
})

/** On the channel `perpetual_book.{market}`. */
export const PerpetualBookChange = z
  .object({
    ...bookFacts,
    is_whole: z.boolean().meta({ description: 'What was known before is forgotten; otherwise it is changed by these levels.' }),
    bids: z.array(BookLevel).meta({ description: 'A quantity of "0" takes the level away.' }),
    asks: z.array(BookLevel).meta({ description: 'A quantity of "0" takes the level away.' }),
    lost: z.string().nullable().meta({ description: 'Why nothing is known of the book now; null where it is known.' }),
  })
  .meta({ id: 'PerpetualBookChange' })

export const PerpetualTrade = z
  .object({
    id: z.string(),
    market: z.string(),
    side: Side.meta({ description: 'Of the taker.' }),
    price: Decimal,
    quantity: Decimal.meta({ description: 'In the base currency.' }),
    kind: z.enum(['TRADE', 'LIQUIDATION', 'SETTLEMENT', 'TRANSFER', 'BLOCK']),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualTrade' })

export const PerpetualFundingRate = z
  .object({
    market: z.string(),
    rate: Decimal.meta({ description: "Percent, for the market's own period." }),
    rate_8h: Decimal.meta({ description: 'Percent, as if the period were eight hours.' }),
    period_hours: z.number(),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualFundingRate' })

export const PerpetualSummary = z
  .object({
    account_name: z.string().meta({ description: 'As your desk has named it among its venue accounts.' }),
    currency: z.string().nullable().meta({ description: 'Of all these figures.' }),
    equity: Decimal.meta({ description: 'What the account is worth at the marks.' }),
    margin_used: Decimal.meta({ description: 'The initial margin of positions and orders.' }),
    maintenance_margin: Decimal.meta({ description: 'At an equity below it the venue liquidates.' }),
    free: Decimal.meta({ description: 'For new margin.' }),
    unrealized_pnl: Decimal,
    state: z.string().meta({ description: "The venue's word; ACTIVE trades." }),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualSummary', description: "Figures of the whole account, in the venue's settlement currency." })

export const PerpetualPosition = z
  .object({
    market: z.string(),
    side: z.enum(['LONG', 'SHORT', 'FLAT']).meta({ description: 'FLAT: it was closed.' }),
    quantity: Decimal.meta({ description: 'In the base currency; below zero where it is short.' }),
    entry_price: Decimal,
    mark_price: Decimal.nullable(),
    notional: Decimal.nullable().meta({ description: 'At the mark, in the quote currency, above zero on either side.' }),
    unrealized_pnl: Decimal,
    unrealized_funding: Decimal.meta({ description: 'Received since the last settlement, below zero where it was paid.' }),
    leverage: Decimal.nullable(),
    margin: Decimal.nullable().meta({ description: 'The notional divided by the leverage; null while either is unknown.' }),
    liquidation_price: Decimal.nullable().meta({ description: 'Null where the venue names none.' }),
    changed_at: Milliseconds.nullable(),
  })
  .meta({ id: 'PerpetualPosition' })

export const PerpetualOrder = z
  .object({
    id: z.string().meta({ description: "The venue's." }),
    client_id: z.string().nullable(),
    market: z.string(),
    side: Side,
    kind: OrderKind,
    price: Decimal.nullable(),
    trigger_price: Decimal.nullable(),
    average_price: Decimal.nullable().meta({ description: 'Of what has filled.' }),
    quantity: Decimal,
    remaining: Decimal,
    instruction: OrderInstruction,
    effect: OrderEffect,
    state: z.enum(['NEW', 'UNTRIGGERED', 'OPEN', 'CLOSED']),
    reason: z.string().nullable().meta({ description: "In the venue's words, why it ended unfilled." }),
    sentence: z.string().nullable().meta({ description: 'What that means, and what would be accepted.' }),
    created_at: Milliseconds,
    changed_at: Milliseconds,
  })
  .meta({ id: 'PerpetualOrder' })

export const PerpetualFill = z
  .object({
    id: z.string(),
    order_id: z.string().nullable().meta({ description: 'Null of a fill that no order made: a settlement, a liquidation, a block.' }),
    client_id: z.string().nullable(),
    market: z.string(),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    role: z.enum(['MAKER', 'TAKER']),
    fee: Decimal.meta({ description: 'Paid, below zero where it was received.' }),
    fee_currency: z.string(),
    realized_pnl: Decimal.nullable(),
    kind: PerpetualTrade.shape.kind,
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualFill' })

export const PerpetualFundingPayment = z
  .object({
    id: z.string(),
    market: z.string(),
    amount: Decimal.meta({ description: 'Received, below zero where it was paid; in the settlement currency.' }),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualFundingPayment' })

export const PerpetualMargin = z.object({ market: z.string(), mode: MarginMode, leverage: Decimal }).meta({
  id: 'PerpetualMargin',
  description: 'How positions in a market are margined: with the whole account or by themselves, and at what leverage.',
})

/** On the channel `perpetual_markets`. */
export const PerpetualMarkets = z.object({
  line: z
    .enum(['CONNECTED', 'DISCONNECTED'])
    .meta({ description: 'DISCONNECTED: the venue is not heard, and prices are as old as their `at`.' }),
  is_whole: z.boolean().meta({ description: 'What is not among the markets is not listed any more.' }),
  markets: z.array(PerpetualMarket).meta({ description: 'All at first, then those that changed.' }),
  ended: z.array(z.string()).meta({ description: 'Names of those that the venue lists no more.' }),
})

/** On the channel `perpetual_trades.{market}`. */
export const PerpetualTrades = z.object({
  market: z.string(),
  is_whole: z.boolean(),
  trades: z.array(PerpetualTrade).meta({ description: 'The newest first; at first the last hundred, then what is new.' }),
})

/** On the channel `perpetual_account`. */
export const PerpetualAccountChange = z.object({
  account_name: z.string().nullable().meta({ description: 'Null where your desk has no account there: an administrator connects one.' }),
  line: z
    .enum(['CONNECTED', 'DISCONNECTED', 'NO_ACCOUNT'])
    .meta({ description: 'Only while it is CONNECTED is what was told the truth of now.' }),
  failure: z.string().nullable().meta({ description: 'Why the account cannot be read now.' }),
  is_whole: z.boolean().meta({ description: 'What was known of orders and positions before is forgotten.' }),
  summary: PerpetualSummary.nullable().meta({ description: 'Null where it has not changed.' }),
  positions: z.array(PerpetualPosition).meta({ description: 'All at first, then those that changed; FLAT ones are over.' }),
  orders: z.array(PerpetualOrder).meta({ description: 'The open ones at first, then those that changed; CLOSED ones are over.' }),
  fills: z.array(PerpetualFill).meta({ description: 'New since the subscription.' }),
  funding_payments: z.array(PerpetualFundingPayment).meta({ description: 'New since the subscription.' }),
  margins: z.array(PerpetualMargin).meta({ description: 'Set since the subscription.' }),
})

export type PerpetualMarketView = z.output<typeof PerpetualMarket>
export type PerpetualMarketsView = z.output<typeof PerpetualMarkets>
export type PerpetualCandleView = z.output<typeof PerpetualCandle>
export type PerpetualBookView = z.output<typeof PerpetualBook>
export type PerpetualBookChangeView = z.output<typeof PerpetualBookChange>
export type PerpetualTradeView = z.output<typeof PerpetualTrade>
export type PerpetualTradesView = z.output<typeof PerpetualTrades>
export type PerpetualFundingRateView = z.output<typeof PerpetualFundingRate>
export type PerpetualSummaryView = z.output<typeof PerpetualSummary>
export type PerpetualPositionView = z.output<typeof PerpetualPosition>
export type PerpetualOrderView = z.output<typeof PerpetualOrder>
export type PerpetualFillView = z.output<typeof PerpetualFill>
export type PerpetualFundingPaymentView = z.output<typeof PerpetualFundingPayment>
export type PerpetualMarginView = z.output<typeof PerpetualMargin>
export type PerpetualAccountChangeView = z.output<typeof PerpetualAccountChange>
