import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, price, priceToNumber, type Price } from '../decimal.ts'
import { isRefusal } from '../refusal.ts'
import { structurePrice } from '../structure/figures.ts'
import { structureOf } from '../../test/leg-examples.ts'
import type { Structure } from '../structure/structure.ts'
import { optionFigures } from './black76.ts'
import { legPricesFor } from './leg-prices.ts'
import type { Mark } from './mark.ts'

const markAt = (markPrice: number, more: Partial<Mark> = {}): Mark => ({
  instrumentId: 0,
  markPrice,
  underlyingPrice: 90_000,
  indexPrice: 90_000,
  at: 0,
  ...more,
})

/** Marks in the order of the legs. */
const marksOf = (structure: Structure, marks: readonly (Mark | undefined)[]) => (id: number) =>
  marks[structure.legs.findIndex((leg) => leg.instrument.id === id)]

const c = (strike: number) => `BTC-27MAR26-${strike}-C`
const spread = structureOf(`+1 ${c(100000)}`, `-1 ${c(120000)}`)
const fly = structureOf(`+1 ${c(90000)}`, `-2 ${c(100000)}`, `+1 ${c(110000)}`)

function found(structure: Structure, at: string, marks: readonly (Mark | undefined)[]): string {
  const answer = legPricesFor(structure, price(at), marksOf(structure, marks))
  return isRefusal(answer) ? answer.refused : answer.map((each) => formatPrice(each)).join(' ')
}

const table: [title: string, structure: Structure, price: string, marks: (Mark | undefined)[], legs: string][] = [
  ['at the mark every leg is at its mark', spread, '0.02', [markAt(0.05), markAt(0.03)], '0.05 0.03'],
  ['above it the bought leg rises and the sold one falls', spread, '0.022', [markAt(0.05), markAt(0.03)], '0.0513 0.0293'],
  ['marks between ticks', spread, '0.02', [markAt(0.05004), markAt(0.03004)], '0.05 0.03'],
  ['a single leg has the price itself', structureOf(`+1 ${c(100000)}`), '0.0512', [markAt(0.05)], '0.0512'],
  [
    'a hedge keeps its own',
    structureOf(`+1 ${c(100000)}`, '-45000 BTC-PERPETUAL @ 90000'),
    '0.05',
    [markAt(0.05), undefined],
    '0.05 90000',
  ],
  ['a price that no ticks make', structureOf(`+1 ${c(100000)}`), '0.05005', [markAt(0.05)], 'PriceOffTick'],
  ['a leg without a mark', spread, '0.02', [markAt(0.05), undefined], 'OrderPriceMissing'],
  ['above the venue limit', structureOf(`+1 ${c(100000)}`), '0.06', [markAt(0.05, { maxPrice: 0.055 })], 'PriceOutsideBand'],
  ['one leg at its limit leaves the rest to the other', spread, '0.03', [markAt(0.05, { maxPrice: 0.051 }), markAt(0.03)], '0.051 0.021'],
  ['below zero, against the order of strikes', spread, '-0.001', [markAt(0.05), markAt(0.03)], 'PricingImpossible'],
  ['above what the limits of the legs add up to', spread, '0.06', [markAt(0.05, { maxPrice: 0.055 }), markAt(0.03)], 'PriceOutsideBand'],
  ['a fly', fly, '0.002', [markAt(0.08), markAt(0.05), markAt(0.0215)], '0.0802 0.0499 0.0216'],
  ['futures', structureOf('-1 BTC-PERPETUAL', '+1 BTC-26JUN26'), '1250.5', [markAt(90000), markAt(91200)], 'ok'],
]

describe('6.11 leg prices from the price of a structure', () => {
  it.each(table)('%s', (_, structure, at, marks, legs) => {
    const text = found(structure, at, marks)
    if (legs === 'ok')
      expect(
        text
          .split(' ')
          .map(Number)
          .reduce((near, far) => far - near),
      ).toBe(Number(at))
    else expect(text).toBe(legs)
  })

  const chain = fc.record({
    legs: fc.uniqueArray(
      fc.record({
        strike: fc.integer({ min: 30, max: 200 }),
        kind: fc.constantFrom('C', 'P'),
        sign: fc.constantFrom('+', '-'),
        times: fc.constantFrom('1', '1', '2', '1.5'),
      }),
      { selector: (leg) => `${leg.strike} ${leg.kind}`, minLength: 1, maxLength: 8 },
    ),
    volatility: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
    years: fc.double({ min: 0.01, max: 1.5, noNaN: true }),
    // In ticks of the structure's own price, away from the mark.
    offset: fc.integer({ min: -30, max: 30 }),
  })

  it('adds up exactly, stays on tick and inside the limits, and keeps options in order', () => {
    let answered = 0
    fc.assert(
      fc.property(chain, ({ legs, volatility, years, offset }) => {
        const structure = structureOf(
          ...legs.map(({ strike, kind, sign, times }) => `${sign}${times} BTC-27MAR26-${strike * 1000}-${kind}`),
        )
        const marks = structure.legs.map(({ instrument }) => {
          const inputs = { kind: instrument.optionKind!, forward: 90_000, strike: priceToNumber(instrument.strike!), years, volatility }
          const markPrice = optionFigures(inputs).price / 90_000
          return markAt(markPrice, { minPrice: Math.max(0.0001, markPrice - 0.04), maxPrice: markPrice + 0.04 })
        })
        const rounded = marks.map(({ markPrice }) => (Math.max(1, Math.round(markPrice * 10_000)) * 10_000) as Price)
        const wanted = (structurePrice(structure.legs, rounded)! + offset * 5_000 * (offset % 2 === 0 ? 2 : 1)) as Price
        const answer = legPricesFor(structure, wanted, marksOf(structure, marks))
        if (isRefusal(answer)) return
        answered++
        expect(structurePrice(structure.legs, answer)).toBe(wanted)
        for (const [place, each] of answer.entries()) {
          const { instrument } = structure.legs[place]!
          expect(each % instrument.tickSize).toBe(0)
          expect(priceToNumber(each)).toBeGreaterThanOrEqual(marks[place]!.minPrice! - 1e-8)
          expect(priceToNumber(each)).toBeLessThanOrEqual(marks[place]!.maxPrice! + 1e-8)
          for (const [other, { instrument: second }] of structure.legs.entries())
            if (
              second.optionKind === instrument.optionKind &&
              (instrument.optionKind === 'CALL' ? instrument.strike! < second.strike! : instrument.strike! > second.strike!)
            )
              expect(each).toBeGreaterThanOrEqual(answer[other]!)
        }
      }),
    )
    expect(answered).toBeGreaterThan(40)
  })
})
