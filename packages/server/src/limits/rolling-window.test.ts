import { wireRates, type RollingRate } from '@parley/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRollingLimit } from './rolling-window.ts'

type Row = readonly [now: number, answer: number | undefined]
const asked = (rate: RollingRate, rows: readonly Row[]) => {
  const limit = createRollingLimit(rate)
  return rows.map(([now]) => [now, limit.take('ORRY', now)])
}
const GO = undefined

describe('a window that rolls', () => {
  const sweeps: readonly Row[] = [
    [0, GO],
    [1_000, GO],
    [2_000, GO],
    [2_000, GO],
    [9_000, GO],
    [9_000, 1_000],
    [9_999, 1],
    [10_000, GO],
    [10_000, 1_000],
    [11_000, GO],
    [11_999, 1],
    // Two expired at twelve seconds, so two are admitted. A bucket would have admitted one.
    [12_000, GO],
    [12_000, GO],
    [12_000, 7_000],
    [19_000, GO],
    [19_000, 1_000],
  ]
  const takes: readonly Row[] = [
    [0, GO],
    [0, 2_000],
    [1_999, 1],
    [2_000, GO],
    [2_001, 1_999],
    [60_000, GO],
    [60_000, 2_000],
  ]
  // Proves W 2.9.
  it.each([
    ['unfiltered cancels of quotes: five in ten seconds', wireRates.quoteSweepsPerDesk, sweeps],
    ['executions as a taker: one in two seconds', wireRates.takesPerProduct, takes],
    [
      'requests: one in three seconds',
      wireRates.rfqsPerDesk,
      [
        [0, GO],
        [1, 2_999],
        [3_000, GO],
        [5_999, 1],
        [6_000, GO],
      ] satisfies Row[],
    ],
    [
      'markets: one in three seconds',
      wireRates.marketsPerProduct,
      [
        [0, GO],
        [2_999, 1],
        [3_000, GO],
      ] satisfies Row[],
    ],
  ])('holds %s', (_title, rate, rows) => {
    expect(asked(rate, rows)).toEqual(rows)
  })

  it('holds calls to five hundred in any second, not to five hundred at once and as many more in the second after', () => {
    const limit = createRollingLimit(wireRates.requestsPerDesk)
    const goAt = (now: number, count: number) =>
      Array.from({ length: count }, () => limit.take('ORRY', now)).filter((wait) => wait === GO).length
    expect([goAt(0, 300), goAt(400, 300), goAt(999, 10), goAt(1_000, 600), goAt(1_399, 1), goAt(1_400, 600)]).toEqual([
      300, 200, 0, 300, 0, 200,
    ])
  })

  it('counts each desk by itself, and looking takes nothing', () => {
    const limit = createRollingLimit({ most: 1, withinMs: 1_000 })
    expect([limit.wait('ORRY', 0), limit.wait('ORRY', 0), limit.take('ORRY', 0), limit.wait('ORRY', 0)]).toEqual([GO, GO, GO, 1_000])
    expect(limit.take('KEST', 0)).toBe(GO)
  })

  it('gives back the turn that was not used, and no other', () => {
    const limit = createRollingLimit({ most: 2, withinMs: 1_000 })
    expect([limit.take('ORRY', 0), limit.take('ORRY', 600), limit.take('ORRY', 700)]).toEqual([GO, GO, 300])
    limit.giveBack('ORRY', 0)
    expect([limit.take('ORRY', 700), limit.take('ORRY', 700)]).toEqual([GO, 900])
    limit.giveBack('ORRY', 5)
    limit.giveBack('KEST', 0)
    expect(limit.wait('ORRY', 700)).toBe(900)
  })

  it('follows a rate of its own for a key at once', () => {
    let own: RollingRate | undefined
    const limit = createRollingLimit({ most: 1, withinMs: 1_000 }, (key) => (key === 'KEST' ? own : undefined))
    expect([limit.take('KEST', 0), limit.take('KEST', 0)]).toEqual([GO, 1_000])
    own = { most: 3, withinMs: 1_000 }
    expect([limit.take('KEST', 0), limit.take('KEST', 0), limit.take('KEST', 0)]).toEqual([GO, GO, 1_000])
    own = undefined
    expect([limit.take('KEST', 999), limit.take('KEST', 1_000)]).toEqual([1, GO])
  })

  it('lets no more than its most into any window, refuses only where one more would be too many, and tells exactly when there is room', () => {
    const steps = fc.array(fc.integer({ min: -50, max: 400 }), { maxLength: 300 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2_000 }), (gaps, most, withinMs) => {
        const limit = createRollingLimit({ most, withinMs })
        const taken: number[] = []
        let now = 100_000
        for (const gap of gaps) {
          now += gap
          const wait = limit.take('ORRY', now)
          const inside = (at: number) => taken.filter((one) => one > at - withinMs).length
          if (wait === undefined) taken.push(Math.max(now, taken.at(-1) ?? now))
          else {
            expect(inside(now)).toBeGreaterThanOrEqual(most)
            expect([inside(now + wait - 1) < most, inside(now + wait) < most]).toEqual([false, true])
          }
          for (const at of taken) expect(inside(at) - taken.filter((one) => one > at).length).toBeLessThanOrEqual(most)
        }
      }),
    )
  })
})
