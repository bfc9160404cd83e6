/** One row for what both flows know: trades, orders and requests in the same words. Pure. */
import type {
  BlockTradeView,
  GroupOrderView,
  GroupQuoteView,
  GroupRfqView,
  GroupTapeTradeView,
  GroupTradeView,
  OrderView,
  RfqView,
  TapeTradeView,
} from '@parley/contracts'
import { displayDirectRfq, displayGroupRfq, product } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import { restingOf } from '../../live/book.ts'
import { marketName, shapeOf } from '../group-rfq/market-shape.ts'
import { ratiosText } from '../direct-rfq/structure-text.ts'

export type Flow = 'DIRECT' | 'ORDER_BOOK'
export const flowWords: Readonly<Record<Flow, string>> = { DIRECT: 'Direct', ORDER_BOOK: 'Order book' }

/** Where a row leads: an RFQ by its text, a market by its number. */
type Place = { readonly flow: Flow; readonly rfqId: string | number }

export type TradeRow = Place &
  Pick<
    BlockTradeView,
    'id' | 'state' | 'role' | 'side' | 'price' | 'quantity' | 'mark_price' | 'index_price' | 'venue' | 'kind' | 'base_currency' | 'quote_currency' | 'strategy_code' | 'legs' | 'venue_trade_id' | 'executed_at' | 'filled_at' // prettier-ignore
  > & { readonly counterparty: string; readonly account: string; readonly venueWords: string }

/** Nobody is named in the order book. */
const NO_NAME = 'Order book'

export const directTrade = (trade: BlockTradeView): TradeRow => ({
  ...trade,
  flow: 'DIRECT',
  rfqId: trade.rfq_id,
  counterparty: trade.counterparty_desk_name ?? 'Anonymous',
  account: trade.account_name ?? '',
  venueWords: trade.rejection ?? '',
})

const groupStates = { PENDING: 'PENDING_SETTLEMENT', COMPLETED: 'FILLED', REJECTED: 'REJECTED' } as const

export const groupTrade = (trade: GroupTradeView): TradeRow => ({
  ...trade,
  id: `g_${trade.id}`,
  flow: 'ORDER_BOOK',
  rfqId: trade.rfq_id,
  kind: kindOf(trade.product_codes),
  state: groupStates[trade.status],
  legs: trade.legs.map(namedLeg),
  counterparty: NO_NAME,
  venueWords: trade.venue_error ?? '',
})

export type TapeRow = Place & Omit<TapeTradeView, 'rfq_id' | 'description' | 'product_codes'>

export const directTape = (trade: TapeTradeView): TapeRow => ({ ...trade, flow: 'DIRECT', rfqId: trade.rfq_id })
export const groupTape = (trade: GroupTapeTradeView): TapeRow => ({
  ...trade,
  id: `g_${trade.id}`,
  flow: 'ORDER_BOOK',
  rfqId: trade.rfq_id,
  legs: trade.legs.map(namedLeg),
})

const namedLeg = <Leg extends { readonly instrument: string }>({ instrument, ...leg }: Leg) => ({ ...leg, instrument_name: instrument })

function kindOf(codes: readonly string[]): BlockTradeView['kind'] {
  const kinds = new Set(codes.map((code) => product(code)?.kind ?? 'OPTION'))
  return kinds.size === 2 ? 'OPTION_FUTURE' : kinds.has('FUTURE') ? 'FUTURE' : 'OPTION'
}

export type OrderRow = Place & {
  readonly id: string
  readonly at: number
  readonly venue: string
  readonly base_currency: string
  readonly structure: string
  readonly role: 'Quote' | 'Cross'
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly quantity: string
  readonly resting: string
  readonly filled: string
  readonly type: string
  readonly account: string
  readonly status: string
  readonly tone: Tone
  /** Of a quote that crossed, which is a row of its own. */
  readonly isOfQuote?: true
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
const types: Readonly<Record<OrderView['type'], string>> = { LIMIT: 'Limit', HIDDEN: 'Hidden' }
const held: Readonly<Record<OrderView['time_in_force'], string>> = { GOOD_TILL_CANCELED: 'GTC', FILL_OR_KILL: 'FOK' }

type Fate = {
  readonly isOpen: boolean
  readonly isAtVenue: boolean
  readonly filled: string
  readonly canceled: string
}

/** What became of it: COMPLETED and FILLED are both Filled; what was cut short says so. */
function fateOf({ isOpen, isAtVenue, filled, canceled }: Fate): { readonly status: string; readonly tone: Tone } {
  const hasFilled = Number(filled) > 0
  if (isAtVenue) return { status: 'At the venue', tone: 'warn' }
  if (isOpen) return hasFilled ? { status: 'Partly filled', tone: 'mine' } : { status: 'Working', tone: 'open' }
  if (!hasFilled) return { status: 'Canceled', tone: 'faint' }
  return Number(canceled) > 0 ? { status: 'Partly filled', tone: 'mine' } : { status: 'Filled', tone: 'mine' }
}

export const directOrder = (order: OrderView): OrderRow => ({
  id: order.id,
  flow: 'DIRECT',
  rfqId: order.rfq_id,
  at: order.created_at,
  venue: order.venue,
  base_currency: order.base_currency,
  structure: oneLine(order.description),
  role: order.role === 'MAKER' ? 'Quote' : 'Cross',
  side: order.side,
  price: order.price,
  quantity: order.quantity,
  resting: restingOf(order),
  filled: order.filled_quantity,
  type: `${types[order.type]} ${held[order.time_in_force]}`,
  account: order.account_name ?? '',
  ...fateOf({
    isOpen: order.state === 'OPEN',
    isAtVenue: order.state === 'CLOSED' && Number(order.pending_fill_quantity) > 0,
    filled: order.filled_quantity,
    canceled: order.canceled_quantity,
  }),
})

/** The venue's own name of a leg begins with the currency. */
const currencyOf = (names: readonly string[]): string => names[0]?.split(/[-_]/)[0] ?? ''

export const groupQuote = (quote: GroupQuoteView, market?: GroupRfqView): OrderRow => ({
  id: `g_${quote.id}`,
  flow: 'ORDER_BOOK',
  rfqId: quote.rfq_id,
  at: quote.created,
  venue: quote.venue,
  base_currency: market?.base_currency ?? currencyOf(quote.legs.map(({ instrument }) => instrument)),
  structure: oneLine(quote.description),
  role: quote.ioc ? 'Cross' : 'Quote',
  side: quote.side,
  price: quote.price,
  quantity: quote.quantity,
  resting: quote.remaining_quantity,
  filled: quote.quantities.filled,
  type: [quote.is_hidden ? 'Hidden' : 'Limit', quote.ioc ? 'IOC' : 'GTC', quote.post_only ? 'PO' : ''].filter(Boolean).join(' '),
  account: quote.account,
  ...fateOf({
    isOpen: quote.status === 'OPEN',
    isAtVenue: quote.status === 'CLOSED' && Number(quote.pending_fill_quantity) > 0,
    filled: quote.quantities.filled,
    canceled: quote.quantities.canceled,
  }),
})

export const groupOrder = (order: GroupOrderView, market?: GroupRfqView): OrderRow => ({
  id: `g_${order.id}`,
  ...(order.quote_id ? { isOfQuote: true } : {}),
  flow: 'ORDER_BOOK',
  rfqId: order.rfq_id,
  at: order.created,
  venue: order.venue,
  base_currency: market?.base_currency ?? '',
  structure: oneLine(order.description),
  role: 'Cross',
  side: order.execution_side,
  price: order.limit_price,
  quantity: order.quantity,
  resting: '0',
  filled: order.filled_quantity,
  type: 'Limit IOC',
  account: order.account,
  ...fateOf({
    isOpen: false,
    isAtVenue: Number(order.pending_fill_quantity) > 0,
    filled: order.filled_quantity,
    canceled: order.canceled_quantity,
  }),
})

export type RequestRow = Place &
  Pick<RfqView, 'id' | 'venue' | 'base_currency' | 'strategy_code' | 'legs'> & {
    readonly at: number
    readonly ratio: string
    readonly size: string
    readonly filled: string
    readonly counterparty: string
    readonly role: string
    readonly label: string
    readonly status: string
    readonly tone: Tone
  }

export function directRequest(rfq: RfqView): RequestRow {
  const status = displayDirectRfq({ state: rfq.state, closedReason: rfq.closed_reason, role: rfq.role, traded: rfq.traded })
  return {
    ...rfq,
    flow: 'DIRECT',
    rfqId: rfq.id,
    at: rfq.created_at,
    ratio: ratiosText(rfq.legs),
    size: rfq.quantity,
    filled: rfq.filled_quantity ?? '0',
    counterparty: rfq.role === 'TAKER' ? 'You' : (rfq.taker_desk_name ?? 'Anonymous'),
    role: rfq.role === 'TAKER' ? 'Taker' : 'Maker',
    label: rfq.label ?? '',
    status,
    tone: status === 'Filled' ? 'mine' : 'faint',
  }
}

/** What the desk had in a market: COMPLETED is shown as Filled; a market that ended without a trade of the desk has ended. */
export function groupRequest(market: GroupRfqView): RequestRow {
  const { legs } = shapeOf(market)
  const own = market.desk_status === null ? undefined : displayGroupRfq(market.desk_status)
  const status = own === 'Filled' ? own : market.status === 'EXPIRED' ? 'Ended' : (own ?? 'Active')
  return {
    id: marketName(market.id),
    flow: 'ORDER_BOOK',
    rfqId: market.id,
    venue: market.venue,
    base_currency: market.base_currency,
    strategy_code: market.strategy_code,
    legs,
    at: market.created,
    ratio: ratiosText(legs),
    size: market.quantities?.original ?? '',
    filled: market.quantities?.filled ?? '0',
    counterparty: NO_NAME,
    role: market.desk_role ?? '',
    label: '',
    status,
    tone: status === 'Filled' ? 'mine' : 'faint',
  }
}
