import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity, price, quantity, type Price, type Ratio } from '../decimal.ts'
import { legQuantities, structureKind, structurePrice } from './figures.ts'
import { legOf, structureOf } from '../../test/leg-examples.ts'

const call = '+1 BTC-27MAR26-100000-C'
const high = 'BTC-27MAR26-120000-C'
const hedge = '-22543 BTC-PERPETUAL @ 90000'

describe('6.1 the price of a structure is the signed sum of ratio times leg price', () => {
  it.each([
    ['a call spread', [call, `-1 ${high}`], ['0.05', '0.03'], '0.02'],
    ['below zero', [call, `-2 ${high}`], ['0.05', '0.03'], '-0.01'],
    ['the hedge is beside it', [call, `-1 ${high}`, hedge], ['0.05', '0.03', '90000'], '0.02'],
    ['futures, beyond 2^53 on the way', ['-1 BTC-PERPETUAL', '+1 BTC-26JUN26'], ['91234.56', '92345.67'], '1111.11'],
    ['a ratio of 1.5', [call, `-1.5 ${high}`], ['0.05', '0.03'], '0.005'],
  ])('%s', (_, legs, prices, sum) => {
    expect(formatPrice(structurePrice(structureOf(...legs).legs, prices.map(price))!)).toBe(sum)
  })

  it('has no price where the sum has no exact one, or a leg has none', () => {
    const legs = structureOf(call, `-1 ${high}`).legs
    expect(structurePrice([legs[0]!, { ...legs[1]!, ratio: 3333 as Ratio }], [price('0.05'), price('0.00000001')])).toBeUndefined()
    expect(structurePrice(legs, [price('0.05')])).toBeUndefined()
  })

  it('turns its sign with every side', () => {
    const leg = fc.record({ ratio: fc.integer({ min: 1, max: 500 }), at: fc.integer({ min: 0, max: 100_000_000 }), side: fc.constantFrom('BUY', 'SELL') }) // prettier-ignore
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 25 }), (chosen) => {
        const legs = chosen.map(({ ratio, side }) => ({ ...legOf(call), ratio: (ratio * 10_000) as Ratio, side: side as 'BUY' | 'SELL' }))
        const other = legs.map((each) => ({ ...each, side: each.side === 'BUY' ? ('SELL' as const) : ('BUY' as const) }))
        const prices = chosen.map(({ at }) => at as Price)
        expect(structurePrice(legs, prices)! + structurePrice(other, prices)!).toBe(0)
      }),
    )
  })
})

describe('3.10 the quantity of a leg', () => {
  it.each([
    ['ratio times quantity', [call, `-2 ${high}`], '12.5', '12.5 25'],
    ['a hedge is rounded to its own increment', [call, hedge], '25', '25 563580'],
    ['half a step goes up', [call, '-0.6 BTC-PERPETUAL @ 90000'], '25', '25 20'],
  ])('%s', (_, legs, of, expected) => {
    expect(
      legQuantities(structureOf(...legs), quantity(of))!
        .map((each) => formatQuantity(each))
        .join(' '),
    ).toBe(expected)
  })

  it('is none where a strategy leg has more digits than a quantity', () => {
    expect(legQuantities({ legs: [{ ...legOf(call), ratio: 3333 as Ratio }] }, quantity('0.000001'))).toBeUndefined()
  })
})

describe('3.11 what a structure is made of', () => {
  it.each([
    ['OPTION', [call]],
    ['FUTURE', ['+1 BTC-PERPETUAL']],
    ['OPTION_FUTURE', [call, hedge]],
  ])('%s', (kind, legs) => {
    expect(structureKind(structureOf(...legs))).toBe(kind)
  })
})
