import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumberText, stepNumberText, withCommas } from './number-text.ts'

describe('numbers as people type them', () => {
  it.each([
    ['250', '250'],
    ['2.5k', '2500'],
    ['1,000', '1000'],
    ['0.25m', '250000'],
    ['1.23456k', '1234.56'],
    ['−0.0004', '-0.0004'],
    ['+12', '12'],
    ['.5', '0.5'],
    ['007', '7'],
    ['-0', '0'],
    ['0.0428', '0.0428'],
    ['0.042800', '0.042800'],
  ])('%s is read as %s', (typed, read) => expect(readNumberText(typed)).toBe(read))

  it.each(['', '-', '1.2.3', 'abc', '52v', '1e5', 'k', '0x10'])('%s is no number', (typed) => expect(readNumberText(typed)).toBeUndefined())

  it('no digit is ever lost, however many there are', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }), (digits, decimals) => {
        const text = digits.toString().padStart(decimals + 1, '0')
        const plain = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
        expect(readNumberText(withCommas(plain))).toBe(plain)
      }),
    )
  })
})

describe('arrows step along the grid', () => {
  it.each([
    ['0.0428', '0.0001', 1, '0.0429'],
    ['0.0428', '0.0001', -10, '0.0418'],
    ['0.04285', '0.0001', 1, '0.0429'],
    ['0.04285', '0.0001', -1, '0.0428'],
    ['0', '0.0001', -1, '-0.0001'],
    ['-0.00015', '0.0001', 1, '-0.0001'],
    ['-0.00015', '0.0001', -1, '-0.0002'],
    ['250', '12.5', 1, '262.5'],
    ['262.5', '12.5', 1, '275.0'],
    ['41.62', '0.5', 1, '42.0'],
  ])('%s by %s, %i times, is %s', (value, step, times, next) => expect(stepNumberText(value, step, times)).toBe(next))
})

it('a trader reads commas and the special minus', () => {
  expect([withCommas('1234567.5'), withCommas('-3100'), withCommas('0.0428')]).toEqual(['1,234,567.5', '−3,100', '0.0428'])
})
