import { describe, expect, it } from 'vitest'
import { gammaFigure, greekFigures, signedDollars } from './greek-text.ts'

// A gamma is read for the smallest round move of the underlying that leaves figures to read.
const gammas: [gamma: number, value: string, per: string][] = [
  [0.0012, '+0.0012', '/ $1'],
  [-2.5, '−2.50', '/ $1'],
  [0.00003, '+0.0030', '/ $100'],
  [-0.0000012, '−0.0012', '/ $1k'],
  [0, '0.0000', '/ $1k'],
]

describe('greeks on the screen', () => {
  it.each(gammas)('reads a gamma of %d as %s %s', (gamma, value, per) => {
    expect(gammaFigure(gamma)).toEqual({ value, per })
  })

  it('signs what a day or a vol brings', () => {
    expect([signedDollars(12_000), signedDollars(-2_100), signedDollars(0.2), signedDollars(-0.2)]).toEqual([
      '+$12.0k',
      '−$2.1k',
      '$0',
      '$0',
    ])
    expect(greekFigures({ delta: 54.08, gamma: 0.0012, vega: 12_000, theta: -2_100 }, 'BTC').map((one) => one.per)).toEqual([
      'BTC',
      '/ $1',
      '/ vol',
      '/ day',
    ])
  })
})
