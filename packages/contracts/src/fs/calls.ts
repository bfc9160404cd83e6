/** Delta-1 spreads, /v1/fs. Queries also accept camel case, and a strategy can also be read under instruments/, because published clients differ. */
import { z } from 'zod'
import { call } from '../call.ts'
import { MmpReset, MmpStatus } from '../drfq/entities.ts'
import { SideIn } from '../grfq/quote-fields.ts'
import { limits } from '../limits.ts'
import { OwnOrdersIn, PartlyReached } from '../protection/entities.ts'
import { DecimalIn, Empty, NotAfter, page, pageQuery, periodQuery, Text, Word } from '../wire-types.ts'
import {
  SpreadBook,
  SpreadBookSummary,
  SpreadInstrument,
  SpreadMarkHistory,
  SpreadOrder,
  SpreadPlatformState,
  SpreadTapeTrade,
  SpreadTrade,
  SpreadVenue,
  Strategy,
  SystemState,
  SystemTime,
} from './entities.ts'
import { SecondsIn, SpreadIdIn } from './figures.ts'
import { guardRefusals } from '../protection/guard-refusals.ts'

const id = z.object({ id: SpreadIdIn })
const strategyId = z.object({ strategy_id: SpreadIdIn })
const venue = Word('DBT', 'BIT', 'BYB', 'ALL', 'ANY')
const kind = Word('ANY', 'ALL', 'FUTURE', 'SPOT_FUTURE', 'SPOT')
const state = Word('ACTIVE', 'SETTLED', 'EXPIRED')
const marginType = Word('LINEAR', 'INVERSE')
const currency = Text(16).optional()

const bookQuery = z.object({
  depth: Word('ALL', '1', '5', '25').meta({ description: 'The number of prices per side, or of orders for L3. The default is ALL.' }),
  level: Word('L1', 'L2', 'L3').meta({ description: 'L1: best price of each side. L2 (the default): by price. L3: by order.' }),
})

const tradeQuery = { venue, kind, settlement_currency: currency, strategy_id: SpreadIdIn.optional() }
const fromTrade = SpreadIdIn.optional().meta({ description: 'Only this trade and later ones.' })

const strategyRead = { method: 'GET', who: 'member', isCamelCaseRead: true, params: strategyId, refusals: ['NotFound'] } as const
const strategyCall = { ...strategyRead, answer: Strategy } as const
const bookCall = { ...strategyRead, query: bookQuery, answer: SpreadBook } as const
const summaryCall = { ...strategyRead, answer: SpreadBookSummary } as const

export const listInstruments = call({
  method: 'GET',
  path: '/v1/fs/instruments/',
  summary: 'Futures that are legs of listed spreads.',
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({
    state,
    venue,
    kind,
    margin_type: marginType,
    base_currency: currency,
    settlement_currency: currency,
    clearing_currency: currency,
    ...pageQuery,
  }),
  answer: page(SpreadInstrument),
})

export const listStrategies = call({
  method: 'GET',
  path: '/v1/fs/strategies/',
  summary: 'Listed spreads by expiry. Only active ones, unless another state is given.',
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({
    id: SpreadIdIn.optional(),
    venue,
    kind,
    base_currency: currency,
    settlement_currency: currency,
    margin_type: marginType,
    state,
    ...pageQuery,
  }),
  answer: page(Strategy),
})

export const getStrategy = call({ ...strategyCall, path: '/v1/fs/strategies/{strategy_id}/', summary: 'One listed spread.' })
export const getStrategyAsInstrument = call({
  ...strategyCall,
  path: '/v1/fs/instruments/{strategy_id}/',
  summary: 'The same call at the address that one published client uses.',
})

export const getBook = call({
  ...bookCall,
  path: '/v1/fs/strategies/{strategy_id}/order-book/',
  summary: 'The order book of a spread. Its seq_id links it to the changes on the channel order_book.',
})
export const getBookAsInstrument = call({
  ...bookCall,
  path: '/v1/fs/instruments/{strategy_id}/order-book/',
  summary: 'The same call at the address that one published client uses.',
})

export const getBookSummary = call({
  ...summaryCall,
  path: '/v1/fs/strategies/{strategy_id}/order-book-summary/',
  summary: 'The best price of each side of a book, and its last trade.',
})
export const getBookSummaryAsInstrument = call({
  ...summaryCall,
  path: '/v1/fs/instruments/{strategy_id}/order-book-summary/',
  summary: 'The same call at the address that one published client uses.',
})

export const listBookSummaries = call({
  method: 'GET',
  path: '/v1/fs/order-book-summaries/',
  summary: 'The summaries of the books of all active strategies at once, for a screen.',
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({ venue, base_currency: currency }),
  answer: z.object({ results: z.array(SpreadBookSummary) }),
})

export const getMarkHistory = call({
  ...strategyRead,
  path: '/v1/fs/strategies/{strategy_id}/mark-history/',
  summary: "The value of a spread at the venue's marks of its legs, oldest first, as far back as recorded here.",
  query: z.object({
    range: Word('1H', '1D', '1W', '1M', '3M').meta({
      description:
        'The last hour by the minute, the last day (the default) by five minutes, a week by the hour, a month by four hours, three months by half days.',
    }),
  }),
  answer: SpreadMarkHistory,
})

const orderTerms = {
  price: DecimalIn.nullish().meta({
    description: 'Signed: the later leg minus the nearer one. Optional for a MARKET order, for which it is the worst acceptable price.',
  }),
  amount: DecimalIn.nullish(),
  amount_decimal: DecimalIn.nullish().meta({ description: 'Replaces amount. If both are sent, they must be equal.' }),
  type: Word('LIMIT', 'MARKET').meta({ description: 'The default is LIMIT.' }),
  time_in_force: Word('GOOD_TILL_CANCELED', 'IMMEDIATE_OR_CANCEL', 'GOOD_TILL_EXPIRES').meta({
    description: 'The default is GOOD_TILL_CANCELED. A MARKET order is always IMMEDIATE_OR_CANCEL.',
  }),
  expires_in: SecondsIn.nullish().meta({
    description:
      'Seconds from now, for GOOD_TILL_EXPIRES: from 1 to 2592000 (30 days). Compare expires_at in the response: a number that was meant in milliseconds is often a valid, longer time.',
  }),
  post_only: z.boolean().nullish(),
  label: Text(limits.labelCharacters).nullish(),
  account_name: Text(128).nullish().meta({ description: "The default is the desk's default account at the venue." }),
  not_after: NotAfter,
  mmp: z.boolean().nullish().meta({
    description:
      'Whether market maker protection covers the order (rulebook 17.10). The default is true with an API key and false in a session; a replacement keeps the setting.',
  }),
  own_orders: OwnOrdersIn.meta({
    description:
      "Self-trade prevention: whether an order that would match one of your desk's own is refused, cancels the resting order first, or fills up to it and cancels its remainder. The default is your desk's setting (PUT /v2/protection/bounds/).",
  }),
}

const orderRefusals = [
  'NotFound',
  'RfqClosed',
  'QuoteWindowClosed',
  'TypeNotAllowed',
  'OrderTooLate',
  'TooManyOrders',
  'LayeringLimitReached',
  'QuantityBelowBlockMinimum',
  'QuantityOffIncrement',
  'OrderPriceMissing',
  'PriceOffTick',
  'PriceOutsideBand',
  'QuoteCrossesOwnSide',
  'PostOnlyWouldCross',
  'AccountUnknown',
  'AccountCannotSettle',
  'ProductDisabled',
  ...guardRefusals,
] as const

export const createOrder = call({
  method: 'POST',
  path: '/v1/fs/orders/',
  summary: 'Place an order. If it crosses the book, it trades immediately. The response is the final decision.',
  who: 'trader',
  status: 201,
  body: z.object({ strategy_id: SpreadIdIn, side: SideIn, ...orderTerms }),
  answer: SpreadOrder,
  refusals: orderRefusals,
})

export const replaceOrder = call({
  method: 'POST',
  path: '/v1/fs/orders/{id}/replace/',
  summary:
    'Replace an order with a new one on the same side, with its own id and time priority. Omitted fields stay unchanged; an omitted amount is the resting amount. Both the cancel and the new order happen, or neither does.',
  who: 'trader',
  status: 201,
  params: id,
  body: z.object({ order_id: SpreadIdIn.nullish(), ...orderTerms }),
  answer: SpreadOrder,
  refusals: ['OrderNoLongerRests', ...orderRefusals],
})

export const getOrder = call({
  method: 'GET',
  path: '/v1/fs/orders/{id}/',
  summary: 'One of your orders.',
  who: 'member',
  params: id,
  answer: SpreadOrder,
  refusals: ['NotFound'],
})

export const cancelOrder = call({
  method: 'DELETE',
  path: '/v1/fs/orders/{id}/',
  summary: 'Cancel an open order.',
  who: 'trader',
  status: 204,
  params: id,
  answer: Empty,
  refusals: ['NotFound', 'OrderNoLongerRests'],
})

export const cancelOrders = call({
  method: 'DELETE',
  path: '/v1/fs/orders/',
  summary: "Cancel all of your desk's resting orders in all spreads, or only those that match the filters.",
  who: 'trader',
  status: 204,
  refusesUnknown: true,
  isCamelCaseRead: true,
  query: z.object({
    side: SideIn.optional(),
    label: Text(limits.labelCharacters).optional(),
    strategy_id: SpreadIdIn.optional(),
    venue: Word('DBT', 'BIT', 'BYB'),
  }),
  answer: Empty,
  partly: PartlyReached,
  refusals: ['NotFound'],
})

export const listOrders = call({
  method: 'GET',
  path: '/v1/fs/orders/',
  summary: "Your desk's orders, newest first.",
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({
    venue,
    kind,
    type: Word('LIMIT', 'MARKET', 'ALL', 'ANY'),
    settlement_currency: currency,
    strategy_id: SpreadIdIn.optional(),
    state: Word('OPEN', 'CLOSED', 'ALL', 'ANY'),
    from_order_id: SpreadIdIn.optional().meta({ description: 'Only this order and later ones.' }),
    ...periodQuery,
  }),
  answer: page(SpreadOrder),
  refusals: ['NotFound'],
})

export const listTrades = call({
  method: 'GET',
  path: '/v1/fs/trades/',
  summary: "Your desk's trades, newest first.",
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({
    state: Word('PENDING_SETTLEMENT', 'FILLED', 'REJECTED', 'ALL', 'ANY'),
    role: Word('TAKER', 'MAKER', 'ALL', 'ANY'),
    ...tradeQuery,
    from_trade_id: fromTrade,
    ...periodQuery,
  }),
  answer: page(SpreadTrade),
  refusals: ['NotFound'],
})

export const getTrade = call({
  method: 'GET',
  path: '/v1/fs/trades/{id}/',
  summary: 'One of your trades.',
  who: 'member',
  params: id,
  answer: SpreadTrade,
  refusals: ['NotFound'],
})

export const listTape = call({
  method: 'GET',
  path: '/v1/fs/trade_tape/',
  summary: 'All settled trades, newest first, without desks or sides.',
  who: 'member',
  isCamelCaseRead: true,
  query: z.object({ ...tradeQuery, ...periodQuery }),
  answer: page(SpreadTapeTrade),
  refusals: ['NotFound'],
})

export const getPlatformState = call({
  method: 'GET',
  path: '/v1/fs/platform_state/',
  summary: 'Whether the platform accepts orders, and its next announced state.',
  who: 'member',
  answer: SpreadPlatformState,
})

export const getSystemTime = call({
  method: 'GET',
  path: '/v1/fs/system/time/',
  summary: "The server's clock.",
  who: 'anyone',
  answer: SystemTime,
})

export const getSystemState = call({
  method: 'GET',
  path: '/v1/fs/system/state/',
  summary: 'Whether the platform accepts orders.',
  who: 'anyone',
  answer: SystemState,
})

export const listVenues = call({
  method: 'GET',
  path: '/v1/fs/venues/',
  summary: 'The venues at which spreads are listed.',
  who: 'member',
  answer: z.object({ results: z.array(SpreadVenue) }),
})

export const getVenue = call({
  method: 'GET',
  path: '/v1/fs/venues/{venue}/',
  summary: 'One of those venues: dbt, byb or bit.',
  who: 'member',
  params: z.object({ venue: Text(8) }),
  answer: SpreadVenue,
  refusals: ['NotFound'],
})

export const getMmpStatus = call({
  method: 'GET',
  path: '/v1/fs/mmp/status/',
  summary: 'Whether market maker protection is blocking your desk.',
  who: 'member',
  answer: MmpStatus,
})

export const resetMmp = call({
  method: 'PATCH',
  path: '/v1/fs/mmp/status/',
  summary: 'Reset market maker protection, so that your desk can quote again.',
  who: 'trader',
  effect: 'protect',
  body: z.object({ rate_limit_hit: z.literal(false).optional() }).optional(),
  answer: MmpReset,
  partly: PartlyReached,
})
