/** Times as a trader reads them, in the chosen zone: the clock time in tables, the exact time and the age on request. */
import { timeZone, type TimeZone } from './time-zone.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const MINUTE_MS = 60_000

/** `2026-11-23T20:29:04.123Z` with the hours of the zone. All other texts are cut from it. */
export function wallText(at: number, zone: TimeZone = timeZone()): string {
  return new Date(at + aheadMs(at, zone)).toISOString()
}

/** The time by which clocks in the zone are ahead of UTC. */
export function aheadMs(at: number, zone: TimeZone): number {
  if (zone === 'UTC') return 0
  if (zone === 'LOCAL') return -new Date(at).getTimezoneOffset() * MINUTE_MS
  // Clocks change on a quarter of an hour at most, and the browser takes 0.1 ms to compute a zone.
  const quarter = Math.floor(at / QUARTER_MS)
  const key = `${zone} ${quarter}`
  const known = offsets.get(key) ?? offsetOf(quarter * QUARTER_MS, zone)
  if (offsets.size > MOST_OFFSETS) offsets.clear()
  offsets.set(key, known)
  return known
}

const QUARTER_MS = 15 * MINUTE_MS
const MOST_OFFSETS = 2_000
const offsets = new Map<string, number>()

/** Swedish writes a date and a time as ISO 8601 does. */
const offsetOf = (at: number, timeZone: string): number =>
  Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - at

/** `UTC`, or the short name or offset of the zone: `CET`, `UTC+8`. */
export function zoneName(at: number, zone: TimeZone = timeZone()): string {
  if (zone === 'UTC') return 'UTC'
  const key = `${zone} ${aheadMs(at, zone)}`
  const name = names.get(key) ?? nameAt(at, zone)
  names.set(key, name)
  return name
}

/** Zone names by offset. Every time on the screen needs its zone, and the browser takes 0.1 ms to format it. */
const names = new Map<string, string>()

function nameAt(at: number, zone: TimeZone): string {
  const of = zone === 'LOCAL' ? {} : { timeZone: zone }
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short', ...of }).formatToParts(at)
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local').replace(/^GMT(?=[+-])/, 'UTC')
}

/** `20:29:04`. */
export const clockText = (at: number): string => wallText(at).slice(11, 19)

/** `20:29:04.123`: traders need to see which came first. */
export const preciseText = (at: number): string => wallText(at).slice(11, 23)

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const

/** `23 NOV`. */
export function dateText(at: number, zone?: TimeZone): string {
  const wall = wallText(at, zone)
  return `${wall.slice(8, 10)} ${months[Number(wall.slice(5, 7)) - 1]}`
}

/** Today: the time. Earlier: the date as well. */
export function momentText(at: number, now: number): string {
  const isToday = wallText(now).slice(0, 10) === wallText(at).slice(0, 10)
  return isToday ? clockText(at) : `${dateText(at)} ${clockText(at)}`
}

/** `2026-11-23 20:29:04.123 UTC+8`. */
export const exactText = (at: number): string => `${wallText(at).slice(0, 10)} ${preciseText(at)} ${zoneName(at)}`

/** `2026-11-23 20:29 UTC+8`, for planned times. */
export const minuteText = (at: number): string => `${wallText(at).slice(0, 16).replace('T', ' ')} ${zoneName(at)}`

/** For copies and files, which are read elsewhere: always UTC. */
export const isoText = (at: number): string => new Date(at).toISOString()

export function ageText(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** `04:31`, never below zero. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

const HOUR_MS = 3_600_000

/** The remaining lifetime: `04:31`, or `4 h` or `25 d` for an hour or more. */
export const leftText = (ms: number): string => (ms > HOUR_MS ? ageText(ms) : countdownText(ms))
