import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESPONSE_STEPS, responseQuantile, responseStep } from './response-times.ts'

const countsOf = (times: readonly number[]): readonly number[] => {
  const counts = Array.from({ length: RESPONSE_STEPS }, () => 0)
  for (const ms of times) counts[responseStep(ms)]! += 1
  return counts
}

describe('20.5 times to the first quote', () => {
  it('are right to an eighth, whatever share of them is asked for', () => {
    const time = fc.integer({ min: 50, max: 2_500_000 })
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 60 }), fc.constantFrom(0.5, 0.9, 1), (times, share) => {
        const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!
        const read = responseQuantile(countsOf(times), share)!
        expect(Math.abs(read - exact)).toBeLessThanOrEqual(exact / 8 + 1)
      }),
    )
  })

  it('add up: the median of two days is that of their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000_000), { maxLength: 40 }), fc.array(fc.nat(3_000_000), { maxLength: 40 }), (one, other) => {
        const [a, b] = [countsOf(one), countsOf(other)]
        expect(a.map((count, step) => count + b[step]!)).toEqual(countsOf([...one, ...other]))
      }),
    )
  })

  it.each([
    [0, 50],
    [50, 50],
    [10_000_000, 2_317_048],
  ])('%d ms alone reads as %d', (ms, read) => {
    expect(responseQuantile(countsOf([ms]), 0.5)).toBe(read)
  })

  it('are absent where there are none', () => {
    expect(responseQuantile(countsOf([]), 0.5)).toBeUndefined()
  })
})
