import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TwoGenerationCache } from './two-generation-cache.ts'

describe('what is remembered for a while', () => {
  it('keeps at least so many keys with their last values, and never more than twice as many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.nat(15), { maxLength: 60 }), (least, keys) => {
        const recent = new TwoGenerationCache<number, number>(least)
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

  it('keeps at least so many keys that were set or used, with their last values', () => {
    const doing = fc.record({ key: fc.nat(9), isSet: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(doing, { maxLength: 80 }), (least, doings) => {
        const recent = new TwoGenerationCache<number, number>(least)
        // The last one set or used comes last.
        const said = new Map<number, number>()
        doings.forEach(({ key, isSet }, n) => {
          const before = [...said.keys()].slice(-least).includes(key)
          if (isSet) recent.set(key, n)
          const value = recent.use(key)
          if (isSet) expect(value).toBe(n)
          else if (before) expect(value).toBe(said.get(key))
          said.delete(key)
          if (value !== undefined) said.set(key, value)
        })
        for (const [key, n] of [...said].slice(-least)) expect(recent.get(key)).toBe(n)
        expect([...said.keys()].filter((key) => recent.get(key) !== undefined).length).toBeLessThanOrEqual(2 * least)
      }),
    )
  })

  it('keeps everything that was set at the newest moment, however much it is, and drops it with later ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }), (least, sizes) => {
        const recent = new TwoGenerationCache<string, number>(least)
        sizes.forEach((size, moment) => {
          const keys = Array.from({ length: size }, (_, n) => `${moment} ${n}`)
          for (const key of keys) recent.set(key, moment, moment)
          for (const key of keys) expect(recent.get(key)).toBe(moment)
          // Two full generations have come after it.
          for (let n = 0; n < moment - 2 * least; n++) expect(recent.get(`${n} 0`)).toBeUndefined()
        })
      }),
    )
  })

  it('holds what is used again and again, whatever comes', () => {
    const recent = new TwoGenerationCache<string, string>(5)
    recent.set('asked', 'yes')
    for (let n = 0; n < 100; n++) {
      recent.set(`k${n}`, 'no')
      expect(recent.use('asked')).toBe('yes')
    }
  })
})
