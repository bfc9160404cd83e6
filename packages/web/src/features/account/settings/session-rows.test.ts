import type { ActiveSessionView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { dayText, sessionRows } from './session-rows.ts'

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime()
const session: ActiveSessionView = {
  id: 's1',
  app_type: 'Parley',
  app_version: '0.133.6',
  device: 'Chrome',
  os_type: 'Windows',
  os_version: '11',
  ip_address: '203.0.113.7',
  region: 'Zurich, CH',
  last_login: at(2026, 11, 3),
}
const rowOf = (change: Partial<ActiveSessionView>) => sessionRows([{ ...session, ...change }], 'other')[0]!

describe('the sessions of a user', () => {
  it('shows the device, the application, the address and the time', () => {
    expect(rowOf({})).toEqual({
      id: 's1',
      isCurrent: false,
      title: 'Chrome · Windows 11',
      app: 'Parley 0.133.6',
      seen: '203.0.113.7 · Zurich, CH · 03 Nov 26',
    })
  })

  // Proves A 8.27, A 8.28.
  it.each([
    ['a missing device', { device: null, os_type: null, os_version: null }, { title: 'Unknown device' }],
    ['a missing device whose system is known', { device: null }, { title: 'Unknown device · Windows 11' }],
    ['no login date', { last_login: null }, { seen: 'Unknown IP and date' }],
    ['no region', { region: null }, { seen: '203.0.113.7 · 03 Nov 26' }],
    ['no version', { app_version: null }, { app: 'Parley' }],
  ])('with %s', (_what, change, row) => expect(rowOf(change)).toMatchObject(row))

  it('puts this session first and marks it, then the latest', () => {
    const day = (id: string, last_login: number | null) => ({ ...session, id, last_login })
    const rows = sessionRows(
      [day('old', at(2026, 1, 1)), day('none', null), day('new', at(2026, 11, 1)), day('this', at(2025, 1, 1))],
      'this',
    )
    expect(rows.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      ['this', true],
      ['new', false],
      ['old', false],
      ['none', false],
    ])
  })

  // Proves A 9.18.
  it.each([
    [at(2026, 11, 21), '21 Nov 26'],
    [at(2030, 1, 5), '05 Jan 30'],
  ])('writes days as DD MMM YY', (moment, text) => expect(dayText(moment)).toBe(text))
})
