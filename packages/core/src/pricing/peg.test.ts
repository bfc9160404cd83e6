import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instant } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import { pegPrice, pegStep, type PegHistory, type PegSeen, type PegStep, type PegTerms } from './peg.ts'

const noon = 1_800_000_000_000
const at = (ms: number) => (noon + ms) as Instant
const terms: PegTerms = { offset: { unit: 'VOL', amount: 0.4 }, bandTicks: 4, mostPerSecond: 5 }
const bid = { side: 'BUY', price: 0.0404 } as const
const ask = { side: 'SELL', price: 0.0414 } as const
const seen: PegSeen = {
  ...{ mark: 0.0409, isStale: false, isConnected: true, pricePerVol: 0.00125, tick: 0.0001 },
  ...{ live: [bid, ask], fills: [], now: at(5_000) },
}
const history: PegHistory = { sides: ['BUY', 'SELL'], startMark: 0.0409, replacedAt: [] }

const words = (step: PegStep): string =>
  step.step === 'REPLACE' ? step.prices.map(({ side, price }) => `${side} ${price.toFixed(4)}`).join(' ') : `${step.step} ${step.why}`

// In the order in which the reasons to stop take precedence.
const table: [title: string, seen: Partial<PegSeen>, history: Partial<PegHistory>, terms: Partial<PegTerms>, then: string][] = [
  ['a quote that stands where it should', {}, {}, {}, 'KEEP IN_PLACE'],
  ['the mark moves', { mark: 0.0411 }, {}, {}, 'BUY 0.0406 SELL 0.0416'],
  ['the mark moves by less than a tick', { mark: 0.04092 }, {}, {}, 'BUY 0.0404 SELL 0.0415'],
  ['one side alone', { mark: 0.0411, live: [ask] }, { sides: ['SELL'] }, {}, 'SELL 0.0416'],
  ['so many ticks', {}, {}, { offset: { unit: 'TICKS', amount: 3 } }, 'BUY 0.0406 SELL 0.0412'],
  ['no connection, before all else', { isConnected: false, isStale: true, live: [] }, {}, {}, 'STOP OFFLINE'],
  ['stale marks', { isStale: true, mark: 0.05 }, {}, {}, 'STOP MARKS_STALE'],
  ['no mark', { mark: undefined }, {}, {}, 'STOP MARKS_STALE'],
  ['vols of a structure without vega', { pricePerVol: undefined }, {}, {}, 'STOP NO_OFFSET'],
  ['an offset of nothing', {}, {}, { offset: { unit: 'TICKS', amount: 0 } }, 'STOP NO_OFFSET'],
  ['the mark at the edge of its band', { mark: 0.0413 }, {}, {}, 'BUY 0.0408 SELL 0.0418'],
  ['beyond it', { mark: 0.04131 }, {}, {}, 'STOP BAND_LEFT'],
  ['below it', { mark: 0.0404 }, {}, {}, 'STOP BAND_LEFT'],
  ['a fill as quoted', { fills: [bid] }, {}, {}, 'KEEP IN_PLACE'],
  ['a bid that was hit after the mark fell', { mark: 0.0407, fills: [bid] }, {}, {}, 'STOP FILLED_BEYOND'],
  ['an ask that was lifted after the mark rose', { mark: 0.0411, fills: [ask] }, {}, {}, 'STOP FILLED_BEYOND'],
  ['an ask that was lifted after the mark fell', { mark: 0.0407, fills: [ask] }, {}, {}, 'BUY 0.0402 SELL 0.0412'],
  ['a side that is gone', { live: [ask] }, {}, {}, 'STOP QUOTE_GONE'],
  ['five replaces within the second', { mark: 0.0411 }, { replacedAt: [1, 2, 3, 4, 999].map((ms) => at(4_000 + ms)) }, {}, 'KEEP PACE'],
  ['the first of them a second ago', { mark: 0.0411 }, { replacedAt: [0, 2, 3, 4, 999].map((ms) => at(4_000 + ms)) }, {}, 'BUY 0.0406 SELL 0.0416'], // prettier-ignore
]

describe('11.11 a peg', () => {
  it.each(table)('%s', (_title, more, since, asked, then) =>
    expect(words(pegStep({ ...terms, ...asked }, { ...seen, ...more }, { ...history, ...since }))).toBe(then),
  )

  const tick = 0.0001
  const day = fc.record({
    unit: fc.constantFrom('TICKS' as const, 'VOL' as const),
    amount: fc.double({ min: 0.1, max: 20, noNaN: true }),
    bandTicks: fc.integer({ min: 0, max: 30 }),
    mostPerSecond: fc.integer({ min: 1, max: 9 }),
    sides: fc.constantFrom<readonly Side[]>(['BUY', 'SELL'], ['BUY'], ['SELL']),
    start: fc.integer({ min: -300, max: 900 }),
    moves: fc.array(fc.record({ by: fc.double({ min: -6, max: 6, noNaN: true }), ms: fc.integer({ min: 0, max: 400 }) }), {
      maxLength: 60,
    }),
  })
  it('never leaves its band, never beyond its pace, never crosses its own terms, and stops for good', () => {
    fc.assert(
      fc.property(day, ({ unit, amount, bandTicks, mostPerSecond, sides, start, moves }) => {
        const asked: PegTerms = { offset: { unit, amount }, bandTicks, mostPerSecond }
        const startMark = start * tick
        const known = { pricePerVol: 3 * tick, tick }
        let live = sides.map((side) => ({ side, price: pegPrice(side, asked, { ...known, mark: startMark })! }))
        let [mark, now] = [startMark, noon]
        const replacedAt: Instant[] = []
        const away = amount * (unit === 'TICKS' ? tick : known.pricePerVol)
        for (const { by, ms } of moves) {
          mark += by * tick
          now += ms
          const step = pegStep(
            asked,
            { ...known, mark, isStale: false, isConnected: true, live, fills: [], now: now as Instant },
            { sides, startMark, replacedAt },
          )
          const isInBand = Math.abs(mark - startMark) <= bandTicks * tick + tick * 1e-5
          if (step.step === 'STOP') {
            expect(Math.abs(mark - startMark)).toBeGreaterThan(bandTicks * tick)
            return
          }
          expect(isInBand).toBe(true)
          if (step.step === 'KEEP') continue
          replacedAt.push(now as Instant)
          expect(replacedAt.filter((one) => now - one < 1_000).length).toBeLessThanOrEqual(mostPerSecond)
          for (const { side, price } of step.prices) {
            const sign = side === 'BUY' ? 1 : -1
            // At least the offset away, and less than a tick more.
            expect(sign * (mark - price)).toBeGreaterThanOrEqual(away - tick * 1e-5)
            expect(sign * (mark - price)).toBeLessThan(away + tick * 1.001)
            expect(Math.abs(price - startMark)).toBeLessThanOrEqual(bandTicks * tick + away + tick * 1.001)
          }
          live = [...step.prices]
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
