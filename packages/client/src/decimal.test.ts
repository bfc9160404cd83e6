import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals } from './decimal.ts'

describe('decimals are compared exactly', () => {
  it.each<[string, string, number]>([
    ['0.1', '0.10', 0],
    ['-0.001', '0', -1],
    ['-0.002', '-0.001', -1],
    ['10', '9.999999999999', 1],
    ['900000000000000.000000000001', '900000000000000.000000000002', -1],
  ])('%s to %s: %i', (a, b, order) => {
    expect(compareDecimals(a, b)).toBe(order)
    expect(compareDecimals(b, a)).toBe(order === 0 ? 0 : -order)
  })

  it('as whole numbers of their last digit are', () => {
    const text = (size: number): string =>
      `${size < 0 ? '-' : ''}${Math.floor(Math.abs(size) / 1000)}.${String(Math.abs(size) % 1000).padStart(3, '0')}`
    fc.assert(fc.property(fc.integer(), fc.integer(), (a, b) => compareDecimals(text(a), text(b)) === Math.sign(a - b)))
  })
})
