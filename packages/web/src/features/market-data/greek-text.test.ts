import { describe, expect, it } from 'vitest'
import { gammaFigure, greekFigures, signedDollars } from './greek-text.ts'

// One move per currency, so that gammas can be compared. The smallest ones keep a fourth decimal.
const gammas: [gamma: number, currency: string, value: string, per: string][] = [
  [0.0012, 'BTC', '+1.200', '/ $1k'],
  [-2.5, 'ETH', '−250.000', '/ $100'],
  [0.00003, 'BTC', '+0.0300', '/ $1k'],
  [-0.0000012, 'BTC', '−0.0012', '/ $1k'],
  [0.00003, 'ETH', '+0.0030', '/ $100'],
  [0, 'BTC', '0.0000', '/ $1k'],
]

describe('greeks on the screen', () => {
  it.each(gammas)('reads a gamma of %d in %s as %s %s', (gamma, currency, value, per) => {
    expect(gammaFigure(gamma, currency)).toEqual({ value, per })
  })

  it('shows the sign of theta and vega', () => {
    expect([signedDollars(12_000), signedDollars(-2_100), signedDollars(0.2), signedDollars(-0.2)]).toEqual([
      '+$12.0k',
      '−$2.1k',
      '$0',
      '$0',
    ])
    expect(greekFigures({ delta: 54.08, gamma: 0.0012, vega: 12_000, theta: -2_100 }, 'BTC').map((one) => one.per)).toEqual([
      'BTC',
      '/ $1k',
      '/ vol',
      '/ day',
    ])
  })
})
