/** Sorted rows, compared with a twin that sorts them every time. PARLEY_SEED=<seed> repeats a failure. */
import { describe, expect, it } from 'vitest'
import { seeded } from '../../test/test-line.ts'
import { SortedRows } from './sorted-rows.ts'

type Row = { readonly price: number; readonly amount: number }

describe('rows that are kept in order', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(`are what sorting them anew gives, equals in the order in which they came (PARLEY_SEED=${seed})`, () => {
    const random = seeded(seed)
    const below = (most: number) => Math.floor(random() * most)
    const kept = new SortedRows<Row>((a, b) => a.price - b.price)
    const naive = new Map<string, Row>()
    for (let n = 0; n < 3_000; n++) {
      // Usually few of many rows are changed, sometimes most.
      for (let more = random() < 0.02 ? 150 : below(6); more >= 0; more--) {
        const id = below(400)
        const row = { price: id % 40, amount: n }
        if (random() < 0.4) {
          kept.delete(String(id))
          naive.delete(String(id))
        } else {
          kept.set(String(id), row)
          naive.set(String(id), row)
        }
      }
      if (random() < 0.002) for (const each of [kept, naive]) each.clear()
      expect(kept.sorted()).toEqual([...naive.values()].sort((a, b) => a.price - b.price))
    }
  })

  it('are the same list while nothing changes, and a list that was given stays as it was', () => {
    const kept = new SortedRows<Row>((a, b) => a.price - b.price)
    for (let price = 0; price < 100; price++) kept.set(String(price), { price, amount: 1 })
    const before = kept.sorted()
    expect(kept.sorted()).toBe(before)
    kept.set('50', { price: 50, amount: 2 })
    kept.delete('99')
    const after = kept.sorted()
    expect([before.length, before[50]!.amount, after.length, after[50]!.amount]).toEqual([100, 1, 99, 2])
    expect(after[49]).toBe(before[49])
  })
})
