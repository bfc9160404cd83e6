import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity, quantity, type Price, type Quantity } from '../decimal.ts'
import { readDecimal, readPrice, readQuantity, suggestDecimal } from './read.ts'
import { roundToIncrement } from './round.ts'

const typed: [text: string, decimal: string | undefined][] = [
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,34', undefined],
  ['12,5', undefined],
  ['0,042', undefined],
  ['0,0425', undefined],
  ['00,042', undefined],
  ['1,2345', undefined],
  ['1234,567', undefined],
  ['1,234k', '1234000'],
  ['\u22120.0005', '-0.0005'],
  ['-5', '-5'],
  ['+5', '5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['100k', '100000'],
  ['1.25K', '1250'],
  ['1.2345678k', '1234.5678'],
  ['2m', '2000000'],
  ['007', '7'],
  [' 25 ', '25'],
  ['', undefined],
  ['-', undefined],
  ['.', undefined],
  ['k', undefined],
  ['1e5', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['0x10', undefined],
  ['1 000', undefined],
  ['12abc', undefined],
  ['9'.repeat(60), undefined],
]

describe('3.16 numbers as people type them', () => {
  // Proves T 5.2.
  it.each(typed)('%j is %s', (text, decimal) => {
    expect(readDecimal(text)).toBe(decimal)
  })

  const suggestions: [typed: string, meant: string | undefined][] = [
    ['12,5', '12.5'],
    ['0,042', '0.042'],
    ['0,0425', '0.0425'],
    ['\u22120,0005', '\u22120.0005'],
    ['2,5k', '2.5k'],
    ['52,5v', '52.5v'],
    ['1.234,5', '1234.5'],
    ['1 000', '1000'],
    ['1 234,5', '1234.5'],
    ["1'000.5", '1000.5'],
    ['1.234.567', '1234567'],
    ['12,34,5', undefined],
    ['70.9q', undefined],
    ['abc', undefined],
    ['', undefined],
    [`0,${'0'.repeat(60)}`, undefined],
  ]
  it.each(suggestions)('%j may have been meant as %j, which is offered and never taken', (text, meant) => {
    expect(readDecimal(text)).toBeUndefined()
    expect(suggestDecimal(text)).toBe(meant)
  })

  it('offers no other number for one that is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,k -'), maxLength: 12 }), (text) => {
        const meant = suggestDecimal(text)
        if (readDecimal(text) === undefined && meant !== undefined) expect(suggestDecimal(meant)).toBeUndefined()
      }),
    )
  })

  // Proves T 5.1.
  it.each(['', ' ', '0', '0.000', '\u22120', 'abc', '0k'])('a price of %j counts as none', (text) => {
    expect(readPrice(text)).toBeUndefined()
  })

  it('reads each kind of number', () => {
    expect(formatPrice(readPrice('\u22120.0125')!)).toBe('-0.0125')
    expect(formatQuantity(readQuantity('250x')!)).toBe('250')
    expect([readQuantity('-5'), readQuantity('0')]).toEqual([undefined, undefined])
  })

  it('reads back every price as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000_000_000_000_00, max: 9_000_000_000_000_00 }), (value) => {
        expect(readPrice(formatPrice(value as Price))).toBe(value === 0 ? undefined : value)
      }),
    )
  })
})

describe('3.17 rounding to the increment', () => {
  it.each([
    ['25.04', '0.1', '25'],
    ['25.05', '0.1', '25.1'],
    ['14', '10', '10'],
    ['15', '10', '20'],
    ['20', '10', '20'],
  ])('%s in steps of %s is %s', (value, step, nearest) => {
    expect(formatQuantity(roundToIncrement(quantity(value), quantity(step)))).toBe(nearest)
  })

  it('is never further than half a step away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 1e8 }), (value, step) => {
        const rounded = roundToIncrement(value as Quantity, step as Quantity)
        expect(rounded % step).toBe(0)
        expect(2 * Math.abs(rounded - value)).toBeLessThanOrEqual(step)
      }),
    )
  })
})
