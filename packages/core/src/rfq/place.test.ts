import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { MAX_ORDERS_PER_DESK_AND_RFQ } from './limits.ts'
import type { RfqCommand } from './commands.ts'
import {
  ask,
  call,
  cancelRfq,
  cross,
  decideIn,
  desk,
  given,
  hedgedSpread,
  KEST,
  LARK,
  legsFor,
  NOON,
  orderId,
  outcome,
  pull,
  quote,
  ratioSpread,
  reject,
  replace,
  SWFT,
  theOrder,
  when,
  type Market,
} from '../../test/fixture.ts'

const p = price
const fok = { timeInForce: 'FOK' } as const
const hidden = { isHidden: true } as const
const refusalOf = (market: Market, command: RfqCommand) => {
  const answer = decideIn(market, command, (NOON + 1_000) as Instant)
  return isRefusal(answer) ? answer : undefined
}

// A new request for 100, in which KEST offers 100 at 0.02.
const offered = () => given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'))
const refusals: [rule: string, fault: string, command: RfqCommand, refused: string, message: string][] = [
  [
    '5.1',
    'by a desk that was not asked',
    quote(SWFT, 9, 'SELL', '0.01', '1'),
    'NotACounterparty',
    'Only the desks asked, and the taker, place orders here.',
  ],
  [
    '5.2',
    'a quote that does not wait',
    quote(LARK, 9, 'SELL', '0.01', '1', fok),
    'TypeNotAllowed',
    'A quote waits for the taker: its time in force is GOOD_TILL_CANCELED.',
  ],
  [
    '5.2',
    'hidden at once',
    cross(9, 'BUY', '0.01', '1', { ...fok, ...hidden }),
    'TypeNotAllowed',
    'A FILL_OR_KILL order never rests, so its type is LIMIT.',
  ],
  [
    '5.3',
    'a second offer',
    quote(KEST, 9, 'SELL', '0.01', '1'),
    'LayeringLimitReached',
    'Your desk has its quote on the SELL side; replace or cancel that one.',
  ],
  [
    '5.4',
    'of nothing',
    quote(LARK, 9, 'SELL', '0.01', '0'),
    'QuantityBelowBlockMinimum',
    'What rests is at least the minimum block: the quantity is 25 or more.',
  ],
  [
    '5.4',
    'below the block',
    cross(9, 'BUY', '0.01', '24.9'),
    'QuantityBelowBlockMinimum',
    'What rests is at least the minimum block: the quantity is 25 or more.',
  ],
  ['5.4', 'between steps', quote(LARK, 9, 'SELL', '0.01', '25.05'), 'QuantityOffIncrement', 'The quantity comes in steps of 0.1.'],
  [
    '5.4',
    'quoted above the request',
    quote(LARK, 9, 'SELL', '0.01', '100.1'),
    'QuantityAboveRemaining',
    'The request is for 100; quote that or less.',
  ],
  [
    '5.4',
    'crossed above what remains',
    cross(9, 'BUY', '0.01', '100.1'),
    'QuantityAboveRemaining',
    '100 remains of the request: the quantity is 100 or less.',
  ],
  [
    '5.5',
    'a quote without prices',
    quote(LARK, 9, 'SELL', '0.01', '25', { legPrices: undefined }),
    'OrderPriceMissing',
    'A quote has one price for each of the 2 legs, in their order.',
  ],
  [
    '5.5',
    'a quote of one leg',
    quote(LARK, 9, 'SELL', '0.01', '25', { legPrices: [p('0.06')] }),
    'OrderPriceMissing',
    'A quote has one price for each of the 2 legs, in their order.',
  ],
  [
    '5.5',
    'a leg off its tick',
    quote(LARK, 9, 'SELL', '0.01', '25', { legPrices: [p('0.06'), p('0.05005')] }),
    'PriceOffTick',
    'Leg 2 (BTC-26MAR27-110000-C) is priced in steps of 0.0001.',
  ],
  [
    '5.5',
    'a leg below zero',
    quote(LARK, 9, 'SELL', '0.01', '25', { legPrices: [p('-0.0001'), p('0')] }),
    'PriceOutsideBand',
    'Leg 1 (BTC-26MAR27-100000-C) has a price of zero or more.',
  ],
  [
    '5.7',
    'a cross without a price',
    cross(9, 'BUY', '0.01', '25', { price: undefined }),
    'OrderPriceMissing',
    "A taker's order has a price for the structure.",
  ],
  ['5.7', 'a cross off the tick', cross(9, 'BUY', '0.01005', '25'), 'PriceOffTick', 'This structure is priced in steps of 0.0001.'],
  [
    '5.8',
    'a bid at the own ask',
    quote(KEST, 9, 'BUY', '0.02', '25'),
    'QuoteCrossesOwnSide',
    'The price has to be below your own ask of 0.02.',
  ],
  [
    '5.1',
    'a quote without an account',
    quote(LARK, 9, 'BUY', '0.01', '25', { account: undefined }),
    'AccountUnknown',
    'A quote names the account it settles in.',
  ],
]

describe('an order is refused', () => {
  it.each(refusals)('%s %s', (rule, _fault, command, refused, message) => {
    expect(refusalOf(offered(), command)).toMatchObject({ refused, rule, message })
  })

  it('4.13 for the first of several faults', () => {
    const bad = { quantity: quantity('0.05'), legPrices: [p('0.00001')], account: undefined }
    const market = offered()
    const answers = [
      refusalOf(market, quote(SWFT, 9, 'SELL', '0.01', '25', { ...bad, ...fok })),
      refusalOf(market, quote(KEST, 9, 'SELL', '0.01', '25', { ...bad, ...fok })),
      refusalOf(market, quote(KEST, 9, 'SELL', '0.01', '25', bad)),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', bad)),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', { ...bad, quantity: quantity('100.15') })),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', { ...bad, quantity: quantity('100.2') })),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', { legPrices: bad.legPrices, account: undefined })),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', { legPrices: [p('0.00001'), p('-1')], account: undefined })),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.03', '25', { account: undefined })),
      refusalOf(market, quote(KEST, 9, 'BUY', '0.01', '25', { account: undefined })),
    ]
    expect(answers.map((refusal) => refusal?.refused)).toEqual([
      'NotACounterparty',
      'TypeNotAllowed',
      'LayeringLimitReached',
      'QuantityBelowBlockMinimum',
      'QuantityOffIncrement',
      'QuantityAboveRemaining',
      'OrderPriceMissing',
      'PriceOffTick',
      'QuoteCrossesOwnSide',
      'AccountUnknown',
    ])
  })

  it('4.13 and before all of that because of the state of the request', () => {
    const market = given(ask(), cancelRfq)
    expect(outcome(market, quote(SWFT, 9, 'SELL', '0', '0', fok))).toBe('RfqClosed')
  })

  it('5.4 with nothing left to trade, in words that say so', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '80'))
    expect(refusalOf(market, cross(3, 'BUY', '0.01', '25'))?.message).toMatch(/^Nothing that could be a block remains/)
  })

  it('9.3 a desk places at most 500 orders in one request', () => {
    const market = given(ask())
    for (let n = 1; n <= MAX_ORDERS_PER_DESK_AND_RFQ; n++) {
      when(market, quote(KEST, n, 'SELL', '0.01', '25'))
      when(market, pull(KEST, n))
    }
    expect(refusalOf(market, quote(KEST, 999, 'SELL', '0.01', '25'))).toMatchObject({ refused: 'TooManyOrders', rule: '9.3' })
    expect(outcome(market, quote(LARK, 999, 'SELL', '0.01', '25'))).toBe('OrderPlaced')
  })
})

describe('an order is taken', () => {
  const single = () => given(ask({ structure: call }))
  const hedged = (legPrices: readonly string[]) => quote(KEST, 1, 'SELL', '0', '25', { legPrices: legPrices.map((text) => p(text)) })
  const accepted: [rule: string, what: string, market: () => Market, command: RfqCommand, at: string][] = [
    ['5.6', 'the price of a quote is the signed sum of its legs', () => given(ask()), quote(KEST, 1, 'SELL', '0.0123', '25'), '0.0123'],
    ['5.6', 'a spread may cost nothing', () => given(ask()), quote(KEST, 1, 'SELL', '0', '25'), '0'],
    ['5.6', 'a spread may cost less than nothing', () => given(ask()), quote(KEST, 1, 'BUY', '-0.01', '25'), '-0.01'],
    ['5.6', 'ratios count', () => given(ask({ structure: ratioSpread })), hedged(['0.08', '0.05']), '0.005'],
    ['5.6', 'hedges do not', () => given(ask({ structure: hedgedSpread })), hedged(['0.06', '0.05', '98000']), '0.01'],
    ['5.7', 'a taker may bid below zero', () => given(ask()), cross(1, 'BUY', '-0.01', '25'), '-0.01'],
    ['5.7', 'a ratio makes the tick finer', () => given(ask({ structure: ratioSpread })), cross(1, 'BUY', '0.01005', '25'), '0.01005'],
    ['5.3', 'a desk quotes both sides', offered, quote(KEST, 9, 'BUY', '0.0199', '25'), '0.0199'],
    ['5.4', 'a quote may be for less than the request', () => given(ask()), quote(KEST, 1, 'SELL', '0.01', '25'), '0.01'],
  ]
  it.each(accepted)('%s %s', (_rule, _what, start, command, at) => {
    const market = start()
    const [event] = when(market, command)
    expect(event).toMatchObject({ kind: 'OrderPlaced', order: { price: p(at) } })
  })

  it.each([
    ['5.6', 'a quote of a single contract at zero', quote(KEST, 1, 'SELL', '0', '25', { legPrices: [p('0')] }), 'PriceOutsideBand'],
    ['5.6', 'a bid below zero for a single contract', cross(1, 'BUY', '-0.0001', '25'), 'PriceOutsideBand'],
    ['5.6', 'a single contract at one tick', quote(KEST, 1, 'SELL', '0', '25', { legPrices: [p('0.0001')] }), 'OrderPlaced'],
  ] as [string, string, RfqCommand, string][])('%s %s gives %s', (_rule, _what, command, then) => {
    expect(outcome(single(), command)).toBe(then)
  })

  it('5.5 a hedge is quoted at the price the taker fixed', () => {
    expect(refusalOf(given(ask({ structure: hedgedSpread })), hedged(['0.06', '0.05', '98000.5']))).toEqual({
      refused: 'HedgePriceDiffers',
      rule: '5.5',
      message: 'Leg 3 (BTC-PERPETUAL) is a hedge and trades at 98000.',
      field: 'legs.2.price',
    })
  })

  it('5.3 what does not rest needs no room', () => {
    const market = given(ask(), cross(1, 'BUY', '0.01', '25'))
    expect(outcome(market, cross(2, 'BUY', '0.01', '25'))).toBe('LayeringLimitReached')
    expect(outcome(market, cross(2, 'BUY', '0.01', '25', fok))).toBe('OrderPlaced, OrderCanceled')
  })

  it("5.1 a taker's order settles in the account of its request unless it names another", () => {
    const market = given(ask(), cross(1, 'BUY', '0.01', '25'), cross(2, 'SELL', '0.02', '25', { account: 'orry-second', label: 'mine' }))
    expect([theOrder(market, 1).account, theOrder(market, 2).account, theOrder(market, 2).label]).toEqual([
      'orry-main',
      'orry-second',
      'mine',
    ])
  })

  it("5.8 holds for the taker's own orders too", () => {
    const market = given(ask(), cross(1, 'SELL', '0.02', '25'))
    expect(refusalOf(market, cross(2, 'BUY', '0.02', '25'))?.rule).toBe('5.8')
    expect(outcome(market, cross(2, 'BUY', '0.0199', '25'))).toBe('OrderPlaced')
  })
})

describe('an order is replaced', () => {
  const ranked = () => given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), quote(LARK, 2, 'SELL', '0.02', '100'))
  it.each([
    ['5.14', 'the same again', replace(KEST, 1, '100'), 'keeps'],
    ['5.14', 'a smaller one', replace(KEST, 1, '60'), 'keeps'],
    ['5.14', 'other legs at the same price', replace(KEST, 1, '100', { legPrices: [p('0.07'), p('0.05')] }), 'keeps'],
    ['5.14', 'a better price', replace(KEST, 1, '100', { legPrices: legsFor('0.0199') }), 'loses'],
    ['5.14', 'a worse price', replace(KEST, 1, '100', { legPrices: legsFor('0.0201') }), 'loses'],
  ] as [string, string, RfqCommand, string][])('%s %s %s its place', (_rule, _what, command, then) => {
    const market = ranked()
    when(market, command)
    expect(theOrder(market, 1).priority < theOrder(market, 2).priority ? 'keeps' : 'loses').toBe(then)
    expect(theOrder(market, 1).id).toBe(orderId(1))
  })

  it('5.14 a larger one loses its place', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '50'), quote(LARK, 2, 'SELL', '0.02', '100'))
    when(market, replace(KEST, 1, '50.1'))
    expect(theOrder(market, 1).priority).toBeGreaterThan(theOrder(market, 2).priority)
  })

  it('5.14 a quote moved into a resting cross trades at once', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), cross(2, 'BUY', '0.015', '100'))
    expect(when(market, replace(KEST, 1, '100', { legPrices: legsFor('0.014'), label: 'moved' })).map(({ kind }) => kind)).toEqual([
      'OrderReplaced',
      'TradeAgreed',
    ])
    expect(theOrder(market, 1)).toMatchObject({ label: 'moved', pending: quantity('100'), state: 'CLOSED' })
  })

  // KEST's offer of 100, with 30 at the venue and 70 resting.
  const partly = () => given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), cross(2, 'BUY', '0.02', '30'))
  it.each([
    ['5.15', 'to less than was agreed and a block', replace(KEST, 1, '54.9'), 'QuantityBelowBlockMinimum', 'the quantity is 55 or more.'],
    ['5.4', 'to what is between steps', replace(KEST, 1, '60.05'), 'QuantityOffIncrement', 'steps of 0.1.'],
    ['5.4', 'to more than the request', replace(KEST, 1, '100.1'), 'QuantityAboveRemaining', 'quote that or less.'],
    ['5.5', 'to a leg off its tick', replace(KEST, 1, '60', { legPrices: [p('0.00001'), p('0')] }), 'PriceOffTick', 'steps of 0.0001.'],
    ['5.16', "by another desk, as if it weren't there", replace(LARK, 1, '60'), 'OrderUnknown', 'no order of this id in the request.'],
    ['5.16', 'that never was', replace(KEST, 8, '60'), 'OrderUnknown', 'no order of this id in the request.'],
    ['5.16', 'of which nothing rests', replace(desk('ORRY'), 2, '60'), 'OrderClosed', 'place a new one.'],
  ] as [string, string, RfqCommand, string, string][])('%s not %s', (rule, _what, command, refused, ends) => {
    const refusal = refusalOf(partly(), command)
    expect(refusal).toMatchObject({ refused, rule })
    expect(refusal!.message.endsWith(ends)).toBe(true)
  })

  it('5.15 to the least that may rest beside what was agreed', () => {
    const market = partly()
    when(market, replace(KEST, 1, '55'))
    expect(theOrder(market, 1)).toMatchObject({ quantity: quantity('55'), pending: quantity('30'), state: 'OPEN' })
  })

  it('5.8 not to a price at its own other side', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), quote(KEST, 2, 'BUY', '0.01', '100'))
    expect(outcome(market, replace(KEST, 2, '100', { legPrices: legsFor('0.02') }))).toBe('QuoteCrossesOwnSide')
    expect(outcome(market, replace(KEST, 1, '100', { legPrices: legsFor('0.01') }))).toBe('QuoteCrossesOwnSide')
    expect(outcome(market, replace(KEST, 2, '100', { legPrices: legsFor('0.0199') }))).toBe('OrderReplaced')
  })

  it("5.4 a taker's order not above what remains", () => {
    const market = given(ask(), cross(1, 'BUY', '0.01', '50'))
    expect(outcome(market, replace(desk('ORRY'), 1, '100', { price: p('0.02') }))).toBe('OrderReplaced')
    expect(refusalOf(market, replace(desk('ORRY'), 1, '100.1'))?.message).toBe('100 remains of the request: the quantity is 100 or less.')
  })
})

describe('an order is cancelled', () => {
  it('5.16 by its own desk, as long as something of it rests', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'))
    expect(outcome(market, pull(LARK, 1))).toBe('OrderUnknown')
    expect(when(market, pull(KEST, 1))).toMatchObject([{ kind: 'OrderCanceled', cause: 'USER', quantity: quantity('100') }])
    expect(theOrder(market, 1).state).toBe('CLOSED')
    expect(outcome(market, pull(KEST, 1))).toBe('OrderClosed')
  })

  it('5.16 what is at the venue cannot be called back', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), cross(2, 'BUY', '0.02', '30'))
    expect(when(market, pull(KEST, 1))).toMatchObject([{ quantity: quantity('70') }])
    expect(theOrder(market, 1)).toMatchObject({ pending: quantity('30'), canceled: quantity('70'), state: 'CLOSED' })
    expect(outcome(market, pull(desk('ORRY'), 2))).toBe('OrderClosed')
    when(market, reject(2))
    expect(theOrder(market, 1)).toMatchObject({ pending: 0, canceled: quantity('100'), state: 'CLOSED' })
  })
})
