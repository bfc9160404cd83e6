import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceCountsFrom, isNamedOn } from './naming.ts'
import { DAY_MS, MOST_DAYS, MOST_POINTS } from './limits.ts'
import { blockDays, blocksOf, blocksOfDays, daysIn, leaderDay, periodBefore, pointsOf, readPeriod, stepOfLine } from './period.ts'

const NOW = Date.UTC(2026, 10, 28, 13, 30)
const TODAY = leaderDay(NOW)
const at = (text: string): number => Date.parse(`${text}Z`)

describe('20.7 the days of a period', () => {
  it.each([
    ['nobody said', {}, TODAY - 29, TODAY],
    ['days touched in part count whole', { start: at('2026-11-03T23:59'), end: at('2026-11-05T00:01') }, TODAY - 25, TODAY - 23],
    ['the end itself is not in it', { start: at('2026-11-03T00:00'), end: at('2026-11-04T00:00') }, TODAY - 25, TODAY - 25],
    ['it ends today at the latest', { start: at('2026-11-28T00:00'), end: at('2027-01-01T00:00') }, TODAY, TODAY],
  ])('%s', (_what, asked, first, last) => {
    expect(readPeriod(asked, NOW)).toEqual({ first, last })
  })

  it.each([
    ['the end before the start', { start: at('2026-11-03T00:00'), end: at('2026-11-02T00:00') }],
    ['a start that has not come', { start: NOW + 2 * DAY_MS }],
    ['too long', { start: NOW - MOST_DAYS * DAY_MS }],
  ])('%s is refused', (_what, asked) => {
    expect(readPeriod(asked, NOW)).toMatchObject({ refused: 'PeriodInvalid', rule: '20.7' })
  })

  it('each day is in exactly one block, of few blocks, whose beginnings are multiples of their length', () => {
    const day = fc.integer({ min: 0, max: 40_000 })
    const widest = fc.constantFrom(...blockDays)
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 365 }), widest, (first, more, most) => {
        const period = { first, last: first + more }
        const blocks = [...blocksOf(period, most)].flatMap(([days, starts]) => starts.map((start) => ({ days, start })))
        const all = blocks.flatMap(({ days, start }) => Array.from({ length: days }, (_, n) => start + n))
        expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: more + 1 }, (_, n) => first + n))
        expect(blocks.every(({ days, start }) => days <= most && start % days === 0)).toBe(true)
        if (most === 64) expect(blocks.length).toBeLessThanOrEqual(24)
        expect(daysIn(periodBefore(period))).toBe(daysIn(period))
      }),
    )
  })

  it('of days with gaps no block reaches over one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 200 }), fc.constantFrom(...blockDays), (some, widest) => {
        const days = some.toSorted((a, b) => a - b)
        const blocks = [...blocksOfDays(days, widest)]
        const all = blocks.flatMap(([length, starts]) => starts.flatMap((start) => Array.from({ length }, (_, n) => start + n)))
        expect(all.toSorted((a, b) => a - b)).toEqual(days)
      }),
    )
  })

  it('the points of its line begin with it, and no block of a step reaches over two of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 365 }),
        fc.constantFrom('BY_FIRM', 'BY_CELL'),
        (first, more, detail) => {
          const period = { first, last: first + more }
          const step = stepOfLine(period, detail)
          const points = pointsOf(period, step)
          expect(points[0]).toBe(first)
          expect(points.length).toBeLessThanOrEqual(MOST_POINTS)
          const placeOf = (at: number) => points.findLastIndex((start) => start <= at)
          for (const [days, starts] of blocksOf(period, step))
            for (const start of starts) expect(placeOf(start + days - 1)).toBe(placeOf(start))
          expect(points.every((start) => start <= period.last)).toBe(true)
        },
      ),
    )
  })
})

describe('20.9 a firm is named', () => {
  const choices = [
    { fromDay: 10, isNamed: true },
    { fromDay: 20, isNamed: false },
  ]
  it.each([
    ['not before it has said so', 9, false],
    ['from the day on that its choice counts', 10, true],
    ['until the day before it takes it back', 19, true],
    ['and not from then on', 20, false],
  ])('%s', (_what, day, isNamed) => {
    expect(isNamedOn(choices, day)).toBe(isNamed)
    expect(isNamedOn(choices.toReversed(), day)).toBe(isNamed)
  })

  it('from the day after it has chosen, in UTC', () => {
    expect(choiceCountsFrom(NOW)).toBe(TODAY + 1)
    expect(isNamedOn([], TODAY)).toBe(false)
  })
})
