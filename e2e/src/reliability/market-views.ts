/** The order-book flow at both of its endpoints: markets and their books, own quotes, orders and trades, and the tape. */
import { keepBooks, type GroupData, type Socket } from '@parley/client'
import {
  grfqCalls,
  obCalls,
  type GroupBookView,
  type GroupOrderView,
  type GroupQuoteView,
  type GroupRfqView,
  type GroupTapeTradeView,
  type ListedGroupTradeView,
} from '@parley/contracts'
import { keep, lines, type Read } from './live-objects.ts'
import type { ViewParts, View } from './view.ts'

const market: Read<GroupRfqView> = ({ id, status, last_trade, declines }) => ({
  id,
  text: status === 'ACTIVE' ? `${last_trade?.price} ${last_trade?.quantity} ${declines.map(({ reason }) => reason).join()}` : undefined,
})
const quote: Read<GroupQuoteView> = ({ id, status, price, quantity, remaining_quantity, quantities }) => ({
  id,
  text: status === 'CLOSED' ? undefined : `${price} ${quantity} ${remaining_quantity} ${quantities.filled}`,
})
const order: Read<GroupOrderView> = ({ id, status, requested_quantity, pending_fill_quantity, filled_quantity }) => ({
  id,
  text: status === 'CLOSED' ? undefined : `${requested_quantity} ${pending_fill_quantity} ${filled_quantity}`,
})
const trade: Read<ListedGroupTradeView> = ({ id, status, role, side, price, quantity, quote_id, venue_trade_id }) => ({
  id,
  text: `${status} ${role} ${side} ${price} ${quantity} ${quote_id} ${venue_trade_id}`,
})
const printed: Read<GroupTapeTradeView> = ({ id, side, price, quantity, filled_at }) => ({
  id,
  text: `${side} ${price} ${quantity} ${filled_at}`,
})
const inside =
  <Name extends string, Data>(name: Name, read: Read<Data>): Read<Readonly<Record<Name, Data>>> =>
  (published) =>
    read(published[name])

const whole = { page_size: 1000 } as const

export const marketViews = (parts: ViewParts): readonly View[] => [
  ...viewsAt(parts, 'grfq', parts.sockets.grfq, grfqCalls),
  ...viewsAt(parts, 'ob', parts.sockets.ob, obCalls as unknown as typeof grfqCalls),
]

function viewsAt(parts: ViewParts, name: 'grfq' | 'ob', socket: Socket, calls: typeof grfqCalls): readonly View[] {
  const { asked } = parts
  // One endpoint resumes where it was cut, the other begins with the list: both have to end with the same state.
  const how = name === 'grfq' ? ({ resume: true } as const) : {}
  return [
    {
      what: `markets at ${name}`,
      here: keep<GroupData['rfq']>(socket, 'rfq', inside('rfq', market), how),
      there: async () => lines((await asked.call(calls.listRfqs, { query: { status: ['ACTIVE'], ...whole } })).results, market),
    },
    {
      what: `quotes at ${name}`,
      here: keep<GroupData['quote']>(socket, 'quote', inside('quote', quote), how),
      there: async () => lines((await asked.call(calls.listQuotes, { query: whole })).results, quote),
    },
    {
      what: `orders at ${name}`,
      here: keep<GroupData['order']>(socket, 'order', inside('order', order), how),
      there: async () => lines((await asked.call(calls.listOrders, { query: whole })).results, order),
    },
    {
      what: `trades at ${name}`,
      here: keep<GroupData['trade']>(socket, 'trade', inside('trade', trade), { ...how, growing: true }),
      there: async () => lines((await asked.call(calls.listTrades, { query: { hide_public: true, ...whole } })).results, trade),
    },
    {
      what: `the tape at ${name}`,
      here: keep<GroupData['trade_tape']>(socket, 'trade_tape', inside('trade', printed), { ...how, growing: true }),
      there: async () => lines((await asked.call(calls.listTape, { query: whole })).results, printed),
    },
    ...bookViews(parts, name, socket, calls),
  ]
}

/** Updated change by change, and published as a whole. */
function bookViews(
  { listening, asked, markets }: ViewParts,
  name: 'grfq' | 'ob',
  socket: Socket,
  calls: typeof grfqCalls,
): readonly View[] {
  const changed = keepBooks(listening, [socket])
  const kept = (number: number) => changed.of({ audience: 'ORDER_BOOK', id: `g_${number}`, number })
  const published = new Map<number, GroupBookView>()
  for (const id of markets())
    socket.subscribe<GroupBookView>(`quote_book.${id}`, ({ data }) => void published.set(id, data as GroupBookView))
  const level = (one: { id: number; price: string; quantity: string }) => `${one.id} ${one.price} ${one.quantity}`
  const rest = ({ asks, bids }: Pick<GroupBookView, 'asks' | 'bids'>) =>
    [...asks, ...bids].map((one) => level({ ...one, quantity: one.remaining_quantity }))
  const there = async () => {
    const books = await Promise.all(markets().map((id) => asked.call(calls.getRfqQuotes, { params: { id } })))
    return books.flatMap(rest)
  }
  return [
    {
      what: `books at ${name}, by their changes`,
      here: () => markets().flatMap((id) => [...kept(id).asks, ...kept(id).bids].map((one) => level({ ...one, id: one.number! }))),
      there,
    },
    {
      what: `books at ${name}, as a whole`,
      here: () => markets().flatMap((id) => rest(published.get(id) ?? { asks: [], bids: [] })),
      there,
    },
  ]
}
