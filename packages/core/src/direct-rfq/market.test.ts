import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import type { Instant, RfqId } from '../ids.ts'
import { addDeadline, removeSoonest, type Deadline } from '../deadlines.ts'
import { requestsOf } from './desks.ts'
import { CLOSED_RFQS_SHOWN, EXPIRIES_LEFT, QUOTED_LEFT } from './limits.ts'
import { due, nextDeadline, restore, snapshot, type DirectMarketCommand } from './market.ts'
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
  orderId,
  outcome,
  quote,
  replace,
  rfqId,
  TAKER,
  theOrder,
  theRfq,
  when,
} from './test-market.ts'

const everything = (desk: string, what: 'ORDERS' | 'ORDERS_AND_RFQS', more: object = {}): DirectMarketCommand => ({
  kind: 'CancelEverything',
  actor: { desk, ...more },
  what,
})

/** Two requests of ORRY, one of KEST's own, a draft; quotes of KEST through two keys, a resting bid of ORRY. */
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
    ['5.17', 'all orders of a desk', everything('KEST', 'ORDERS'), ['1 ByUser', '2 ByUser']],
    ['5.17', 'orders of one key', everything('KEST', 'ORDERS', { via: 'second-key' }), ['2 ByUser']],
    ['5.17', 'orders in one request', { ...everything('KEST', 'ORDERS'), rfqId: rfqId(1) }, ['1 ByUser']],
    [
      '5.17',
      'orders and requests',
      everything('ORRY', 'ORDERS_AND_RFQS'),
      ['1 RfqClosed', '3 RfqClosed', '4 RfqClosed', 'closed 1', '2 RfqClosed', 'closed 2'],
    ],
    ['5.17', 'what came through one key', everything('ORRY', 'ORDERS_AND_RFQS', { via: 'other-key' }), ['2 RfqClosed', 'closed 2']],
    ['5.17', 'its request here, its orders there', everything('KEST', 'ORDERS_AND_RFQS'), ['1 ByUser', '2 ByUser', 'closed 4']],
    ['5.17', 'nothing, for who has nothing', everything('MERL', 'ORDERS_AND_RFQS'), []],
  ] as [string, string, DirectMarketCommand, string[]][])('%s %s', (_rule, _what, command, then) => {
    const market = busy()
    const told = when(market, command).map((event) =>
      event.kind === 'OrderCanceled'
        ? `${Number(event.orderId.slice(2))} ${event.reason}`
        : event.kind === 'RfqClosed'
          ? `closed ${Number(event.id.slice(2))}`
          : event.kind,
    )
    expect(told).toEqual(then)
    expect(market.rfqs.has(rfqId(3))).toBe(true)
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
  it('4.11 a closed request takes nothing, and is still shown to who presents its events', () => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.01', '100'), cancelRfq)
    expect([market.rfqs.size, requestsOf(market, KEST), market.closed.get(rfqId())?.state]).toEqual([0, [], 'CLOSED'])
    expect(outcome(market, quote(KEST, 2, 'SELL', '0.01', '100'))).toBe('RfqClosed')
    expect(when(market, confirm(1))).toEqual([])
  })

  it('4.11 closed requests are forgotten in the end', () => {
    const market = given()
    for (let n = 0; n < 3 * CLOSED_RFQS_SHOWN; n++)
      for (const command of [ask({ id: rfqId(n) }), { ...cancelRfq, id: rfqId(n) }]) when(market, command)
    const isShown = (n: number) => market.closed.get(rfqId(n)) !== undefined
    expect([0, CLOSED_RFQS_SHOWN - 1, 2 * CLOSED_RFQS_SHOWN, 3 * CLOSED_RFQS_SHOWN - 1].map(isShown)).toEqual([false, false, true, true])
    expect(market.expiries.length).toBeLessThanOrEqual(EXPIRIES_LEFT)
  })

  it('5.17 a desk that quotes on and on still finds what it has open, and nothing of what has closed', () => {
    const market = given(ask(), quote(KEST, 0, 'SELL', '0.01', '100'))
    for (let n = 2; n < 3 * QUOTED_LEFT; n++) {
      const id = rfqId(n)
      for (const command of [ask({ id }), { ...quote(KEST, n, 'SELL', '0.01', '100'), id }, { ...cancelRfq, id }]) when(market, command)
    }
    expect(requestsOf(market, KEST).map(({ id }) => id)).toEqual([rfqId()])
    expect(market.desks.get(KEST)!.quoted.length).toBeLessThanOrEqual(QUOTED_LEFT + 2)
    when(market, { kind: 'CancelOrder', actor: actor(KEST), id: rfqId(), orderId: orderId(0) })
    expect(requestsOf(market, KEST)).toEqual([])
    when(market, quote(KEST, 1, 'SELL', '0.01', '100'))
    expect(requestsOf(market, KEST).map(({ id }) => id)).toEqual([rfqId()])
  })

  it('5.9 a restored market gives places in time as the first would have', () => {
    const market = restore(JSON.parse(JSON.stringify(snapshot(busy()))))
    when(market, quote(LARK, 9, 'BUY', '0.001', '25'))
    expect(theOrder(market, 9).priority).toBeGreaterThan(theOrder(market, 4).priority)
    expect(snapshot(restore(snapshot(market)))).toEqual(snapshot(market))
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
    for (let at = nextDeadline(market); at !== undefined; at = nextDeadline(market)) {
      const command = due(market, at)!
      expect(due(market, at)).toEqual(command)
      order.push(`${at - NOON} ${'id' in command ? Number(command.id.slice(2)) : ''}`)
      when(market, command, at)
    }
    expect(order).toEqual(['300010 3', '300010 4', '300020 1', '300030 5'])
  })

  it('4.8 a request that ended early is not due', () => {
    const market = given(ask(), ask({ id: rfqId(2) }), cancelRfq)
    expect(due(market, (NOON + 400_000) as Instant)).toEqual({ ...expire, id: rfqId(2) })
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
    expect(outcome(it, named(2, { ...inOther, clientOrderId: 'other' }))).toMatch(/^OrderOpened/)
    expect(outcome(it, quote(LARK, 3, 'SELL', '0.02', '50', { clientOrderId: 'mine' }))).toMatch(/^OrderOpened/)
  })

  it.each<[string, DirectMarketCommand]>([
    ['is cancelled', everything('KEST', 'ORDERS')],
    ['trades whole', cross(9, 'BUY', '0.02', '50')],
    ['goes with its request', cancelRfq],
  ])('5.21 is free again once what has it %s', (_title, command) => {
    const it = given(ask({ quantity: quantity('50') }), ask(inOther), named(1), command)
    expect(outcome(it, named(2, inOther))).toMatch(/^OrderOpened/)
  })

  it('5.21 is still the order’s after a replacement, and after a restart', () => {
    const it = restore(snapshot(given(ask(), ask(inOther), named(1), replace(KEST, 1, '40'))))
    expect(theOrder(it, 1).clientOrderId).toBe('mine')
    expect(outcome(it, named(2, inOther))).toBe('ClientOrderIdInUse')
  })

  it('5.21 is still the order’s while a part of it rests', () => {
    const it = given(ask(), ask(inOther), named(1), cross(9, 'BUY', '0.02', '25'))
    expect(outcome(it, named(2, inOther))).toBe('ClientOrderIdInUse')
  })

  it('5.21 of what never rests is taken by nobody', () => {
    const it = given(ask(), ask(inOther), cross(1, 'BUY', '0.01', '50', { clientOrderId: 'mine', timeInForce: 'FILL_OR_KILL' }))
    expect(outcome(it, cross(2, 'BUY', '0.01', '50', { ...inOther, clientOrderId: 'mine' }))).toMatch(/^OrderOpened/)
  })
})
