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

  // How often prices move, the expiry of a contract, and how soon it is published again if its quotes have not moved.
  it.each([
    ['a calm market', 2_000, undefined, 10_000],
    ['a calm market', 2_000, 1, 10_000],
    ['a still market', 6_000, 1, 10_000],
    ['a market at rest', 60_000, 1, 60_000],
    ['a market at rest', 60_000, undefined, 2_000],
  ])('%s that moves every %d ms repeats a contract with expiry %s after %d ms', (_, movesEveryMs, expiresAt, expected) => {
    const prices = createPrices(options)
    prices.moveEvery(movesEveryMs)
    expect(prices.quietMs({ expiresAt })).toBe(expected)
  })
})
