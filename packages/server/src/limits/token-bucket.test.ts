import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from './token-bucket.ts'

describe('a rate limit', () => {
  it('lets a burst through, then the rate, and reports when there is room again', () => {
    const limit = createRateLimit({ perSecond: 2, burst: 3 })
    expect([1, 2, 3, 4].map(() => limit.take('ORRY', 1_000))).toEqual([undefined, undefined, undefined, 500])
    expect(limit.take('ORRY', 1_499)).toBe(1)
    expect(limit.take('ORRY', 1_500)).toBeUndefined()
    expect(limit.take('ORRY', 1_500)).toBe(500)
  })

  it('counts each desk by itself', () => {
    const limit = createRateLimit({ perSecond: 1, burst: 1 })
    expect(limit.take('ORRY', 0)).toBeUndefined()
    expect(limit.take('KEST', 0)).toBeUndefined()
    expect(limit.take('ORRY', 0)).toBe(1_000)
  })

  it('never lets more through than the burst and the rate allow, also where the clock goes back', () => {
    const steps = fc.array(fc.integer({ min: -50, max: 400 }), { maxLength: 300 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 50 }), (gaps, burst, perSecond) => {
        const limit = createRateLimit({ perSecond, burst })
        let now = 100_000
        // A bucket starts with its first call, which may come before the start of the other counts.
        const first = now + (gaps[0] ?? 0)
        let latest = first
        let taken = 0
        for (const gap of gaps) {
          now += gap
          latest = Math.max(latest, now)
          if (limit.take('ORRY', now) === undefined) taken += 1
        }
        expect(taken).toBeLessThanOrEqual(burst + ((latest - first) / 1000) * perSecond + 1e-6)
      }),
    )
  })
})
