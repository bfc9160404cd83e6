import { describe, expect, it } from 'vitest'
import { price, quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { MAX_ORDERS_PER_DESK_AND_RFQ } from '../model/limits.ts'
import type { RfqCommand } from '../model/commands.ts'
import { opposite, type Structure } from '../../structure/structure.ts'
import { actor, ask, call, callSpread, cancelRfq, cross, decideIn, facts, given, hedgedSpread, KEST, LARK, NOON, outcome, pull, quote, ratioSpread, rfqId, SWFT, TAKER, theOrder, theRfq, when, type Market } from '../../../test/fixture.ts' // prettier-ignore
import { Negotiation, sharedAudiences, type QuoteTerms } from '../../../test/negotiation.ts'

const p = price
const fok = { timeInForce: 'FOK' } as const
const hidden = { isHidden: true } as const
const refusalOf = (market: Market, command: RfqCommand) => {
  const answer = decideIn(market, command, (NOON + 1_000) as Instant)
  return isRefusal(answer) ? answer : undefined
}

// A new RFQ for 100, in which KEST offers 100 at 0.02.
const offered = () => given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'))
const refusals: [rule: string, fault: string, command: RfqCommand, refused: string, message: string][] = [
  [
    '5.1',
    'by a desk that was not asked',
    quote(SWFT, 9, 'SELL', '0.01', '1'),
    'NotACounterparty',
    'Only the taker and the desks that were asked can place orders here.',
  ],
  [
    '5.2',
    'a quote that does not wait',
    quote(LARK, 9, 'SELL', '0.01', '1', fok),
    'TypeNotAllowed',
    'The time in force of a quote must be GOOD_TILL_CANCELED.',
  ],
  [
    '5.2',
    'hidden at once',
    cross(9, 'BUY', '0.01', '1', { ...fok, ...hidden }),
    'TypeNotAllowed',
    'A FILL_OR_KILL order never rests, so its type must be LIMIT.',
  ],
  [
    '5.3',
    'a second offer',
    quote(KEST, 9, 'SELL', '0.01', '1'),
    'LayeringLimitReached',
    'Your desk already has a quote on the SELL side. Replace or cancel it.',
  ],
  [
    '5.4',
    'quoted above the request',
    quote(LARK, 9, 'SELL', '0.01', '100.1'),
    'QuantityAboveRemaining',
    'The quantity must not exceed 100, the quantity of the RFQ.',
  ],
  [
    '5.4',
    'crossed above what remains',
    cross(9, 'BUY', '0.01', '100.1'),
    'QuantityAboveRemaining',
    'The quantity must be 100 or less; 100 remains of the RFQ.',
  ],
]

type Command = (talks: Negotiation) => RfqCommand
const asks =
  (terms: QuoteTerms = {}, size = '25'): Command =>
  (talks) =>
    talks.quote(LARK, 'SELL', '0.01', size, terms)
const bids =
  (terms: QuoteTerms = {}, at = '0.01', size = '25'): Command =>
  (talks) =>
    talks.cross('BUY', at, size, terms)

describe.each(sharedAudiences)('an order is refused in $audience', ({ audience, rules }) => {
  const tooSmall =
    audience === 'DIRECT'
      ? 'The quantity must be 25 or more, so that at least the minimum block rests.'
      : 'The quantity must be at least the minimum block: 25 or more.'
  const each = 'A quote needs one price for each of the 2 legs, in their order.'
  const rows: readonly (readonly [rule: string, fault: string, command: Command, refused: string, message: string])[] = [
    [rules.block, 'of nothing', asks({}, '0'), 'QuantityBelowBlockMinimum', tooSmall],
    [rules.block, 'quoted below the block', asks({}, '24.9'), 'QuantityBelowBlockMinimum', tooSmall],
    [rules.block, 'crossed below the block', bids({}, '0.01', '24.9'), 'QuantityBelowBlockMinimum', tooSmall],
    [rules.increment, 'between steps', asks({}, '25.05'), 'QuantityOffIncrement', 'The quantity must be a multiple of 0.1.'],
    ['5.5', 'a quote without prices', asks({ legPrices: undefined }), 'OrderPriceMissing', each],
    ['5.5', 'a quote of no leg', asks({ legPrices: [] }), 'OrderPriceMissing', each],
    ['5.5', 'a quote of one leg', asks({ legPrices: [p('0.06')] }), 'OrderPriceMissing', each],
    [
      '5.5',
      'a leg off its tick',
      asks({ legPrices: [p('0.06'), p('0.05005')] }),
      'PriceOffTick',
      'Leg 2 (BTC-26MAR27-110000-C) must be priced at a multiple of 0.0001.',
    ],
    [
      '5.5',
      'a leg below zero',
      asks({ legPrices: [p('-0.0001'), p('0')] }),
      'PriceOutsideBand',
      'Leg 1 (BTC-26MAR27-100000-C) must have a price of zero or more.',
    ],
    ['5.7', 'a cross without a price', bids({ price: undefined }), 'OrderPriceMissing', "A taker's order needs a price for the structure."],
    ['5.7', 'a cross off the tick', bids({}, '0.01005'), 'PriceOffTick', 'The price must be a multiple of 0.0001.'],
    [
      rules.ownSide,
      'a bid at the desk’s own ask',
      (talks) => talks.quote(KEST, 'BUY', '0.02', '25'),
      'QuoteCrossesOwnSide',
      'The price must be below your own ask of 0.0200.',
    ],
    [
      '5.1',
      'a quote without an account',
      asks({ account: undefined }),
      'AccountUnknown',
      'A quote must name the account in which it settles.',
    ],
  ]
  it.each(rows)('%s %s', (rule, _fault, command, refused, message) => {
    const talks = new Negotiation(audience)
    talks.rest(KEST, 'SELL', '0.02', '100')
    expect(decideIn(talks.market, command(talks), NOON)).toMatchObject({ refused, rule, message })
  })

  it('5.21, 10.17 while another of the desk has its client order id, and not for one of another desk', () => {
    const talks = new Negotiation(audience)
    talks.rest(KEST, 'SELL', '0.02', '25', { clientOrderId: 'mine' })
    expect(talks.send(talks.quote(KEST, 'BUY', '0.01', '25', { clientOrderId: 'mine' }))).toBe(
      `ClientOrderIdInUse ${rules.name} client_order_id`,
    )
    expect(talks.sent(talks.quote(LARK, 'BUY', '0.01', '25', { clientOrderId: 'mine' }))).toBe('OrderPlaced')
  })
})

describe.each(sharedAudiences)('an order is taken in $audience', ({ audience }) => {
  const of =
    (...legPrices: readonly string[]): Command =>
    (talks) =>
      talks.quote(KEST, 'SELL', '0', '25', { legPrices: legPrices.map((text) => p(text)) })
  const bid =
    (at: string): Command =>
    (talks) =>
      talks.cross('BUY', at, '25')

  it.each<[rule: string, what: string, structure: Structure, command: Command, at: string]>([
    ['5.6', 'the price of a quote is the signed sum of its legs', callSpread, of('0.0623', '0.05'), '0.0123'],
    ['5.6', 'a spread may cost nothing', callSpread, of('0.05', '0.05'), '0'],
    ['5.6', 'a spread may cost less than nothing', callSpread, (talks) => talks.quote(KEST, 'BUY', '-0.01', '25'), '-0.01'],
    ['5.6', 'ratios count', ratioSpread, of('0.08', '0.05'), '0.005'],
    ['5.6', 'hedges do not', hedgedSpread, of('0.06', '0.05', '98000'), '0.01'],
    ['5.7', 'a taker may bid below zero', callSpread, bid('-0.01'), '-0.01'],
    ['5.7', 'a ratio makes the tick finer', ratioSpread, bid('0.01005'), '0.01005'],
  ])('%s %s', (_rule, _what, structure, command, at) => {
    const talks = new Negotiation(audience, structure)
    expect(talks.must(command(talks))[0]).toMatchObject({ kind: 'OrderPlaced', order: { price: p(at) } })
  })

  it.each<[rule: string, what: string, command: Command, then: string]>([
    ['5.6', 'a quote of a single contract at zero', of('0'), 'PriceOutsideBand 5.6 legs'],
    ['5.6', 'a bid below zero for a single contract', bid('-0.0001'), 'PriceOutsideBand 5.6 price'],
    ['5.6', 'a single contract at one tick', of('0.0001'), 'OrderPlaced'],
  ])('%s %s gives %s', (_rule, _what, command, then) => {
    const talks = new Negotiation(audience, call)
    expect(talks.sent(command(talks))).toBe(then)
  })

  it('5.5 a hedge is quoted at the price the taker fixed', () => {
    const talks = new Negotiation(audience, hedgedSpread)
    expect(decideIn(talks.market, of('0.06', '0.05', '98000.5')(talks), NOON)).toEqual({
      refused: 'HedgePriceDiffers',
      rule: '5.5',
      message: 'Leg 3 (BTC-PERPETUAL) is a hedge and must trade at 98000.',
      field: 'legs.2.price',
    })
  })
})

// Proves A 6.7.
describe('an order of a request is refused', () => {
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

  it('5.4 with nothing left to trade, with a message that states it', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '80'))
    expect(refusalOf(market, cross(3, 'BUY', '0.01', '25'))?.message).toMatch(/^Less than a minimum block remains/)
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

describe('an order of a request is taken', () => {
  it('5.3 a desk quotes both sides', () => {
    expect(when(offered(), quote(KEST, 9, 'BUY', '0.0199', '25'))).toMatchObject([{ kind: 'OrderPlaced', order: { price: p('0.0199') } }])
  })

  it('5.4 a quote may be for less than the request', () => {
    expect(when(given(ask()), quote(KEST, 1, 'SELL', '0.01', '25'))).toMatchObject([{ kind: 'OrderPlaced', order: { price: p('0.01') } }])
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

describe('4.14 a one-sided request', () => {
  const sides = [
    ['BUY', 'The taker buys: only asks are accepted.', "The taker buys: the taker's order must be a BUY."],
    ['SELL', 'The taker sells: only bids are accepted.', "The taker sells: the taker's order must be a SELL."],
  ] as const

  it.each(sides)(
    '4.14 in which the taker is to %s takes the other side from makers, and its own from the taker',
    (side, asMaker, asTaker) => {
      const other = opposite(side)
      const market = given(ask({ side }))
      expect(theRfq(market).side).toBe(side)
      expect(decideIn(market, quote(KEST, 1, side, '0.01', '100'), NOON)).toMatchObject({
        refused: 'SideNotAsked',
        rule: '4.14',
        message: asMaker,
      })
      expect(decideIn(market, cross(2, other, '0.01', '100'), NOON)).toMatchObject({
        refused: 'SideNotAsked',
        rule: '4.14',
        message: asTaker,
      })
      when(market, quote(KEST, 3, other, '0.01', '100'))
      expect(outcome(market, cross(4, side, '0.01', '100', { timeInForce: 'FOK' }))).toBe('OrderPlaced, TradeAgreed')
    },
  )

  it.each(sides)('4.14 to %s keeps its side from its draft on', (side) => {
    const market = given(ask({ side, as: 'DRAFT' }), { kind: 'SendDraft', audience: 'DIRECT', actor: actor(TAKER), id: rfqId(), facts })
    expect(theRfq(market)).toMatchObject({ state: 'OPEN', side })
  })

  it('4.14 without a side accepts both sides from all desks', () => {
    const market = given(ask(), quote(KEST, 1, 'BUY', '0.01', '100'), quote(KEST, 2, 'SELL', '0.02', '100'))
    expect(theRfq(market).side).toBeUndefined()
    expect(outcome(market, cross(3, 'BUY', '0.005', '100'))).toBe('OrderPlaced')
    expect(outcome(market, cross(4, 'SELL', '0.03', '100'))).toBe('OrderPlaced')
  })
})
