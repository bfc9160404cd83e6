/** The texts of the rows and the panel of venue accounts. Pure. */
import type { KeyCheckView, VenueAccountView } from '@parley/contracts'
import { venueForms, type AccountVenue, type FindingSubject } from '@parley/core'
import { clockText, dateText, momentText, wallText } from '../../components/time-text.ts'
import { DAY_MS } from './alerts.ts'

export const venueName = (venue: AccountVenue): string => venueForms[venue].name

/** The venues in screen order. A closed venue is not listed. */
export const shownVenues: readonly AccountVenue[] = (Object.keys(venueForms) as AccountVenue[]).filter(
  (venue) => venueForms[venue].secret !== 'CLOSED',
)

/** `uid 88410275 · unified 2.0`, or the entered details of an account without a key. */
export function accountText({ venue, details, health: { check } }: VenueAccountView): string {
  const said = [check?.account_name, check?.account_id, check?.mode].filter((text) => text !== null && text !== undefined && text !== '')
  const parts =
    said.length > 0 ? [...new Set(said as string[])] : venueForms[venue].fields.flatMap(({ name }) => details[name] ?? []).map(shortAddress)
  return parts.join(' · ')
}

/** `0x7a31…c09e`. */
const shortAddress = (text: string): string => (text.length > 24 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text)

/** `block 09:38:51 · 62 ms`. */
export const successText = ({ health: { last_success: last } }: VenueAccountView, now: number): string =>
  last === null ? 'no block yet' : `block ${momentText(last.at, now)} · ${last.took_ms} ms`

export const refusalText = ({ health: { last_refusal: last } }: VenueAccountView): string =>
  last === null ? 'none' : `${dateText(last.at)} ${clockText(last.at).slice(0, 5)} ${last.code} “${last.words}”`

/** `rotating` until the previous key has expired, then the age of the key. */
export function keyStatus(
  { key }: VenueAccountView,
  now: number,
): { readonly age: string; readonly next: string; readonly tone: 'plain' | 'warn' | 'mine' } {
  if (key === null) return { age: '', next: '', tone: 'plain' }
  if (key.previous_until !== null)
    return { age: 'rotating', next: `old key expires ${clockText(key.previous_until).slice(0, 5)}`, tone: 'mine' }
  const days = Math.max(0, Math.floor((now - key.entered_at) / DAY_MS))
  const isLate = key.rotate_by - now <= ROTATE_SOON_MS
  const by = `${dateText(key.rotate_by)} ${wallText(key.rotate_by).slice(2, 4)}`
  return {
    age: days === 0 ? 'added today' : days === 1 ? '1 day old' : `${days} days old`,
    next: `rotate before ${by}`,
    tone: isLate ? 'warn' : 'plain',
  }
}

const ROTATE_SOON_MS = 14 * DAY_MS

/** The name of a finding in the row. */
export const subjectText: Readonly<Record<FindingSubject, string>> = {
  KEY: 'key',
  CLOCK: 'clock',
  MODE: 'account mode',
  READ: 'read',
  TRADE: 'trade',
  BLOCK_TRADE: 'block trade',
  BLOCK_RFQ: 'block RFQ',
  WITHDRAW: 'no withdrawal',
  ADDRESSES: 'addresses',
  KEY_END: 'key expiry',
}

type Finding = KeyCheckView['findings'][number]

/** The response of the venue as findings. A key that does not work is one finding. */
export function findingsOf(check: KeyCheckView, venue: AccountVenue): readonly Finding[] {
  const alone = (verdict: Finding['verdict'], sentence: string): readonly Finding[] => [
    { about: 'KEY', verdict, sentence, venue_words: check.words },
  ]
  switch (check.outcome) {
    case 'ANSWERED':
      return check.findings
    case 'REFUSED':
      return alone('BAD', 'The key does not work. It is wrong or was revoked.')
    case 'UNREACHABLE':
      return alone('WARNING', `${venueName(venue)} did not answer, so the key is not verified.`)
    case 'NOT_ASKED':
      return alone('NOT_SAID', 'The key is saved but not verified.')
  }
}

/** The next step as a sentence, or empty if there is none. */
export function adviceOf(check: KeyCheckView, venue: AccountVenue): string {
  switch (check.outcome) {
    case 'ANSWERED':
      if (check.may_settle) return ''
      return check.may_read
        ? `Edit the key at ${venueName(venue)}, then check again. The key stays the same. If you save it now, it can read but not settle.`
        : `Edit the key at ${venueName(venue)}, then check again.`
    case 'REFUSED':
      return `Copy the key again from ${venueName(venue)}, or create a new one there.`
    case 'UNREACHABLE':
      return 'If you save it unverified, it is checked as soon as the venue answers.'
    case 'NOT_ASKED':
      return ''
  }
}
