import { legText, priceDecimals, priceText, strategyName, structureText } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { hedgeText, ratioText, tradeLegs } from './structure-text.ts'

type Side = 'BUY' | 'SELL'
const leg = (instrumentName: string, side: Side, ratio = '1', price?: string) => ({
  instrumentName,
  side,
  ratio,
  ...(price === undefined ? {} : { price }),
  productCode: /-[CP]$/.test(instrumentName) ? 'DO' : 'CF',
})

describe('a structure in a row of the table', () => {
  it.each([
    ['CL', [leg('BTC-27MAR26-110000-C', 'BUY')], 'Call', '27 MAR 26 · 110k'],
    ['CS', [leg('BTC-27MAR26-100000-C', 'BUY'), leg('BTC-27MAR26-120000-C', 'SELL')], 'Call Spread', '27 MAR 26 · 100k / 120k'],
    ['CR', [leg('ETH-26JUN26-3600-P', 'SELL'), leg('ETH-26JUN26-5200-C', 'BUY')], 'Risk Reversal', '26 JUN 26 · 3,600P / 5,200C'],
    ['SD', [leg('BTC-25DEC26-92000-C', 'BUY'), leg('BTC-25DEC26-92000-P', 'BUY')], 'Straddle', '25 DEC 26 · 92k'],
    ['CC', [leg('BTC-25DEC26-100000-C', 'SELL'), leg('BTC-26MAR27-100000-C', 'BUY')], 'Call Calendar', '25 DEC 26 / 26 MAR 27 · 100k'],
    ['CC', [leg('BTC-25DEC26-90000-C', 'SELL'), leg('BTC-26MAR27-100000-C', 'BUY')], 'Call Diagonal', '25 DEC 26 90kC / 26 MAR 27 100kC'],
    [
      'PT',
      [leg('BTC-27FEB26-85000-P', 'BUY'), leg('BTC-PERPETUAL', 'SELL', '0.31', '91480')],
      'Put + hedge',
      '27 FEB 26 · 85k with perpetual',
    ],
    ['FS', [leg('ETH-PERPETUAL', 'SELL'), leg('ETH-27MAR26', 'BUY')], 'Future Spread', 'PERP / 27 MAR 26'],
    ['CM', [leg('BTC-25DEC26-75000-P', 'BUY'), leg('BTC-25DEC26-65000-P', 'SELL', '2')], 'Put Ratio Spread', '25 DEC 26 · 65k / 75k'],
  ] as const)('%s reads as a trader says it', (strategyCode, legs, name, places) => {
    expect([strategyName({ strategyCode, legs }), structureText(legs)]).toEqual([name, places])
  })

  it('four strikes are written close together', () => {
    const legs = ['2400-P', '2600-P', '3600-C', '3800-C'].map((name) => leg(`ETH-25DEC26-${name}`, 'BUY'))
    expect(structureText(legs)).toBe('25 DEC 26 · 2.4k/2.6k/3.6k/3.8k')
  })

  it('a name the catalogue does not read is shown as it is', () => expect(structureText([leg('WHAT', 'BUY')])).toBe('WHAT'))
})

describe('a leg in a ticket', () => {
  const now = Date.UTC(2026, 10, 22)
  it.each([
    ['BTC-25DEC26-100000-C', '25 DEC · 100k C'],
    ['ETH-29JAN27-2800-P', '29 JAN · 2,800 P'],
    // The same day and month one year later is another expiry.
    ['BTC-31DEC27-100000-C', '31 DEC 27 · 100k C'],
    ['BTC-PERPETUAL', 'PERP'],
    ['ETH-26MAR27', '26 MAR'],
    ['WHAT', 'WHAT'],
  ])('%s reads %s', (name, words) => expect(legText(name, now)).toBe(words))

  it('that is a hedge shows its full size, in dollars and in coin, with the side of the structure’s buyer', () => {
    const inverse = { productCode: 'CF', quantity: '1532990', price: '91445', side: 'SELL' as const }
    expect(hedgeText(inverse, 'BTC')).toEqual({ size: '−$1,532,990', coins: '16.76 BTC', price: '91,445.0' })
  })
})

describe('figures', () => {
  // Proves T 5.5, T 9.16.
  it.each([
    ['1', 'BUY', '+1'],
    ['0.5', 'SELL', '−0.5'],
    ['1.125', 'SELL', '−1.12…'],
    ['2.00', 'BUY', '+2'],
  ] as const)('6.7 a ratio of %s, %s, is shown as %s', (ratio, side, text) => expect(ratioText({ ratio, side })).toBe(text))

  // Proves T 5.4.
  it('6.6 a price has the precision of its product, one more for a custom structure with fractions', () => {
    const legs = [leg('BTC-25DEC26-100000-C', 'BUY'), leg('BTC-25DEC26-120000-C', 'SELL', '1.125')]
    expect([priceDecimals({ strategyCode: 'CS', legs }), priceDecimals({ strategyCode: 'CM', legs })]).toEqual([4, 5])
  })

  it('zeros are added to a price, and digits are never removed', () => {
    expect([priceText('0.043', 4), priceText('0.04285', 4), priceText('-41.5', 2), priceText('6480', 0)]).toEqual([
      '0.0430',
      '0.04285',
      '−41.50',
      '6,480',
    ])
  })

  it('the hedge of a trade is identified by its kind, because all its legs have prices', () => {
    const legs = [leg('BTC-27FEB26-85000-P', 'BUY', '1', '0.03'), leg('BTC-PERPETUAL', 'SELL', '0.3', '91480')]
    expect(tradeLegs({ kind: 'OPTION_FUTURE', legs }).map(({ price }) => price)).toEqual([undefined, '91480'])
    expect(tradeLegs({ kind: 'OPTION', legs: legs.slice(0, 1) }).map(({ price }) => price)).toEqual([undefined])
  })
})
