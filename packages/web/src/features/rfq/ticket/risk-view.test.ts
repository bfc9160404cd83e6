import { describe, expect, it } from 'vitest'
import { areAllKnown, heldOf, riskView, type Considered } from './risk-view.ts'

type Deal = Parameters<typeof heldOf>[0][number]
const deal = (side: 'BUY' | 'SELL', quantity: string, price: string, state: Deal['state'] = 'FILLED'): Deal => ({
  side,
  quantity,
  price,
  state,
})
const order = (side: 'BUY' | 'SELL', quantity: string, price: string | undefined, more: Partial<Considered> = {}): Considered => ({
  by: 'ORDER',
  side,
  quantity,
  price,
  isFocused: false,
  ...more,
})
const facts = { size: '50', mark: 0.0409, decimals: 4, currency: 'BTC' }
const view = (deals: readonly Deal[], considered?: Considered) => {
  const { title, detail, quantity, price } = riskView({ ...facts, held: heldOf(deals), considered })
  return [`${title} ${detail}`.trim(), quantity, price === undefined ? undefined : Number(price.toFixed(8))]
}
const looked = { isFocused: true } as const

describe('the position whose risk the ticket shows', () => {
  it.each<[string, ReturnType<typeof view>, string, number, number | undefined]>([
    ['nothing typed: the whole, bought at the mark', view([]), 'If bought 50 at the mark', 50, 0.0409],
    ['the typed order', view([], order('BUY', '25', '0.0416')), 'If bought 25 at 0.0416', 25, 0.0416],
    ['the side looked at', view([], order('SELL', '25', '0.04', looked)), 'If sold 25 at 0.0400', -25, 0.04],
    ['an order without a price', view([], order('SELL', '25', undefined, looked)), 'If sold 25 at the mark', -25, 0.0409],
    ['a quantity that cannot be read', view([], order('BUY', '12,5', '0.04')), 'If bought 50 at 0.0400', 50, 0.04],
    ['a price below zero', view([], order('BUY', '25', '-0.0069')), 'If bought 25 at −0.0069', 25, -0.0069],
    ['a quote', view([], order('BUY', '20', '0.0404', { by: 'QUOTE' })), 'If your bid is hit 20 at 0.0404', 20, 0.0404],
    [
      'a quote looked at',
      view([], order('SELL', '20', '0.0414', { by: 'QUOTE', ...looked })),
      'If your ask is lifted 20 at 0.0414',
      -20,
      0.0414,
    ],
    ['a sale', view([deal('SELL', '1000', '0.1096')], order('BUY', '50', '0.04')), 'You are short 1,000 @ 0.1096', -1_000, 0.1096],
    [
      'a purchase of several makers',
      view([deal('BUY', '20', '0.0412'), deal('BUY', '30', '0.0416')]),
      'You are long 50 @ 0.04144',
      50,
      0.04144,
    ],
    ['a deal that settles', view([deal('SELL', '20', '0.0412', 'PENDING_SETTLEMENT')]), 'You are short 20 @ 0.0412 settling', -20, 0.0412],
    ['a deal that was rejected', view([deal('SELL', '20', '0.0412', 'REJECTED')]), 'If bought 50 at the mark', 50, 0.0409],
    ['bought and sold again', view([deal('BUY', '20', '0.04'), deal('SELL', '20', '0.05')]), 'If bought 50 at the mark', 50, 0.0409],
    [
      'more of it',
      view([deal('SELL', '20', '0.0412')], order('SELL', '30', '0.0412', looked)),
      'If sold 30 at 0.0412 → short 50 @ 0.0412',
      -50,
      0.0412,
    ],
    ['the way out', view([deal('BUY', '20', '0.04')], order('SELL', '20', '0.05', looked)), 'If sold 20 at 0.0500 → flat', 0, undefined],
    [
      'more of an odd quantity',
      view([deal('BUY', '30.3', '0.04')], order('SELL', '10.1', '0.04', looked)),
      'If sold 10.1 at 0.0400 → long 20.2, break-even 0.0400',
      20.2,
      0.04,
    ],
    [
      'less of it at another price, which is no average',
      view([deal('SELL', '20', '0.0400'), deal('BUY', '5', '0.0460')]),
      'You are short 15, break-even 0.0380',
      -15,
      0.038,
    ],
    [
      'a rest of what was sold again with a gain',
      view([deal('BUY', '20', '0.04'), deal('SELL', '19.9', '0.05')]),
      'You are long 0.1 @ 0.0400, +0.1990 BTC realised',
      0.1,
      -1.95,
    ],
    [
      'a rest of what was bought back with a loss',
      view([deal('SELL', '20', '0.04'), deal('BUY', '19.9', '0.05')]),
      'You are short 0.1 @ 0.0400, −0.1990 BTC realised',
      -0.1,
      -1.95,
    ],
    [
      'a quote beside what is held',
      view([deal('SELL', '20', '0.04')], order('BUY', '5', '0.0460', { by: 'QUOTE', ...looked })),
      'If hit 5 at 0.0460 → short 15, break-even 0.0380',
      -15,
      0.038,
    ],
    ['a price of zero, which counts as none', view([], order('BUY', '25', '0')), 'If bought 25 at the mark', 25, 0.0409],
  ])('%s', (_, found, words, quantity, price) => expect(found).toEqual([words, quantity, price]))
})

describe('a market with more deals than the server sends first', () => {
  const deals = Array.from({ length: 100 }, (_, at) => ({ audience: 'DIRECT' as const, executedAt: 1_000 + at }))
  const market = { audience: 'DIRECT' as const, createdAt: 900 }

  it('has a dash for the position unless all its trades are known', () => {
    expect(areAllKnown(market, deals)).toBe(false)
    expect(areAllKnown(market, deals.slice(1))).toBe(true)
    expect(areAllKnown({ ...market, createdAt: 1_050 }, deals)).toBe(true)
    expect(areAllKnown({ ...market, audience: 'ORDER_BOOK' }, deals)).toBe(true)
    expect(riskView({ ...facts, held: undefined, considered: undefined })).toMatchObject({
      detail: '— older trades are in Trade History',
      quantity: 0,
    })
    expect(riskView({ ...facts, held: undefined, considered: order('SELL', '20', '0.04', looked) }).title).toBe('If sold')
  })
})
