import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyTimeZone } from '../../components/time-zone.ts'
import { isWithin, lastDays, momentsOf, periodOf } from './period.ts'

const NOW = Date.UTC(2026, 10, 23, 14, 5)
const TODAY = '2026-11-23'

describe('the days of a history', () => {
  beforeEach(() => applyTimeZone('UTC'))
  afterEach(() => applyTimeZone('LOCAL'))

  // Proves T 2.37.
  it.each([
    ['both as they are', '2026-11-01', '2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['one day', '2026-11-20', '2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
    ['never after today', '2026-11-20', '2027-01-01', { from: '2026-11-20', to: TODAY }],
    ['wholly after today as today', '2027-01-01', '2027-01-02', { from: TODAY, to: TODAY }],
    ['never backwards', '2026-11-20', '2026-11-01', { from: '2026-11-01', to: '2026-11-20' }],
    ['from a day on until today', '2026-11-20', '', { from: '2026-11-20', to: TODAY }],
    ['one last day alone as that day', '', '2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
    ['none where nothing is chosen', '', '', undefined],
    ['none of what is no day', '20 Nov', '', undefined],
  ])('are read %s', (_, from, to, period) => {
    expect(periodOf(from, to, TODAY)).toEqual(period)
  })

  it('start with the first day and end with the last', () => {
    const moments = momentsOf({ from: '2026-11-22', to: TODAY })
    expect(moments).toEqual({ start: Date.UTC(2026, 10, 22), end: Date.UTC(2026, 10, 24) })
    const ends = [Date.UTC(2026, 10, 22) - 1, Date.UTC(2026, 10, 22), Date.UTC(2026, 10, 24) - 1, Date.UTC(2026, 10, 24)]
    expect(ends.map((at) => isWithin(at, moments))).toEqual([false, true, true, false])
    expect([momentsOf(undefined), isWithin(0, {})]).toEqual([{}, true])
  })

  it('are those of the screen’s zone', () => {
    applyTimeZone('LOCAL')
    expect(momentsOf({ from: TODAY, to: TODAY })).toEqual({
      start: new Date(2026, 10, 23).getTime(),
      end: new Date(2026, 10, 24).getTime(),
    })
  })

  it('can be the last seven', () => {
    expect([lastDays(1, NOW), lastDays(7, NOW)]).toEqual([
      { from: TODAY, to: TODAY },
      { from: '2026-11-17', to: TODAY },
    ])
  })
})
