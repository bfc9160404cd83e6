import { quantity } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saidSize } from './sizes.ts'

const table: [atLeast: string, increment: string, said: string][] = [
  ['25', '0.1', '25'],
  ['12.5', '0.1', '12.5'],
  ['6.3', '0.1', '7.5'],
  ['25.2', '0.1', '30'],
  ['3.2', '0.1', '4'],
  ['63', '1', '75'],
  ['12.1', '1', '15'],
  ['187.5', '0.1', '200'],
  ['200000', '10', '200000'],
]

describe('a usual trading size', () => {
  it.each(table)('%s in steps of %s is %s', (atLeast, increment, said) => {
    expect(saidSize(quantity(atLeast), quantity(increment))).toBe(quantity(said))
  })

  it('is at least the requested size, on the increment, and less than twice that', () => {
    const least = fc.integer({ min: 1, max: 50_000 })
    fc.assert(
      fc.property(least, fc.constantFrom('0.1', '1', '10'), (steps, increment) => {
        const atLeast = steps * quantity(increment)
        const said = saidSize(atLeast, quantity(increment))
        expect(said % quantity(increment)).toBe(0)
        expect(said).toBeGreaterThanOrEqual(atLeast)
        expect(said).toBeLessThanOrEqual(2 * atLeast)
      }),
    )
  })
})
