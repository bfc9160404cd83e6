import { price, quantity, ratio, type Instrument, type Mark, type Structure } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../exchange/random.ts'
import { comesIn, drawMood, drawStyle, eagerness, fairness, hasMoved, leaning, twoWay, worthOf } from './how-to-quote.ts'
import { aCall } from '../../test/test-instrument.ts'

const noon = 1_800_000_000_000
const seeds = fc.integer({ min: 1, max: 1_000_000 })

const future = (place: number): Instrument => ({
  ...aCall(place),
  name: place === 1 ? 'BTC-PERPETUAL' : 'BTC-26MAR27',
  productCode: 'CF',
  kind: 'FUTURE',
  quoteCurrency: 'USD',
  contractSize: quantity('10'),
  tickSize: price('2.5'),
  quantityIncrement: quantity('10'),
})
const anyMarket = fc
  .array(
    fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      mark: fc.double({ min: 0.005, max: 0.2, noNaN: true }),
      ratio: fc.constantFrom('1', '2'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((drawn) => {
    const legs = drawn.map((leg, place) => ({
      instrument: aCall(place + 1),
      side: drawn.length === 1 ? ('BUY' as const) : leg.side,
      ratio: ratio(leg.ratio),
    }))
    const marks = drawn.map((leg, place): Mark => ({
      instrumentId: place + 1,
      markPrice: leg.mark,
      underlyingPrice: 1e5,
      indexPrice: 1e5,
      at: noon,
    }))
    return { structure: { legs } satisfies Structure, markOf: (id: number) => marks[id - 1] }
  })

describe('how a maker quotes', () => {
  it('the bid is below the ask, both are near the mark, and every leg is on its tick', () => {
    fc.assert(
      fc.property(seeds, anyMarket, (seed, { structure, markOf }) => {
        const style = drawStyle(createRandom(seed, 'style'))
        const fair = fairness(structure, markOf, style, 1)!
        const { bid, ask } = twoWay(structure, markOf, style, fair)
        for (const quote of [bid, ask]) {
          if (quote === undefined) continue
          expect(quote.legs.every((leg) => leg % price('0.0005') === 0)).toBe(true)
          expect(Math.abs(quote.price / 1e8 - fair.mark)).toBeLessThan(2 * fair.halfWidth + 0.0021)
        }
        if (bid !== undefined && ask !== undefined) expect(bid.price).toBeLessThan(ask.price)
      }),
    )
  })

  it('without the mark of a leg there is no quote', () => {
    const structure: Structure = { legs: [{ instrument: aCall(1), side: 'BUY', ratio: ratio('1') }] }
    expect(fairness(structure, () => undefined, drawStyle(createRandom(1, 'style')), 1)).toBeUndefined()
  })

  it('a quote follows the mark once it has moved by a good part of the width', () => {
    const before = { mark: 0.05, halfWidth: 0.001 }
    expect(hasMoved(before, { mark: 0.0502, halfWidth: 0.001 })).toBe(false)
    expect(hasMoved(before, { mark: 0.0495, halfWidth: 0.001 })).toBe(true)
  })

  it('a quote tightens if it has not been lifted for a while, and the old one is stale', () => {
    expect([-5_000, 0, 22_500, 45_000, 900_000].map(eagerness)).toEqual([1, 1, 0.775, 0.55, 0.55])
    expect(comesIn({ mark: 0.05, halfWidth: 0.001 }, { mark: 0.05, halfWidth: 0.00085 })).toBe(false)
    expect(comesIn({ mark: 0.05, halfWidth: 0.001 }, { mark: 0.05, halfWidth: 0.00075 })).toBe(true)
  })

  it('futures are quoted within basis points, a spread of them no wider than one of its legs', () => {
    const perpetual: Instrument = { ...future(1), tickSize: price('0.5') }
    const legs = [
      { instrument: perpetual, side: 'SELL', ratio: ratio('1') },
      { instrument: future(2), side: 'BUY', ratio: ratio('1') },
    ] as const
    const markOf = (id: number): Mark => ({
      instrumentId: id,
      markPrice: id === 1 ? 100_000 : 102_000,
      underlyingPrice: 1e5,
      indexPrice: 1e5,
      at: noon,
    })
    expect(worthOf({ legs: [{ ...legs[0], side: 'BUY' }] }, markOf)).toEqual({ mark: 100_000, premium: 3_000 })
    expect(worthOf({ legs }, markOf)).toEqual({ mark: 2_000, premium: 3_060 })
    fc.assert(
      fc.property(seeds, (seed) => {
        const { halfWidth } = fairness({ legs }, markOf, drawStyle(createRandom(seed, 'style')), 1)!
        expect(halfWidth).toBeGreaterThan(10)
        expect(halfWidth).toBeLessThan(50)
      }),
    )
  })

  it('a maker that has bought quotes lower, but its bid stays near the mark', () => {
    const style = { lean: 0, width: 0.01, slowness: 1, isDeep: false }
    expect([-9, -1, 0, 1, 9].map((position) => leaning(style, position).lean)).toEqual([0.8, 1 / 3, 0, -1 / 3, -0.8])
  })

  it('a user always sees both sides', () => {
    fc.assert(fc.property(seeds, (seed) => drawMood(createRandom(seed, 'mood'), 'NEWCOMER').shows === 'BOTH'))
  })
})
