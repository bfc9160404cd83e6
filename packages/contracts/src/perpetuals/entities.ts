/** Perpetuals at their venue, and a desk's positions and orders there. Decimals are texts, times are ms. */
import { z } from 'zod'
import { Decimal, Milliseconds, Side } from '../wire-types.ts'

export const OrderKind = z.enum(['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT_LIMIT', 'TAKE_PROFIT_MARKET']).meta({
  description:
    'A stop waits for the mark to move against its side: one that sells for a fall, one that buys for a rise. A take-profit order waits for the opposite.',
})
export const OrderInstruction = z.enum(['GOOD_TILL_CANCELED', 'POST_ONLY', 'IMMEDIATE_OR_CANCEL'])
export const OrderEffect = z.enum(['OPEN_OR_CLOSE', 'REDUCE_ONLY'])
export const MarginMode = z.enum(['CROSS', 'ISOLATED'])

export const PerpetualMarket = z
  .object({
    market: z.string().meta({ description: "The venue's own name: `BTC-USD-PERP`." }),
    base_currency: z.string(),
    quote_currency: z.string(),
    settlement_currency: z.string(),
    tick_size: Decimal.meta({ description: 'Prices are multiples of it.' }),
    quantity_increment: Decimal.meta({ description: 'In the base currency. Quantities are multiples of it.' }),
    least_notional: Decimal.nullable().meta({ description: 'The minimum notional of an order, in the quote currency.' }),
    largest_order: Decimal.nullable().meta({ description: 'In the base currency.' }),
    largest_position: Decimal.nullable().meta({ description: 'In the base currency.' }),
    largest_leverage: Decimal.nullable().meta({ description: 'The maximum leverage: "50" is a margin of 2 %. The minimum is 1.' }),
    maker_fee: Decimal.nullable().meta({
      description:
        'In per cent of the traded notional, for an order that rested. A negative fee is received. Null if the venue publishes none.',
    }),
    taker_fee: Decimal.nullable().meta({ description: 'In per cent of the traded notional, for an aggressor order.' }),
    takes: z.enum(['ORDERS', 'BLOCKS_ONLY']).meta({ description: 'BLOCKS_ONLY: its order book does not accept orders.' }),
    funding_period_hours: z.number(),
    funding_rate: Decimal.nullable().meta({ description: 'In per cent, for the funding period. If it is positive, longs pay.' }),
    next_funding_at: Milliseconds.meta({
      description: 'When the current period of the rate ends. Nothing is paid at that time: funding accrues continuously (rulebook 18.1).',
    }),
    mark_price: Decimal.nullable(),
    index_price: Decimal.nullable(),
    last_price: Decimal.nullable(),
    bid_price: Decimal.nullable(),
    ask_price: Decimal.nullable(),
    change_24h: Decimal.nullable().meta({ description: 'Percent.' }),
    volume_24h: Decimal.nullable().meta({ description: 'In the quote currency.' }),
    open_interest: Decimal.nullable().meta({ description: 'In the base currency.' }),
    at: Milliseconds.nullable().meta({ description: "The venue's own time of these prices; null while there are none." }),
  })
  .meta({ id: 'PerpetualMarket', description: 'A perpetual as listed by its venue, with its current prices.' })

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
  description: 'The order book of a perpetual, best price first on both sides, to the depth that the venue sends.',
})

/** Sent on the channel `perpetual_book.{market}`. */
export const PerpetualBookChange = z
  .object({
    ...bookFacts,
    is_whole: z.boolean().meta({ description: 'If true, discard what you had. Otherwise apply these levels as changes.' }),
    bids: z.array(BookLevel).meta({ description: 'A quantity of "0" removes the level.' }),
    asks: z.array(BookLevel).meta({ description: 'A quantity of "0" removes the level.' }),
    lost: z.string().nullable().meta({ description: 'Why the book is not available; null if it is.' }),
  })
  .meta({ id: 'PerpetualBookChange' })

export const PerpetualTrade = z
  .object({
    id: z.string(),
    market: z.string(),
    side: Side.meta({ description: 'The side of the taker.' }),
    price: Decimal,
    quantity: Decimal.meta({ description: 'In the base currency.' }),
    kind: z.enum(['TRADE', 'LIQUIDATION', 'SETTLEMENT', 'TRANSFER', 'BLOCK']),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualTrade' })

export const PerpetualFundingRate = z
  .object({
    market: z.string(),
    rate: Decimal.meta({ description: "In per cent, for the market's own funding period." }),
    rate_8h: Decimal.meta({ description: 'In per cent, converted to a period of eight hours.' }),
    period_hours: z.number(),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualFundingRate' })

export const PerpetualSummary = z
  .object({
    account_name: z.string().meta({ description: 'The name that your desk has given it under venue accounts.' }),
    currency: z.string().nullable().meta({ description: 'The currency of all these figures.' }),
    equity: Decimal.meta({ description: 'The value of the account at the mark prices.' }),
    margin_used: Decimal.meta({ description: 'The initial margin of positions and orders.' }),
    maintenance_margin: Decimal.meta({ description: 'The venue liquidates the account if its equity falls below this.' }),
    free: Decimal.meta({ description: 'Available for new margin.' }),
    unrealized_pnl: Decimal,
    state: z.string().meta({ description: "The venue's status of the account. ACTIVE accounts can trade." }),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualSummary', description: "The figures of the whole account, in the venue's settlement currency." })

export const PerpetualPosition = z
  .object({
    market: z.string(),
    side: z.enum(['LONG', 'SHORT', 'FLAT']).meta({ description: 'FLAT: the position was closed.' }),
    quantity: Decimal.meta({ description: 'In the base currency; negative if short.' }),
    entry_price: Decimal,
    mark_price: Decimal.nullable(),
    notional: Decimal.nullable().meta({ description: 'At the mark price, in the quote currency; positive for both sides.' }),
    unrealized_pnl: Decimal,
    unrealized_funding: Decimal.meta({ description: 'Received since the last settlement; negative if paid.' }),
    leverage: Decimal.nullable(),
    margin: Decimal.nullable().meta({ description: 'The notional divided by the leverage; null while either is unknown.' }),
    liquidation_price: Decimal.nullable().meta({ description: 'Null if the venue reports none.' }),
    changed_at: Milliseconds.nullable(),
  })
  .meta({ id: 'PerpetualPosition' })

export const PerpetualOrder = z
  .object({
    id: z.string().meta({ description: "The venue's own id." }),
    client_id: z.string().nullable(),
    follows_position: z
      .boolean()
      .meta({ description: 'An exit: its quantity follows the position of the market, and it ends with it (rulebook 18.12).' }),
    market: z.string(),
    side: Side,
    kind: OrderKind,
    price: Decimal.nullable(),
    trigger_price: Decimal.nullable(),
    average_price: Decimal.nullable().meta({ description: 'The average price of what has filled.' }),
    quantity: Decimal,
    remaining: Decimal,
    instruction: OrderInstruction,
    effect: OrderEffect,
    state: z.enum(['NEW', 'UNTRIGGERED', 'OPEN', 'CLOSED']),
    reason: z.string().nullable().meta({ description: "The venue's reason why the order ended unfilled." }),
    sentence: z.string().nullable().meta({ description: 'What that reason means, and what would be accepted.' }),
    created_at: Milliseconds,
    changed_at: Milliseconds,
  })
  .meta({ id: 'PerpetualOrder' })

export const PerpetualFill = z
  .object({
    id: z.string(),
    order_id: z.string().nullable().meta({ description: 'Null for a fill without an order: a settlement, a liquidation or a block.' }),
    client_id: z.string().nullable(),
    market: z.string(),
    side: Side,
    price: Decimal,
    quantity: Decimal,
    role: z.enum(['MAKER', 'TAKER']),
    fee: Decimal.meta({ description: 'Paid; negative if received.' }),
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
    amount: Decimal.meta({ description: 'Received, negative if paid; in the settlement currency.' }),
    at: Milliseconds,
  })
  .meta({ id: 'PerpetualFundingPayment' })

export const PerpetualTransfer = z
  .object({
    id: z.string(),
    kind: z.string().meta({ description: "The venue's name for it, as in DEPOSIT, WITHDRAWAL or VAULT_DEPOSIT." }),
    direction: z.enum(['IN', 'OUT']),
    state: z
      .enum(['PENDING', 'AVAILABLE', 'COMPLETED', 'FAILED'])
      .meta({ description: 'AVAILABLE: a withdrawal that can be collected on the other chain.' }),
    amount: Decimal,
    currency: z.string(),
    chain: z.string().nullable().meta({ description: 'The chain that it comes from or goes to.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    at: Milliseconds,
    changed_at: Milliseconds,
  })
  .meta({ id: 'PerpetualTransfer', description: 'A deposit or withdrawal of the account, as the venue reports it.' })

export const PerpetualDailyPnl = z
  .object({
    day: Milliseconds.meta({ description: '00:00 UTC of the day. Only what is within the requested period is counted.' }),
    market: z.string(),
    fills: z.number().int().meta({ description: 'The number of fills, including liquidations, settlements and blocks.' }),
    volume: Decimal.meta({ description: 'The filled notional, in the quote currency.' }),
    realized_pnl: Decimal.meta({ description: 'Without fees and funding, in the settlement currency.' }),
    fees: Decimal.meta({ description: 'Paid; negative if received.' }),
    funding: Decimal.meta({ description: 'Received; negative if paid.' }),
    net_pnl: Decimal.meta({ description: 'Realised, less fees, plus funding.' }),
  })
  .meta({ id: 'PerpetualDailyPnl', description: 'The results of the account in one market on one day (rulebook 18.13).' })

export const PerpetualMargin = z
  .object({
    market: z.string(),
    mode: MarginMode,
    leverage: Decimal,
    is_chosen: z
      .boolean()
      .meta({ description: 'Whether your desk has set it here. If not, it is the setting of the account at the venue.' }),
  })
  .meta({
    id: 'PerpetualMargin',
    description: 'How positions in a market are margined: across the whole account or isolated, and the leverage.',
  })

/** Sent on the channel `perpetual_markets`. */
export const PerpetualMarkets = z.object({
  line: z
    .enum(['CONNECTED', 'DISCONNECTED'])
    .meta({ description: 'DISCONNECTED: no data arrives from the venue, and prices are as old as their `at`.' }),
  is_whole: z.boolean().meta({ description: 'Markets that are not included are no longer listed.' }),
  markets: z.array(PerpetualMarket).meta({ description: 'All on subscribing, then those that changed.' }),
  ended: z.array(z.string()).meta({ description: 'Names of perpetuals that the venue no longer lists.' }),
})

/** Sent on the channel `perpetual_trades.{market}`. */
export const PerpetualTrades = z.object({
  market: z.string(),
  is_whole: z.boolean(),
  trades: z.array(PerpetualTrade).meta({ description: 'Newest first: the last hundred on subscribing, then new ones.' }),
})

/** Sent on the channel `perpetual_account`. */
export const PerpetualAccountChange = z.object({
  account_name: z.string().nullable().meta({ description: 'Null if your desk has no account there. An administrator can connect one.' }),
  line: z
    .enum(['CONNECTED', 'DISCONNECTED', 'NO_ACCOUNT'])
    .meta({ description: 'The data below is current only while this is CONNECTED.' }),
  failure: z.string().nullable().meta({ description: 'Why the account cannot be read.' }),
  is_whole: z.boolean().meta({ description: 'If true, discard the orders and positions that you had.' }),
  summary: PerpetualSummary.nullable().meta({ description: 'Null if it has not changed.' }),
  positions: z.array(PerpetualPosition).meta({ description: 'All on subscribing, then those that changed. FLAT positions are closed.' }),
  orders: z
    .array(PerpetualOrder)
    .meta({ description: 'The open orders on subscribing, then those that changed. CLOSED orders have ended.' }),
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
export type PerpetualTransferView = z.output<typeof PerpetualTransfer>
export type PerpetualDailyPnlView = z.output<typeof PerpetualDailyPnl>
export type PerpetualMarginView = z.output<typeof PerpetualMargin>
export type PerpetualAccountChangeView = z.output<typeof PerpetualAccountChange>
