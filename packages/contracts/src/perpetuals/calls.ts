/** Perpetuals: their markets, and trading in them under the authority of the desk's own account at the venue. */
import { z } from 'zod'
import { call } from '../call.ts'
import { limits } from '../limits.ts'
import { DecimalIn, Milliseconds, MomentIn, NotAfter, Side, Text } from '../wire-types.ts'
import {
  MarginMode,
  OrderEffect,
  OrderInstruction,
  OrderKind,
  PerpetualBook,
  PerpetualCandle,
  PerpetualDailyPnl,
  PerpetualFill,
  PerpetualFundingPayment,
  PerpetualFundingRate,
  PerpetualMargin,
  PerpetualMarket,
  PerpetualOrder,
  PerpetualPosition,
  PerpetualSummary,
  PerpetualTrade,
  PerpetualTransfer,
} from './entities.ts'

const BASE = '/v2/perpetuals'
const market = z.object({ market: Text(64) })
const id = z.object({ id: Text(128) })
const list = <T extends z.ZodType>(item: T) => z.object({ results: z.array(item) })

/** A period in ms. If it contains too much, the newest part is returned. */
const period = z.object({
  from: MomentIn.optional().meta({ description: 'ms. The default is one day before `to`.' }),
  to: MomentIn.optional().meta({ description: 'ms. The default is the current time.' }),
})

export const listPerpetualMarkets = call({
  method: 'GET',
  path: `${BASE}/markets/`,
  summary: 'The perpetuals that the venue lists, with their prices and funding.',
  who: 'member',
  answer: list(PerpetualMarket),
  refusals: ['PerpetualsNotOffered', 'PerpetualsSilent'],
})
export const getPerpetualBook = call({
  method: 'GET',
  path: `${BASE}/markets/{market}/book/`,
  summary: 'The order book of a perpetual.',
  who: 'member',
  params: market,
  answer: PerpetualBook,
  refusals: ['PerpetualsNotOffered', 'PerpetualUnknown', 'PerpetualsSilent'],
})
export const listPerpetualTrades = call({
  method: 'GET',
  path: `${BASE}/markets/{market}/trades/`,
  summary: 'The last trades of a perpetual, newest first.',
  who: 'member',
  params: market,
  answer: list(PerpetualTrade),
  refusals: ['PerpetualsNotOffered', 'PerpetualUnknown', 'PerpetualsSilent'],
})
export const listPerpetualCandles = call({
  method: 'GET',
  path: `${BASE}/markets/{market}/candles/`,
  summary: 'Candles of a perpetual, oldest first; at most 1000 at once.',
  who: 'member',
  params: market,
  query: z.object({
    resolution: z.enum(['1', '3', '5', '15', '30', '60', '240', '1440']).meta({ description: 'Minutes; longer ones begin at 00:00 UTC.' }),
    from: MomentIn.meta({ description: 'ms.' }),
    to: MomentIn.meta({ description: 'ms.' }),
  }),
  answer: list(PerpetualCandle),
  refusals: ['PerpetualsNotOffered', 'PerpetualUnknown', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualFundingRates = call({
  method: 'GET',
  path: `${BASE}/markets/{market}/funding_rates/`,
  summary: 'Past funding rates, oldest first; at most 31 days.',
  who: 'member',
  params: market,
  query: period,
  answer: list(PerpetualFundingRate),
  refusals: ['PerpetualsNotOffered', 'PerpetualUnknown', 'PerpetualsSilent', 'PerpetualRefused'],
})

export const getPerpetualSummary = call({
  method: 'GET',
  path: `${BASE}/account/`,
  summary: "The figures of your desk's account at the perpetuals venue: its default account there, or its only one.",
  who: 'member',
  answer: PerpetualSummary,
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualPositions = call({
  method: 'GET',
  path: `${BASE}/positions/`,
  summary: "The account's open positions.",
  who: 'member',
  answer: list(PerpetualPosition),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualOrders = call({
  method: 'GET',
  path: `${BASE}/orders/`,
  summary: "The account's open orders, newest first, including those placed elsewhere.",
  who: 'member',
  answer: list(PerpetualOrder),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualOrderHistory = call({
  method: 'GET',
  path: `${BASE}/order_history/`,
  summary: "The account's orders of a period, newest first; at most 31 days.",
  who: 'member',
  query: period,
  answer: list(PerpetualOrder),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualFills = call({
  method: 'GET',
  path: `${BASE}/fills/`,
  summary: "The account's fills of a period, newest first; at most 31 days.",
  who: 'member',
  query: period,
  answer: list(PerpetualFill),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualFundingPayments = call({
  method: 'GET',
  path: `${BASE}/funding_payments/`,
  summary: "The account's funding payments of a period, newest first; at most 31 days.",
  who: 'member',
  query: period,
  answer: list(PerpetualFundingPayment),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualTransfers = call({
  method: 'GET',
  path: `${BASE}/transfers/`,
  summary: "The account's deposits and withdrawals of a period, newest first; at most 31 days.",
  who: 'member',
  query: period,
  answer: list(PerpetualTransfer),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const listPerpetualDailyPnl = call({
  method: 'GET',
  path: `${BASE}/daily_pnl/`,
  summary: "The account's realised profit, fees and funding of a period by day and market, newest first; at most 31 days.",
  who: 'member',
  query: period,
  answer: list(PerpetualDailyPnl).extend({
    from: Milliseconds.meta({
      description:
        'The results are complete from this time on: the start of the period, or later if it has more fills than one call reads. Then request the rest with `to` one ms before it, and add both.',
    }),
    earlier: Milliseconds.nullable().meta({
      description: 'The time of the last fill or funding payment before `from`: where the next page ends. Null if there is none.',
    }),
  }),
  refusals: ['PerpetualsNotOffered', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})
export const getPerpetualMargin = call({
  method: 'GET',
  path: `${BASE}/margin/{market}/`,
  summary: 'The margin mode and leverage of the account in a market.',
  who: 'member',
  params: market,
  answer: PerpetualMargin,
  refusals: ['PerpetualsNotOffered', 'PerpetualUnknown', 'PerpetualAccountMissing', 'PerpetualsSilent', 'PerpetualRefused'],
})

const trading = [
  'PerpetualsNotOffered',
  'PerpetualAccountMissing',
  'PerpetualRefused',
  'PerpetualOutcomeUnknown',
  'PerpetualsSilent',
] as const

export const placePerpetualOrder = call({
  method: 'POST',
  path: `${BASE}/orders/`,
  summary:
    "Place an order under your desk's own account at the venue. This server signs it and sends it once. If the venue does not respond, the order is looked up by its client id.",
  who: 'trader',
  refusesUnknown: true,
  status: 201,
  body: z.object({
    market: Text(64),
    side: Side,
    kind: OrderKind,
    quantity: DecimalIn.meta({ description: 'In the base currency, a multiple of the quantity increment.' }),
    price: DecimalIn.nullish().meta({ description: 'For LIMIT, STOP_LIMIT and TAKE_PROFIT_LIMIT: a multiple of the tick size.' }),
    trigger_price: DecimalIn.nullish().meta({ description: 'For stops and take-profit orders: the mark price that triggers the order.' }),
    instruction: OrderInstruction.optional().meta({
      description: 'The default is GOOD_TILL_CANCELED. A market order is always IMMEDIATE_OR_CANCEL.',
    }),
    effect: OrderEffect.optional().meta({
      description: 'The default is OPEN_OR_CLOSE. REDUCE_ONLY never increases or reverses a position.',
    }),
    client_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, { message: 'A client id must have 1 to 64 letters, digits, hyphens and underscores.' })
      .optional()
      .meta({
        description: 'Your own id, unique in the account: letters, digits, hyphens and underscores. If you omit it, one is assigned.',
      }),
    follows_position: z.boolean().optional().meta({
      description:
        'For a reduce-only stop or take-profit order: its quantity is kept at that of the position, and it is cancelled when the position ends. It can be placed before the order that opens the position.',
    }),
    not_after: NotAfter,
  }),
  answer: PerpetualOrder,
  refusals: [
    ...trading,
    'PerpetualUnknown',
    'PerpetualOrderInvalid',
    'NotionalAboveLimit',
    'ApprovalRequired',
    'PriceFarFromMark',
    'OrderTooLate',
    'TradingIsStopped',
    'RestrictedAddress',
  ],
})
export const amendPerpetualOrder = call({
  method: 'PUT',
  path: `${BASE}/orders/{id}/`,
  summary: 'Change the price, trigger price or quantity of an open order, which keeps its id. Omitted fields stay unchanged.',
  who: 'trader',
  refusesUnknown: true,
  params: id,
  body: z.object({
    quantity: DecimalIn.nullish().meta({ description: 'The total quantity, including what has filled.' }),
    price: DecimalIn.nullish(),
    trigger_price: DecimalIn.nullish(),
    not_after: NotAfter,
  }),
  answer: PerpetualOrder,
  refusals: [
    ...trading,
    'OrderUnknown',
    'OrderClosed',
    'PerpetualOrderInvalid',
    'NotionalAboveLimit',
    'ApprovalRequired',
    'PriceFarFromMark',
    'OrderTooLate',
    'TradingIsStopped',
    'RestrictedAddress',
  ],
})
export const cancelPerpetualOrder = call({
  method: 'DELETE',
  path: `${BASE}/orders/{id}/`,
  summary:
    'Cancel an open order. The response confirms that the venue has accepted the request; the channel reports when the order has ended.',
  who: 'trader',
  params: id,
  status: 202,
  answer: z.object({ id: z.string() }),
  refusals: [...trading, 'OrderUnknown', 'OrderClosed'],
})
export const cancelAllPerpetualOrders = call({
  method: 'POST',
  path: `${BASE}/cancel_all/`,
  summary:
    "Cancel the account's open orders in one market or in all, including those placed elsewhere. `open` lists the orders that were still open at the venue immediately afterwards.",
  who: 'trader',
  effect: 'cancel',
  refusesUnknown: true,
  status: 202,
  body: z.object({ market: Text(64).nullish() }).optional(),
  answer: z.object({
    market: z.string().nullable(),
    open: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Ids. Empty if none is left; null if the venue could not be asked afterwards.' }),
  }),
  refusals: [...trading, 'PerpetualUnknown'],
})
export const setPerpetualMargin = call({
  method: 'PUT',
  path: `${BASE}/margin/{market}/`,
  summary: 'Set the margin mode and leverage of the account in a market. It also applies to an open position there.',
  who: 'trader',
  refusesUnknown: true,
  params: market,
  body: z.object({
    mode: MarginMode,
    leverage: z
      .number()
      .int()
      .min(1)
      .max(limits.perpetualLeverage)
      .meta({ description: 'A whole number from 1 to the maximum leverage of the market.' }),
  }),
  answer: PerpetualMargin,
  refusals: [...trading, 'PerpetualUnknown', 'PerpetualOrderInvalid', 'TradingIsStopped', 'RestrictedAddress'],
})
