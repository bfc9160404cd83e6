import type { GroupOrderView, GroupQuoteView, GroupRfqView, GroupTradeView, OrderView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { directOrder, groupOrder, groupQuote, groupRequest, groupTrade } from './flow-rows.ts'

const group = (status: GroupQuoteView['status'], filled: string, canceled: string, pending_fill_quantity = '0') =>
  groupQuote({ id: 7, rfq_id: 3, status, pending_fill_quantity, side: 'SELL', price: '0.02', quantity: '50', remaining_quantity: '0', ioc: false, post_only: false, is_hidden: false, quantities: { original: '50', filled, remaining: '0', canceled, completed: '0' }, legs: [{ instrument: 'BTC-25DEC26-100000-C' }], account: 'mm', created: 1, venue: 'DBT', description: 'Call\n100k' } as unknown as GroupQuoteView) // prettier-ignore

const direct = (state: OrderView['state'], filled: string, pending: string, canceled: string) =>
  directOrder({ id: 'o_1', rfq_id: 'r_1', state, role: 'MAKER', side: 'BUY', type: 'LIMIT', time_in_force: 'FILL_OR_KILL', price: '0.02', quantity: '50', filled_quantity: filled, pending_fill_quantity: pending, canceled_quantity: canceled, account_name: null, created_at: 1, venue: 'DBT', base_currency: 'BTC', description: 'Call' } as OrderView) // prettier-ignore

describe('what became of an order is said in the same words in both flows', () => {
  it.each([
    ['Working', group('OPEN', '0', '0'), direct('OPEN', '0', '0', '0')],
    ['Partly filled', group('OPEN', '25', '0'), direct('OPEN', '25', '0', '0')],
    ['At the venue', group('CLOSED', '25', '0', '25'), direct('CLOSED', '0', '25', '0')],
    ['Filled', group('CLOSED', '50', '0'), direct('CLOSED', '50', '0', '0')],
    ['Partly filled', group('CLOSED', '25', '25'), direct('CLOSED', '25', '0', '25')],
    ['Canceled', group('CLOSED', '0', '50'), direct('CLOSED', '0', '0', '50')],
  ])('%s', (word, ofGroup, ofDirect) => expect([ofGroup.status, ofDirect.status]).toEqual([word, word]))

  it.each([
    ['At the venue', 'OPEN', '0', '25', '0'],
    ['Filled', 'CLOSED', '50', '0', '0'],
    ['Canceled', 'CLOSED', '0', '0', '50'],
  ] as const)(
    '%s, of what took in the order book, which never rests',
    (word, status, filled_quantity, pending_fill_quantity, canceled_quantity) => {
      const order = { id: 8, rfq_id: 3, status, filled_quantity, pending_fill_quantity, canceled_quantity, description: 'Call' }
      expect(groupOrder(order as GroupOrderView).status).toBe(word)
    },
  )

  it('a quote that crossed says as an order that it is a row already', () => {
    const of = (quote_id: number | null) => groupOrder({ id: 8, rfq_id: 3, quote_id, description: 'Call' } as GroupOrderView).isOfQuote
    expect([of(8), of(null)]).toEqual([true, undefined])
  })

  it('a row of the order book has a name and a place of its own', () => {
    expect(group('OPEN', '0', '0')).toMatchObject({ id: 'g_7', rfqId: 3, flow: 'ORDER_BOOK', base_currency: 'BTC', structure: 'Call 100k' })
  })
})

describe('10.2 a market as the desk had it', () => {
  const market = (status: GroupRfqView['status'], desk_status: GroupRfqView['desk_status']) =>
    groupRequest({ id: 3, status, desk_status, quantities: null, desk_role: null, legs: [] } as unknown as GroupRfqView).status
  it.each([
    ['ACTIVE', 'COMPLETED', 'Filled'],
    ['EXPIRED', 'FILLED', 'Filled'],
    ['EXPIRED', 'OPEN', 'Ended'],
    ['EXPIRED', null, 'Ended'],
  ] as const)('%s with %s reads %s', (status, own, word) => expect(market(status, own)).toBe(word))
})

describe('a trade of the order book', () => {
  const trade = (status: GroupTradeView['status'], product_codes: readonly string[]) =>
    groupTrade({ id: 9, rfq_id: 3, status, product_codes, legs: [], venue_error: 'Not enough margin' } as unknown as GroupTradeView)
  it('says in the venue’s own words why it was refused', () => {
    expect(trade('REJECTED', ['DO'])).toMatchObject({ id: 'g_9', state: 'REJECTED', venueWords: 'Not enough margin' })
  })
  it.each([
    [['DO'], 'OPTION'],
    [['CF'], 'FUTURE'],
    [['DO', 'CF'], 'OPTION_FUTURE'],
  ])('of %j is of the kind %s', (codes, kind) => expect(trade('COMPLETED', codes)).toMatchObject({ kind, state: 'FILLED' }))
})
