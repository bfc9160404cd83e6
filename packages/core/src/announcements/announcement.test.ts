import { describe, expect, it } from 'vitest'
import type { Instant } from '../ids.ts'
import {
  announcementLimits,
  announcementRefusal,
  cleanAnnouncementText,
  shownAnnouncements,
  type Announcement,
  type AnnouncementKind,
} from './announcement.ts'

const NOON = 1_800_000_000_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (ms: number) => (NOON + ms) as Instant
const now = at(0)
const made = (change: Partial<Announcement> = {}): Announcement => ({
  ...{ kind: 'MAINTENANCE', text: 'Deribit is under maintenance until 14:00 UTC.', from: at(0), until: at(HOUR), isOnSignIn: false },
  ...change,
})
const { textCharacters, open } = announcementLimits

// Each row has the difference from an acceptable announcement, the number of open ones, and the sentence. Refusals are listed in order of precedence.
const table: [rule: string, title: string, change: Partial<Announcement>, open: number, then: string | undefined][] = [
  ['23.2', 'without a text is refused', { text: '', until: at(-1) }, open, 'text must have 1 to 280 characters.'],
  [
    '23.2',
    'with 281 characters is refused',
    { text: '€'.repeat(textCharacters + 1) },
    0,
    'text must have at most 280 characters. It has 281.',
  ],
  ['23.2', 'with 280 characters is accepted, also if each takes two units', { text: '🛠'.repeat(textCharacters) }, 0, undefined],
  [
    '23.2',
    'with a line break is refused',
    { text: 'Maintenance\nat 14:00' },
    0,
    'text must be one line of visible characters, without line breaks or control characters.',
  ],
  [
    '23.2',
    'with a change of direction is refused',
    { text: 'Open \u202elevarts' },
    0,
    'text must be one line of visible characters, without line breaks or control characters.',
  ],
  ['23.2', 'with markup is accepted, as plain text', { text: '<b>Maintenance</b>' }, 0, undefined],
  ['23.3', 'that ends now is refused', { from: at(-HOUR), until: at(0) }, 0, 'until must be in the future.'],
  ['23.3', 'that ends before it begins is refused', { from: at(2 * HOUR), until: at(HOUR) }, 0, 'until must be after from.'],
  ['23.3', 'that begins in 91 days is refused', { from: at(91 * DAY), until: at(92 * DAY) }, 0, 'from must be within 90 days from now.'],
  [
    '23.3',
    'that is shown for longer than 30 days is refused',
    { from: at(DAY), until: at(31 * DAY + 1) },
    0,
    'until must be at most 30 days after the announcement begins.',
  ],
  ['23.3', 'that is shown for 30 days is accepted', { from: at(DAY), until: at(31 * DAY) }, 0, undefined],
  [
    '23.4',
    'after ten that have not ended is refused',
    {},
    open,
    'There are 10 announcements that have not ended, which is the maximum. Withdraw one first.',
  ],
  ['23.4', 'after nine that have not ended is accepted', {}, open - 1, undefined],
]

describe('an announcement', () => {
  it.each(table)('%s %s', (_rule, _title, change, openNow, then) => {
    expect(announcementRefusal(made(change), { now, open: openNow })?.message).toBe(then)
  })

  it('23.2 is stored with single spaces and in the composed form', () => {
    expect(cleanAnnouncementText('  Cafe\u0301   closed ')).toBe('Café closed')
  })

  it('23.5 is shown from its time until its end, incidents first and then the newest', () => {
    const named = (text: string, kind: AnnouncementKind, from: number, until: number) =>
      made({ text, kind, from: at(from), until: at(until) })
    const all = [
      named('ended', 'INCIDENT', -HOUR, 0),
      named('later', 'INCIDENT', 1, HOUR),
      named('older', 'INFORMATION', -HOUR, HOUR),
      named('newer', 'INFORMATION', 0, HOUR),
      named('maintenance', 'MAINTENANCE', -2 * HOUR, 1),
      named('incident', 'INCIDENT', -3 * HOUR, HOUR),
    ]
    expect(shownAnnouncements(all, now).map(({ text }) => text)).toEqual(['incident', 'maintenance', 'newer', 'older'])
  })
})
