import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { december, march, spread } from '../../test/spread-fixture.ts'
import { price, type Price } from '../decimal.ts'
import type { Mark } from '../pricing/mark.ts'
import type { Structure } from '../structure/structure.ts'
import { legLimits } from './leg-limits.ts'
import { isWithin, spreadBand, spreadLegPrices } from './leg-prices.ts'

type Figures = Pick<Mark, 'markPrice' | 'minPrice' | 'maxPrice'>
const markOf = ({ minPrice, maxPrice, markPrice }: Figures, instrumentId = december.id): Mark => ({
  ...{ instrumentId, markPrice, underlyingPrice: 90_000, indexPrice: 90_000, at: 0 },
  ...(minPrice === undefined ? {} : { minPrice }),
  ...(maxPrice === undefined ? {} : { maxPrice }),
})
const limitsWith = (near: Figures | undefined, far: Figures | undefined, structure = spread) =>
  legLimits(structure, (id) => {
    const figures = id === december.id ? near : far
    return figures && markOf(figures, id)
  })?.map(({ mark, least, most }) => [mark / 1e8, least / 1e8, most / 1e8])

const well: Figures = { markPrice: 91_000, minPrice: 90_000, maxPrice: 92_000 }

describe('17.4 the venue’s limits of the legs', () => {
  it.each<[title: string, near: Figures | undefined, then: number[] | undefined]>([
    ['on the tick as they are', well, [91_000, 90_000, 92_000]],
    [
      'inwards, and the mark to the nearest',
      { markPrice: 90_000.004, minPrice: 89_000.001, maxPrice: 91_000.009 },
      [90_000, 89_000.01, 91_000],
    ],
    ['none where the venue says no mark', undefined, undefined],
    ['none without a least price', { markPrice: 90_000, maxPrice: 91_000 }, undefined],
    ['none without a most price', { markPrice: 90_000, minPrice: 89_000 }, undefined],
    ['none where they leave no price on the tick', { markPrice: 90_000, minPrice: 90_000.001, maxPrice: 90_000.009 }, undefined],
  ])('17.4 %s', (_title, near, then) => {
    expect(limitsWith(near, well)?.[0]).toEqual(then)
    expect(limitsWith(well, near)?.[1]).toEqual(then)
  })

  it('17.6 stand on a tick that both legs have, so that every price on it makes two leg prices', () => {
    const ticks = fc.constantFrom('0.01', '0.1', '0.2', '0.5', '2.5')
    const figures = fc.record({
      markPrice: fc.double({ min: 80_000, max: 99_000, noNaN: true }),
      width: fc.double({ min: 10, max: 900, noNaN: true }),
    })
    fc.assert(
      fc.property(ticks, ticks, figures, figures, fc.integer({ min: -2_000, max: 2_000 }), (one, other, near, far, steps) => {
        const [sold, bought] = [price(one), price(other)]
        const structure: Structure = {
          legs: [
            { ...spread.legs[0]!, instrument: { ...december, tickSize: sold } },
            { ...spread.legs[1]!, instrument: { ...march, tickSize: bought } },
          ],
        }
        const bandOf = ({ markPrice, width }: typeof near): Figures => ({
          markPrice,
          minPrice: markPrice - width,
          maxPrice: markPrice + width,
        })
        const limits = legLimits(structure, (id) => markOf(bandOf(id === december.id ? near : far), id))
        if (limits === undefined) return
        // A multiple of every pair of these ticks, like the step of a listed spread.
        const total = (steps * price('5')) as Price
        const legs = spreadLegPrices(structure, total, limits)
        expect(legs !== undefined).toBe(isWithin(spreadBand(structure, limits), total))
        if (legs === undefined) return
        expect([legs[0]! % sold, legs[1]! % bought, legs[1]! - legs[0]!]).toEqual([0, 0, total])
      }),
      { numRuns: 500 },
    )
  })
})
