import { expect, it } from 'vitest'
import { byPriceAndTime } from './priority.ts'

const orders = [
  { id: 'late', price: 5, priority: 3 },
  { id: 'low', price: 4, priority: 2 },
  { id: 'early', price: 5, priority: 1 },
  { id: 'high', price: 6, priority: 4 },
]

it.each([
  ['BUY', ['high', 'early', 'late', 'low']],
  ['SELL', ['low', 'early', 'late', 'high']],
] as const)('5.9 the best price of a %s comes first, and the earlier order at the same price', (side, expected) => {
  expect(orders.toSorted(byPriceAndTime(side)).map(({ id }) => id)).toEqual(expected)
})
