import { expect, it } from 'vitest'
import { orderOf, rfqOf } from '../../../../test/model.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { createMarkMemory } from './mark-memory.ts'

const nothing = { bids: [], asks: [] }
const rowOf = (mark: number | undefined, own: object = nothing): RfqRow =>
  ({ id: 'r_1', rfq: rfqOf({ createdAt: 1_000 }), mark, own }) as unknown as RfqRow
const bid = orderOf({ updatedAt: 2_000 })
const ask = orderOf({ id: 'o_2', side: 'SELL', updatedAt: 9_000 })

it('the mark of a row is compared with the one at which it was asked, then with those at which each side was quoted', () => {
  const memory = createMarkMemory()
  expect(memory.markBefore(rowOf(undefined), 1_000)).toBeUndefined()
  expect(memory.markBefore(rowOf(0.04), 1_500)).toBe(0.04)
  expect(memory.markBefore(rowOf(0.05), 1_900)).toBe(0.04)
  expect(memory.markBefore(rowOf(0.05, { bids: [bid], asks: [] }), 2_000)).toBe(0.05)
  expect(memory.markBefore(rowOf(0.07, { bids: [bid], asks: [ask] }), 9_000)).toBe(0.05)
  expect(memory.markBefore(rowOf(0.06, { bids: [], asks: [ask] }), 9_500)).toBe(0.07)
  const moved = { ...bid, price: '0.0500', updatedAt: 9_900 }
  expect(memory.markBefore(rowOf(0.06, { bids: [moved], asks: [] }), 9_900)).toBe(0.06)
})

it('a quote that was seen too late has no mark to be compared with', () => {
  const memory = createMarkMemory()
  expect(memory.markBefore(rowOf(0.04), 60_000)).toBeUndefined()
  expect(memory.markBefore(rowOf(0.05, { bids: [bid], asks: [] }), 60_000)).toBeUndefined()
})
