import type { GroupQuoteView, OrderView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { countSides, ownQuotes, withHeads } from './own-quotes.ts'
import { pullPlan } from './pull-plan.ts'

const order = (id: string, side: 'BUY' | 'SELL', price: string, change: Partial<OrderView> = {}) =>
  ({ id, rfq_id: 'r_1', state: 'OPEN', role: 'MAKER', side, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', price, quantity: '100', filled_quantity: '0', pending_fill_quantity: '0', canceled_quantity: '0', created_at: 5, expires_at: 900, venue: 'DBT', base_currency: 'BTC', description: 'Call\n100k', ...change }) as OrderView // prettier-ignore
const quantities = { original: '50', filled: '0', remaining: '50', canceled: '0', completed: '0' }
const quote = (id: number, side: 'BUY' | 'SELL', price: string, change: Partial<GroupQuoteView> = {}) =>
  ({ id, rfq_id: 7, status: 'OPEN', side, price, quantity: '50', remaining_quantity: '50', ioc: false, post_only: true, is_hidden: false, quantities, legs: [{ instrument: 'ETH-26JUN26-3000-P' }], account: 'mm-2', label: null, created: 9, lapses_at: 800, venue: 'DBT', description: 'Put', ...change }) as unknown as GroupQuoteView // prettier-ignore
const known = (orders: readonly OrderView[], quotes: readonly GroupQuoteView[], book: readonly GroupQuoteView[] = quotes) => ({
  orders,
  quotes,
  rfqs: new Map(),
  markets: new Map(),
  marks: new Map(),
  bookByMarket: new Map([[7, book]]),
})

describe('all my quotes', () => {
  it('are what rests in both flows, and nothing that is over or at the venue', () => {
    const closed = order('o_2', 'BUY', '0.01', { state: 'CLOSED' })
    const settling = quote(2, 'BUY', '0.01', { status: 'CLOSED' })
    const lines = ownQuotes(known([order('o_1', 'BUY', '0.01'), closed], [quote(1, 'SELL', '0.02'), settling]))
    expect(lines.map(({ id }) => id)).toEqual(['o_1', 'g_1'])
    expect(lines[1]).toMatchObject({ quoteId: 1, base_currency: 'ETH', order: { type: 'Limit GTC PO', status: 'Working' } })
  })

  it('stand under their RFQ or market as in a book, the one touched last first', () => {
    const lines = withHeads(
      ownQuotes(known([order('o_1', 'BUY', '0.01')], [quote(1, 'BUY', '0.02'), quote(2, 'SELL', '0.03'), quote(3, 'SELL', '0.04')])),
    )
    expect(lines.map(({ id }) => id)).toEqual(['head ORDER_BOOK 7', 'g_3', 'g_2', 'g_1', 'head DIRECT r_1', 'o_1'])
    expect(lines[0]).toMatchObject({ bids: 1, asks: 2 })
  })

  it('know how many have a better price where the book is seen', () => {
    const [mine, better, same, other] = [
      quote(1, 'BUY', '0.02'),
      quote(2, 'BUY', '0.021'),
      quote(3, 'BUY', '0.02'),
      quote(4, 'SELL', '0.03'),
    ]
    const lines = ownQuotes(known([order('o_1', 'BUY', '0.01')], [mine], [mine, better, same, other]))
    expect(lines.map((line) => line.better)).toEqual([undefined, 1])
    expect(countSides(lines)).toEqual({ bids: 2, asks: 0 })
  })
})

describe('11.7 what is pulled is what is shown', () => {
  it.each([
    ['everything', { choice: 'ALL', currency: 'ALL' }, [{ kind: 'EVERYWHERE', body: {} }]],
    ['one side of one flow', { choice: 'ORDER_BOOK', currency: 'ALL', side: 'SELL' }, [{ kind: 'EVERYWHERE', body: { flow: 'ob', side: 'SELL' } }]],
    ['the bids in a currency', { choice: 'ALL', currency: 'BTC', side: 'BUY' }, [{ kind: 'DIRECT', query: { base_currency: 'BTC', side: 'BUY' } }, { kind: 'GROUP', query: { currency: 'BTC', side: 'BUY' } }]],
    ['one flow in a currency', { choice: 'DIRECT', currency: 'ETH' }, [{ kind: 'DIRECT', query: { base_currency: 'ETH' } }]],
  ] as const)('%s', (_name, scope, calls) => expect(pullPlan(scope)).toEqual(calls)) // prettier-ignore
})
