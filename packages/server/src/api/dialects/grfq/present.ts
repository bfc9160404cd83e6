/**
 * RFQs, orders and trades of the order book in the published format: markets, quotes, and orders that never rest. Core decides visibility
 * (rfq/visibility); this module only formats.
 */
import {
  bookFor,
  declineReasonsOf,
  formatPrice,
  formatQuantity,
  formatRatio,
  hasDeclined,
  isOnTape,
  ownStatus,
  RANKING,
  restingQuantity,
  structureTick,
  tradeFor,
  type BookOrder,
  type ChargedLeg,
  type DeskId,
  type Order,
  type OwnQuantities,
  type Quantity,
  type Rfq,
  type Trade,
  type TradeNumbers,
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
import { quantitiesOf as legQuantitiesOf } from '../../../catalogue/leg-quantities.ts'
import type { OwnSums } from '../../../rfq/store.ts'
import { viewOfCanceledBy, viewOfUnfilled } from '../../../rfq/canceled-by-view.ts'
import { settlementOf, settlementRouteOf } from '../../../rfq/booking-view.ts'
import { structureLegs, tradeLegs, viewOfStructure } from '../../../rfq/structure-view.ts'
import { viewOfVenueFees } from '../../../rfq/venue-fees-view.ts'

/** Everything published in this dialect has a number. */
export function numberOf({ id, number }: Pick<Order | Rfq, 'id' | 'number'>): number {
  if (number === undefined) throw new Error(`${id} has no number`)
  return number
}

function numbersOf({ id, numbers }: Trade): TradeNumbers {
  if (numbers === undefined) throw new Error(`${id} has no numbers`)
  return numbers
}

/** Present only if there are allocations. */
const allocated = ({ allocations }: Order): Pick<GroupQuoteView, 'allocations'> =>
  allocations === undefined
    ? {}
    : { allocations: allocations.map(({ account, quantity }) => ({ account_name: account, quantity: formatQuantity(quantity) })) }

const amounts = (part: OwnQuantities) => ({
  original: formatQuantity(part.original as Quantity),
  filled: formatQuantity(part.filled as Quantity),
  remaining: formatQuantity(part.remaining as Quantity),
  canceled: formatQuantity(part.canceled as Quantity),
  completed: formatQuantity(part.completed as Quantity),
})

/** A leg that is not a hedge has no price member at all, because clients check whether the member is present. */
function marketLegs({ structure, minimumBlock }: Rfq): GroupRfqView['legs'] {
  const quantities = legQuantitiesOf(structure, minimumBlock)
  return structure.legs.map(({ instrument, ratio, side, price }, place) => ({
    instrument: instrument.name,
    instrument_name: instrument.name,
    instrument_id: instrument.id,
    product_code: instrument.productCode,
    ratio: formatRatio(ratio),
    quantity: formatQuantity(quantities[place]!),
    side,
    ...(price === undefined ? {} : { price: formatPrice(price) }),
  }))
}

/** Without a reader, the part that only a reader sees is left out. */
export function presentMarket(market: Rfq, reader?: { readonly desk: DeskId; readonly own?: OwnSums | undefined }): GroupRfqView {
  const own = reader?.own
  const { kind, quote_currency, product_codes, strategy_code, strategy_description, description } = viewOfStructure(market.structure)
  const { lastTrade } = market
  return {
    id: numberOf(market),
    venue: market.venue,
    // An RFQ has ended for every desk even if one of its trades is still at the venue.
    status: market.state === 'CLOSED' || market.ending !== undefined ? 'EXPIRED' : 'ACTIVE',
    kind,
    base_currency: market.baseCurrency,
    quote_currency,
    product_codes,
    strategy_code,
    strategy_description,
    description,
    ...settlementRouteOf(market.structure),
    legs: marketLegs(market),
    min_block_size: formatQuantity(market.minimumBlock),
    min_order_size_increment: formatQuantity(market.quantityIncrement),
    min_tick_size: formatPrice(structureTick(market.structure), 1),
    created: market.createdAt,
    latest_activity: market.lastActivityAt,
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
    desk_status: own === undefined ? null : ownStatus(own),
    quantities: own === undefined ? null : amounts(own),
    traded: own !== undefined && own.completed > 0,
    declines: [...declineReasonsOf(market)],
    ...(reader === undefined ? {} : { declined_by_me: hasDeclined(market, reader.desk) }),
  }
}

const quantitiesOf = (quote: Order): OwnQuantities => ({
  original: quote.quantity,
  filled: quote.filled + quote.pending,
  remaining: restingQuantity(quote),
  canceled: quote.canceled,
  completed: quote.filled,
})

/** Only for the quote's own desk. */
export function presentQuote(market: Rfq, quote: Order): GroupQuoteView {
  return {
    id: numberOf(quote),
    rfq_id: numberOf(market),
    client_order_id: quote.clientOrderId ?? null,
    status: quote.state,
    side: quote.side,
    price: formatPrice(quote.price),
    quantity: formatQuantity(quote.quantity),
    remaining_quantity: formatQuantity(restingQuantity(quote)),
    pending_fill_quantity: formatQuantity(quote.pending),
    settled_quantity: formatQuantity(quote.filled),
    ioc: quote.timeInForce === 'IOC',
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
    lapses_at: expiryOf(quote),
    closed_reason: quote.state === 'OPEN' ? null : quote.canceled > 0 ? 'CANCELED' : 'FILLED',
    cancel_reason: quote.cancelCause ?? null,
    ...viewOfUnfilled(quote),
    ...viewOfCanceledBy(quote),
    venue: market.venue,
    description: viewOfStructure(market.structure).description,
    structure_legs: structureLegs(market.structure),
  }
}

export function presentOrder(market: Rfq, quote: Order): GroupOrderView {
  return {
    id: numberOf(quote),
    rfq_id: numberOf(market),
    quote_id: null,
    client_order_id: quote.clientOrderId ?? null,
    status: quote.pending > 0 ? 'OPEN' : 'CLOSED',
    execution_side: quote.side,
    limit_price: formatPrice(quote.price),
    quantity: formatQuantity(quote.quantity),
    requested_quantity: formatQuantity(quote.quantity),
    filled_quantity: formatQuantity(quote.filled),
    pending_fill_quantity: formatQuantity(quote.pending),
    settled_quantity: formatQuantity(quote.filled),
    canceled_quantity: formatQuantity(quote.canceled),
    cancel_reason: quote.cancelCause ?? null,
    ...viewOfUnfilled(quote),
    ...viewOfCanceledBy(quote),
    account: quote.account,
    ...allocated(quote),
    created: quote.createdAt,
    venue: market.venue,
    description: viewOfStructure(market.structure).description,
    structure_legs: structureLegs(market.structure),
  }
}

/** A quote that crossed, as the order that `/v1/ob` shows for it: OPEN while part of what it crossed is at the venue. */
export const presentAggressorOrder = (market: Rfq, quote: Order): GroupOrderView => ({
  ...presentOrder(market, quote),
  quote_id: numberOf(quote),
  status: quote.takesAtVenue > 0 ? 'OPEN' : 'CLOSED',
})

/** An order of the book always has an expiry. */
function expiryOf({ id, expiresAt }: Pick<Order, 'id' | 'expiresAt'>): number {
  if (expiresAt === undefined) throw new Error(`${id} has no expiry`)
  return expiresAt
}

type Resting = Pick<BookOrder, 'id' | 'side' | 'price' | 'quantity' | 'createdAt'> & Pick<Order, 'number' | 'expiresAt'>

/** As all readers see it. A quote that has just left the book has no remaining quantity. */
export const presentBookQuote = (market: Rfq, seen: Resting): BookQuoteView => ({
  id: numberOf(seen),
  rfq_id: numberOf(market),
  status: seen.quantity > 0 ? 'OPEN' : 'CLOSED',
  side: seen.side,
  price: formatPrice(seen.price),
  quantity: formatQuantity(seen.quantity),
  remaining_quantity: formatQuantity(seen.quantity),
  created: seen.createdAt,
  lapses_at: expiryOf(seen),
})

/** Without a viewer it is the same for all readers and does not reveal the owner of any quote. */
export function presentBook(market: Rfq, quotes: readonly Order[], viewer: DeskId | undefined): GroupBookView {
  const { asks, bids } = bookFor(market, quotes, viewer)
  const own = new Set(quotes.filter(({ actor }) => actor.desk === viewer).map(({ id }) => id))
  const whose = (seen: BookOrder) => (viewer === undefined ? {} : { is_own: own.has(seen.id) })
  const view = (seen: BookOrder, place: number): BookQuoteView => ({
    ...presentBookQuote(market, seen),
    ...whose(seen),
    rank: place + 1,
  })
  return {
    id: numberOf(market),
    expires_at: market.expiresAt ?? null,
    ranking: RANKING,
    asks: asks.map(view),
    bids: bids.map(view),
  }
}

const STATUS = { PENDING_SETTLEMENT: 'PENDING', FILLED: 'COMPLETED', REJECTED: 'REJECTED' } as const

const figures = ({ reference }: Trade) => ({
  mark_price: reference?.markPrice === undefined ? null : formatPrice(reference.markPrice),
  index_price: reference?.indexPrice === undefined ? null : formatPrice(reference.indexPrice),
})

/** `charged` is the fee that the venue charged the viewer, if it is known. */
export function presentTrade(
  market: Rfq,
  match: Trade,
  viewer: DeskId,
  base: GroupBase,
  charged?: readonly ChargedLeg[] | null,
): GroupTradeView | undefined {
  const seen = tradeFor(market, match, viewer)
  if (seen === undefined) return undefined
  const { trade: id, takerOrder, makerOrder } = numbersOf(match)
  const own = seen.role === 'TAKER' ? takerOrder : makerOrder
  const { quote_currency, product_codes, strategy_code, description } = viewOfStructure(market.structure)
  return {
    id,
    rfq_id: numberOf(market),
    order_id: seen.role === 'TAKER' && (base === '/v1/ob' || match.takerKind === 'CROSS') ? own : null,
    quote_id: base === '/v1/ob' ? own : makerOrder,
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
    ...viewOfVenueFees(charged),
    ...settlementOf(match, viewer),
    executed_at: match.agreedAt,
    filled_at: match.state === 'FILLED' ? (match.settledAt ?? null) : null,
  }
}

const legsOf = ({ structure }: Rfq, match: Trade, side: Trade['takerSide']): GroupTradeView['legs'] =>
  tradeLegs(structure, match, side).map((leg) => ({
    instrument: leg.instrument_name,
    instrument_id: leg.instrument_id,
    product_code: leg.product_code,
    ratio: leg.ratio,
    quantity: leg.quantity,
    side: leg.side,
    price: leg.price,
    ...(leg.iv === undefined ? {} : { iv: leg.iv }),
  }))

/** A trade between other desks in the list of trades: without parties, as on the tape. */
export function presentPublicTrade(market: Rfq, match: Trade): ListedGroupTradeView | undefined {
  const published = presentTape(market, match)
  if (published === undefined) return undefined
  const { kind: _, ...trade } = published
  const nobody = { order_id: null, quote_id: null, role: null, account: null, venue_trade_id: null, venue_error: null }
  return { ...trade, ...nobody, status: 'COMPLETED' }
}

/** Public: without desks, and only after settlement. */
export function presentTape(market: Rfq, match: Trade): GroupTapeTradeView | undefined {
  if (!isOnTape(match)) return undefined
  const { kind, quote_currency, product_codes, strategy_code, description } = viewOfStructure(market.structure)
  return {
    id: numbersOf(match).trade,
    rfq_id: numberOf(market),
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
