import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { ask, cross, given, KEST, LARK, quote as direct, theOrder, theRfq, when } from '../../test/fixture.ts'
import { decideIn, NOON, TAKER } from '../../test/fixture.ts'
import { order, quote, summary, world } from '../../test/book-fixture.ts'
import { isRefusal } from '../refusal.ts'
import type { RfqEvent } from './events.ts'
import type { AllocationPart } from './order.ts'

const parts = (...sizes: readonly string[]): readonly AllocationPart[] =>
  sizes.map((size, place) => ({ account: `fund-${place + 1}`, quantity: quantity(size) }))
const fok = { timeInForce: 'FOK' } as const
const quotes = [direct(KEST, 1, 'SELL', '0.01', '50'), direct(LARK, 2, 'SELL', '0.011', '50')]
const blocks = (events: readonly RfqEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'TradeAgreed'
      ? [`${event.trade.maker} ${event.trade.quantity / 1e6} ${event.trade.takerAccount}${event.isSameFill ? ' too' : ''}`]
      : [],
  )

describe('5.20 an allocation in the direct flow', () => {
  it('5.20 each piece is a trade of its own, in its own account', () => {
    const market = given(ask(), ...quotes)
    const events = when(market, cross(3, 'BUY', '0.011', '100', { ...fok, allocations: parts('75', '25') }))
    expect(blocks(events)).toEqual(['KEST 50 fund-1', 'LARK 25 fund-1', 'LARK 25 fund-2 too'])
    expect(new Set(theRfq(market).trades.map(({ id }) => id)).size).toBe(3)
    expect(theOrder(market, 3)).toMatchObject({ account: 'fund-1', pending: quantity('100'), state: 'CLOSED' })
    expect(theOrder(market, 2)).toMatchObject({ pending: quantity('50'), state: 'CLOSED' })
  })

  // In order of precedence.
  it.each<[string, readonly AllocationPart[], object, string]>([
    [
      'an order that may rest',
      parts('50', '50'),
      { timeInForce: 'GTC' },
      'An order with an allocation never rests: its time in force is FILL_OR_KILL.',
    ],
    ['one part', parts('100'), fok, "An allocation has 2 to 10 parts; for one account name it as the order's."],
    [
      'eleven parts',
      parts(...Array.from({ length: 11 }, () => '25')),
      fok,
      "An allocation has 2 to 10 parts; for one account name it as the order's.",
    ],
    ['an account twice', [...parts('50'), ...parts('50')], fok, 'fund-1 is named twice; an account has one part.'],
    ['a part below the block', parts('80', '20'), fok, 'A part is a block of its own: 25 or more.'],
    ['a part off the increment', parts('49.95', '50.05'), fok, 'A part comes in steps of 0.1.'],
    ['parts that do not add up', parts('50', '49'), fok, 'The parts add up to 99; they have to add up to 100.'],
    [
      'pieces that are no blocks',
      parts('60', '40'),
      fok,
      'The quotes trade in blocks of 50, 50, and no order of the parts leaves only blocks of 25 or more: 50, 50 is accepted.',
    ],
  ])('5.20 %s: refused, and nothing is sent', (_title, allocations, change, message) => {
    const answer = decideIn(given(ask(), ...quotes), cross(3, 'BUY', '0.011', '100', { allocations, ...change }), NOON)
    expect(answer).toMatchObject({ refused: 'AllocationInvalid', rule: '5.20', message })
  })

  it('5.20 without the whole quantity it is killed like any other, whatever its parts', () => {
    const market = given(ask(), quotes[0]!)
    expect(when(market, cross(3, 'BUY', '0.011', '100', { ...fok, allocations: parts('60', '40') })).map(({ kind }) => kind)).toEqual([
      'OrderPlaced',
      'OrderCanceled',
    ])
  })

  it('5.20 says nothing of the size of a quote that is hidden', () => {
    const market = given(ask(), quotes[0]!, { ...quotes[1]!, isHidden: true })
    const answer = decideIn(market, cross(3, 'BUY', '0.011', '100', { ...fok, allocations: parts('60', '40') }), NOON)
    expect(isRefusal(answer) && answer.message).toBe(
      'The quotes do not divide into these parts with blocks of 25 or more each: fewer or other parts are accepted.',
    )
  })
})

describe('10.18 an allocation in the order book', () => {
  const book = () => {
    const it = world()
    it.rest(KEST, 'SELL', '0.02', '50')
    it.rest(LARK, 'SELL', '0.021', '50')
    return it
  }
  const accounts = (answer: ReturnType<ReturnType<typeof world>['send']>) =>
    typeof answer === 'string'
      ? answer
      : answer.flatMap((event) => (event.kind === 'TradeAgreed' ? [`${event.trade.quantity / 1e6} ${event.trade.takerAccount}`] : []))

  it.each([
    ['an order', { ...order(TAKER, 'BUY', '0.021', '100'), allocations: parts('75', '25') }],
    ['an IOC quote', quote(TAKER, 'BUY', '0.021', '100', { timeInForce: 'IOC', allocations: parts('75', '25') })],
  ])('10.18 %s trades in its accounts', (_title, command) => {
    const it_ = book()
    expect(accounts(it_.send(command))).toEqual(['50 fund-1', '25 fund-1', '25 fund-2'])
  })

  it('10.18 a quote that may rest has none', () => {
    expect(book().send(quote(TAKER, 'BUY', '0.021', '100', { allocations: parts('50', '50') }))).toBe('AllocationInvalid 10.18')
  })

  it('10.18 it is all or nothing, though an order without one takes what is there', () => {
    const allocated = { ...order(TAKER, 'BUY', '0.02', '100'), allocations: parts('50', '50') }
    expect(summary(book().send(allocated))).toBe('OrderPlaced, OrderCanceled 100 NOT_FILLED_AT_ONCE')
    expect(summary(book().send(order(TAKER, 'BUY', '0.02', '100')))).toBe(
      'OrderPlaced, TradeAgreed 50@0.02 KEST, OrderCanceled 50 NOT_FILLED_AT_ONCE',
    )
  })

  it('5.20 pieces that are no blocks: refused, and nothing is sent', () => {
    expect(book().send({ ...order(TAKER, 'BUY', '0.021', '100'), allocations: parts('60', '40') })).toBe('AllocationInvalid 5.20')
  })
})
