import { noGuard } from '../../protection/guard.ts'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity, price, quantity } from '../../decimal.ts'
import type { PlaceOrder, RfqCommand } from '../model/commands.ts'
import type { RfqEvent } from '../model/events.ts'
import {
  ask,
  confirm,
  cross,
  given,
  KEST,
  LARK,
  legsFor,
  MERL,
  NOON,
  orderId,
  quote,
  reject,
  rfqId,
  SHARD,
  theOrder,
  theRfq,
  tradeId,
  units,
  when,
  type Market,
} from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences, type QuoteTerms } from '../../../test/negotiation.ts'
import type { DeskId, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import { countedNumber } from '../model/rfqs.ts'
import { matchOrder } from './match-order.ts'
import { restingQuantity, type Order } from '../model/order.ts'
import { remainingQuantity } from '../model/rfq.ts'

const fok = { timeInForce: 'FOK' } as const
const hidden = { isHidden: true } as const

/** `KEST 60 @ 0.01` for a trade, `2 -40 BELOW_BLOCK_MINIMUM` for 40 cancelled of order 2, or of the order of that name. */
function summary(events: readonly RfqEvent[], nameOf: (id: OrderId) => string | number = (id) => Number(id.slice(2))): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'TradeAgreed')
      return [`${event.trade.maker} ${formatQuantity(event.trade.quantity)} @ ${formatPrice(event.trade.price)}`]
    if (event.kind === 'OrderCanceled') return [`${nameOf(event.orderId)} -${formatQuantity(event.quantity)} ${event.cause}`]
    return []
  })
}

/** The quantity that the events leave of an arriving order. */
function leftOf({ orderId, quantity: size }: PlaceOrder, events: readonly RfqEvent[]): number {
  let left: number = size
  for (const event of events) {
    if (event.kind === 'TradeAgreed') left -= event.trade.quantity
    if (event.kind === 'OrderCanceled' && event.orderId === orderId) left -= event.quantity
  }
  return left
}

type Resting = readonly [desk: DeskId, side: Side, at: string, size: string, terms?: QuoteTerms]

describe.each(sharedAudiences)('5.9, 5.11, 5.12, 8.2, 10.6, 10.7, 10.11, 10.13 orders meet in $audience', ({ audience }) => {
  it.each<[what: string, resting: readonly Resting[], comes: readonly [side: Side, at: string, size: string], then: readonly string[]]>([
    [
      'the best offer trades first',
      [
        [KEST, 'SELL', '0.012', '100'],
        [LARK, 'SELL', '0.011', '100'],
      ],
      ['BUY', '0.012', '100'],
      ['LARK 100 @ 0.011'],
    ],
    [
      'the best bid trades first',
      [
        [KEST, 'BUY', '0.01', '100'],
        [LARK, 'BUY', '0.011', '100'],
      ],
      ['SELL', '0.01', '100'],
      ['LARK 100 @ 0.011'],
    ],
    [
      'among equals the first come trades first',
      [
        [KEST, 'SELL', '0.011', '100'],
        [LARK, 'SELL', '0.011', '100'],
      ],
      ['BUY', '0.011', '100'],
      ['KEST 100 @ 0.011'],
    ],
    [
      'a price below zero is better for who buys',
      [
        [KEST, 'SELL', '0', '100'],
        [LARK, 'SELL', '-0.001', '100'],
      ],
      ['BUY', '0', '100'],
      ['LARK 100 @ -0.001'],
    ],
    ['what is not crossed rests', [[KEST, 'SELL', '0.012', '100']], ['BUY', '0.0119', '100'], []],
    ['a hidden quote trades as any other', [[KEST, 'SELL', '0.01', '100', hidden]], ['BUY', '0.01', '100'], ['KEST 100 @ 0.01']],
    [
      'one order takes several quotes',
      [
        [KEST, 'SELL', '0.011', '30'],
        [LARK, 'SELL', '0.01', '30'],
        [MERL, 'SELL', '0.012', '40'],
      ],
      ['BUY', '0.012', '100'],
      ['LARK 30 @ 0.01', 'KEST 30 @ 0.011', 'MERL 40 @ 0.012'],
    ],
    [
      'and stops at its limit',
      [
        [KEST, 'SELL', '0.011', '30'],
        [LARK, 'SELL', '0.01', '30'],
      ],
      ['BUY', '0.01', '100'],
      ['LARK 30 @ 0.01'],
    ],
    [
      'as many as it takes, and what is left of the last is too small to rest',
      [
        [LARK, 'SELL', '0.021', '50'],
        [KEST, 'SELL', '0.02', '30'],
      ],
      ['BUY', '0.03', '60'],
      ['KEST 30 @ 0.02', 'LARK 30 @ 0.021', 'LARK -20 BELOW_BLOCK_MINIMUM'],
    ],
    [
      'what is left of the order that came is too small to rest',
      [[KEST, 'SELL', '0.01', '60']],
      ['BUY', '0.01', '80'],
      ['KEST 60 @ 0.01', 'ORRY -20 BELOW_BLOCK_MINIMUM'],
    ],
    ['what is left of the order that came is a block and rests', [[KEST, 'SELL', '0.02', '50']], ['BUY', '0.02', '80'], ['KEST 50 @ 0.02']],
    [
      'what is left of the quote is too small to rest',
      [[KEST, 'SELL', '0.01', '100']],
      ['BUY', '0.01', '75.1'],
      ['KEST 75.1 @ 0.01', 'KEST -24.9 BELOW_BLOCK_MINIMUM'],
    ],
    ['what is left of the quote is a block and rests', [[KEST, 'SELL', '0.01', '100']], ['BUY', '0.01', '75'], ['KEST 75 @ 0.01']],
    [
      'what is left for the second quote is no block',
      [
        [KEST, 'SELL', '0.01', '60'],
        [LARK, 'SELL', '0.01', '60'],
      ],
      ['BUY', '0.01', '80'],
      ['KEST 60 @ 0.01', 'ORRY -20 BELOW_BLOCK_MINIMUM'],
    ],
  ])('%s', (_what, resting, [side, at, size], then) => {
    const talks = new Negotiation(audience)
    for (const each of resting) talks.rest(...each)
    const command = talks.order(side, at, size)
    const events = talks.must(command)
    expect(summary(events, (id) => talks.orderOf(id).actor.desk)).toEqual(then)
    expect(restingQuantity(talks.orderOf(command.orderId))).toBe(leftOf(command, events))
  })

  it('who moved comes last among equals', () => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.012', '100')
    talks.rest(LARK, 'SELL', '0.011', '100')
    talks.must(talks.replace(KEST, id, '100', { legPrices: legsFor('0.011') }))
    expect(summary(talks.must(talks.order('BUY', '0.011', '100')))).toEqual(['LARK 100 @ 0.011'])
  })
})

// Resting orders, the order that arrives, and the events that follow.
const table: [rule: string, what: string, standing: RfqCommand[], comes: RfqCommand, then: string[]][] = [
  [
    '5.10',
    'a new quote trades at its own price, better than the resting bid',
    [cross(9, 'BUY', '0.012', '100')],
    quote(KEST, 1, 'SELL', '0.01', '100'),
    ['KEST 100 @ 0.01'],
  ],
  [
    '8.2',
    'a hidden cross trades with the quote that meets it',
    [cross(9, 'BUY', '0.01', '100', hidden)],
    quote(KEST, 1, 'SELL', '0.01', '100'),
    ['KEST 100 @ 0.01'],
  ],
  [
    '5.12',
    "the taker's other side is cut to what remains",
    [quote(KEST, 1, 'BUY', '0.01', '60'), cross(8, 'BUY', '0.005', '100')],
    cross(9, 'SELL', '0.01', '60'),
    ['KEST 60 @ 0.01', '8 -60 ABOVE_REMAINING'],
  ],
  [
    '5.12',
    "the taker's other side goes when no block remains",
    [quote(KEST, 1, 'BUY', '0.01', '80'), cross(8, 'BUY', '0.005', '100')],
    cross(9, 'SELL', '0.01', '80'),
    ['KEST 80 @ 0.01', '8 -100 ABOVE_REMAINING'],
  ],
  [
    '5.24',
    'a small best quote trades less, so that the next one gets a block',
    [quote(KEST, 1, 'SELL', '0.01', '40'), quote(LARK, 2, 'SELL', '0.011', '100')],
    cross(9, 'BUY', '0.011', '60', fok),
    ['KEST 35 @ 0.01', 'LARK 25 @ 0.011', '1 -5 BELOW_BLOCK_MINIMUM'],
  ],
  [
    '5.24',
    'a best quote of one block is passed over, and stays',
    [quote(KEST, 1, 'SELL', '0.01', '25'), quote(LARK, 2, 'SELL', '0.011', '100')],
    cross(9, 'BUY', '0.011', '40', fok),
    ['LARK 40 @ 0.011'],
  ],
  ['5.13', 'all at once with one quote', [quote(KEST, 1, 'SELL', '0.01', '100')], cross(9, 'BUY', '0.01', '50', fok), ['KEST 50 @ 0.01']],
  [
    '5.13',
    'all at once with several quotes',
    [quote(KEST, 1, 'SELL', '0.01', '50'), quote(LARK, 2, 'SELL', '0.01', '50')],
    cross(9, 'BUY', '0.01', '100', fok),
    ['KEST 50 @ 0.01', 'LARK 50 @ 0.01'],
  ],
  [
    '5.13',
    'not a part of it',
    [quote(KEST, 1, 'SELL', '0.01', '99.9')],
    cross(9, 'BUY', '0.01', '100', fok),
    ['9 -100 NOT_FILLED_AT_ONCE'],
  ],
  [
    '5.13',
    'not if no slices of whole blocks add up to it',
    [quote(KEST, 1, 'SELL', '0.01', '30'), quote(LARK, 2, 'SELL', '0.01', '35')],
    cross(9, 'BUY', '0.01', '40', fok),
    ['9 -40 NOT_FILLED_AT_ONCE'],
  ],
  ['5.13', 'not with nobody there', [], cross(9, 'SELL', '0.01', '100', fok), ['9 -100 NOT_FILLED_AT_ONCE']],
]

describe('orders of a request meet', () => {
  it.each(table)('%s %s', (_rule, _what, standing, comes, then) => {
    expect(summary(when(given(ask(), ...standing), comes))).toEqual(then)
  })

  it("5.10 a trade has the maker's leg prices, and each side's account", () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'))
    const events = when(market, cross(2, 'BUY', '0.02', '40'))
    expect(events[1]).toMatchObject({
      trade: {
        id: tradeId(2),
        takerOrder: theOrder(market, 2).id,
        makerOrder: theOrder(market, 1).id,
        taker: 'ORRY',
        maker: 'KEST',
        takerAccount: 'orry-main',
        makerAccount: 'KEST-main',
        takerSide: 'BUY',
        price: price('0.01'),
        legPrices: legsFor('0.01'),
        quantity: quantity('40'),
        state: 'PENDING_SETTLEMENT',
      },
    })
  })

  it('5.11 every trade has its own id, derived from the order that caused it', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '25'), quote(LARK, 2, 'SELL', '0.01', '25'), cross(3, 'BUY', '0.01', '100'))
    when(market, quote(MERL, 4, 'SELL', '0.01', '25'))
    expect(theRfq(market).trades.map(({ id }) => id)).toEqual([tradeId(3), tradeId(3, 1), tradeId(4)])
    expect(new Set(theRfq(market).trades.map(({ id }) => id.length))).toEqual(new Set([31]))
  })

  it('5.11 all trades together never exceed what remains of the request', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), quote(LARK, 2, 'SELL', '0.01', '100'), cross(3, 'BUY', '0.01', '60'))
    expect(remainingQuantity(theRfq(market))).toBe(quantity('40'))
    expect(summary(when(market, cross(4, 'BUY', '0.01', '40')))).toEqual(['KEST 40 @ 0.01'])
    expect(theOrder(market, 2).state).toBe('OPEN')
  })

  it('7.3 what the venue rejected can be traded with another maker', () => {
    const market = given(
      ask(),
      quote(KEST, 1, 'SELL', '0.01', '100'),
      quote(LARK, 2, 'SELL', '0.011', '100'),
      cross(3, 'BUY', '0.011', '100'),
    )
    when(market, reject(3))
    expect(summary(when(market, cross(4, 'BUY', '0.011', '100')))).toEqual(['LARK 100 @ 0.011'])
    when(market, confirm(4))
    expect(theRfq(market)).toMatchObject({ state: 'CLOSED', closedReason: 'EXECUTION_LIMIT' })
  })

  /** The events that would follow the order's arrival. */
  const follows = ({ rfqs }: Market, order: Order) =>
    matchOrder(
      rfqs.live.get(rfqId())!,
      { kind: 'OrderPlaced', id: rfqId(), order },
      { rfqs, now: NOON, guard: noGuard, numberIn: countedNumber },
      { shard: SHARD },
    ) as readonly RfqEvent[]
  // Two last safeguards: the checks before matching prevent both cases.
  it('5.18 a desk with orders on both sides does not trade with itself', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.005', '100'))
    const incoming = { ...theOrder(market, 2), price: price('0.01') }
    expect(summary(follows(market, incoming))).toEqual(['KEST 100 @ 0.01'])
    expect(follows(market, { ...incoming, actor: theOrder(market, 1).actor })).toEqual([])
  })

  it('5.11 an order for more than remains takes no more than that', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '60'), quote(LARK, 2, 'SELL', '0.01', '100'), cross(3, 'BUY', '0.01', '60'))
    const incoming = { ...theOrder(market, 3), id: orderId(4), pending: units(0), quantity: quantity('100'), state: 'OPEN' } as const
    expect(summary(follows(market, incoming))).toEqual(['LARK 40 @ 0.01'])
  })
})
