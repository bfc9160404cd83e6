/** List RFQs: several structures in one request, their net prices, and how they trade. Each line is also an `Rfq` of its own. */
import { listCalls, type ListPlaceView, type ListTradeView, type NetPriceView, type RfqListView } from '@parley/contracts'
import type { Socket, Subscription } from '../transport/client.ts'
import type { Level } from './book.ts'
import { command, type Command } from './command.ts'
import { levelFromDrfq, orderFromDrfq, rfqFromDrfq } from './from-drfq.ts'
import { listing, paged, type Listing, type ListOptions } from './lists.ts'
import type { Order } from './order.ts'
import type { Rfq, Side } from './rfq.ts'
import type { LegTerms } from './rfq-commands.ts'
import { subscribe, type Listener, type WatchOptions } from './watch.ts'

/** The place of an RFQ in its list. A maker sees no row, no name, and the side only if the taker shows it. */
export type ListPlace = {
  /** That of the RFQ. */
  readonly id: string
  readonly listId: string
  readonly line: number
  readonly lines: number
  readonly row: number | undefined
  readonly side: Side | undefined
  readonly name: string | undefined
}

/** A maker's price for the whole list: the amount that the taker pays, negative if the taker receives it. */
export type NetPrice = {
  readonly id: string
  readonly listId: string
  readonly deskName: string
  readonly netPrice: string
  readonly createdAt: number
}

export type ListLine = {
  readonly line: number
  readonly row: number | undefined
  readonly side: Side | undefined
  readonly rfq: Rfq
  /** The quotes that the reader sees on this line, bids and asks each best first; empty in lists of several. */
  readonly levels: readonly Level[]
}

export type ListRfq = {
  readonly id: string
  readonly state: 'OPEN' | 'CLOSED'
  readonly role: 'TAKER' | 'MAKER'
  readonly venue: string
  readonly baseCurrency: string
  readonly name: string | undefined
  readonly takerDeskName: string | undefined
  readonly showsSides: boolean
  readonly counterparties: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number
  readonly lines: readonly ListLine[]
  readonly netPrices: readonly NetPrice[]
}

export type TradedLine = {
  readonly line: number
  readonly rfqId: string
  readonly isTraded: boolean
  readonly order: Order | undefined
  readonly fills: readonly { readonly tradeId: string; readonly deskName: string; readonly price: string; readonly quantity: string }[]
}

/** The decision: what the taker pays, which lines traded with whom, and which stay open. */
export type ListTrade = { readonly listId: string; readonly netPrice: string; readonly lines: readonly TradedLine[] }

export type ListTerms = {
  readonly venue: string
  readonly lines: readonly {
    /** The number of its row in a sheet; its place by default. */
    readonly row?: number
    readonly side: Side
    readonly quantity: string
    readonly legs: readonly LegTerms[]
  }[]
  readonly name?: string | undefined
  /** Makers see the side of every line, and can send net prices. */
  readonly showsSides?: boolean
  readonly account?: string | undefined
  /** Every eligible maker, if none are given. */
  readonly counterparties?: readonly string[] | undefined
  readonly groups?: readonly string[] | undefined
  readonly isTakerAnonymous?: boolean
  readonly goodForMs?: number | undefined
}

/** The worst acceptable price of each line to trade, by its place in the list. */
type Limits = readonly { readonly line: number; readonly price: string }[]
export type ListTradeTerms =
  | { readonly way: 'BEST_PER_LINE' | 'ALL_OR_NONE'; readonly limits: Limits }
  /** Every line with the quotes of one maker, all or none. */
  | { readonly way: 'ONE_MAKER'; readonly deskName: string; readonly limits: Limits }
  /** The whole list at a net price. */
  | { readonly way: 'NET_PRICE'; readonly netPriceId: string }

const netFrom = (view: NetPriceView): NetPrice => ({
  id: view.id,
  listId: view.list_id,
  deskName: view.desk_name,
  netPrice: view.net_price,
  createdAt: view.created_at,
})

const placeFrom = (view: ListPlaceView): ListPlace => ({
  id: view.rfq_id,
  listId: view.list_id,
  line: view.line,
  lines: view.lines,
  row: view.row ?? undefined,
  side: view.side ?? undefined,
  name: view.name ?? undefined,
})

const listFrom = (view: RfqListView): ListRfq => ({
  id: view.id,
  state: view.state,
  role: view.role,
  venue: view.venue,
  baseCurrency: view.base_currency,
  name: view.name ?? undefined,
  takerDeskName: view.taker_desk_name ?? undefined,
  showsSides: view.shows_sides,
  counterparties: view.counterparties,
  createdAt: view.created_at,
  expiresAt: view.expires_at,
  lines: view.lines.map(({ line, row, side, rfq, book }) => ({
    line,
    row: row ?? undefined,
    side: side ?? undefined,
    rfq: rfqFromDrfq(rfq),
    levels: book === undefined ? [] : [...book.bids, ...book.asks].map(levelFromDrfq),
  })),
  netPrices: view.net_prices.map(netFrom),
})

const tradeFrom = (view: ListTradeView): ListTrade => ({
  listId: view.list_id,
  netPrice: view.net_price,
  lines: view.lines.map(({ line, rfq_id: rfqId, is_traded: isTraded, order, fills }) => ({
    line,
    rfqId,
    isTraded,
    order: order === null ? undefined : orderFromDrfq(order),
    fills: fills.map(({ trade_id: tradeId, desk_name: deskName, price, quantity }) => ({ tradeId, deskName, price, quantity })),
  })),
})

/** Sends 2 to 50 lines of one venue and currency: all of them, or none. */
export function createList(terms: ListTerms): Command<ListRfq> {
  const { venue, name, showsSides, account, counterparties, groups, isTakerAnonymous, goodForMs } = terms
  const body = {
    ...{ venue, name },
    lines: terms.lines.map(({ row, side, quantity, legs }) => ({
      ...{ row, side, quantity },
      legs: legs.map(({ instrumentId, ratio, side: of, price }) => ({ instrument_id: instrumentId, ratio, side: of, price })),
    })),
    shows_sides: showsSides,
    account_name: account,
    counterparties: counterparties && [...counterparties],
    groups: groups && [...groups],
    is_taker_anonymous: isTakerAnonymous,
    good_for_seconds: goodForMs === undefined ? undefined : goodForMs / 1_000,
  }
  return command(listCalls.createList, { body }, listFrom)
}

const at = (id: string) => ({ params: { id } })

/** One list with the quotes on each line and the net prices that the reader can see. */
export const getList = (id: string): Command<ListRfq> => command(listCalls.getList, at(id), listFrom)

/** The desk's lists as taker and as maker, newest first, without their quotes. */
export const listRfqLists = (options: ListOptions & { readonly role?: 'TAKER' | 'MAKER' } = {}): Listing<ListRfq> =>
  listing<RfqListView, ListRfq>('DIRECT', listCalls.listLists, { ...(options.role && { role: options.role }), ...paged(options) }, listFrom)

/** Cancels every line that is still open. */
export const cancelList = (id: string): Command<void> => command(listCalls.cancelList, at(id), () => undefined)

/** A maker's price for the whole list, which replaces its earlier one. */
export const quoteNet = (id: string, netPrice: string, account?: string): Command<NetPrice> =>
  command(listCalls.quoteNet, { ...at(id), body: { net_price: netPrice, account_name: account } }, netFrom)

export const cancelNet = (id: string): Command<void> => command(listCalls.cancelNet, at(id), () => undefined)

/** Trades lines of the desk's own list in one decision. */
export function tradeList(id: string, terms: ListTradeTerms): Command<ListTrade> {
  const lines = terms.way === 'NET_PRICE' ? undefined : terms.limits.map(({ line, price }) => ({ line, price }))
  const body = {
    way: terms.way === 'BEST_PER_LINE' ? ('BEST_PER_LINE' as const) : ('ALL_OR_NONE' as const),
    lines,
    desk_name: terms.way === 'ONE_MAKER' ? terms.deskName : undefined,
    net_price_id: terms.way === 'NET_PRICE' ? terms.netPriceId : undefined,
  }
  return command(listCalls.tradeList, { ...at(id), body }, tradeFrom, (input, notAfter) => ({
    ...input,
    body: { ...body, not_after: notAfter },
  }))
}

const direct = (sockets: readonly Socket[]): Socket => {
  const found = sockets.find(({ door }) => door === '/v2/drfq')
  if (found === undefined) throw new TypeError('Lists need a socket of /v2/drfq.')
  return found
}

/** The RFQs that are lines of lists. REMOVED ones are closed. */
export const watchListPlaces = (sockets: readonly Socket[], listener: Listener<ListPlace>, options: WatchOptions = {}): Subscription =>
  subscribe(
    direct(sockets),
    { audience: 'DIRECT', channel: 'list_lines', read: placeFrom as (data: never) => ListPlace },
    listener,
    options,
  )

/** Net prices in the desk's own lists, and its own in those of others. */
export const watchNetPrices = (sockets: readonly Socket[], listener: Listener<NetPrice>, options: WatchOptions = {}): Subscription =>
  subscribe(direct(sockets), { audience: 'DIRECT', channel: 'net_prices', read: netFrom as (data: never) => NetPrice }, listener, options)
