import { describe, expect, it } from 'vitest'
import { addGreeks } from '@parley/core'
import { FAR, FORWARD, idOf, instruments, marks, NEAR } from '../../../test/chain-example.ts'
import { markFromWire } from '../market-data/mark-from-wire.ts'
import { smileOf } from '../market-data/smile.ts'
import { inventoryOf } from './inventory.ts'

const now = NEAR - 60 * 86_400_000
const markOf = (id: number) => markFromWire(marks.get(id), FORWARD, now)
const held = (id: number, net: number) => ({ instrument: instruments.get(id), net })

describe("a maker's inventory", () => {
  it('adds up by expiry, the perpetual first, an inverse future in coin', () => {
    const { rows, total, leftOut } = inventoryOf(
      [
        held(idOf(NEAR, 90_000, 'CALL'), 10),
        held(idOf(NEAR, 110_000, 'CALL'), -4),
        held(idOf(FAR, 90_000, 'PUT'), 2),
        held(1, -91_482),
        held(9_999, 5),
      ],
      markOf,
      now,
    )
    expect(rows.map((row) => row.expiry)).toEqual(['PERP', '27 MAR 26', '26 JUN 26'])
    expect(rows.map((row) => Number(row.delta.toFixed(4)))).toEqual([-1, 2.64, -1.12])
    expect(total.delta).toBeCloseTo(0.52, 10)
    expect(total.vega).toBeCloseTo(8 * 90, 10)
    expect(rows[1]!.gamma).toBeGreaterThan(0)
    expect(leftOut).toBe(1)
  })

  it('is empty without trades', () => {
    expect(inventoryOf([], markOf, now)).toEqual({ rows: [], total: { delta: 0, gamma: 0, vega: 0, theta: 0 }, leftOut: 0 })
  })

  it('shows the effect of one more trade', () => {
    const one = { delta: 1, gamma: 0.1, vega: 10, theta: -5 }
    expect(addGreeks(one, one, -2)).toEqual({ delta: -1, gamma: -0.1, vega: -10, theta: 5 })
  })
})

describe('the smile of an expiry', () => {
  it('uses the out-of-the-money option at each strike, and its book as vols', () => {
    const smile = smileOf(instruments.values(), marks, NEAR, new Set(), now)!
    expect(smile.forward).toBe(FORWARD)
    expect(smile.points.map((point) => point.strike)).toEqual([70_000, 80_000, 90_000, 100_000, 110_000, 120_000, 130_000])
    for (const { bid, ask } of smile.points) expect(bid!).toBeLessThan(ask!)
  })

  it('is not drawn without marks', () => {
    expect(smileOf(instruments.values(), new Map(), NEAR, new Set(), now)).toBeUndefined()
  })
})
