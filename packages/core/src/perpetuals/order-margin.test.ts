import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import { addedMargin, quantityAfter } from './order-margin.ts'

// The position, the order, what is held afterwards, and the margin that is added at a mark of 100 and a leverage of 10.
const table: [title: string, held: number, side: Side, size: string, isReduceOnly: boolean, after: number, added: number][] = [
  ['a first purchase', 0, 'BUY', '2', false, 2, 20],
  ['a first sale', 0, 'SELL', '2', false, -2, 20],
  ['a purchase on top', 4, 'BUY', '1', false, 5, 10],
  ['a sale that reduces', 4, 'SELL', '1', false, 3, -10],
  ['a sale that closes', 4, 'SELL', '4', false, 0, -40],
  ['a sale that turns into a smaller short', 4, 'SELL', '5', false, -1, -30],
  ['a sale that turns into a larger short', 4, 'SELL', '10', false, -6, 20],
  ['a reduce-only sale, at most the position', 4, 'SELL', '10', true, 0, -40],
]

describe('21.28 the margin that an order adds is counted at the mark', () => {
  it.each(table)('21.28 %s', (_title, held, side, size, isReduceOnly, after, added) => {
    const order = { side, quantity: quantity(size), isReduceOnly }
    expect(quantityAfter(order, held)).toBe(after)
    expect(addedMargin({ quantity: held, leverage: 10 }, { quantity: after, leverage: 10 }, 100)).toBe(added)
  })

  it('21.28 2 BTC at 50x and a mark of 91,674.4 need 3,666.98', () => {
    expect(addedMargin({ quantity: 0, leverage: 50 }, { quantity: 2, leverage: 50 }, 91_674.4).toFixed(2)).toBe('3666.98')
  })

  it('21.28 a lower leverage binds more of the account', () => {
    expect(addedMargin({ quantity: -2, leverage: 50 }, { quantity: -2, leverage: 10 }, 100)).toBe(16)
  })
})
