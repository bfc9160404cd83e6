import { describe, expect, it } from 'vitest'
import { LARK } from '../../../test/fixture.ts'
import { KEST, order, quote, summary, TAKER, world, type World } from '../../../test/book-fixture.ts'
import { chanceFrom } from '../../../test/random-day.ts'
import type { DeskId } from '../../ids.ts'
import { noGuard, type Guard } from '../../protection/guard.ts'
import { blocklistsOf, type Blocklists } from './blocklists.ts'
import type { RfqCommand } from './commands.ts'
import { restingQuantity } from './order.ts'

const avoids = (...desks: readonly DeskId[]): { readonly blocklists: Blocklists } => ({ blocklists: { avoids: desks, avoidedBy: [] } })
const avoidedBy = (...desks: readonly DeskId[]): { readonly blocklists: Blocklists } => ({ blocklists: { avoids: [], avoidedBy: desks } })
const IOC = { timeInForce: 'IOC' } as const

/** KEST sells at the better price, LARK behind it. */
const twoSell = (it: World) => {
  it.rest(KEST, 'SELL', '0.02', '50')
  it.rest(LARK, 'SELL', '0.021', '50')
}

const table: [title: string, when: RfqCommand, then: string][] = [
  ['a quote yields to a desk on its own list, and the others behind it trade', quote(TAKER, 'BUY', '0.021', '50', avoidedBy(KEST)), 'OrderPlaced, TradeAgreed 50@0.021 LARK, OrderCanceled 50 PROTECTION'], // prettier-ignore
  ['also where the arriving order never rests', quote(TAKER, 'BUY', '0.02', '50', { ...IOC, ...avoidedBy(KEST) }), 'OrderPlaced, OrderCanceled 50 NOT_FILLED_AT_ONCE, OrderCanceled 50 PROTECTION'], // prettier-ignore
  ['a quote that was not reached stays', quote(TAKER, 'BUY', '0.021', '50', avoidedBy(LARK)), 'OrderPlaced, TradeAgreed 50@0.02 KEST'],
  ['what does not cross stays', quote(TAKER, 'BUY', '0.019', '50', avoidedBy(KEST)), 'OrderPlaced'],
  ['an arriving quote ends before a desk on its own list, and never trades past it', quote(TAKER, 'BUY', '0.021', '50', avoids(KEST)), 'OrderPlaced, OrderCanceled 50 PROTECTION'], // prettier-ignore
  ['it trades before that', quote(TAKER, 'BUY', '0.021', '100', avoids(LARK)), 'OrderPlaced, TradeAgreed 50@0.02 KEST, OrderCanceled 50 PROTECTION'], // prettier-ignore
  ['and rests where it was filled before that', quote(TAKER, 'BUY', '0.021', '50', avoids(LARK)), 'OrderPlaced, TradeAgreed 50@0.02 KEST'],
  [
    'one that never rests is not filled',
    { ...order(TAKER, 'BUY', '0.021', '50'), ...avoids(KEST) },
    'OrderPlaced, OrderCanceled 50 NOT_FILLED_AT_ONCE',
  ],
  ['both lists: it ends first', quote(TAKER, 'BUY', '0.021', '50', { blocklists: { avoids: [KEST], avoidedBy: [KEST, LARK] } }), 'OrderPlaced, OrderCanceled 50 PROTECTION'], // prettier-ignore
]

describe('10.23 desks that one desk never meets', () => {
  it.each(table)('%s', (_title, when, then) => {
    const it = world()
    twoSell(it)
    expect(summary(it.send(when))).toBe(then)
  })

  it('never trade with each other, and no book is left crossed, over random days', () => {
    const desks = [TAKER, KEST, LARK]
    for (let seed = 1; seed <= DAYS; seed++) {
      const chance = chanceFrom(seed)
      const pick = chance.oneOf
      const lists = new Map(desks.map((desk) => [desk, desks.filter((other) => other !== desk && chance.next() < 0.3)]))
      const it = world()
      for (let n = 0; n < 12; n++) {
        const desk = pick(desks)
        const blocklists: Blocklists = { avoids: lists.get(desk)!, avoidedBy: desks.filter((other) => lists.get(other)!.includes(desk)) }
        const at = `0.0${17 + Math.floor(chance.next() * 5)}`
        const events = it.send(quote(desk, pick(['BUY', 'SELL']), at, pick(['25', '50', '75']), { blocklists, ...pick([{}, IOC]) }))
        if (typeof events === 'string') continue
        for (const event of events) {
          if (event.kind !== 'TradeAgreed') continue
          const { taker, maker } = event.trade
          expect([...lists.get(taker)!, `by ${taker}, seed ${seed}`]).not.toContain(maker)
          expect([...lists.get(maker)!, `by ${maker}, seed ${seed}`]).not.toContain(taker)
        }
        const prices = (side: 'BUY' | 'SELL') =>
          [...[...it.rfqs.live.values()][0]!.orders.values()]
            .filter((one) => one.state === 'OPEN' && one.side === side && restingQuantity(one) > 0)
            .map(({ price }) => price)
        expect(Math.max(-1, ...prices('BUY')), `seed ${seed}`).toBeLessThan(Math.min(Infinity, ...prices('SELL')))
      }
    }
  })

  it('are kept blocklists as by a protection of the desk that has the list: to the last event the same', () => {
    const keepsKest: Guard = {
      ...noGuard,
      allowed: (resting, wanted) => (resting?.desk === KEST ? (0 as typeof wanted) : wanted),
    }
    const arrival = quote(TAKER, 'BUY', '0.021', '100')
    const listed = world()
    twoSell(listed)
    const protectedBy = world()
    twoSell(protectedBy)
    // Ids continue from one world to the next.
    const whole = (events: object | string) => JSON.stringify(events).replaceAll(/"[a-z]_b?0[^"]*"/g, '"id"')
    expect(whole(listed.send({ ...arrival, ...avoidedBy(KEST) }))).toBe(whole(protectedBy.send(arrival, keepsKest)))
  })
})

describe('10.24 a desk that trades in order books only with desks that it has approved', () => {
  const desks = [TAKER, KEST, LARK]
  const listsOf = (desk: DeskId, restricted: readonly DeskId[], approved: readonly (readonly DeskId[])[], listed: readonly DeskId[] = []) =>
    blocklistsOf(desk, desks, {
      isListed: (by, other) => by === KEST && listed.includes(other),
      choiceOf: (one) => (restricted.includes(one) ? 'APPROVED_DESKS' : 'EVERY_DESK'),
      isApproved: (a, b) => approved.some((pair) => pair.includes(a) && pair.includes(b)),
    })

  it.each<[title: string, lists: Blocklists, then: Blocklists]>([
    ['by default every desk trades with every other', listsOf(TAKER, [], []), { avoids: [], avoidedBy: [] }],
    ['its own order ends before those of the others', listsOf(TAKER, [TAKER], []), { avoids: [KEST, LARK], avoidedBy: [] }],
    ['and trades with approved ones', listsOf(TAKER, [TAKER], [[KEST, TAKER]]), { avoids: [LARK], avoidedBy: [] }],
    ['its resting order gives way to those of the others', listsOf(LARK, [TAKER], [[KEST, TAKER]]), { avoids: [], avoidedBy: [TAKER] }],
    ['and not to those of approved ones', listsOf(KEST, [TAKER], [[KEST, TAKER]]), { avoids: [], avoidedBy: [] }],
    ['both may have chosen it', listsOf(KEST, [KEST, TAKER], []), { avoids: [TAKER, LARK], avoidedBy: [TAKER] }],
    ['a blocked desk stays blocked when it is approved', listsOf(KEST, [KEST], [[KEST, TAKER]], [TAKER]), { avoids: [TAKER, LARK], avoidedBy: [] }], // prettier-ignore
  ])('%s', (_title, lists, then) => {
    expect(lists).toEqual(then)
  })

  it('looks to every other desk like a list of the desks that it has not approved', () => {
    for (const desk of desks) {
      const chosen = listsOf(desk, [KEST], [[KEST, LARK]])
      expect(chosen).toEqual(listsOf(desk, [], [[KEST, LARK]], [TAKER]))
    }
  })
})

const DAYS = Number(process.env['PARLEY_MATCHES'] ?? 300)
