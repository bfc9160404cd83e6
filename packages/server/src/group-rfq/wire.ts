/**
 * Markets, quotes and matches as they are read. Who may see what is decided in core (group-rfq/visibility); this only writes it down.
 */
import {
  bookOf,
  declinesShown,
  formatPrice,
  formatQuantity,
  formatRatio,
  hasDeclinedMarket,
  isMatchOnTape,
  matchFor,
  RANKING,
  restingOfQuote,
  statusOfGroupRfq,
  structureTick,
  type BookQuote,
  type DeskId,
  type GroupMarket,
  type GroupQuantities,
  type GroupQuote,
  type Match,
  type Quantity,
  type Structure,
} from '@parley/core'
import type {
  BookQuoteView,
  GroupBase,
  GroupBookView,
  GroupOrderView,
  GroupQuoteView,
  GroupRfqView,
  GroupTapeTradeView,
  GroupTradeView,
  ListedGroupTradeView,
} from '@parley/contracts'
import { allocated } from '../direct-rfq/wire.ts'
import { tradeLegs, viewOfStructure } from '../market/structure-view.ts'

/** What the reader's desk has in a market, over its quotes and orders there. */
export type OwnPart = GroupQuantities & { readonly hasTaken: boolean }

const amounts = (part: GroupQuantities) => ({
  original: formatQuantity(part.original as Quantity),
  filled: formatQuantity(part.filled as Quantity),
  remaining: formatQuantity(part.remaining as Quantity),
  canceled: formatQuantity(part.canceled as Quantity),
  completed: formatQuantity(part.completed as Quantity),
})

/** A leg that is no hedge has no price at all: clients look whether the member is there. */
const marketLegs = ({ legs }: Structure): GroupRfqView['legs'] =>
  legs.map(({ instrument, ratio, side, price }) => ({
    instrument: instrument.name,
    instrument_id: instrument.id,
    product_code: instrument.productCode,
    ratio: formatRatio(ratio),
    side,
    ...(price === undefined ? {} : { price: formatPrice(price) }),
  }))

/** What only a reader has is left out where there is none. */
export function presentMarket(market: GroupMarket, reader?: { readonly desk: DeskId; readonly own?: OwnPart | undefined }): GroupRfqView {
  const own = reader?.own
  const { kind, quote_currency, product_codes, strategy_code, strategy_description, description } = viewOfStructure(market.structure)
  const { lastTrade } = market
  return {
    id: market.id,
    venue: market.venue,
    status: market.state,
    kind,
    base_currency: market.baseCurrency,
    quote_currency,
    product_codes,
    strategy_code,
    strategy_description,
    description,
    legs: marketLegs(market.structure),
    min_block_size: formatQuantity(market.minimumBlock),
    min_order_size_increment: formatQuantity(market.quantityIncrement),
    min_tick_size: formatPrice(structureTick(market.structure), 1),
    created: market.createdAt,
    latest_activity: market.latestActivityAt,
    expires_at: market.expiresAt ?? null,
    last_trade:
      lastTrade === undefined
        ? null
        : {
            price: formatPrice(lastTrade.price),
            quantity: formatQuantity(lastTrade.quantity),
            side: lastTrade.side,
            executed_at: lastTrade.at,
          },
    desk_role: own === undefined ? null : own.hasTaken ? 'Taker' : 'Maker',
    desk_status: own === undefined ? null : statusOfGroupRfq(own),
    quantities: own === undefined ? null : amounts(own),
    traded: own !== undefined && own.completed > 0,
    declines: [...declinesShown(market)],
    ...(reader === undefined ? {} : { declined_by_me: hasDeclinedMarket(market, reader.desk) }),
  }
}

const quantitiesOf = (quote: GroupQuote): GroupQuantities => ({
  original: quote.quantity,
  filled: quote.filled + quote.pending,
  remaining: restingOfQuote(quote),
  canceled: quote.canceled,
  completed: quote.filled,
})

/** To the quote's own desk only. */
export function presentQuote(market: GroupMarket, quote: GroupQuote): GroupQuoteView {
  return {
    id: quote.id,
    rfq_id: market.id,
    client_order_id: quote.clientOrderId ?? null,
    status: quote.state,
    side: quote.side,
    price: formatPrice(quote.price),
    quantity: formatQuantity(quote.quantity),
    remaining_quantity: formatQuantity(restingOfQuote(quote)),
    pending_fill_quantity: formatQuantity(quote.pending),
    ioc: quote.isIoc,
    post_only: quote.isPostOnly,
    is_hidden: quote.isHidden,
    order: {
      requested_quantity: formatQuantity(quote.quantity),
      filled_quantity: formatQuantity((quote.filled + quote.pending) as Quantity),
    },
    quantities: amounts(quantitiesOf(quote)),
    legs: (quote.legPrices ?? []).map((price, place) => {
      const { instrument } = market.structure.legs[place]!
      return { instrument: instrument.name, instrument_id: instrument.id, price: formatPrice(price) }
    }),
    account: quote.account,
    ...allocated(quote),
    label: quote.label ?? null,
    created: quote.createdAt,
    last_updated: quote.lastUpdatedAt,
    lapses_at: quote.lapsesAt,
    closed_reason: quote.state === 'OPEN' ? null : quote.canceled > 0 ? 'CANCELED' : 'FILLED',
    cancel_reason: quote.cancelCause ?? null,
    venue: market.venue,
    description: viewOfStructure(market.structure).description,
  }
}

export function presentOrder(market: GroupMarket, quote: GroupQuote): GroupOrderView {
  return {
    id: quote.id,
    rfq_id: market.id,
    quote_id: null,
    client_order_id: quote.clientOrderId ?? null,
    status: quote.pending > 0 ? 'OPEN' : 'CLOSED',
    execution_side: quote.side,
    limit_price: formatPrice(quote.price),
    quantity: formatQuantity(quote.quantity),
    requested_quantity: formatQuantity(quote.quantity),
    filled_quantity: formatQuantity(quote.filled),
    pending_fill_quantity: formatQuantity(quote.pending),
    canceled_quantity: formatQuantity(quote.canceled),
    cancel_reason: quote.cancelCause ?? null,
    account: quote.account,
    ...allocated(quote),
    created: quote.createdAt,
    venue: market.venue,
    description: viewOfStructure(market.structure).description,
  }
}

/** A quote that has crossed, as the order that `/v1/ob` shows beside it: OPEN while some of what it took is at the venue. */
export const presentTaking = (market: GroupMarket, quote: GroupQuote, status: GroupOrderView['status']): GroupOrderView => ({
  ...presentOrder(market, quote),
  quote_id: quote.id,
  status,
})

/** As everybody reads it; what has just left the book is told with nothing remaining. */
export const presentBookQuote = (
  { id: rfq_id }: Pick<GroupMarket, 'id'>,
  { id, side, price, remaining, createdAt, lapsesAt }: Pick<BookQuote, 'id' | 'side' | 'price' | 'remaining' | 'createdAt' | 'lapsesAt'>,
): BookQuoteView => ({
  id,
  rfq_id,
  status: remaining > 0 ? 'OPEN' : 'CLOSED',
  side,
  price: formatPrice(price),
  quantity: formatQuantity(remaining),
  remaining_quantity: formatQuantity(remaining),
  created: createdAt,
  lapses_at: lapsesAt,
})

/** Without a viewer it is the same for everybody, and says of no quote whose it is. */
export function presentBook(market: GroupMarket, quotes: readonly GroupQuote[], viewer: DeskId | undefined): GroupBookView {
  const { asks, bids } = bookOf(quotes)
  const own = new Set(quotes.filter(({ actor }) => actor.desk === viewer).map(({ id }) => id))
  const whose = (quote: BookQuote) => (viewer === undefined ? {} : { is_own: own.has(quote.id) })
  const view = (quote: BookQuote, place: number): BookQuoteView => ({
    ...presentBookQuote(market, quote),
    ...whose(quote),
    rank: place + 1,
  })
  return { id: market.id, expires_at: market.expiresAt ?? null, ranking: RANKING, asks: asks.map(view), bids: bids.map(view) }
}

const STATUS = { PENDING_SETTLEMENT: 'PENDING', FILLED: 'COMPLETED', REJECTED: 'REJECTED' } as const

const figures = ({ reference }: Match) => ({
  mark_price: reference?.markPrice === undefined ? null : formatPrice(reference.markPrice),
  index_price: reference?.indexPrice === undefined ? null : formatPrice(reference.indexPrice),
})

export function presentTrade(market: GroupMarket, match: Match, viewer: DeskId, base: GroupBase): GroupTradeView | undefined {
  const seen = matchFor(match, viewer)
  if (seen === undefined) return undefined
  const { quote_currency, product_codes, strategy_code, description } = viewOfStructure(market.structure)
  return {
    id: match.id,
    rfq_id: market.id,
    order_id: seen.role === 'TAKER' && (base === '/v1/ob' || match.takerForm === 'ORDER') ? seen.ownQuote : null,
    quote_id: base === '/v1/ob' ? seen.ownQuote : seen.makerQuote,
    status: STATUS[match.state],
    role: seen.role,
    side: seen.side,
    price: formatPrice(match.price),
    quantity: formatQuantity(match.quantity),
    ...figures(match),
    venue: market.venue,
    base_currency: market.baseCurrency,
    quote_currency,
    product_codes,
    strategy_code,
    description,
    account: seen.account,
    legs: legsOf(market, match, seen.side),
    venue_trade_id: match.venueTradeId ?? null,
    venue_error: match.rejection ?? null,
    executed_at: match.agreedAt,
    filled_at: match.state === 'FILLED' ? (match.settledAt ?? null) : null,
  }
}

const legsOf = ({ structure }: GroupMarket, match: Match, side: Match['takerSide']): GroupTradeView['legs'] =>
  tradeLegs(structure, match.quantity, match.legPrices, side).map((leg) => ({
    instrument: leg.instrument_name,
    instrument_id: leg.instrument_id,
    product_code: leg.product_code,
    ratio: leg.ratio,
    quantity: leg.quantity,
    side: leg.side,
    price: leg.price,
  }))

/** Of others, in the list of trades: what the tape says of it, and nothing of who dealt. */
export function presentPublicTrade(market: GroupMarket, match: Match): ListedGroupTradeView | undefined {
  const told = presentTape(market, match)
  if (told === undefined) return undefined
  const { kind: _, ...trade } = told
  const nobody = { order_id: null, quote_id: null, role: null, account: null, venue_trade_id: null, venue_error: null }
  return { ...trade, ...nobody, status: 'COMPLETED' }
}

/** For everybody: no desks, and only once it is settled. */
export function presentTape(market: GroupMarket, match: Match): GroupTapeTradeView | undefined {
  if (!isMatchOnTape(match)) return undefined
  const { kind, quote_currency, product_codes, strategy_code, description } = viewOfStructure(market.structure)
  return {
    id: match.id,
    rfq_id: market.id,
    venue: market.venue,
    kind,
    side: match.takerSide,
    price: formatPrice(match.price),
    quantity: formatQuantity(match.quantity),
    ...figures(match),
    base_currency: market.baseCurrency,
    quote_currency,
    product_codes,
    strategy_code,
    description,
    legs: legsOf(market, match, match.takerSide),
    executed_at: match.agreedAt,
    filled_at: match.settledAt ?? match.agreedAt,
  }
}
