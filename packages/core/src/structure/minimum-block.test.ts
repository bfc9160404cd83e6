import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQuantity, type Price, type Quantity, type Ratio } from '../decimal.ts'
import { legOf, structureOf } from '../../test/leg-examples.ts'
import { hedgeLegs, strategyLegs, type Structure } from './structure.ts'
import { explainMinimumBlock, minimumBlock, quantityIncrement, theCatalogue } from './minimum-block.ts'

const call = '+1 BTC-27MAR26-100000-C'
const high = 'BTC-27MAR26-120000-C'

const perStructure: [title: string, legs: string[], minimum: string][] = [
  ['a BTC call: its product', [call], '25'],
  ['a call spread: 25 over 1 + 1', [call, `-1 ${high}`], '12.5'],
  ['a 1x2: 25 over 3 is 8.333…', [call, `-2 ${high}`], '8.4'],
  ['a 1x1.5: 25 over 2.5, in steps of 0.2 because 0.1 x 1.5 is no whole lot', [call, `-1.5 ${high}`], '10'],
  ['an ETH put spread: 250 over 2', ['+1 ETH-27MAR26-3000-P', '-1 ETH-27MAR26-2500-P'], '125'],
  ['an ETH fly: 250 over 4 is 62.5', ['+1 ETH-27MAR26-3000-C', '-2 ETH-27MAR26-3500-C', '+1 ETH-27MAR26-4000-C'], '63'],
  ['a perpetual: 20000 contracts of 10 USD', ['+1 BTC-PERPETUAL'], '200000'],
  ['a future spread: 200000 USD over 2', ['-1 BTC-PERPETUAL', '+1 BTC-26JUN26'], '100000'],
  ['an ETH perpetual: 100000 contracts of 1 USD', ['+1 ETH-PERPETUAL'], '100000'],
  ['a hedge of 20000 contracts of 10 USD at 90000 is 2.22 coins: the call decides', [call, '-45000 BTC-PERPETUAL @ 90000'], '25'],
  ['at 5000 the same hedge is 40 coins and decides', [call, '-2500 BTC-PERPETUAL @ 5000'], '40'],
  ['at 7000 it is 28.571… coins', [call, '-2500 BTC-PERPETUAL @ 7000'], '28.6'],
  ['Bybit: never below one contract', ['+1 BTC-27MAR26-100000-C:BE'], '1'],
  ['Bybit: nor for a spread of 0.01 over 2', ['+1 BTC-27MAR26-100000-C:BE', '-1 BTC-27MAR26-120000-C:BE'], '1'],
  ['Bybit: an inverse future of 1 USD', ['+1 BTC-PERPETUAL:BB'], '1'],
]

const perLeg: [title: string, legs: string[], minimum: string][] = [
  ['a BTC option', ['+1 BTC-27MAR26-100000-C:BD'], '0.01'],
  ['a spread keeps the leg minimum whole', ['+1 ETH-27MAR26-3000-C:WV', '-1 ETH-27MAR26-3500-C:WV'], '0.1'],
  ['a hedge of 0.01 contract at 90000 is next to nothing', ['+1 BTC-27MAR26-100000-C:BD', '-0.5 BTC-PERPETUAL:PE @ 90000'], '0.01'],
  ['a hedge at 0.5 is 0.02 coins and decides', ['+1 BTC-27MAR26-100000-C:BD', '-0.5 BTC-PERPETUAL:PE @ 0.5'], '0.02'],
]

describe('3.5 3.7 3.8 the minimum block of a structure counted whole', () => {
  // Proves T 5.14.
  it.each(perStructure)('%s', (_, legs, minimum) => {
    expect(formatQuantity(minimumBlock(structureOf(...legs)))).toBe(minimum)
  })
})

describe('3.5 what the venue lists counts where it is more than the catalogue', () => {
  it.each([
    ['a perpetual listed with 300000', ['+1 BTC-PERPETUAL'], '300000'],
    ['a future spread: 300000 over 2', ['-1 BTC-PERPETUAL', '+1 BTC-26JUN26'], '150000'],
  ])('%s', (_, names, minimum) => {
    const legs = structureOf(...names).legs.map((leg) => ({
      ...leg,
      instrument: { ...leg.instrument, minBlockSize: 300_000_000_000 as Quantity },
    }))
    expect(formatQuantity(minimumBlock({ legs }))).toBe(minimum)
  })
})

describe('a product that the catalogue does not know', () => {
  // Proves T 8.16.
  it('has no minimum and no increment: asking is a bug', () => {
    const none = { ...theCatalogue, product: () => undefined }
    expect(() => minimumBlock(structureOf(call), none)).toThrow('unknown product DO')
    expect(() => quantityIncrement(structureOf(call), none)).toThrow('unknown product DO')
  })
})

describe('3.5 3.7 a minimum of contracts', () => {
  // Proves T 9.52.
  it.each([
    [['+1 BTC-PERPETUAL'], 'Minimum of BTC futures, 20,000 contracts of 10 USD', '200000'],
    [[call, '-2500 BTC-PERPETUAL @ 5000'], 'Minimum of BTC futures, 20,000 contracts of 10 USD as a hedge', '40'],
    [[call], 'Minimum of BTC options', '25'],
  ])('of %j is said in contracts, and counts in what the venue counts: %s, %s', (legs, text, atLeast) => {
    const parts = explainMinimumBlock(structureOf(...legs)).parts.map((part) => [part.text, formatQuantity(part.atLeast)])
    expect(parts).toContainEqual([text, atLeast])
  })
})

// Proves T 5.17.
describe('3.6 the minimum block counted leg by leg', () => {
  it.each(perLeg)('%s', (_, legs, minimum) => {
    expect(formatQuantity(minimumBlock(structureOf(...legs)))).toBe(minimum)
  })
})

const increments: [title: string, legs: string[], increment: string][] = [
  ['whole ratios keep the product increment', [call, `-2 ${high}`], '0.1'],
  ['1.5 needs every second step', [call, `-1.5 ${high}`], '0.2'],
  ['1.25 needs every fourth', [call, `-1.25 ${high}`], '0.4'],
  ['a hedge does not count', [call, '-45123.4567 BTC-PERPETUAL @ 90000'], '0.1'],
  ['a perpetual goes in steps of one contract of 10', ['+1 BTC-PERPETUAL'], '10'],
]

describe('3.9 quantities go in steps at which every leg is tradable', () => {
  it.each(increments)('%s', (_, legs, increment) => {
    expect(formatQuantity(quantityIncrement(structureOf(...legs)))).toBe(increment)
  })
})

const strikes = ['80000', '90000', '100000', '110000', '120000']

const structures = fc
  .record({
    code: fc.constantFrom('DO', 'BD', 'BE'),
    legs: fc.uniqueArray(fc.record({ strike: fc.constantFrom(...strikes), times: fc.integer({ min: 1, max: 400 }) }), {
      selector: (leg) => leg.strike,
      minLength: 1,
    }),
    hedgePrice: fc.option(fc.integer({ min: 1, max: 20_000_000 })),
  })
  .map(({ code, legs, hedgePrice }): Structure => {
    const options = legs.map(({ strike, times }) => ({ ...legOf(`+1 BTC-27MAR26-${strike}-C:${code}`), ratio: (times * 100) as Ratio }))
    const future = legOf(`-1 BTC-PERPETUAL:${{ DO: 'CF', BD: 'PE', BE: 'BX' }[code]!} @ 1`)
    return { legs: hedgePrice === null ? options : [...options, { ...future, price: (hedgePrice * 1_000_000) as Price }] }
  })

/** The rule step by step: does the quantity satisfy every part, in whole numbers and without a division? */
function satisfies(structure: Structure, quantity: Quantity): boolean {
  const q = BigInt(quantity)
  const products = strategyLegs(structure).map((leg) => theCatalogue.product(leg.instrument.productCode)!)
  const venue = theCatalogue.venue(products[0]!.venue)
  const ratios = strategyLegs(structure).reduce((sum, leg) => sum + BigInt(leg.ratio), 0n)
  const own =
    venue.minBlockSizeCalculation === 'leg'
      ? products.every((each) => q * 1_000_000n >= BigInt(each.minBlockSize) * BigInt(each.contractSize))
      : q * ratios * 1_000_000n >= BigInt(products[0]!.minBlockSize) * BigInt(products[0]!.contractSize) * 10_000n &&
        q * ratios >= BigInt(strategyLegs(structure)[0]!.instrument.minBlockSize) * 10_000n &&
        q >= BigInt(venue.normalizedMinBlockSize) * 1_000_000n
  const hedged = hedgeLegs(structure).every((leg) => {
    const future = theCatalogue.product(leg.instrument.productCode)!
    return q * BigInt(leg.price!) * 1_000_000n >= BigInt(future.minBlockSize) * BigInt(future.contractSize) * 100_000_000n
  })
  return own && hedged
}

// Proves T 5.15.
describe('3.5 3.6 3.7 3.8 3.9 the minimum block as a property', () => {
  // Proves T 5.16.
  it('is the smallest multiple of the increment that satisfies every part', () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const { minimum, increment } = explainMinimumBlock(structure)
        expect(minimum % increment).toBe(0)
        expect(satisfies(structure, minimum)).toBe(true)
        const below = (minimum - increment) as Quantity
        expect(below > 0 && satisfies(structure, below)).toBe(false)
      }),
    )
  })

  it('makes every leg a whole number of its own increments', () => {
    fc.assert(
      fc.property(structures, fc.integer({ min: 1, max: 1000 }), (structure, times) => {
        const quantity = BigInt(quantityIncrement(structure)) * BigInt(times)
        for (const leg of strategyLegs(structure)) {
          const step = BigInt(theCatalogue.product(leg.instrument.productCode)!.minContractIncrement) * 10_000n
          expect((quantity * BigInt(leg.ratio)) % step).toBe(0n)
        }
      }),
    )
  })
})
