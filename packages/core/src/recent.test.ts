import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Recent } from './recent.ts'

describe('what is remembered for a while', () => {
  it('holds the last so many keys with what was said of each last, and never more than twice as many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.nat(15), { maxLength: 60 }), (least, keys) => {
        const recent = new Recent<number, number>(least)
        keys.forEach((key, n) => recent.set(key, n))
        const lastSaid = new Map(keys.map((key, n) => [key, n]))
        const newestFirst = [...lastSaid].sort(([, a], [, b]) => b - a)
        for (const [key, n] of newestFirst.slice(0, least)) expect(recent.get(key)).toBe(n)
        const held = newestFirst.filter(([key]) => recent.get(key) !== undefined)
        expect(held.length).toBeLessThanOrEqual(2 * least)
        for (const [key, n] of held) expect(recent.get(key)).toBe(n)
      }),
    )
  })
})
