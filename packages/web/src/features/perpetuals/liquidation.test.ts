import { describe, expect, it } from 'vitest'
import { afterFill, type FillFacts } from './liquidation.ts'

const flat = { quantity: 0, entry: 0 }
const facts: FillFacts = {
  before: flat,
  quantity: 1,
  price: 100,
  mark: 100,
  mode: 'CROSS',
  leverage: 10,
  largestLeverage: 50,
  equity: 20,
  maintenance: 0,
}

describe('the estimate of the liquidation price after a fill', () => {
  it.each<[string, Partial<FillFacts>, number | undefined]>([
    ['long at cross, equity 20: 99 L = 80', {}, 80 / 0.99],
    ['short at cross, equity 20: 101 L = 120', { quantity: -1 }, 120 / 1.01],
    ['long at cross with more than it costs has none', { equity: 150 }, undefined],
    ['bought above the mark, the equity is less at once', { price: 110 }, 90 / 0.99],
    ['other positions maintain too', { maintenance: 5 }, 85 / 0.99],
    ['long isolated at 10x stands on its own margin', { mode: 'ISOLATED', equity: 1_000 }, 90 / 0.99],
    ['short isolated at 10x', { mode: 'ISOLATED', quantity: -1 }, 110 / 1.01],
    ['closed whole', { before: { quantity: -1, entry: 90 } }, undefined],
  ])('%s', (_words, more, then) => {
    const { liquidation } = afterFill({ ...facts, ...more })
    if (then === undefined) expect(liquidation).toBeUndefined()
    else expect(liquidation).toBeCloseTo(then, 8)
  })

  it('at the liquidation price the equity is the maintenance margin', () => {
    const held = { ...facts, before: { quantity: 2, entry: 95 }, quantity: 3, price: 101, equity: 90, maintenance: 2 }
    const { quantity, liquidation } = afterFill(held)
    const equity = 90 + 3 * (100 - 101) + quantity * (liquidation! - 100)
    expect(equity).toBeCloseTo(0.01 * quantity * liquidation!, 8)
  })
})

describe('the entry price after a fill', () => {
  it.each<[string, FillFacts['before'], number, number | undefined]>([
    ['of nothing is the price', flat, 2, 100],
    ['is averaged by adding', { quantity: 2, entry: 94 }, 1, 96],
    ['stays by reducing', { quantity: 2, entry: 94 }, -1, 94],
    ['begins anew by turning', { quantity: 1, entry: 94 }, -3, 100],
    ['of a short is averaged too', { quantity: -1, entry: 110 }, -1, 105],
    ['is none where all is closed', { quantity: 0.3, entry: 94 }, -0.3, undefined],
  ])('%s', (_words, before, quantity, then) => {
    expect(afterFill({ ...facts, before, quantity }).entry).toBe(then)
  })
})
