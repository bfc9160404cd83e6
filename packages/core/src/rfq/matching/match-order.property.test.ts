import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity, type Price, type Quantity } from '../../decimal.ts'
import type { DeskId, Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import type { RfqCommand } from '../model/commands.ts'
import type { RfqEvent } from '../model/events.ts'
import { restingQuantity, type Order } from '../model/order.ts'
import { remainingQuantity } from '../model/rfq.ts'
import { naiveSlices } from '../../../test/naive-book.ts'
import { checkMarket, checkRfq, checkSecrets } from '../../../test/invariants.ts'
import {
  actor,
  apply,
  ask,
  confirm,
  cross,
  decideIn,
  expire,
  given,
  KEST,
  LARK,
  legsFor,
  MERL,
  NOON,
  pull,
  quote,
  reject,
  replace,
  restored,
  rfqId,
  saved,
  TAKER,
  theOrder,
  theRfq,
  type RfqHistory,
} from '../../../test/fixture.ts'

const desks: readonly DeskId[] = [TAKER, KEST, LARK, MERL]
type Step = {
  act: 'place' | 'replace' | 'pull' | 'confirm' | 'reject' | 'expire'
  by: number
  side: 'BUY' | 'SELL'
  ticks: number
  tenths: number
  hidden: boolean
  fok: boolean
  pick: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 12, arbitrary: fc.constant('place' as const) },
    { weight: 4, arbitrary: fc.constant('replace' as const) },
    { weight: 2, arbitrary: fc.constantFrom('pull' as const, 'confirm' as const, 'reject' as const) },
    { weight: 1, arbitrary: fc.constant('expire' as const) },
  ),
  by: fc.nat(3),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  ticks: fc.integer({ min: -3, max: 3 }),
  tenths: fc.constantFrom(250, 260, 300, 400, 499, 500, 600, 750, 1_000, 240, 1_001),
  hidden: fc.boolean(),
  fok: fc.boolean(),
  pick: fc.nat(40),
})

/** The n-th step as a command, which chooses among the orders so far. */
function commandOf({ act, by, side, ticks, tenths, hidden, fok, pick }: Step, n: number): RfqCommand {
  const desk = desks[by]!
  const at = (ticks / 10_000).toFixed(4)
  const size = (tenths / 10).toFixed(1)
  const change = {
    isHidden: hidden,
    timeInForce: fok && by === 0 && !hidden ? 'FOK' : 'GTC',
    ...(pick < 12 ? { clientOrderId: `name-${pick % 4}` } : {}),
  } as const
  switch (act) {
    case 'place':
      return by === 0 ? cross(n, side, at, size, change) : quote(desk, n, side, at, size, change)
    case 'replace':
      return replace(desk, pick % (n + 1), size, {
        ...(by === 0 ? { price: price(at) } : { legPrices: legsFor(at) }),
        ...(fok ? { isHidden: change.isHidden } : {}),
        ...(tenths % 3 === 0 ? { clientOrderId: pick < 4 ? '' : `name-${pick % 4}` } : {}),
      })
    case 'pull':
      return pull(desk, pick % (n + 1))
    case 'confirm':
      return confirm(pick % (n + 1), pick % 2)
    case 'reject':
      return reject(pick % (n + 1), pick % 2)
    case 'expire':
      return pick === 0 ? expire : confirm(0)
  }
}

/** Price, then time, the slow way: find the best order, trade with it, and search again. */
function slowFills(rfq: RfqHistory, incoming: Order): readonly (readonly [maker: string, taken: number, at: Price])[] {
  const rest = new Map(rfq.orders.filter((order) => order.state === 'OPEN').map((order) => [order, restingQuantity(order) as number]))
  const fills: [string, number, Price][] = []
  let want = Math.min(restingQuantity(incoming), remainingQuantity(rfq))
  const isWhole = incoming.timeInForce === 'FOK'
  const queue: Order[] = []
  for (;;) {
    let best: Order | undefined
    for (const [order, left] of rest) {
      if (left === 0 || queue.includes(order) || order.kind === incoming.kind || order.side === incoming.side) continue
      if (incoming.side === 'BUY' ? order.price > incoming.price : order.price < incoming.price) continue
      if (best === undefined || (incoming.side === 'BUY' ? order.price < best.price : order.price > best.price)) best = order
      else if (order.price === best.price && order.priority < best.priority) best = order
    }
    if (best === undefined) break
    queue.push(best)
  }
  const tenth = quantity('0.1')
  const sizes = queue.map((order) => rest.get(order)! / tenth)
  const slices = isWhole ? naiveSlices(sizes, want / tenth, rfq.minimumBlock / tenth) : undefined
  for (const [at, best] of queue.entries()) {
    if (want < rfq.minimumBlock) break
    const taken = slices === undefined ? Math.min(want, rest.get(best)!) : slices[at]! * tenth
    if (taken === 0) continue
    want -= taken
    const maker = best.kind === 'QUOTE' ? best : incoming
    fills.push([maker.id, taken, maker.price])
  }
  const filled = fills.reduce((sum, [, taken]) => sum + taken, 0)
  return isWhole && filled < restingQuantity(incoming) ? [] : fills
}

function checkFills(before: RfqHistory, events: readonly RfqEvent[]): void {
  const [first] = events
  if (first?.kind !== 'OrderPlaced' && first?.kind !== 'OrderReplaced') return
  const others = { ...before, orders: before.orders.filter(({ id }) => id !== first.order.id) }
  const fills = events.flatMap((event) =>
    event.kind === 'TradeAgreed' ? [[event.trade.makerOrder, event.trade.quantity, event.trade.price]] : [],
  )
  expect(fills).toEqual(slowFills(others, first.order))
}

describe('whatever is sent to a request', () => {
  it('4.11, 5.3, 5.8, 5.9, 5.11, 5.12, 5.13, 5.16, 5.18, 5.21, 5.24 the rules hold, and a slow matcher agrees with the fast one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isTakerAnonymous) => {
        const market = given(ask({ isTakerAnonymous, label: 'secret plan' }))
        steps.forEach((each, n) => {
          const before = market.rfqs.live.has(rfqId()) ? theRfq(market) : undefined
          const answer = decideIn(market, commandOf(each, n), (NOON + n) as Instant)
          if (isRefusal(answer)) return
          if (before !== undefined) checkFills(before, answer)
          for (const event of answer) apply(market, event)
          const after = theRfq(market)
          checkRfq(after)
          checkSecrets(after, [...desks, 'SWFT' as DeskId])
          checkMarket(market)
        })
      }),
      { numRuns: 300 },
    )
  })

  it('5.14, 7.4 replaying its events gives the same RFQ, and a snapshot the same market', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const market = given(ask())
        const replayed = restored(market)
        steps.forEach((each, n) => {
          const answer = decideIn(market, commandOf(each, n), (NOON + n) as Instant)
          if (isRefusal(answer)) return
          for (const event of answer) apply(market, event)
          for (const event of JSON.parse(JSON.stringify(answer)) as RfqEvent[]) apply(replayed, event)
        })
        expect(theRfq(replayed)).toEqual(theRfq(market))
        expect(saved(replayed)).toBe(saved(market))
        const again = restored(market)
        expect(saved(again)).toBe(saved(market))
        const next = quote(KEST, 99, 'SELL', '0', '25')
        expect(decideIn(again, next, NOON)).toEqual(decideIn(market, next, NOON))
      }),
      { numRuns: 200 },
    )
  })

  it('5.10 no desk pays more, or receives less, than its order allows', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const market = given(ask())
        const prices = new Map<string, Price>()
        steps.forEach((each, n) => {
          const answer = decideIn(market, commandOf(each, n), (NOON + n) as Instant)
          if (isRefusal(answer)) return
          for (const event of answer) {
            if (event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced') prices.set(event.order.id, event.order.price)
            if (event.kind !== 'TradeAgreed') continue
            const { price: paid, takerOrder, makerOrder, takerSide } = event.trade
            expect(paid).toBe(prices.get(makerOrder))
            const limit = prices.get(takerOrder)!
            expect(takerSide === 'BUY' ? paid <= limit : paid >= limit).toBe(true)
          }
          for (const event of answer) apply(market, event)
        })
      }),
      { numRuns: 200 },
    )
  })
})

describe('a replaced order', () => {
  it('5.14, 5.22 keeps its priority exactly if its price stays, its quantity does not grow, and its readers stay the same', () => {
    const size = fc.integer({ min: 250, max: 1_000 })
    const isHidden = fc.boolean()
    fc.assert(
      fc.property(size, size, fc.integer({ min: -2, max: 2 }), isHidden, isHidden, (from, to, ticks, was, becomes) => {
        const own = quote(KEST, 1, 'SELL', '0', (from / 10).toFixed(1), { isHidden: was })
        const market = given(ask(), own, quote(LARK, 2, 'SELL', '0', '100'))
        const priority = (n: number) => theOrder(market, n).priority
        const command = {
          ...replace(KEST, 1, '1'),
          actor: actor(KEST),
          quantity: (to * quantity('0.1')) as Quantity,
          legPrices: legsFor((ticks / 10_000).toFixed(4)),
          isHidden: becomes,
        }
        const answer = decideIn(market, command, NOON)
        if (isRefusal(answer)) throw new Error(answer.message)
        for (const event of answer) apply(market, event)
        expect(priority(1) < priority(2)).toBe(ticks === 0 && to <= from && was === becomes)
      }),
    )
  })
})
