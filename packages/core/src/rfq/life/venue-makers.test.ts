import { describe, expect, it } from 'vitest'
import {
  actor,
  ask,
  confirm,
  cross,
  displayFor,
  emptyMarket,
  expire,
  given,
  KEST,
  LARK,
  legsFor,
  liftVenue,
  MERL,
  outcome,
  quote,
  reject,
  TAKER,
  theRfq,
  tradeId,
  when,
  type Market,
} from '../../../test/fixture.ts'
import { price, quantity } from '../../decimal.ts'
import type { Structure } from '../../structure/structure.ts'
import type { AgreeWithVenue } from '../model/commands.ts'
import { venueAskRefusal } from './venue-makers.ts'
import { bookFor, isOnTape, readersOf, rfqFor, tradeFor } from '../display/visibility.ts'

const asked = () => ask({ alsoAsksVenue: true })
const lift = liftVenue
const kinds = (market: Market, command: Parameters<typeof when>[1]): string =>
  when(market, command)
    .map((event) => (event.kind === 'OrderCanceled' ? `${event.kind} ${event.cause}` : event.kind))
    .join(', ')

describe("15.4 a trade with the venue's makers is a trade of ours", () => {
  it('counts against what was asked, and fills the request like any other', () => {
    const market = given(asked(), quote(KEST, 1, 'SELL', '0.0120', '100'))
    expect(kinds(market, lift(4, '100'))).toBe('OrderPlaced, OrderPlaced, TradeAgreed')
    expect(theRfq(market).pending).toBe(quantity('100'))
    expect(outcome(market, cross(5, 'BUY', '0.02', '25'))).toBe('QuantityAboveRemaining')
    expect(kinds(market, confirm(4))).toBe('TradeSettled, OrderCanceled RFQ_FILLED, RfqClosed')
    expect([TAKER, KEST].map((desk) => displayFor(theRfq(market), desk))).toEqual(['Filled', 'Trd Away'])
    expect(isOnTape(theRfq(market).trades[0]!)).toBe(true)
  })

  it("never rests, and cancels of the taker's resting order what is above the remainder", () => {
    const market = given(asked(), cross(1, 'BUY', '0.0050', '100'))
    expect(kinds(market, lift(4, '75', '0.0110'))).toBe('OrderPlaced, OrderPlaced, TradeAgreed, OrderCanceled ABOVE_REMAINING')
  })

  it('7.3 leaves the request open where the venue refuses, and may be tried again', () => {
    const market = given(asked(), lift(4, '100'))
    expect(kinds(market, reject(4))).toBe('TradeRejected, OrderCanceled SETTLEMENT_REJECTED, OrderCanceled SETTLEMENT_REJECTED')
    expect(theRfq(market)).toMatchObject({ state: 'OPEN', pending: 0, tradesAtVenue: 0 })
    expect(kinds(market, lift(5, '100'))).toBe('OrderPlaced, OrderPlaced, TradeAgreed')
  })

  it('4.10 keeps the request until the venue has answered', () => {
    const market = given(asked(), lift(4, '100'))
    expect(kinds(market, expire)).toBe('RfqEnding')
    expect(kinds(market, confirm(4))).toBe('TradeSettled, RfqClosed')
  })

  const refusals: [what: string, code: string, command: AgreeWithVenue, market?: Market][] = [
    ['a request that did not ask', 'VenueNotAsked', lift(4, '100'), given(ask())],
    ['a maker', 'NotTheCreator', lift(4, '100', '0.0110', { actor: actor(KEST) })],
    ['less than a block', 'QuantityBelowBlockMinimum', lift(4, '10')],
    ['more than was asked', 'QuantityAboveRemaining', lift(4, '150')],
    ['a price off the tick', 'PriceOffTick', lift(4, '100', '0.0110', { legPrices: [price('0.05'), price('0.03000001')] })],
    ["the taker's own resting order", 'QuoteCrossesOwnSide', lift(4, '100'), given(asked(), cross(1, 'SELL', '0.0100', '100'))],
    [
      'the side that was not asked',
      'SideNotAsked',
      lift(4, '100', '0.0110', { side: 'SELL' }),
      given(ask({ alsoAsksVenue: true, side: 'BUY' })),
    ],
    ['a request that is not there', 'RfqClosed', lift(4, '100'), emptyMarket()],
  ]
  it.each(refusals)('refuses %s', (_what, code, command, market = given(asked())) => {
    expect(outcome(market, command)).toBe(code)
  })
})

describe('15.5 the venue reports its traded prices', () => {
  it("takes the venue's prices for the agreed ones, the price of the whole as their sum", () => {
    const market = given(asked(), lift(4, '100', '0.0110'))
    const legPrices = legsFor('0.0105')
    when(market, { ...confirm(4), legPrices })
    expect(theRfq(market).trades[0]).toMatchObject({ state: 'FILLED', price: price('0.0105'), legPrices })
    expect(theRfq(market).lastTrade).toMatchObject({ price: price('0.0105') })
  })

  it('changes nothing of a block of two parties', () => {
    const market = given(asked(), quote(KEST, 1, 'SELL', '0.0110', '100'), cross(4, 'BUY', '0.0110', '100'))
    when(market, { ...confirm(4), legPrices: legsFor('0.0105') })
    expect(theRfq(market).trades[0]).toMatchObject({ price: price('0.0110') })
  })
})

describe("15.2 only the taker sees that the venue's makers were asked", () => {
  it.each<[string, (market: Market) => void]>([
    ['open', () => undefined],
    ['agreed', (market) => void when(market, lift(4, '75'))],
    ['rejected', (market) => (void when(market, lift(4, '75')), void when(market, reject(4)))],
    ['settled', (market) => (void when(market, lift(4, '75')), void when(market, confirm(4)))],
  ])('whatever has become of it: %s', (_state, play) => {
    const [secret, plain] = [given(asked(), quote(KEST, 1, 'SELL', '0.0120', '100')), given(ask(), quote(KEST, 1, 'SELL', '0.0120', '100'))]
    play(secret)
    const rfq = theRfq(secret)
    expect(rfqFor(rfq, TAKER)!.alsoAsksVenue).toBe(true)
    for (const maker of [KEST, LARK, MERL]) {
      expect(rfqFor(rfq, maker)).toEqual(rfqFor(theRfq(plain), maker))
      expect(bookFor(rfq, rfq.orders, maker)).toEqual(bookFor(theRfq(plain), theRfq(plain).orders, maker))
      for (const trade of rfq.trades) expect(tradeFor(rfq, trade, maker)).toBeUndefined()
    }
    expect(readersOf(rfq)).toEqual([TAKER, KEST, LARK, MERL])
  })

  it('names the venue and its makers to the taker as the counterparty', () => {
    const market = given(asked(), lift(4, '100'))
    expect(tradeFor(theRfq(market), theRfq(market).trades[0]!, TAKER)).toMatchObject({ id: tradeId(4), counterparty: 'DBT-RFQ' })
  })
})

describe('15.1 whose makers can be asked, and about what', () => {
  const { structure } = ask()
  const [first] = structure.legs
  const hedge = { ...first!, price: price('1') }
  const cases: [string, Parameters<typeof venueAskRefusal>[0], string | undefined][] = [
    ['a spread at Deribit', { audience: 'DIRECT', venue: 'DBT', structure }, undefined],
    ['Bybit', { audience: 'DIRECT', venue: 'BYB', structure }, 'Bybit has no makers'],
    ['an order book', { audience: 'ORDER_BOOK', venue: 'DBT', structure }, 'Only a direct RFQ'],
    ['a contract twice', { audience: 'DIRECT', venue: 'DBT', structure: { legs: [...structure.legs, hedge] } }, 'each contract only once'],
    ['two hedges', { audience: 'DIRECT', venue: 'DBT', structure: { legs: [...structure.legs, hedge, hedge] } }, 'one hedge'],
    ['many legs', { audience: 'DIRECT', venue: 'DBT', structure: manyLegs(structure) }, '20 legs'],
  ]
  it.each(cases)('%s', (_what, of, sentence) => {
    const refusal = venueAskRefusal(of)
    if (sentence === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatchObject({ refused: 'VenueMakersNotOffered', message: expect.stringContaining(sentence) as unknown })
  })

  it('refuses the request itself', () => {
    expect(outcome(emptyMarket(), { ...asked(), venue: 'BYB' })).toBe('VenueMakersNotOffered')
  })
})

const manyLegs = ({ legs }: Structure): Structure => ({
  legs: Array.from({ length: 21 }, (_, place) => ({ ...legs[0]!, instrument: { ...legs[0]!.instrument, id: 100 + place } })),
})
