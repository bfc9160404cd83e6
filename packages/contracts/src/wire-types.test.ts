import { describe, expect, it } from 'vitest'
import { DecimalIn, IntegerIn, MomentIn, TokenDecimal, TokenDecimalIn } from './wire-types.ts'

describe('a decimal as clients send it', () => {
  it.each<[string | number, string]>([
    ['25.0', '25.0'],
    [' 0.0421 ', '0.0421'],
    [25, '25'],
    [0.0421, '0.0421'],
    [1e-7, '0.0000001'],
    [-3, '-3'],
    // Binary sums leave these digits behind.
    [0.1 + 0.2, '0.3'],
    [415 * 0.0001, '0.0415'],
    [91_000.1 + 0.2, '91000.3'],
    [1e-300, '0'],
  ])('%j is read as %s', (sent, read) => {
    expect(DecimalIn.parse(sent)).toBe(read)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, '', '1e5', '0x10', '1,000', '+1', '0.1.1', '9'.repeat(40), null, true, [], {}])(
    '%j is refused',
    (sent) => {
      expect(DecimalIn.safeParse(sent).success).toBe(false)
    },
  )
})

describe('a decimal of a token', () => {
  it('19.5 has as many digits as the token of an auction, also the smallest unit of one with 18 decimals', () => {
    for (const price of ['0.000000000000000001', '0.123456789012345678', '79228162514.264337593543950335', '25']) {
      expect(TokenDecimalIn.parse(price)).toBe(price)
      expect(TokenDecimal.parse(price)).toBe(price)
    }
    expect(TokenDecimalIn.parse(0.025)).toBe('0.025')
  })

  it.each([Number.NaN, 1e21, '', '.5', '1e5', '0x10', '1,000', '0.1.1', '9'.repeat(40), null, [], {}])('%j is refused', (sent) => {
    expect(TokenDecimalIn.safeParse(sent).success).toBe(false)
  })
})

describe('an id of an instrument', () => {
  it.each([
    [7, 7],
    ['7', 7],
    ['007', 7],
  ])('%j is read as %d', (sent, read) => {
    expect(IntegerIn.parse(sent)).toBe(read)
  })

  it.each([-1, 1.5, 1e300, '-1', '1.0', '', 'seven', null])('%j is refused', (sent) => {
    expect(IntegerIn.safeParse(sent).success).toBe(false)
  })
})

describe('a time', () => {
  const now = 1_798_761_600_000

  it.each([
    [now, now],
    [String(now), now],
    [0, 0],
    ['0', 0],
    [100_000_000_000, 100_000_000_000],
    [99_999_999_999_999, 99_999_999_999_999],
  ])('%j is read as %d', (sent, read) => {
    expect(MomentIn.parse(sent)).toBe(read)
  })

  it.each([
    [now / 1_000, 'seconds'],
    [String(now / 1_000), 'seconds'],
    [99_999_999_999, 'seconds'],
    [now * 1_000, 'microseconds'],
    [`${now}000`, 'microseconds'],
    [now * 1_000_000, 'nanoseconds'],
    [`${now}000000`, 'nanoseconds'],
    [5, undefined],
    [-now, undefined],
    [now + 0.5, undefined],
    ['', undefined],
    ['2027-01-01', undefined],
    [String(now / 1_000 + 0.5), undefined],
  ])('%j is refused, with the unit that it has: %s', (sent, unit) => {
    const accepted = 'Must be a time in milliseconds since 1970, a whole number such as 1798761600000.'
    const expected = unit === undefined ? accepted : `${accepted} The value looks like ${unit}.`
    expect(MomentIn.safeParse(sent).error?.issues[0]?.message).toBe(expected)
  })
})
