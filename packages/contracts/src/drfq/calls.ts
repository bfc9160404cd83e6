import { z } from 'zod'
import { bookingCall } from '../booking.ts'
import { call } from '../call.ts'
import { limits } from '../limits.ts'
import { PartlyReached } from '../protection/entities.ts'
import {
  DecimalIn,
  FlagIn,
  IntegerIn,
  MarketCurrency,
  page,
  pageQuery,
  periodQuery,
  Side,
  Text,
  TextList,
  Word,
  Words,
} from '../wire-types.ts'
import {
  Bbo,
  BlockTrade,
  CancelReport,
  Counterparty,
  DeclineReason,
  LegPricing,
  MmpReset,
  MmpStatus,
  Order,
  OrderType,
  OrderVerdict,
  PlatformState,
  Rfq,
  RfqBook,
  RfqRecord,
  TapeTrade,
  TimeInForce,
} from './entities.ts'
import { orderFilters, tradeFilters } from './list-filters.ts'
import { MakerHistories, TakerHistories } from './histories.ts'
import { allocations, BatchOrder, legPrices, orderNames, orderRefusals, replacementRefusals, TwoWay } from './order-fields.ts'
import { rfqBody, rfqRefusals } from './rfq-fields.ts'

export { crossVenueQuotes, getVenueQuotes } from './venue-quotes.ts'
const BASE = '/v2/drfq'
const id = z.object({ id: Text(64) })
/** A mass cancel covers more than one page of a list. */
const NoCursor = z
  .string()
  .refine(() => false, 'A mass cancel has no pages: it covers everything that its filters match, and a cursor is not accepted.')
  .optional()

export const listCounterparties = call({
  method: 'GET',
  path: `${BASE}/counterparties/`,
  summary: 'Desks that have mutual approval with yours. `group=LP` returns only the market makers.',
  who: 'member',
  query: z.object({ venues: TextList, group: Text(16).optional(), ...pageQuery }),
  answer: page(Counterparty),
})

export const getMakerHistory = call({
  method: 'GET',
  path: `${BASE}/counterparties/history/`,
  summary:
    'For each maker, how often it quoted in your own RFQs, how often it traded and how fast it responded. Covers RFQs that ended in the last 30 days, at most the newest 300.',
  who: 'member',
  answer: MakerHistories,
})

export const getTakerHistory = call({
  method: 'GET',
  path: `${BASE}/takers/history/`,
  summary: 'For each taker, the outcome of its RFQs to your desk that ended in the last 30 days, at most the newest 1,000.',
  who: 'member',
  answer: TakerHistories,
})

export const listRfqs = call({
  method: 'GET',
  path: `${BASE}/rfqs/`,
  summary: 'RFQs of your desk, as taker or maker, newest first.',
  who: 'member',
  query: z.object({
    state: Words('DRAFT', 'OPEN', 'CLOSED'),
    role: Word('TAKER', 'MAKER'),
    venue: Word('DBT', 'BIT', 'BYB', 'PRDX'),
    base_currency: Text(16).optional(),
    strategies: TextList,
    product_codes: TextList,
    ...periodQuery,
  }),
  answer: page(Rfq),
})

export const createRfq = call({
  method: 'POST',
  path: `${BASE}/rfqs/`,
  summary: 'Create an RFQ. Without counterparties, every eligible maker is asked. Without an account, the default account is used.',
  who: 'trader',
  status: 201,
  body: rfqBody,
  answer: Rfq,
  refusals: rfqRefusals,
})

export const getRfq = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/`,
  summary: 'One RFQ.',
  who: 'member',
  params: id,
  answer: Rfq,
  refusals: ['NotFound'],
})

export const getRfqRecord = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/record/`,
  summary: 'The record of an RFQ: who responded when, the quotes at each trade and every quote shown. A maker sees only its own part.',
  who: 'member',
  params: id,
  answer: RfqRecord,
  refusals: ['NotFound'],
})

export const sendDraft = call({
  method: 'PATCH',
  path: `${BASE}/rfqs/{id}/`,
  summary: 'Send a draft. It becomes OPEN, and its makers are asked.',
  who: 'trader',
  params: id,
  body: z.object({ state: z.literal('OPEN') }),
  answer: Rfq,
  refusals: [
    'NotFound',
    'RfqNotADraft',
    'RfqClosed',
    'CounterpartyMissing',
    'AnonymousNeedsThreeMakers',
    'RestrictedAddress',
    'VenuePaused',
  ],
})

export const cancelRfq = call({
  method: 'DELETE',
  path: `${BASE}/rfqs/{id}/`,
  summary: 'Cancel your RFQ, or delete a draft.',
  who: 'trader',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound', 'RfqClosed', 'NotTheCreator'],
})

export const declineRfq = call({
  method: 'POST',
  path: `${BASE}/rfqs/{id}/decline/`,
  summary:
    "Decline to quote, with a reason that the taker can read. Your desk's resting quotes in the RFQ are cancelled. A new quote reverses the decline.",
  who: 'trader',
  effect: 'cancel',
  params: id,
  body: z.object({
    reason: DeclineReason,
    text: Text(limits.declineTextCharacters).nullish(),
  }),
  answer: Rfq,
  refusals: ['NotFound', 'RfqClosed', 'RfqIsDraft', 'NotACounterparty', 'AlreadyDeclined'],
})

export const getRfqBbo = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/bbo/`,
  summary: "The venue's screen prices for the RFQ's structure.",
  who: 'member',
  params: id,
  answer: Bbo,
  refusals: ['NotFound'],
})

export const getRfqOrders = call({
  method: 'GET',
  path: `${BASE}/rfqs/{id}/orders/`,
  summary: "The open orders of the RFQ that you can see, all with their rank. Its creator sees the makers' quotes.",
  who: 'member',
  params: id,
  answer: RfqBook,
  refusals: ['NotFound'],
})

export const listOrders = call({
  method: 'GET',
  path: `${BASE}/orders/`,
  summary: "Your desk's orders, newest first.",
  who: 'member',
  query: z.object({ ...orderFilters, client_order_id: Text(limits.clientOrderIdCharacters).optional(), ...periodQuery }),
  answer: page(Order),
})

export const createOrder = call({
  method: 'POST',
  path: `${BASE}/orders/`,
  summary: "Place a maker's quote (legs) or a taker's cross (price). The response is the final decision.",
  who: 'trader',
  status: 201,
  body: z.object({
    rfq_id: Text(64),
    side: Side,
    quantity: DecimalIn.optional(),
    amount: DecimalIn.optional().meta({ description: 'A former name of quantity.' }),
    type: OrderType.default('LIMIT'),
    time_in_force: TimeInForce.default('GOOD_TILL_CANCELED'),
    price: DecimalIn.nullish(),
    legs: legPrices,
    account_name: Text(128).nullish(),
    allocations,
    ...orderNames,
  }),
  answer: Order,
  refusals: orderRefusals,
})

export const replaceOrder = call({
  method: 'PUT',
  path: `${BASE}/orders/{id}/`,
  summary:
    'Replace an open order: its price, quantity, account, type, label or client order id. Omitted fields stay unchanged. The order keeps its priority if price and type are unchanged and the quantity does not increase.',
  who: 'trader',
  params: id,
  body: z.object({
    rfq_id: Text(64).optional(),
    side: Side.optional(),
    quantity: DecimalIn.optional(),
    amount: DecimalIn.optional(),
    type: OrderType.optional(),
    time_in_force: TimeInForce.optional(),
    price: DecimalIn.nullish(),
    legs: legPrices,
    account_name: Text(128).nullish(),
    allocations,
    ...orderNames,
  }),
  answer: Order,
  refusals: replacementRefusals,
})

export const createOrders = call({
  method: 'POST',
  path: `${BASE}/orders/batch/`,
  summary:
    'Send several orders and replacements in one call, each with its own result. A refused one does not affect the others, unless two_way makes two of them one quote.',
  who: 'trader',
  body: z.object({
    orders: z.array(BatchOrder).min(1).max(limits.listItems),
    two_way: TwoWay,
  }),
  answer: z.object({ results: z.array(OrderVerdict) }),
})

export const getOrder = call({
  method: 'GET',
  path: `${BASE}/orders/{id}/`,
  summary: 'One of your orders.',
  who: 'member',
  params: id,
  answer: Order,
  refusals: ['NotFound'],
})

export const cancelOrder = call({
  method: 'DELETE',
  path: `${BASE}/orders/{id}/`,
  summary: 'Cancel an open order.',
  who: 'trader',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['OrderUnknown', 'OrderClosed'],
})

export const cancelOrders = call({
  method: 'DELETE',
  path: `${BASE}/orders/`,
  summary: "Cancel all of your desk's open orders, or only those that match the filters.",
  who: 'trader',
  refusesUnknown: true,
  query: z.object({
    ...orderFilters,
    list_id: Text(64).optional().meta({ description: 'Only your quotes of the lines of this list. Your net price for it stays.' }),
    venue: Word('DBT', 'BIT', 'BYB', 'PRDX'),
    currency: MarketCurrency,
    base_currency: MarketCurrency,
    cursor: NoCursor,
    page_size: pageQuery.page_size.meta({ description: 'Accepted, and has no effect: a mass cancel has no pages.' }),
  }),
  answer: CancelReport,
  partly: PartlyReached,
  refusals: ['NotFound'],
})

export const listTrades = call({
  method: 'GET',
  path: `${BASE}/trades/`,
  summary: "Your desk's trades, newest first. state: PENDING (at the venue), COMPLETED or REJECTED.",
  who: 'member',
  query: z.object({
    state: Words('PENDING', 'COMPLETED', 'REJECTED', 'PENDING_SETTLEMENT', 'FILLED'),
    rfq_id: Text(64).optional(),
    ...tradeFilters,
  }),
  answer: page(BlockTrade),
})

export const getTrade = call({
  method: 'GET',
  path: `${BASE}/trades/{id}/`,
  summary: 'One of your trades.',
  who: 'member',
  params: id,
  answer: BlockTrade,
  refusals: ['NotFound'],
})

export const bookTrade = call({ ...bookingCall, path: `${BASE}/trades/{id}/booking/`, params: id, answer: BlockTrade })

export const listTape = call({
  method: 'GET',
  path: `${BASE}/trade_tape/`,
  summary: 'All settled trades of the network, newest first, without parties.',
  who: 'member',
  query: z.object(tradeFilters),
  answer: page(TapeTrade),
})

export const priceLegs = call({
  method: 'POST',
  path: `${BASE}/pricing/`,
  summary: "Calculate leg prices that add up to a structure price: close to the marks, on tick and within the venue's price limits.",
  who: 'member',
  body: z.object({
    bid_price: DecimalIn.nullish(),
    ask_price: DecimalIn.nullish(),
    legs: z
      .array(z.object({ instrument_id: IntegerIn, ratio: DecimalIn, side: Side, price: DecimalIn.nullish() }))
      .min(1)
      .max(limits.legs),
    accept_estimated_prices: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether an estimate can be used for a leg without a mark. Only if the flag um_leg_pricing_fallback is on.' }),
    algorithm_version: z.union([z.string().max(16), z.number()]).nullish(),
  }),
  answer: LegPricing,
  refusals: ['InstrumentUnknown', 'StructureInvalid', 'OrderPriceMissing', 'PriceOffTick', 'PriceOutsideBand', 'PricingImpossible'],
})

export const getMmpStatus = call({
  method: 'GET',
  path: `${BASE}/mmp/status/`,
  summary: 'Whether market maker protection is blocking your desk.',
  who: 'member',
  answer: MmpStatus,
})
export const resetMmp = call({
  method: 'PATCH',
  path: `${BASE}/mmp/status/`,
  summary: 'Reset market maker protection, so that your desk can quote again.',
  who: 'trader',
  effect: 'protect',
  body: z.object({ rate_limit_hit: z.literal(false).optional() }).optional(),
  answer: MmpReset,
  partly: PartlyReached,
})
export const getPlatformState = call({
  method: 'GET',
  path: `${BASE}/platform_state/`,
  summary: 'Whether the platform accepts orders.',
  who: 'member',
  answer: PlatformState,
})
export const getEcho = call({
  method: 'GET',
  path: `${BASE}/echo/`,
  summary: 'Checks a signature. With verbose=true, the response also has the time, the desk and the key or session: now, desk, via.',
  who: 'member',
  query: z.looseObject({ verbose: FlagIn }),
  answer: z.looseObject({}),
})
export const postEcho = call({
  method: 'POST',
  path: `${BASE}/echo/`,
  summary: 'Returns the JSON that was sent.',
  who: 'member',
  body: z.unknown(),
  answer: z.unknown(),
})
export const getEchoV1 = call({ ...getEcho, path: '/v1/echo/', summary: 'Checks a signature or a token. The former address of this call.' })
