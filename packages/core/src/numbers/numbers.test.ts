import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity, price, quantity, ratio, type Price, type Quantity } from '../decimal.ts'
import { product } from '../catalogue/products.ts'
import { structureOf } from '../structure/leg-examples.ts'
import { readDecimal, readPrice, readQuantity, readRatio, readVolatility } from './read.ts'
import { roundToIncrement, roundUpToIncrement } from './round.ts'
import { shownPriceDecimals, showFigure, showPrice, showQuantity, showRatio, showVolatility } from './show.ts'

const typed: [text: string, decimal: string | undefined][] = [
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,34', undefined],
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
  it.each(typed)('%j is %s', (text, decimal) => {
    expect(readDecimal(text)).toBe(decimal)
  })

  it.each(['', ' ', '0', '0.000', '\u22120', 'abc', '0k'])('a price of %j counts as none', (text) => {
    expect(readPrice(text)).toBeUndefined()
  })

  it('reads each kind of number', () => {
    expect(formatPrice(readPrice('\u22120.0125')!)).toBe('-0.0125')
    expect(formatQuantity(readQuantity('250x')!)).toBe('250')
    expect([readQuantity('-5'), readRatio('-1'), readRatio('0')]).toEqual([undefined, undefined, undefined])
    expect(readRatio('1.5')).toBe(ratio('1.5'))
    expect([readVolatility('52v'), readVolatility('52.5 V'), readVolatility('52'), readVolatility('0v')]).toEqual([
      0.52,
      0.525,
      undefined,
      undefined,
    ])
  })

  it('reads back every price it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000_000_000_000_00, max: 9_000_000_000_000_00 }), (value) => {
        expect(readPrice(showPrice(value as Price, 8))).toBe(value === 0 ? undefined : value)
      }),
    )
  })
})

describe('3.17 rounding to the increment', () => {
  it.each([
    ['25.04', '0.1', '25', '25.1'],
    ['25.05', '0.1', '25.1', '25.1'],
    ['14', '10', '10', '20'],
    ['15', '10', '20', '20'],
    ['20', '10', '20', '20'],
  ])('%s in steps of %s is %s, upwards %s', (value, step, nearest, up) => {
    expect(formatQuantity(roundToIncrement(quantity(value), quantity(step)))).toBe(nearest)
    expect(formatQuantity(roundUpToIncrement(quantity(value), quantity(step)))).toBe(up)
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

describe('6.6 prices on a screen', () => {
  const whole = structureOf('+1 BTC-27MAR26-100000-C', '-2 BTC-27MAR26-120000-C')
  const fractional = structureOf('+1 BTC-27MAR26-100000-C', '-1.5 BTC-27MAR26-120000-C')

  it('have the digits of the product, and one more where a ratio is fractional', () => {
    expect([shownPriceDecimals(whole, product('DO')!), shownPriceDecimals(fractional, product('DO')!)]).toEqual([4, 5])
  })

  it.each([
    ['0.05', 4, '0.0500'],
    ['-0.00125', 5, '\u22120.00125'],
    ['-0.00125', 4, '\u22120.0013'],
    ['91234.5', 2, '91,234.50'],
    ['1234567', 0, '1,234,567'],
    ['-0.00001', 4, '0.0000'],
  ])('%s with %i decimals is %s', (value, decimals, text) => {
    expect(showPrice(price(value), decimals)).toBe(text)
  })
})

describe('6.7 other figures on a screen', () => {
  it.each([
    ['1', '1'],
    ['1.5', '1.5'],
    ['0.25', '0.25'],
    ['0.3333', '0.33\u2026'],
    ['22543.125', '22,543.12\u2026'],
  ])('the ratio %s is %s', (value, text) => {
    expect(showRatio(ratio(value))).toBe(text)
  })

  it('shows quantities, volatilities and Greeks', () => {
    expect([showQuantity(quantity('12500')), showQuantity(quantity('12.5'), 2), showVolatility(0.5234)]).toEqual([
      '12,500',
      '12.50',
      '52.3%',
    ])
    expect([showFigure(-0.004, 2), showFigure(-1234.5, 1), showFigure(undefined, 2)]).toEqual(['0.00', '\u22121,234.5', '\u2013'])
  })
})
