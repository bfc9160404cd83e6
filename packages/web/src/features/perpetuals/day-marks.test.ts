import type { Time, UTCTimestamp } from 'lightweight-charts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyTimeZone } from '../../components/time-zone.ts'
import { candleTimeText, createTimeScale, type DaysOf, daysOf, markText, secondsOf } from './day-marks.ts'

/** The time zone of the browser. */
const standIn = (place: string): void => void vi.stubEnv('TZ', place)
afterEach(() => {
  applyTimeZone('LOCAL')
  vi.unstubAllEnvs()
})

const HOUR = 3_600_000
/** The weight that the library gives to the first candle of a day. */
const DAY = 50
const DAY_MARK = 2

/** The candles that carry the mark of a day, by their start in UTC, with the text of the mark. */
function marksOf(begin: number, stepMs: number, count: number, days: DaysOf): readonly (readonly [string, string])[] {
  const scale = createTimeScale(() => days)
  const times = Array.from({ length: count }, (_, at) => secondsOf(begin + at * stepMs))
  const points = times.map((time) => ({
    ...{ time: scale.convertHorzItemToInternal(time), originalTime: time, timeWeight: 0, pointData: new Map() },
  })) as unknown as Parameters<typeof scale.fillWeightsForPoints>[0]
  scale.fillWeightsForPoints(points, 0)
  return points
    .slice(1)
    .filter(({ timeWeight }) => timeWeight >= DAY)
    .map(({ originalTime }) => [
      new Date(Number(originalTime) * 1_000).toISOString().slice(5, 16),
      markText(originalTime as Time, DAY_MARK, days),
    ])
}

describe('the marks of days in the candle chart', () => {
  it.each([
    [
      'America/New_York',
      [
        ['11-27T05:00', '27 NOV'],
        ['11-28T05:00', '28 NOV'],
      ],
    ],
    [
      'Asia/Tokyo',
      [
        ['11-26T15:00', '27 NOV'],
        ['11-27T15:00', '28 NOV'],
      ],
    ],
    [
      'Asia/Kolkata',
      [
        ['11-26T19:00', '27 NOV'],
        ['11-27T19:00', '28 NOV'],
      ],
    ],
    [
      'UTC',
      [
        ['11-27T00:00', '27 NOV'],
        ['11-28T00:00', '28 NOV'],
      ],
    ],
  ] as const)('stand where a day begins in %s', (place, marks) => {
    standIn(place)
    expect(marksOf(Date.UTC(2026, 10, 26, 6), HOUR, 48, 'SCREEN')).toEqual(marks)
  })

  it('follow the zone that is chosen', () => {
    standIn('America/New_York')
    applyTimeZone('UTC')
    expect(marksOf(Date.UTC(2026, 10, 26, 6), HOUR, 24, 'SCREEN')).toEqual([['11-27T00:00', '27 NOV']])
  })

  it.each([
    [
      'America/New_York',
      Date.UTC(2026, 9, 31, 0),
      [
        ['10-31T04:00', '31 OCT'],
        ['11-01T04:00', '01 NOV'],
        ['11-02T05:00', '02 NOV'],
      ],
    ],
    [
      'Europe/Berlin',
      Date.UTC(2026, 9, 24, 0),
      [
        ['10-24T22:00', '25 OCT'],
        ['10-25T23:00', '26 OCT'],
      ],
    ],
  ] as const)('stand right on both sides of a change of the clocks in %s', (place, begin, marks) => {
    standIn(place)
    expect(marksOf(begin, HOUR, 60, 'SCREEN')).toEqual(marks)
  })

  it.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('are those of UTC for daily candles in %s', (place) => {
    standIn(place)
    expect(daysOf('1440')).toBe('UTC')
    expect(marksOf(Date.UTC(2026, 10, 18), 24 * HOUR, 3, 'UTC')).toEqual([
      ['11-19T00:00', '19 NOV'],
      ['11-20T00:00', '20 NOV'],
    ])
    expect(candleTimeText(secondsOf(Date.UTC(2026, 10, 19)), 'UTC')).toBe('2026-11-19 UTC')
  })

  it('name shorter candles by the time at which they begin', () => {
    standIn('Asia/Singapore')
    const time: UTCTimestamp = secondsOf(Date.UTC(2026, 10, 19, 20))
    expect(daysOf('240')).toBe('SCREEN')
    expect([candleTimeText(time, 'SCREEN'), markText(time, 3, 'SCREEN')]).toEqual(['2026-11-20 04:00 UTC+8', '04:00'])
  })
})
