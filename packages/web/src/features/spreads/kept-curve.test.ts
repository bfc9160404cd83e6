import { describe, expect, it } from 'vitest'
import { DAY, now } from '../../../test/spreads.ts'
import { roundTicks, scale, spanOf } from '../market-data/axes.ts'
import { curveOfYesterday, type KeptCurve, parseCurves, withCurve } from './kept-curve.ts'

const HOUR = DAY / 24
const points = [{ expiresAt: now + 10 * DAY, days: 10, rate: 0.05 }]
const keptAt = (hoursAgo: number, rate = 0.04): KeptCurve => ({
  at: now - hoursAgo * HOUR,
  points: [
    [now - HOUR, 0.9],
    [now + 10 * DAY, rate],
  ],
})

describe('the curve of yesterday', () => {
  it('is saved once an hour, for a day and a half', () => {
    const first = withCurve([], points, now)
    expect(first).toEqual([{ at: now, points: [[now + 10 * DAY, 0.05]] }])
    expect(withCurve(first, points, now + HOUR - 1)).toBe(first)
    expect(withCurve([keptAt(37), keptAt(35)], points, now).map(({ at }) => (now - at) / HOUR)).toEqual([35, 0])
    expect(withCurve(first, [], now + 2 * HOUR)).toBe(first)
  })

  it('is the one nearest to a day ago, without what has expired since', () => {
    const kept = [keptAt(30, 0.01), keptAt(25, 0.02), keptAt(20, 0.03), keptAt(2)]
    expect(curveOfYesterday(kept, now)).toEqual([{ expiresAt: now + 10 * DAY, rate: 0.02, days: 10 }])
    expect(curveOfYesterday([keptAt(2), keptAt(40)], now)).toBeUndefined()
  })

  it.each([[[]], [[{ at: 1, points: [[2, 0.1]] }]]])('trusts %j', (value) => {
    expect(parseCurves(value)).toEqual(value)
  })
  it.each([['text'], [[{ at: '1', points: [] }]], [[{ at: 1, points: [[2]] }]], [[{ at: 1, points: [[2, null]] }]], [[null]]])(
    'and not %j',
    (value) => {
      expect(parseCurves(value)).toBeUndefined()
    },
  )
})

describe('axes', () => {
  it.each<[span: [number, number], about: number, then: number[]]>([
    [[2.9, 5.3], 3, [3, 4, 5]],
    [[0, 288], 4, [0, 100, 200]],
    [[-0.4, 0.4], 4, [-0.4, -0.2, 0, 0.2, 0.4]],
    [[5, 5], 3, []],
  ])('%j has round marks', (span, about, then) => {
    expect(roundTicks(span, about).map((one) => one + 0)).toEqual(then)
  })

  it('have room, also around a single value', () => {
    expect(spanOf([1, 2])).toEqual([0.9, 2.1])
    expect(spanOf([0])).toEqual([-1, 1])
    expect(scale([0, 10], [100, 0])(2.5)).toBe(75)
  })
})
