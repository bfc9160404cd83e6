import { instrumentFromView } from '@parley/client'
import { checkStructure, minimumBlock, readInstrument, recognise, type Structure } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../exchange/random.ts'
import { chainOf, nearestDelta } from './chain.ts'
import { legOf } from './market-view.ts'
import { limits } from './limits.ts'
import { hedged, outright, termsOfWish, wholeBook, type WishLeg } from './structures.ts'
import { chain, listed, markOf, noon } from '../../test/test-chain.ts'
import { marketAt, marketsOfTheDay, whatToAsk } from './what-to-ask.ts'

const DAY = 86_400_000
const makers = ['HALY', 'MERI', 'NORT', 'TIDE', 'LARK', 'KEST']
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const ask = (seed: number) => whatToAsk(createRandom(seed, 'test'), { chain, makers, newcomersMaker: 'LIND', newcomersShare: 0.5 })!

/** Listed like at the venue, for the rules of core. */
const structureOf = (legs: readonly WishLeg[]): Structure => ({
  legs: termsOfWish(legs).map((leg) => {
    const view = listed.find(({ id }) => id === leg.instrumentId)!
    const isOption = view.kind === 'OPTION'
    const whole = {
      ...view,
      venue_instrument_name: `BTC-${view.id}`,
      venue: 'DBT' as const,
      product_code: isOption ? 'DO' : 'CF',
      clearing_currency: 'BTC' as const,
      contract_size: isOption ? '1' : '10',
      min_block_size: isOption ? '25' : '200000',
      state: 'ACTIVE' as const,
    }
    return legOf(leg, readInstrument(instrumentFromView(whole)))
  }),
})

describe('the chain', () => {
  it('is read by expiry, each with its calls and puts in order of strike, and futures with the perpetual first', () => {
    expect(chain.expiries.map(({ calls, puts }) => [calls.length, puts.length])).toEqual([[13, 13], [13, 13]]) // prettier-ignore
    expect(nearestDelta(chain.expiries[0]!.calls, 0.5).strike).toBe(100_000)
    expect(nearestDelta(chain.expiries[0]!.puts, 0.25).strike).toBe(85_000)
    expect(chain.futures.map(({ expiresAt }) => expiresAt)).toEqual([undefined, noon + 7 * DAY, noon + 70 * DAY])
  })

  it('leaves out instruments without a mark, with an expiry too soon or too late, or on another coin', () => {
    const within = { from: noon + 8 * DAY, to: noon + 100 * DAY }
    const far = chainOf(listed, 'BTC', within, markOf)
    expect(far.expiries.map(({ at }) => at)).toEqual([noon + 70 * DAY])
    expect(far.futures.map(({ expiresAt }) => expiresAt)).toEqual([undefined, noon + 70 * DAY])
    expect(chainOf(listed, 'BTC', within, () => undefined)).toEqual({ expiries: [], futures: [], alone: [] })
    expect(chainOf(listed, 'ETH', within, markOf)).toEqual({ expiries: [], futures: [], alone: [] })
  })
})

describe('the RFQs of a taker', () => {
  it('the same seed gives the same RFQ', () => {
    expect(ask(7)).toEqual(ask(7))
  })

  it('are for structures that the market accepts, in whole minimum blocks, to three makers or more', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { legs, blocks, makers: asked } = ask(seed)
        const structure = structureOf(legs)
        expect(checkStructure(structure)).toBeUndefined()
        expect(minimumBlock(structure)).toBeGreaterThan(0)
        expect(Number.isInteger(blocks) && blocks >= 1 && blocks <= 20).toBe(true)
        expect(new Set(asked).size).toBe(asked.length)
        expect(asked.length).toBeGreaterThanOrEqual(3)
      }),
    )
  })

  it('over a day they are of every kind: named strategies, futures, hedges and portfolios of up to 25 legs', () => {
    const day = Array.from({ length: 2_000 }, (_, seed) => ask(seed + 1))
    const codes = new Set(day.map(({ legs }) => recognise(structureOf(legs)).code))
    for (const code of ['CL', 'PT', 'CS', 'PS', 'CR', 'PR', 'SD', 'SG', 'CC', 'PC', 'CB', 'PB', 'CD', 'FD', 'FF', 'FT', 'FS', 'CM'])
      expect(codes, code).toContain(code)
    const lengths = day.map(({ legs }) => legs.length)
    expect(Math.max(...lengths)).toBe(25)
    expect(lengths.filter((length) => length > 4).length / day.length).toBeLessThan(0.06)
    expect(day.some(({ legs }) => legs.some(({ price }) => price !== undefined))).toBe(true)
    expect(day.some(({ isAnonymous }) => isAnonymous)).toBe(true)
  })

  it('the user receives about as many as configured', () => {
    const day = Array.from({ length: 600 }, (_, seed) => ask(seed + 1))
    const share = day.filter(({ makers: asked }) => asked.includes('LIND')).length / day.length
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
  })

  it('a hedge offsets the delta, in whole lots of the perpetual, at its current price', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom('calls' as const, 'puts' as const), (seed, kind) => {
        const [option, hedge] = hedged(outright(kind))(createRandom(seed, 'hedge'), chain)!
        const { listed: own } = option!
        const delta = own.kind === 'FUTURE' ? NaN : own.delta
        expect(hedge!.side).toBe(delta > 0 ? 'SELL' : 'BUY')
        expect(hedge!.ratio % 100).toBe(0)
        expect(Math.abs(hedge!.ratio / 100_020 - Math.abs(delta))).toBeLessThan(0.001)
        expect(hedge!.price).toBe('100020.0')
      }),
    )
  })

  it('16.1 futures that are traded alone are in no other structure, and are the only RFQs of some desks', () => {
    const inverse = listed.map((one) => (one.kind === 'FUTURE' ? { ...one, product_code: 'BB' } : one))
    const alone = chainOf(inverse, 'BTC', { from: noon, to: noon + 100 * DAY }, markOf)
    expect([alone.futures.length, alone.alone.length]).toEqual([0, chain.futures.length])
    const wish = whatToAsk(createRandom(1, 'ask'), {
      chain: alone,
      makers,
      newcomersMaker: undefined,
      newcomersShare: 0,
      asks: 'FUTURES_ALONE',
    })
    expect(wish?.legs.map(({ listed: { kind } }) => kind)).toEqual(['FUTURE'])
  })

  it('without a perpetual nothing is hedged, and an empty chain gives no RFQs', () => {
    const options = { ...chain, futures: chain.futures.slice(1) }
    expect(hedged(outright('calls'))(createRandom(1, 'hedge'), options)).toBeUndefined()
    const nothing = { expiries: [], futures: [], alone: [] }
    expect(whatToAsk(createRandom(1, 'ask'), { chain: nothing, makers, newcomersMaker: undefined, newcomersShare: 0 })).toBeUndefined()
  })

  it('a portfolio begins with a leg that is bought once, and has no leg twice', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const legs = wholeBook(createRandom(seed, 'book'), chain)
        if (legs === undefined) return
        expect(legs[0]).toMatchObject({ side: 'BUY', ratio: 1 })
        expect(new Set(legs.map(({ listed: one }) => one.id)).size).toBe(legs.length)
        expect(legs.length).toBeGreaterThanOrEqual(5)
      }),
    )
  })
})

describe('the markets of the day', () => {
  it.each(marketsOfTheDay.map((_, place) => place))('place %i is one that the market accepts, and the same for a seed', (place) => {
    const legs = marketAt(createRandom(3, `market ${place}`), chain, place)!
    expect(checkStructure(structureOf(legs))).toBeUndefined()
    expect(marketAt(createRandom(3, `market ${place}`), chain, place)).toEqual(legs)
  })

  it('fit into the limits of one maker', () => {
    expect(marketsOfTheDay.length).toBeLessThan(limits.bookMarkets)
  })
})
