import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import { decideIn, KEST, LARK, NOON, TAKER } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences, type QuoteTerms, type SharedAudience } from '../../../test/negotiation.ts'
import type { RfqEvent } from '../model/events.ts'
import type { AllocationPart } from '../model/order.ts'

const parts = (...sizes: readonly string[]): readonly AllocationPart[] =>
  sizes.map((size, place) => ({ account: `fund-${place + 1}`, quantity: quantity(size) }))
const blocks = (events: readonly RfqEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'TradeAgreed'
      ? [`${event.trade.maker} ${event.trade.quantity / 1e6} ${event.trade.takerAccount}${event.isSameFill ? ' too' : ''}`]
      : [],
  )

/** KEST sells 50 at 0.01, and LARK 50 at 0.011. */
function twoAsks(audience: SharedAudience, larks: QuoteTerms = {}) {
  const talks = new Negotiation(audience)
  talks.rest(KEST, 'SELL', '0.01', '50')
  const theirs = talks.rest(LARK, 'SELL', '0.011', '50', larks)
  return { talks, theirs }
}

describe.each(sharedAudiences)('5.20, 10.18 an allocation in $audience', ({ audience }) => {
  const atOnce: QuoteTerms = audience === 'DIRECT' ? { timeInForce: 'FOK' } : { timeInForce: 'IOC' }
  const allocated = (talks: Negotiation, allocations: readonly AllocationPart[], at = '0.011') =>
    talks.cross('BUY', at, '100', { ...atOnce, allocations })

  it('each piece is a trade of its own, in its own account', () => {
    const { talks, theirs } = twoAsks(audience)
    const command = allocated(talks, parts('75', '25'))
    expect(blocks(talks.must(command))).toEqual(['KEST 50 fund-1', 'LARK 25 fund-1', 'LARK 25 fund-2 too'])
    expect(new Set(talks.rfq().trades.map(({ id }) => id)).size).toBe(3)
    expect(talks.orderOf(command.orderId)).toMatchObject({ account: 'fund-1', pending: quantity('100'), state: 'CLOSED' })
    expect(talks.orderOf(theirs)).toMatchObject({ pending: quantity('50'), state: 'CLOSED' })
  })

  // In order of precedence.
  it.each<[string, readonly AllocationPart[], string]>([
    ['one part', parts('100'), "An allocation must have 2 to 10 parts. For one account, use the order's own account."],
    [
      'eleven parts',
      parts(...Array.from({ length: 11 }, () => '25')),
      "An allocation must have 2 to 10 parts. For one account, use the order's own account.",
    ],
    ['an account twice', [...parts('50'), ...parts('50')], 'fund-1 is named twice. Each account can have only one part.'],
    ['a part below the block', parts('80', '20'), 'Each part must be at least the minimum block, 25.'],
    ['a part off the increment', parts('49.95', '50.05'), 'The quantity of each part must be a multiple of 0.1.'],
    ['parts that do not add up', parts('50', '49'), 'The parts must add up to 100; they add up to 99.'],
    [
      'pieces that are no blocks',
      parts('60', '40'),
      'The quotes trade in blocks of 50, 50, and these parts would leave a block below 25: 50, 50 is accepted.',
    ],
  ])('5.20 %s: refused, and nothing is sent', (_title, allocations, message) => {
    const { talks } = twoAsks(audience)
    expect(decideIn(talks.market, allocated(talks, allocations), NOON)).toMatchObject({
      refused: 'AllocationInvalid',
      rule: '5.20',
      message,
    })
  })

  it.each([parts('60', '40'), parts('50', '50')])('it is all or nothing, whatever its parts', (...allocations) => {
    const { talks } = twoAsks(audience)
    expect(talks.sent(allocated(talks, allocations, '0.01'))).toBe('OrderPlaced, OrderCanceled 100 NOT_FILLED_AT_ONCE')
  })

  it('its refusal does not reveal the size of a hidden quote', () => {
    const { talks } = twoAsks(audience, { isHidden: true })
    expect(talks.messageOf(allocated(talks, parts('60', '40')))).toBe(
      'The quotes cannot be split into these parts with blocks of at least 25 each: fewer or other parts are accepted.',
    )
  })
})

describe('an allocation on an order that may rest', () => {
  it('5.20 is refused in an RFQ, before its parts are checked', () => {
    const { talks } = twoAsks('DIRECT')
    const command = talks.cross('BUY', '0.011', '100', { allocations: parts('50', '50') })
    expect(talks.send(command)).toBe('AllocationInvalid 5.20 time_in_force')
    expect(talks.messageOf({ ...command, allocations: parts('100') })).toBe(
      'An order with an allocation cannot rest. Its time in force must be FILL_OR_KILL.',
    )
  })

  it('10.18 is refused in an order book, and goes with a quote that is IOC', () => {
    const { talks } = twoAsks('ORDER_BOOK')
    const command = talks.quote(TAKER, 'BUY', '0.011', '100', { allocations: parts('75', '25') })
    expect(talks.messageOf(command)).toBe('A quote with an allocation cannot rest. It must be IOC.')
    expect(talks.send(command)).toBe('AllocationInvalid 10.18 ioc')
    expect(blocks(talks.must({ ...command, timeInForce: 'IOC' }))).toEqual(['KEST 50 fund-1', 'LARK 25 fund-1', 'LARK 25 fund-2 too'])
  })

  it('10.18 without one an IOC order takes what is there', () => {
    const { talks } = twoAsks('ORDER_BOOK')
    expect(talks.sent(talks.cross('BUY', '0.01', '100'))).toBe('OrderPlaced, TradeAgreed 50@0.01 KEST, OrderCanceled 50 NOT_FILLED_AT_ONCE')
  })
})
