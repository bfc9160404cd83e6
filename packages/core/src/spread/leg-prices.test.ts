import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, type Price } from '../decimal.ts'
import { structurePrice } from '../structure/figures.ts'
import { limits, spread } from '../../test/spread-fixture.ts'
import { isWithin, spreadBand, spreadLegPrices, type LegLimits } from './leg-prices.ts'

const legsAt = (total: string, ...legs: readonly LegLimits[]) => spreadLegPrices(spread, price(total), legs)?.map((one) => one / 1e8)

describe('17.6 the two legs of a trade', () => {
  it.each<[title: string, total: string, near: [string, string], far: [string, string], then: number[] | undefined]>([
    ['the sold leg trades at its mark', '1130.5', ['90000', '500'], ['91130', '500'], [90000, 91130.5]],
    ['also where the price is below zero', '-20', ['90000', '500'], ['89990', '500'], [90000, 89980]],
    ['both fall where the bought one would be above its limit', '1600', ['90000', '500'], ['91000', '500'], [89900, 91500]],
    ['both rise where the bought one would be below its limit', '400', ['90000', '500'], ['91000', '500'], [90100, 90500]],
    ['as far as the limit of the sold one goes', '2000', ['90000', '500'], ['91000', '500'], [89500, 91500]],
    ['beyond that there are none', '2000.5', ['90000', '500'], ['91000', '500'], undefined],
    ['and none below', '-0.5', ['90000', '500'], ['91000', '500'], undefined],
  ])('17.6 %s', (_title, total, near, far, then) => {
    expect(legsAt(total, limits(...near), limits(...far))).toEqual(then)
  })

  const TICK = price('0.01')
  const leg = fc
    .record({ mark: fc.integer({ min: 1_000, max: 9_000 }), down: fc.integer({ min: 0, max: 400 }), up: fc.integer({ min: 0, max: 400 }) })
    .map(({ mark, down, up }): LegLimits => ({
      mark: (mark * TICK) as Price,
      least: ((mark - down) * TICK) as Price,
      most: ((mark + up) * TICK) as Price,
    }))

  it('17.6 add up to the price on their ticks and within the limits, with the sold one as near to its mark as any', () => {
    fc.assert(
      fc.property(leg, leg, fc.integer({ min: -9_000, max: 9_000 }), (near, far, ticks) => {
        const total = (ticks * TICK) as Price
        const found = spreadLegPrices(spread, total, [near, far])
        expect(found !== undefined).toBe(isWithin(spreadBand(spread, [near, far]), total))
        if (found === undefined) return
        const [sold, bought] = found as [Price, Price]
        expect(structurePrice(spread.legs, found)).toBe(total)
        expect(sold % TICK === 0 && sold >= near.least && sold <= near.most && bought >= far.least && bought <= far.most).toBe(true)
        const closer = sold + Math.sign(near.mark - sold) * TICK
        const isCloserPossible = closer !== sold && closer + total >= far.least && closer + total <= far.most
        expect(isCloserPossible).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
