import { describe, expect, it } from 'vitest'
import { moneyTicks, withRoom } from './payoff-axes.ts'

describe('the axes of a pay-off', () => {
  it.each([
    [-165_000, 1_343_000, [0, 500_000, 1_000_000]],
    [-200, 200, [-200, -100, 0, 100, 200]],
    [-1.2, 0, [-1, -0.5, 0]],
    [0, 0, [0]],
  ])('have round sums from %d to %d', (low, high, ticks) => expect(moneyTicks(low, high).map((one) => one + 0)).toEqual(ticks))

  it('have between two and six of them, whatever the range', () => {
    for (let range = 1; range < 1e9; range *= 1.37) {
      const ticks = moneyTicks(-range / 3, range)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.some((tick) => tick === 0)).toBe(true)
    }
  })

  it('leave out strikes whose labels would overlap', () => {
    expect(withRoom([80, 81, 90, 99, 100], (x) => x, 5)).toEqual([80, 90, 100])
    expect(withRoom([], Number, 5)).toEqual([])
  })
})
