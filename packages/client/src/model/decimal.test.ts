import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, restOf, sumOf } from './decimal.ts'

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

describe('decimals are added exactly', () => {
  it.each<[readonly string[], string]>([
    [['0', '0'], '0'],
    [['25', '0', '0'], '25'],
    [['0.1', '0.2'], '0.3'],
    [['12.5', '12.5'], '25'],
    [['900000000000000.000000000001', '0.000000000001'], '900000000000000.000000000002'],
    [['-1.5', '1'], '-0.5'],
  ])('%s is %s', (amounts, sum) => expect(sumOf(amounts)).toBe(sum))

  it.each<[string, readonly string[], string]>([
    ['25', ['0', '0', '0'], '25'],
    ['25', ['12.5', '0', '12.5'], '0'],
    ['25', ['0.000001', '2.5'], '22.499999'],
  ])('%s without %s is %s', (whole, parts, rest) => expect(restOf(whole, parts)).toBe(rest))
})
