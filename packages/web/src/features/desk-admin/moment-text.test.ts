import { describe, expect, it } from 'vitest'
import { dateFieldText, dayText, endOfDay, secondText } from './moment-text.ts'

const evening = new Date(2026, 10, 21, 18, 4).getTime()

describe('days on the dashboard', () => {
  it('are shown with the month in letters and the minute', () => {
    expect(dayText(evening)).toBe('21 NOV 26 18:04')
    expect(secondText(evening + 7_000)).toBe('21 NOV 26 18:04:07')
  })

  it('a key that expires on a day works until the end of that day', () => {
    expect(dayText(endOfDay('2026-11-21')!)).toBe('21 NOV 26 23:59')
    expect(dateFieldText(endOfDay('2026-11-21')!)).toBe('2026-11-21')
  })

  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01', '21.11.2026'])('"%s" is not a date', (text) => {
    expect(endOfDay(text)).toBeUndefined()
  })
})
