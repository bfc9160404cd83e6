import { describe, expect, it } from 'vitest'
import { price, quantity, type Price, type Quantity, type Side } from '@parley/core'
import { createRandom } from '../exchange/random.ts'
import { OrderBook, type Resting } from './order-book.ts'

const rest = (orderId: string, side: Side, at: string, size = '1', account = orderId): Resting => ({
  ...{ orderId, account, side, price: price(at), remaining: quantity(size) },
})

describe('the order book', () => {
  it('trades at the best price first, then by time, at the prices of the resting orders', () => {
    const book = new OrderBook()
    for (const order of [
      rest('late', 'SELL', '101'),
      rest('dear', 'SELL', '102'),
      rest('best', 'SELL', '100'),
      rest('later', 'SELL', '101'),
    ])
      book.rest(order)
    const { matches, left, end } = book.match({ account: 'T', side: 'BUY', limit: price('101'), size: quantity('2.5') })
    expect(matches.map(({ resting, size }) => [resting.orderId, size])).toEqual([
      ['best', 1_000_000],
      ['late', 1_000_000],
      ['later', 500_000],
    ])
    expect([left, end, book.levels('SELL', 5)]).toEqual([0, 'FILLED', [{ price: price('101'), size: 500_000 }, { price: price('102'), size: 1_000_000 }]]) // prettier-ignore
  })

  it('stops at an order of the same account, and at the limit', () => {
    const book = new OrderBook()
    book.rest(rest('1', 'BUY', '100'))
    book.rest(rest('own', 'BUY', '99', '1', 'T'))
    expect(book.match({ account: 'T', side: 'SELL', limit: undefined, size: quantity('2') })).toMatchObject({
      left: 1_000_000,
      end: 'OWN_ORDER',
    })
    expect(book.match({ account: 'U', side: 'SELL', limit: price('99.5'), size: quantity('1') })).toMatchObject({
      matches: [],
      end: 'NO_MORE',
    })
    book.remove('own')
    expect(book.best('BUY')).toBeUndefined()
  })

  it('agrees with a slow reference implementation', () => {
    const random = createRandom(5, 'order book')
    const book = new OrderBook()
    let slow: (Resting & { readonly number: number })[] = []
    for (let number = 0; number < 4_000; number += 1) {
      const [side, at, size]: [Side, Price, Quantity] = [
        random.next() < 0.5 ? 'BUY' : 'SELL',
        price((100 + Math.floor(random.next() * 12)).toFixed(0)),
        (1 + Math.floor(random.next() * 5)) as Quantity,
      ]
      const arriving = { account: `A${Math.floor(random.next() * 40)}`, side, limit: random.next() < 0.2 ? undefined : at, size }
      const { matches, left, end } = book.match(arriving)
      const expected: string[] = []
      let open: number = size
      for (const other of [...slow]
        .filter((one) => one.side !== side)
        .sort((a, b) => (side === 'BUY' ? a.price - b.price : b.price - a.price) || a.number - b.number)) {
        const isTooFar = arriving.limit !== undefined && (side === 'BUY' ? other.price > arriving.limit : other.price < arriving.limit)
        if (open === 0 || isTooFar || other.account === arriving.account) break
        const traded = Math.min(open, other.remaining)
        open -= traded
        other.remaining = (other.remaining - traded) as Quantity
        expected.push(`${other.orderId} ${traded}`)
      }
      slow = slow.filter(({ remaining }) => remaining > 0)
      expect(matches.map((one) => `${one.resting.orderId} ${one.size}`)).toEqual(expected)
      expect(left).toBe(open)
      if (end !== 'NO_MORE' || arriving.limit === undefined) continue
      const order = { orderId: String(number), account: arriving.account, side, price: at, remaining: left }
      book.rest({ ...order })
      slow.push({ ...order, number })
    }
    expect(slow.length).toBeGreaterThan(20)
  })
})
