import { describe, expect, it } from 'vitest'
import { formatQuantity } from '../decimal.ts'
import { product, products } from './products.ts'
import { venues } from './venues.ts'

const families: [string, string][] = [
  ['DBT OPTION active', 'DO EH'],
  ['DBT OPTION disabled', 'SL IJ MT RP'],
  ['DBT FUTURE active', 'CF AZ'],
  ['DBT FUTURE disabled', 'SO SF MA RF'],
  ['BIT OPTION active', 'BD WV OJ'],
  ['BIT OPTION disabled', 'BO VT GD'],
  ['BIT FUTURE active', 'PE DE AU'],
  ['BIT FUTURE disabled', 'BF ZW HM'],
  ['BYB OPTION active', 'BE JC'],
  ['BYB FUTURE active', 'BB EF EO XR'],
  ['BYB FUTURE disabled', 'BX JB'],
  ['PRDX FUTURE active', 'QB QE'],
]

// prettier-ignore
const minimums: [string, string][] = [
  ['DO', '25'], ['EH', '250'], ['CF', '20000'], ['AZ', '100000'], ['SL', '2500'], ['SO', '20000'], ['GD', '100'], ['BO', '1'],
  ['VT', '20'], ['HM', '5000'], ['BF', '500'], ['ZW', '5000'], ['BD', '0.01'], ['WV', '0.1'], ['PE', '0.01'], ['DE', '0.1'],
  ['BE', '0.01'], ['JC', '0.1'], ['BX', '0.001'], ['SF', '200000'], ['MA', '200000'], ['RF', '200000'], ['JB', '200000'],
  ['OJ', '1'], ['MT', '1'], ['RP', '1'], ['AU', '200000'], ['BB', '1'], ['EF', '1'], ['EO', '1'], ['XR', '1'], ['IJ', '1'],
  ['QB', '0.1'], ['QE', '1'],
]

const sizes: [string, string][] = [
  ['CF', '10'],
  ['BF', '10'],
  ['SF', '0.1'],
  ['MT', '1000'],
  ['RP', '1000'],
  ['MA', '10'],
  ['RF', '10'],
  ['DO', '1'],
  ['AZ', '1'],
]

describe('3.1 every product of every venue is known, and only active ones trade', () => {
  // Proves T 3.17, T 3.33 to 3.38.
  it.each(families)('%s: %s', (family, codes) => {
    const found = products.filter((each) => `${each.venue} ${each.kind} ${each.isDisabled ? 'disabled' : 'active'}` === family)
    expect(found.map((each) => each.code).sort()).toEqual(codes.split(' ').sort())
  })

  // Proves T 3.16, T 3.18.
  it('gives each code once, two capitals, and finds it by its code', () => {
    expect(new Set(products.map((each) => each.code)).size).toBe(products.length)
    expect(new Set(products.map((each) => `${each.venue} ${each.kind} ${each.marginType} ${each.currency}`)).size).toBe(products.length)
    for (const each of products) {
      expect(each.code).toMatch(/^[A-Z]{2}$/)
      expect(product(each.code)).toBe(each)
    }
  })

  // Proves T 3.22, T 9.31 to 9.51.
  it.each(minimums)('the minimum block of %s is %s', (code, minimum) => {
    expect(formatQuantity(product(code)!.minBlockSize)).toBe(minimum)
  })

  // Proves T 9.50.
  it('no code is without a minimum of its own, in contracts', () => {
    expect(minimums.map(([code]) => code).sort()).toEqual(products.map(({ code }) => code).sort())
  })

  // Proves T 3.20, T 9.53 to 9.56.
  it.each(sizes)('one contract of %s is %s', (code, size) => {
    expect(formatQuantity(product(code)!.contractSize)).toBe(size)
  })

  // Proves T 3.30 to 3.32.
  it('counts the minimum per structure at DBT, BYB and PRDX, per leg at BIT', () => {
    expect(Object.values(venues).map((venue) => [venue.code, venue.minBlockSizeCalculation, venue.normalizedMinBlockSize])).toEqual([
      ['DBT', 'strategy', 0],
      ['BIT', 'leg', 0],
      ['BYB', 'strategy', 1],
      ['PRDX', 'strategy', 0],
    ])
  })
})
