/** The direct flow: own RFQs, orders and trades, the books of own RFQs, and the tape. */
import { keepBooks } from '@parley/client'
import { directRfqCalls, type BlockTradeView, type OrderView, type RfqView, type TapeTradeView } from '@parley/contracts'
import { keep, lines, type Read } from './live-objects.ts'
import type { ViewParts, View } from './view.ts'

const rfq: Read<RfqView> = ({ id, state, pending_fill_quantity, filled_quantity, declines }) => ({
  id,
  text: state === 'OPEN' ? `${pending_fill_quantity} ${filled_quantity} ${declines.map(({ reason }) => reason).join()}` : undefined,
})
const order: Read<OrderView> = ({ id, state, price, quantity, pending_fill_quantity, filled_quantity }) => ({
  id,
  text: state === 'CLOSED' ? undefined : `${price} ${quantity} ${pending_fill_quantity} ${filled_quantity}`,
})
const trade: Read<BlockTradeView> = ({ id, state, side, price, quantity, venue_trade_id }) => ({
  id,
  text: `${state} ${side} ${price} ${quantity} ${venue_trade_id}`,
})
const printed: Read<TapeTradeView> = ({ id, side, price, quantity, filled_at }) => ({
  id,
  text: `${side} ${price} ${quantity} ${filled_at}`,
})

const whole = { page_size: 1000 } as const

export function directViews({ listening, asked, sockets: { direct }, own }: ViewParts): readonly View[] {
  const books = keepBooks(listening, [direct])
  const bookOf = (id: string) => books.of({ audience: 'DIRECT', id, number: undefined })
  const level = (one: { id: string; price: string; quantity: string }) => `${one.id} ${one.price} ${one.quantity}`
  return [
    {
      what: 'requests',
      here: keep(direct, 'rfqs', rfq),
      there: async () => lines((await asked.call(directRfqCalls.listRfqs, { query: { state: ['OPEN'], ...whole } })).results, rfq),
    },
    {
      what: 'orders',
      here: keep(direct, 'orders', order, { resume: true }),
      there: async () => lines((await asked.call(directRfqCalls.listOrders, { query: { state: ['OPEN'], ...whole } })).results, order),
    },
    {
      what: 'trades',
      here: keep(direct, 'trades', trade, { resume: true, growing: true }),
      there: async () => lines((await asked.call(directRfqCalls.listTrades, { query: whole })).results, trade),
    },
    {
      what: 'the tape',
      here: keep(direct, 'trade_tape', printed, { growing: true }),
      there: async () => lines((await asked.call(directRfqCalls.listTape, { query: whole })).results, printed),
    },
    {
      what: 'other desks’ orders in own RFQs',
      here: () => own().flatMap((id) => [...bookOf(id).asks, ...bookOf(id).bids].map(level)),
      there: async () => {
        const theirs = await Promise.all(own().map((id) => asked.call(directRfqCalls.getRfqOrders, { params: { id } })))
        return theirs.flatMap(({ asks, bids }) => [...asks, ...bids].map(level))
      },
    },
  ]
}
