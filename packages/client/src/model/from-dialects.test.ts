import { describe, expect, it } from 'vitest'
import { blockTradeView, groupOrderView, groupQuoteView, groupRfqView, groupTradeView, orderView, rfqView } from '../../test/views.ts'
import { orderFromDrfq, rfqFromDrfq, tradeFromDrfq } from './from-drfq.ts'
import { orderFromQuote, orderFromGroupOrder, rfqFromGrfq, tradeFromGrfq } from './from-grfq.ts'
import { orderFromRefused } from './from-refused.ts'
import { isAtVenue, isResting, type Order } from './order.ts'

describe('an RFQ of the model', () => {
  it('is a direct one with its makers and its own part', () => {
    const decline = { desk_name: 'KEST', reason: 'SIZE', text: null, at: 5 } as const
    expect(rfqFromDrfq(rfqView({ declines: [decline], filled_quantity: '12.5' }))).toMatchObject({
      ...{ id: 'r_1', number: undefined, audience: 'DIRECT', state: 'OPEN', closedReason: undefined, role: 'TAKER' },
      ...{ quantity: '25', filled: '12.5', counterparties: ['KEST'], takerDeskName: 'ORRY', label: undefined, similarOpen: undefined },
      declines: [{ deskName: 'KEST', reason: 'SIZE', text: undefined, at: 5 }],
      legs: [{ instrumentId: 1, instrumentName: 'BTC-25DEC26-100000-C', quantity: '25', price: undefined }],
      ...{ minBlockSize: undefined, part: undefined },
    })
  })

  it('is an order book with the id that people use, and its integer', () => {
    const last = { price: '0.042', quantity: '25', side: 'BUY', executed_at: 4 } as const
    expect(rfqFromGrfq(groupRfqView({ last_trade: last, declines: [{ reason: 'RISK', at: 5 }] }))).toMatchObject({
      ...{ id: 'g_7', number: 7, audience: 'ORDER_BOOK', state: 'OPEN', role: undefined, quantity: undefined, counterparties: [] },
      ...{ minBlockSize: '25', quantityIncrement: '0.1', tickSize: '0.0001', createdAt: 1_000, updatedAt: 2_000 },
      lastTrade: { price: '0.042', quantity: '25', side: 'BUY', executedAt: 4 },
      declines: [{ deskName: undefined, reason: 'RISK', text: undefined, at: 5 }],
      legs: [{ instrumentId: 1, instrumentName: 'BTC-25DEC26-100000-C', quantity: '1', price: undefined }],
    })
  })

  it('of an order book over REST contains the desk’s own part', () => {
    const quantities = { original: '100', filled: '50', remaining: '25', canceled: '25', completed: '12.5' }
    const rfq = rfqFromGrfq(groupRfqView({ status: 'EXPIRED', desk_role: 'Taker', desk_status: 'OPEN', quantities, declined_by_me: true }))
    expect(rfq).toMatchObject({
      ...{ state: 'CLOSED', closedReason: 'EXPIRED', role: 'TAKER', declinedByMe: true },
      part: { status: 'OPEN', ordered: '100', agreed: '50', resting: '25', canceled: '25', settled: '12.5' },
    })
  })
})

/** All parts of an order's quantity, in millionths. */
const sumOf = ({ filled, pending, canceled, resting }: Order): number =>
  [filled, pending, canceled, resting].reduce((sum, amount) => sum + Math.round(Number(amount) * 1e6), 0)

describe('an order of the model', () => {
  const direct = orderFromDrfq(orderView({ filled_quantity: '2.5', pending_fill_quantity: '10', canceled_quantity: '0.000001' }))
  const quote = orderFromQuote(
    groupQuoteView({
      ...{ remaining_quantity: '25', pending_fill_quantity: '37.5' },
      quantities: { original: '100', filled: '50', remaining: '25', canceled: '25', completed: '12.5' },
    }),
  )
  const aggressor = orderFromGroupOrder(groupOrderView())

  it.each([
    ['a direct order', direct],
    ['a quote of an order book', quote],
    ['what was taken from one', aggressor],
  ])('adds up in whichever dialect: %s', (_, order) => {
    expect(sumOf(order)).toBe(Math.round(Number(order.quantity) * 1e6))
  })

  it('means by filled what has settled, and by agreed that with what is at the venue', () => {
    expect(direct).toMatchObject({ filled: '2.5', pending: '10', agreed: '12.5', resting: '12.499999' })
    expect(quote).toMatchObject({ filled: '12.5', pending: '37.5', agreed: '50', resting: '25', canceled: '25' })
    expect(aggressor).toMatchObject({ filled: '12.5', pending: '25', agreed: '37.5', resting: '0', canceled: '12.5' })
  })

  it('is a quote or a cross, with the same words for how long it is held and what it is', () => {
    expect(direct).toMatchObject({ kind: 'QUOTE', timeInForce: 'GTC', isHidden: false, isPostOnly: false, baseCurrency: 'BTC' })
    const cross = orderView({ role: 'TAKER', time_in_force: 'FILL_OR_KILL', type: 'HIDDEN', legs: null })
    expect(orderFromDrfq(cross)).toMatchObject({ kind: 'CROSS', timeInForce: 'FOK', isHidden: true, legPrices: undefined })
    expect(quote).toMatchObject({
      id: 'g_11',
      number: 11,
      rfqId: 'g_7',
      rfqNumber: 7,
      kind: 'QUOTE',
      isPostOnly: true,
      baseCurrency: 'BTC',
    })
    expect(orderFromQuote(groupQuoteView({ ioc: true }))).toMatchObject({ kind: 'CROSS', timeInForce: 'IOC' })
    expect(aggressor).toMatchObject({ kind: 'CROSS', timeInForce: 'IOC', isCrossingOfQuote: false, cancelCause: 'NOT_FILLED_AT_ONCE' })
    expect(orderFromGroupOrder(groupOrderView({ quote_id: 12 })).isCrossingOfQuote).toBe(true)
    const structure_legs = [{ instrument_id: 1, instrument_name: 'ETH-25DEC26-4000-C', side: 'BUY' as const, ratio: '1' }]
    expect(orderFromGroupOrder(groupOrderView({ structure_legs }))).toMatchObject({
      ...{ baseCurrency: 'ETH', legs: [{ instrumentName: 'ETH-25DEC26-4000-C', side: 'BUY', ratio: '1' }] },
    })
  })

  it('rests, or is at the venue, or is over', () => {
    expect([direct, quote, aggressor].map(isResting)).toEqual([true, true, false])
    expect([direct, quote, aggressor].map(isAtVenue)).toEqual([false, false, true])
  })
})

describe('a trade of the model', () => {
  it('has the same state in either dialect, with the message of the venue', () => {
    expect(tradeFromDrfq(blockTradeView({ state: 'REJECTED', rejection: 'no margin' }))).toMatchObject({
      ...{ id: 't_1', audience: 'DIRECT', state: 'REJECTED', rejection: 'no margin', counterpartyDeskName: 'KEST', kind: 'OPTION' },
      ...{ markPrice: '0.0415', indexPrice: undefined, orderId: 'o_1', filledAt: undefined },
    })
    expect(tradeFromGrfq(groupTradeView({ status: 'COMPLETED', filled_at: 9 }))).toMatchObject({
      ...{ id: 'g_21', number: 21, audience: 'ORDER_BOOK', state: 'FILLED', rejection: undefined, filledAt: 9 },
    })
    expect(tradeFromGrfq(groupTradeView({ status: 'REJECTED', venue_error: 'no margin' }))).toMatchObject({ state: 'REJECTED', rejection: 'no margin' }) // prettier-ignore
  })

  it.each([
    ['in /v1/ob the taker’s quote', { order_id: 12, quote_id: 12 }, 'g_12'],
    ['in /v1/ob the maker’s', { role: 'MAKER', order_id: null, quote_id: 11 }, 'g_11'],
    ['in /v1/grfq the taker’s order', { order_id: 12, quote_id: 11 }, 'g_12'],
    ['in /v1/grfq a quote that crossed is not named', { order_id: null, quote_id: 11 }, undefined],
  ] as const)('names the own order: %s', (_, change, own) => {
    expect(tradeFromGrfq(groupTradeView(change)).orderId).toBe(own)
  })

  it('a refused order is a closed one of its RFQ with the reason, and never traded', () => {
    const refused = {
      id: 'x_1',
      order_id: null,
      kind: 'QUOTE',
      side: 'SELL',
      price: null,
      quantity: '25',
      refused_at: 5,
      sender: null,
    } as const
    const of = {
      venue: 'DBT',
      base_currency: 'BTC',
      description: 'Call',
      error: { code: 1, error: 'PriceOffTick', message: 'By ticks.', rule: null },
    } as const
    expect(orderFromRefused({ ...refused, ...of, flow: 'grfq', rfq_id: '65' })).toMatchObject({
      ...{ audience: 'ORDER_BOOK', rfqId: rfqFromGrfq(groupRfqView({ id: 65 })).id, rfqNumber: 65, state: 'CLOSED', price: '' },
      ...{ refusal: 'By ticks.', filled: '0', canceled: '0', createdAt: 5 },
    })
    expect(orderFromRefused({ ...refused, ...of, flow: 'drfq', rfq_id: 'r_1' })).toMatchObject({ audience: 'DIRECT', rfqId: 'r_1' })
    const ofSpread = { audience: 'SPREADS', rfqId: '100000000000000007', rfqNumber: undefined }
    expect(orderFromRefused({ ...refused, ...of, flow: 'fs', rfq_id: ofSpread.rfqId })).toMatchObject(ofSpread)
  })
})
