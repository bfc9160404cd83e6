import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantity } from '../../decimal.ts'
import type { Instant, RfqId } from '../../ids.ts'
import { addDeadline, removeSoonest, type Deadline } from '../../deadlines.ts'
import type { CancelEverything, RfqCommand } from './commands.ts'
import { dueRfq, nextRfqDeadline } from '../life/deadlines.ts'
import { ENTERED_LEFT, EXPIRIES_LEFT } from './limits.ts'
import { rfqsOf } from './rfqs.ts'
import {
  actor,
  ask,
  cancelRfq,
  confirm,
  cross,
  expire,
  given,
  KEST,
  LARK,
  NOON,
  outcome,
  pull,
  quote,
  replace,
  restored,
  rfqId,
  saved,
  TAKER,
  theOrder,
  theRfq,
  when,
} from '../../../test/fixture.ts'

const everything = (desk: string, what: 'ORDERS' | 'ORDERS_AND_RFQS', more: object = {}): CancelEverything => ({
  kind: 'CancelEverything',
  actor: { desk, ...more },
  what,
  cause: 'MASS_CANCEL',
})

/** Two RFQs of ORRY, one of KEST, and a draft; quotes of KEST through two keys, and a resting bid of ORRY. */
const busy = () =>
  given(
    ask(),
    ask({ id: rfqId(2), actor: actor(TAKER, 'other-key') }),
    ask({ id: rfqId(3), as: 'DRAFT' }),
    ask({ id: rfqId(4), actor: actor(KEST), makers: [LARK] }),
    quote(KEST, 1, 'SELL', '0.02', '100'),
    quote(KEST, 2, 'SELL', '0.02', '100', { id: rfqId(2), actor: actor(KEST, 'second-key') }),
    quote(LARK, 3, 'SELL', '0.02', '100'),
    cross(4, 'BUY', '0.01', '100'),
  )

describe('everything is cancelled', () => {
  it.each([
    ['5.17', 'all orders of a desk', everything('KEST', 'ORDERS'), ['1 MASS_CANCEL', '2 MASS_CANCEL']],
    ['5.17', 'orders of one key', everything('KEST', 'ORDERS', { via: 'second-key' }), ['2 MASS_CANCEL']],
    ['5.17', 'orders in one request', { ...everything('KEST', 'ORDERS'), rfqId: rfqId(1) }, ['1 MASS_CANCEL']],
    [
      '5.17',
      'orders and requests',
      everything('ORRY', 'ORDERS_AND_RFQS'),
      ['1 RFQ_CANCELED', '3 RFQ_CANCELED', '4 RFQ_CANCELED', 'closed 1', '2 RFQ_CANCELED', 'closed 2'],
    ],
    ['5.17', 'what came through one key', everything('ORRY', 'ORDERS_AND_RFQS', { via: 'other-key' }), ['2 RFQ_CANCELED', 'closed 2']],
    ['5.17', 'its request here, its orders there', everything('KEST', 'ORDERS_AND_RFQS'), ['1 MASS_CANCEL', '2 MASS_CANCEL', 'closed 4']],
    ['5.17', 'nothing, for who has nothing', everything('MERL', 'ORDERS_AND_RFQS'), []],
  ] as [string, string, RfqCommand | CancelEverything, string[]][])('%s %s', (_rule, _what, command, then) => {
    const market = busy()
    const summaries = when(market, command).map((event) =>
      event.kind === 'OrderCanceled'
        ? `${Number(event.orderId.slice(2))} ${event.cause}`
        : event.kind === 'RfqClosed'
          ? `closed ${Number(event.id.slice(2))}`
          : event.kind,
    )
    expect(summaries).toEqual(then)
    expect(market.rfqs.live.has(rfqId(3))).toBe(true)
    expect(when(market, command)).toEqual([])
  })

  it('5.17 a request with a trade at the venue ends as any other', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cross(2, 'BUY', '0.01', '50'))
    expect(when(market, everything('ORRY', 'ORDERS_AND_RFQS')).map(({ kind }) => kind)).toEqual(['OrderCanceled', 'RfqEnding'])
    expect(when(market, everything('ORRY', 'ORDERS_AND_RFQS'))).toEqual([])
    when(market, confirm(2))
    expect(theRfq(market).closedReason).toBe('EXECUTION_LIMIT')
  })
})

describe('a market remembers what it must', () => {
  it('4.11 a closed request takes nothing, and its last change tells it whole', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cancelRfq)
    expect([market.rfqs.live.size, rfqsOf(market.rfqs, KEST), theRfq(market).state]).toEqual([0, [], 'CLOSED'])
    expect(outcome(market, quote(KEST, 2, 'SELL', '0.01', '100'))).toBe('RfqClosed')
    expect(when(market, confirm(1))).toEqual([])
  })

  it('4.11 closed RFQs are forgotten at once, and their deadlines in the end', () => {
    const market = given()
    for (let n = 0; n < 2 * EXPIRIES_LEFT; n++)
      for (const command of [ask({ id: rfqId(n) }), { ...cancelRfq, id: rfqId(n) }]) when(market, command)
    expect(market.rfqs.live.size).toBe(0)
    expect(market.rfqs.deadlines.length).toBeLessThanOrEqual(EXPIRIES_LEFT)
  })

  it('5.17 a desk that quotes on and on still finds what it has open, and nothing of what has closed', () => {
    const market = given(ask(), quote(KEST, 0, 'SELL', '0.01', '100'))
    for (let n = 2; n < 3 * ENTERED_LEFT; n++) {
      const id = rfqId(n)
      for (const command of [ask({ id }), { ...quote(KEST, n, 'SELL', '0.01', '100'), id }, { ...cancelRfq, id }]) when(market, command)
    }
    expect(rfqsOf(market.rfqs, KEST).map(({ rfq }) => rfq.id)).toEqual([rfqId()])
    expect(market.rfqs.desks.get(KEST)!.entered.length).toBeLessThanOrEqual(ENTERED_LEFT + 2)
    when(market, pull(KEST, 0))
    expect(rfqsOf(market.rfqs, KEST)).toEqual([])
    when(market, quote(KEST, 1, 'SELL', '0.01', '100'))
    expect(rfqsOf(market.rfqs, KEST).map(({ rfq }) => rfq.id)).toEqual([rfqId()])
  })

  it('5.9 a restored market gives places in time as the first would have', () => {
    const market = restored(busy())
    when(market, quote(LARK, 9, 'BUY', '0.001', '25'))
    expect(theOrder(market, 9).priority).toBeGreaterThan(theOrder(market, 4).priority)
    expect(saved(restored(market))).toBe(saved(market))
  })

  it('4.8 of many requests the soonest is due first, and among equals the smaller id', () => {
    const market = given()
    for (const [n, after] of [
      [5, 30],
      [3, 10],
      [4, 10],
      [1, 20],
    ] as const)
      when(market, ask({ id: rfqId(n) }), (NOON + after) as Instant)
    const order: string[] = []
    for (let at = nextRfqDeadline(market.rfqs); at !== undefined; at = nextRfqDeadline(market.rfqs)) {
      const command = dueRfq(market.rfqs, at)!
      expect(dueRfq(market.rfqs, at)).toEqual(command)
      order.push(`${at - NOON} ${'id' in command ? Number(command.id.slice(2)) : ''}`)
      when(market, command, at)
    }
    expect(order).toEqual(['300010 3', '300010 4', '300020 1', '300030 5'])
  })

  it('4.8 a request that ended early is not due', () => {
    const market = given(ask(), ask({ id: rfqId(2) }), cancelRfq)
    expect(dueRfq(market.rfqs, (NOON + 400_000) as Instant)).toEqual({ ...expire, id: rfqId(2) })
  })
})

describe('the deadline queue', () => {
  it('4.8 gives back whatever was put in, soonest first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(20))), (pairs) => {
        const all = pairs.map(([at, id]): Deadline<RfqId> => ({ at: at as Instant, id: String(id).padStart(2, '0') as RfqId }))
        const heap: Deadline<RfqId>[] = []
        for (const expiry of all) addDeadline(heap, expiry)
        const out: Deadline<RfqId>[] = []
        for (let next = heap[0]; next !== undefined; next = heap[0]) {
          out.push(next)
          removeSoonest(heap)
        }
        expect(out).toEqual(all.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)))
      }),
    )
  })
})

describe('a client order id', () => {
  const named = (order: number, more: object = {}) => quote(KEST, order, 'SELL', '0.02', '50', { clientOrderId: 'mine', ...more })
  const inOther = { id: rfqId(2) }
  const two = () => given(ask(), ask(inOther), named(1))

  it('5.21 names one order of the desk that rests, in whichever request, and is no other desk’s', () => {
    const it = two()
    expect(outcome(it, named(2, inOther))).toBe('ClientOrderIdInUse')
    expect(outcome(it, named(2, { ...inOther, clientOrderId: 'other' }))).toMatch(/^OrderPlaced/)
    expect(outcome(it, quote(LARK, 3, 'SELL', '0.02', '50', { clientOrderId: 'mine' }))).toMatch(/^OrderPlaced/)
  })

  it.each<[string, RfqCommand | CancelEverything]>([
    ['is cancelled', everything('KEST', 'ORDERS')],
    ['trades whole', cross(9, 'BUY', '0.02', '50')],
    ['goes with its request', cancelRfq],
  ])('5.21 is free again once what has it %s', (_title, command) => {
    const it = given(ask({ quantity: quantity('50') }), ask(inOther), named(1), command)
    expect(outcome(it, named(2, inOther))).toMatch(/^OrderPlaced/)
  })

  it('5.21 is still the order’s after a replacement, and after a restart', () => {
    const it = restored(given(ask(), ask(inOther), named(1), replace(KEST, 1, '40')))
    expect(theOrder(it, 1).clientOrderId).toBe('mine')
    expect(outcome(it, named(2, inOther))).toBe('ClientOrderIdInUse')
  })

  it('5.21 is still the order’s while a part of it rests', () => {
    const it = given(ask(), ask(inOther), named(1), cross(9, 'BUY', '0.02', '25'))
    expect(outcome(it, named(2, inOther))).toBe('ClientOrderIdInUse')
  })

  it('5.21 of an order that never rests stays free', () => {
    const it = given(ask(), ask(inOther), cross(1, 'BUY', '0.01', '50', { clientOrderId: 'mine', timeInForce: 'FOK' }))
    expect(outcome(it, cross(2, 'BUY', '0.01', '50', { ...inOther, clientOrderId: 'mine' }))).toMatch(/^OrderPlaced/)
  })
})
