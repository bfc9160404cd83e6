import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockText, exactText, isoText, leftText, minuteText, momentText, preciseText, wallText, zoneName } from './time-text.ts'
import { momentOfWall } from './wall-moment.ts'
import { applyTimeZone, timeZoneLabel } from './time-zone.ts'

/** The time zone of the browser. */
const standIn = (place: string): void => void vi.stubEnv('TZ', place)

afterEach(() => {
  applyTimeZone('LOCAL')
  vi.unstubAllEnvs()
})

const at = Date.UTC(2026, 10, 23, 18, 29, 4, 872)

describe('the remaining lifetime', () => {
  const table: [ms: number, text: string][] = [
    [271_000, '04:31'],
    [3_600_000, '60:00'],
    [4 * 3_600_000 + 1, '4 h'],
    [25 * 86_400_000, '25 d'],
    [-5, '00:00'],
  ]
  it.each(table)('of %i ms reads %s', (ms, text) => expect(leftText(ms)).toBe(text))
})

describe('times are read in one zone', () => {
  it('that of the browser, until UTC is chosen', () => {
    standIn('Asia/Singapore')
    expect([clockText(at), preciseText(at), zoneName(at)]).toEqual(['02:29:04', '02:29:04.872', 'UTC+8'])
    expect(exactText(at)).toBe('2026-11-24 02:29:04.872 UTC+8')
    applyTimeZone('UTC')
    expect([clockText(at), preciseText(at), zoneName(at)]).toEqual(['18:29:04', '18:29:04.872', 'UTC'])
    expect([exactText(at), minuteText(at)]).toEqual(['2026-11-23 18:29:04.872 UTC', '2026-11-23 18:29 UTC'])
  })

  it('and its midnight decides what counts as today', () => {
    standIn('Asia/Singapore')
    const anHourBefore = at - 3_600_000 * 3
    expect(momentText(anHourBefore, at)).toBe('23 NOV 23:29:04')
    applyTimeZone('UTC')
    expect(momentText(anHourBefore, at)).toBe('15:29:04')
  })

  it('that of a chosen city, with its own summer time, wherever the browser is', () => {
    standIn('Asia/Singapore')
    applyTimeZone('America/New_York')
    expect([clockText(at), clockText(Date.UTC(2026, 6, 1, 18)), momentText(at - 86_400_000, at)]).toEqual([
      '13:29:04',
      '14:00:00',
      '22 NOV 13:29:04',
    ])
    const change = Date.UTC(2026, 10, 1, 6)
    expect([change - 60_000, change].map((one) => clockText(one))).toEqual(['01:59:00', '01:00:00'])
    expect(momentOfWall({ year: 2026, month: 11, day: 23 }, [13, 29, 4, 872])).toBe(at)
    expect(momentOfWall({ year: 2026, month: 11, day: 1 }, [9, 0, 0, 0])).toBe(Date.UTC(2026, 10, 1, 14))
    applyTimeZone('Asia/Tokyo')
    expect([exactText(at), timeZoneLabel('Asia/Hong_Kong')]).toEqual([expect.stringMatching(/^2026-11-24 03:29:04.872 /), 'Hong Kong'])
  })

  it('but always in UTC in files', () => {
    standIn('America/New_York')
    expect(isoText(at)).toBe('2026-11-23T18:29:04.872Z')
  })

  it.each(['UTC', 'Asia/Singapore', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'in %s any hour of a year reads as the browser’s own clock does, and is found again by what it reads',
    (place) => {
      standIn(place)
      for (let hour = 0; hour < 366 * 24; hour += 7) {
        const moment = at + hour * 3_600_000
        const date = new Date(moment)
        expect(clockText(moment).split(':').map(Number)).toEqual([date.getHours(), date.getMinutes(), date.getSeconds()])
        const [year, month, day] = wallText(moment).slice(0, 10).split('-').map(Number) as [number, number, number]
        expect([year, month, day]).toEqual([date.getFullYear(), date.getMonth() + 1, date.getDate()])
        expect(wallText(momentOfWall({ year, month, day }, [23, 59, 59, 999])!)).toBe(`${wallText(moment).slice(0, 10)}T23:59:59.999Z`)
      }
    },
  )
})
