/**
 * The order-book flow at its two base paths: /v1/grfq and /v1/ob. The calls are the same. Differences between the responses are described in the
 * entities.
 */
import { z } from 'zod'
import { bookingCall } from '../booking.ts'
import { call } from '../call.ts'
import { DeclineReason, MmpReset, MmpStatus, PlatformState } from '../drfq/entities.ts'
import { TwoWay } from '../drfq/order-fields.ts'
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
  Text,
  TextList,
  VenueIn,
  Word,
  Words,
} from '../wire-types.ts'
import { Instrument } from '../catalogue/entities.ts'
import {
  BatchVerdict,
  GroupBbo,
  GroupBook,
  GroupCancelReport,
  GroupLegPricing,
  GroupOrder,
  GroupQuote,
  GroupRfq,
  OpenedRfq,
  GroupTapeTrade,
  GroupTrade,
  ListedGroupTrade,
} from './entities.ts'

import { tradeFilters } from './list-filters.ts'
import { allocations, Id, id, quoteFields, quoteNames, quoteRefusals, SideIn, status } from './quote-fields.ts'

export type GroupBase = '/v1/grfq' | '/v1/ob'

const marketCalls = (base: GroupBase) => ({
  listRfqs: call({
    method: 'GET',
    path: `${base}/rfqs/`,
    summary:
      'Markets, the one with the latest activity first. start and end filter by that activity. status: ACTIVE (or OPEN), EXPIRED, or FILLED and COMPLETED for the state of your own part.',
    who: 'member',
    query: z.object({
      rfq_id: Id.optional(),
      strategies: TextList,
      product_codes: TextList,
      venue: Word('DBT', 'BIT', 'BYB', 'PRDX'),
      status: Words('ACTIVE', 'EXPIRED', 'OPEN', 'CLOSED', 'FILLED', 'COMPLETED'),
      ...periodQuery,
    }),
    answer: page(GroupRfq),
  }),
  createRfq: call({
    method: 'POST',
    path: `${base}/rfqs/`,
    summary:
      'Open the market of a structure, or join the existing one. A structure of several legs that is sold uses the market of the same legs bought, and `inverted` reports it: to sell what you named, send BUY, and vice versa. A single leg must be named as bought.',
    who: 'trader',
    status: 201,
    body: z.object({
      venue: VenueIn,
      legs: z
        .array(
          z.object({
            instrument: Text(64).optional(),
            instrument_id: IntegerIn.optional(),
            ratio: DecimalIn.default('1'),
            side: SideIn,
            price: DecimalIn.nullish().meta({ description: 'Makes the leg a hedge.' }),
          }),
        )
        .min(1)
        .max(limits.legs),
    }),
    answer: OpenedRfq,
    refusals: ['StructureInvalid', 'InstrumentUnknown', 'ProductDisabled', 'QuoteWindowClosed', 'TooManyMarkets', 'TradingIsStopped'],
  }),
  getRfq: call({
    method: 'GET',
    path: `${base}/rfqs/{id}/`,
    summary: 'One market.',
    who: 'member',
    params: id,
    answer: GroupRfq,
    refusals: ['NotFound'],
  }),
  declineRfq: call({
    method: 'POST',
    path: `${base}/rfqs/{id}/decline/`,
    summary:
      "Decline to quote in this market, with a reason. All desks can read the reason, without your name. Your desk's resting quotes here are cancelled. A new quote reverses the decline.",
    who: 'trader',
    effect: 'cancel',
    params: id,
    body: z.object({ reason: DeclineReason }),
    answer: GroupRfq,
    refusals: ['RfqClosed', 'AlreadyDeclined'],
  }),
  getRfqBbo: call({
    method: 'GET',
    path: `${base}/rfqs/{id}/bbo/`,
    summary: "The venue's screen prices for the market's structure, and the best bid and ask here.",
    who: 'member',
    params: id,
    answer: GroupBbo,
    refusals: ['NotFound'],
  }),
  getRfqQuotes: call({
    method: 'GET',
    path: `${base}/rfqs/{id}/quotes/`,
    summary: 'The book: every visible resting quote.',
    who: 'member',
    params: id,
    answer: GroupBook,
    refusals: ['NotFound'],
  }),
  priceLegs: call({
    method: 'POST',
    path: `${base}/pricing/`,
    summary: "Calculate leg prices that add up to a structure price: close to the marks, on tick and within the venue's price limits.",
    who: 'member',
    body: z.object({
      venue: VenueIn,
      bid_price: DecimalIn.nullish(),
      ask_price: DecimalIn.nullish(),
      legs: z
        .array(
          z.object({
            instrument: Text(64).optional(),
            instrument_id: IntegerIn.optional(),
            ratio: DecimalIn.default('1'),
            side: SideIn,
            price: DecimalIn.nullish(),
          }),
        )
        .min(1)
        .max(limits.legs),
      accept_estimated_prices: z.boolean().nullish(),
    }),
    answer: GroupLegPricing,
    refusals: ['InstrumentUnknown', 'StructureInvalid', 'OrderPriceMissing', 'PriceOffTick', 'PriceOutsideBand', 'PricingImpossible'],
  }),
  listInstruments: call({
    method: 'GET',
    path: `${base}/instruments/`,
    summary: 'Instruments on which markets can be opened.',
    who: 'member',
    query: z.object({
      venue: Text(8).optional(),
      asset: Text(16).optional(),
      kind: Text(16).optional(),
      type: Text(16).optional(),
      name: Text(64).optional(),
      ordering: Text(32).optional().meta({
        description: 'One of default, id, name, expires_at, strike. A leading - reverses the order. The default is by id.',
      }),
      ...pageQuery,
    }),
    answer: page(Instrument),
  }),
  getInstrument: call({
    method: 'GET',
    path: `${base}/instruments/{venue}/{name}/`,
    summary: 'One instrument, by its name at its venue.',
    who: 'member',
    params: z.object({ venue: Text(8), name: Text(64) }),
    answer: Instrument,
    refusals: ['NotFound'],
  }),
  getMmpStatus: call({
    method: 'GET',
    path: `${base}/mmp/status/`,
    summary: 'Whether market maker protection is blocking your desk.',
    who: 'member',
    answer: MmpStatus,
  }),
  resetMmp: call({
    method: 'PATCH',
    path: `${base}/mmp/status/`,
    summary: 'Reset market maker protection, so that your desk can quote again.',
    who: 'trader',
    effect: 'protect',
    body: z.object({ rate_limit_hit: z.literal(false).optional() }).optional(),
    answer: MmpReset,
    partly: PartlyReached,
  }),
  getPlatformState: call({
    method: 'GET',
    path: `${base}/platform_state/`,
    summary: 'Whether the platform accepts orders.',
    who: 'member',
    answer: PlatformState,
  }),
})

const quoteCalls = (base: GroupBase) => ({
  createQuote: call({
    method: 'POST',
    path: `${base}/rfqs/{id}/quotes/`,
    summary: 'Quote in a market. A quote that crosses the book trades immediately. The response is the final decision.',
    who: 'trader',
    status: 201,
    params: id,
    body: z.object({ ...quoteFields, allocations }),
    answer: GroupQuote,
    refusals: quoteRefusals,
  }),
  replaceQuote: call({
    method: 'PUT',
    path: `${base}/rfqs/{id}/quotes/{quote_id}/`,
    summary:
      'Replace an open quote: its price, quantity, account, client order id, label, or whether it is post-only or hidden. Omitted fields stay unchanged. The quote keeps its id. It keeps its priority if the price is unchanged, the quantity does not increase and it stays hidden or visible as before.',
    who: 'trader',
    params: z.object({ id: Id, quote_id: Id }),
    body: z.object({ ...quoteFields, side: SideIn.optional(), quantity: DecimalIn.optional(), allocations }),
    answer: GroupQuote,
    refusals: ['OrderUnknown', 'OrderClosed', ...quoteRefusals],
  }),
  upsertQuote: call({
    method: 'PATCH',
    path: `${base}/rfqs/{id}/quotes/`,
    summary: "Replace your desk's quote on a side, the one that would trade first. If there is none, place it.",
    who: 'trader',
    params: id,
    body: z.object({ ...quoteFields, allocations }),
    answer: GroupQuote,
    refusals: ['OrderUnknown', 'OrderClosed', ...quoteRefusals],
  }),
  createQuotes: call({
    method: 'POST',
    path: `${base}/quotes/batch/`,
    summary: 'Send several quotes in one call. A refused one does not affect the others, unless two_way makes two of them one quote.',
    who: 'trader',
    body: z.object({
      quotes: z
        .array(
          z.object({
            rfq_id: Id,
            quote_id: Id.optional().meta({
              description: 'Replaces that quote. Omitted fields stay unchanged; a different side is refused.',
            }),
            ...quoteFields,
            side: SideIn.optional(),
            quantity: DecimalIn.optional().meta({ description: 'Required unless quote_id is given.' }),
            allocations,
          }),
        )
        .min(1)
        .max(limits.listItems),
      two_way: TwoWay,
    }),
    answer: z.object({ results: z.array(BatchVerdict) }),
  }),
  listQuotes: call({
    method: 'GET',
    path: `${base}/quotes/`,
    summary: "Your desk's quotes, newest first.",
    who: 'member',
    query: z.object({
      rfq_id: Id.optional(),
      side: SideIn.optional(),
      status,
      currency: Text(16).optional(),
      venue: Word('DBT', 'BIT', 'BYB', 'PRDX'),
      client_order_id: Text(64).optional(),
      ...periodQuery,
    }),
    answer: page(GroupQuote),
  }),
  getQuote: call({
    method: 'GET',
    path: `${base}/quotes/{id}/`,
    summary: 'One of your quotes.',
    who: 'member',
    params: id,
    answer: GroupQuote,
    refusals: ['NotFound'],
  }),
  cancelQuote: call({
    method: 'DELETE',
    path: `${base}/quotes/{id}/`,
    summary: 'Cancel an open quote.',
    who: 'trader',
    params: id,
    answer: GroupQuote,
    refusals: ['OrderUnknown', 'OrderClosed'],
  }),
  cancelQuotes: call({
    method: 'DELETE',
    path: `${base}/quotes/`,
    summary: "Cancel all of your desk's resting quotes, or only those that match the filters.",
    who: 'trader',
    refusesUnknown: true,
    query: z.object({
      rfq_id: Id.optional(),
      side: SideIn.optional(),
      price: DecimalIn.optional(),
      venue: Word('DBT', 'BIT', 'BYB', 'PRDX'),
      currency: MarketCurrency,
      label: Text(limits.labelCharacters).optional(),
    }),
    answer: GroupCancelReport,
    partly: PartlyReached,
    refusals: ['NotFound'],
  }),
})

const tradeCalls = (base: GroupBase) => ({
  listOrders: call({
    method: 'GET',
    path: `${base}/orders/`,
    summary:
      base === '/v1/ob' ? "Your desk's aggressor orders and crossing quotes, newest first." : "Your desk's aggressor orders, newest first.",
    who: 'member',
    query: z.object({ rfq_id: Id.optional(), status, client_order_id: Text(64).optional(), ...periodQuery }),
    answer: page(GroupOrder),
  }),
  getOrder: call({
    method: 'GET',
    path: `${base}/orders/{id}/`,
    summary: 'One of your orders.',
    who: 'member',
    params: id,
    answer: GroupOrder,
    refusals: ['NotFound'],
  }),
  listTrades: call({
    method: 'GET',
    path: `${base}/trades/`,
    summary:
      "Your desk's trades, newest first. Without hide_public=true it also contains all settled trades of other desks, without their parties. status: PENDING, COMPLETED, REJECTED.",
    who: 'member',
    query: z.object({ hide_public: FlagIn, ...tradeFilters }),
    answer: page(ListedGroupTrade),
  }),
  getTrade: call({
    method: 'GET',
    path: `${base}/trades/{id}/`,
    summary: 'One trade of the list: your own, or a settled one of other desks, without its parties.',
    who: 'member',
    params: id,
    answer: ListedGroupTrade,
    refusals: ['NotFound'],
  }),
  bookTrade: call({ ...bookingCall, path: `${base}/trades/{id}/booking/`, params: id, answer: GroupTrade }),
  listTape: call({
    method: 'GET',
    path: `${base}/trade_tape/`,
    summary: 'All settled trades of the flow, newest first, without desks.',
    who: 'member',
    query: z.object(tradeFilters),
    answer: page(GroupTapeTrade),
  }),
  listBlotter: call({
    method: 'GET',
    path: `${base}/blotter/`,
    summary: "Your desk's trades, newest first.",
    who: 'member',
    query: z.object(periodQuery),
    answer: page(GroupTrade),
  }),
})

export const obCalls = { ...marketCalls('/v1/ob'), ...quoteCalls('/v1/ob'), ...tradeCalls('/v1/ob') }

export const grfqCalls = {
  ...marketCalls('/v1/grfq'),
  ...quoteCalls('/v1/grfq'),
  ...tradeCalls('/v1/grfq'),
  createOrder: call({
    method: 'POST',
    path: '/v1/grfq/rfqs/{id}/orders/',
    summary: 'Trade with resting quotes up to a limit price and cancel the remainder. In ob, a crossing quote does this.',
    who: 'trader',
    status: 201,
    params: id,
    body: z.object({ ...quoteNames, allocations, limit_price: DecimalIn, quantity: DecimalIn, execution_side: SideIn }),
    answer: GroupOrder,
    refusals: quoteRefusals,
  }),
}
