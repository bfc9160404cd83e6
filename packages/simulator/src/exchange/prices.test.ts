import { describe, expect, it } from 'vitest'
import { createPrices } from './prices.ts'

const options = { seed: 3, now: () => 0, speed: 1 }

describe('the prices of a simulated day', () => {
  it('collect short steps if configured, and then move once for all of them', () => {
    const prices = createPrices({ ...options, movesEveryMs: 6_000 })
    const begun = prices.walk()
    prices.step(2_000)
    prices.step(2_000)
    expect(prices.walk()).toBe(begun)
    prices.step(2_000)
    const atOnce = createPrices(options)
    atOnce.step(6_000)
    expect(prices.walk()).toEqual(atOnce.walk())
    expect(prices.walk()).not.toEqual(begun)
    prices.step(2_000)
    expect(prices.walk()).toEqual(atOnce.walk())
  })
})
