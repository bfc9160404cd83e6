/** Compares the public book of a spread with its resting orders through random changes. PARLEY_SEED=<seed> repeats a failure. */
import type { Order, Rfq, Side } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { chanceFrom } from '../../test/trading-day/chance.ts'
import { SpreadBook } from './spread-book.ts'

const rfq = { id: 'q_1', number: 1, audience: 'LISTED' } as Rfq
const orderOf = (n: number, side: Side, price: number, quantity: number): Order =>
  ({
    ...{ id: `o_${n}`, number: n, priority: n, kind: 'QUOTE', side, price, quantity, filled: 0, pending: 0, canceled: 0, isHidden: false },
    ...{ actor: { desk: 'KEST', user: 'u' }, createdAt: 1_800_000_000_000 + n, state: quantity === 0 ? 'CLOSED' : 'OPEN' },
  }) as Order

describe('the public book of a spread', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(`has the best of each side, its levels and its orders in order, after every change (PARLEY_SEED=${seed})`, () => {
    const chance = chanceFrom(seed)
    const book = new SpreadBook()
    const resting = new Map<number, Order>()
    for (let n = 1; n <= 2_000; n++) {
      const old = chance.happens(0.55) && resting.size > 0 ? chance.oneOf([...resting.values()]) : undefined
      const side = old?.side ?? chance.oneOf(['BUY', 'SELL'])
      const quantity = old === undefined ? 1 + chance.below(5) : chance.below(3)
      const order = orderOf(old?.number ?? n, side, old?.price ?? chance.below(12) + (side === 'BUY' ? 0 : 12), quantity)
      if (quantity === 0) resting.delete(order.number!)
      else resting.set(order.number!, order)
      book.change(rfq, [order])
      const sideOf = (one: Side) =>
        [...resting.values()]
          .filter((each) => each.side === one)
          .sort((a, b) => (one === 'BUY' ? b.price - a.price : a.price - b.price) || a.priority - b.priority)
      const [bids, asks] = [sideOf('BUY'), sideOf('SELL')]
      const { bid, ask } = book.best()
      expect([bid?.price, ask?.price]).toEqual([bids[0]?.price, asks[0]?.price])
      // Readers ask only from time to time, because what they were given is not requested after each change.
      if (!chance.happens(0.3)) continue
      const orders = book.orders()
      expect([orders.bids, orders.asks].map((all) => all.map(({ id }) => id))).toEqual([bids, asks].map((all) => all.map(({ id }) => id)))
      const levels = book.levels()
      for (const [given, all] of [
        [levels.bids, bids],
        [levels.asks, asks],
      ] as const)
        expect(given.map(({ price, quantity: sum, orders: count }) => [price, sum, count])).toEqual(
          [...Map.groupBy(all, ({ price }) => price)].map(([price, of]) => [
            price,
            of.reduce((sum, one) => sum + one.quantity, 0),
            of.length,
          ]),
        )
      expect([bid, ask]).toEqual([levels.bids[0], levels.asks[0]])
    }
  })
})
