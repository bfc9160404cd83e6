import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, parsePrice, parseQuantity, type Price } from './decimal.ts'

describe('reading a plain decimal', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['+1', 1e8],
    ['1.', 1e8],
    ['-3.0', -3e8],
    ['0.00000001', 1],
    ['1.100000000000', 1.1e8],
    ['90071992.54740991', Number.MAX_SAFE_INTEGER],
    ['00000000000000000001', 1e8],
  ])('takes %s', (text, scaled) => {
    expect(parsePrice(text)).toBe(scaled)
  })

  it.each([
    ...['', '-', '.', '.1', '1.2.3', '--1', '1-', '1e3', ' 1', '1\n', '1,000', '١', 'NaN', '0x1'],
    ...['0.000000001', '90071992.54740992', '-90071992.54740992', '99999999999999999999'],
    ...['000000000000000000001', '1.000000000000000000000'],
  ])('refuses %j', (text) => {
    expect(parsePrice(text)).toBeUndefined()
  })

  it('keeps the digits of its own scale', () => {
    expect(parseQuantity('0.000001')).toBe(1)
    expect(parseQuantity('0.0000001')).toBeUndefined()
  })

  it('agrees with whole numbers of unlimited size', () => {
    const digits = (least: number, most: number) =>
      fc.string({ unit: fc.constantFrom(...'00123456789'), minLength: least, maxLength: most })
    fc.assert(
      fc.property(fc.constantFrom('', '-', '+'), digits(1, 20), digits(0, 20), (sign, whole, fraction) => {
        const isWithinScale = /^0*$/.test(fraction.slice(8))
        const exact = BigInt(`${whole}${fraction.slice(0, 8).padEnd(8, '0')}`) * (sign === '-' ? -1n : 1n)
        const isSafe = exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER)
        expect(parsePrice(`${sign}${whole}.${fraction}`)).toBe(isWithinScale && isSafe ? Number(exact) : undefined)
      }),
    )
  })

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parsePrice(formatPrice(value as Price))).toBe(value)
      }),
    )
  })
})
