import { readDecimal, withCommas } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntered, roundedText, stepNumberText, suggestEntered } from './number-text.ts'

it('what is shown is read back to the digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }), (digits, decimals) => {
      const text = digits.toString().padStart(decimals + 1, '0')
      const plain = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
      expect(readDecimal(withCommas(plain))).toBe(plain)
    }),
  )
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

describe('3.16 what a number field hands on', () => {
  const vol = (text: string) => /^(\d+(?:\.\d+)?)v$/.exec(text)?.[1]

  it.each([
    ['', '', undefined],
    [' ', '', undefined],
    ['2.5k', '2500', undefined],
    ['52v', '52', undefined],
    ['12,5', undefined, '12.5'],
    ['0,0425', undefined, '0.0425'],
    ['52,5v', undefined, '52.5v'],
    ['52,5w', undefined, undefined],
    ['70.9q', undefined, undefined],
  ])('%j is %j, and %j is offered', (text, entered, offered) => {
    expect(readEntered(text, vol)).toBe(entered)
    if (entered === undefined) expect(suggestEntered(text, vol)).toBe(offered)
  })
})

describe('3.17 a quantity on its increment', () => {
  it.each([
    ['25.07', '0.1', '25.1'],
    ['25.1', '0.1', undefined],
    ['17', '10', '20'],
    ['0.04', '0.1', undefined],
    ['25.07', '0', undefined],
  ])('%s in steps of %s is %s', (text, step, rounded) => expect(roundedText(text, step)).toBe(rounded))
})
