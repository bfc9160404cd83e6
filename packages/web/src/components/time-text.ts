/** Times as a trader reads them, in the zone of the screen: the clock in the table, the exact moment and the age on asking. */
import { timeZone, type TimeZone } from './time-zone.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const MINUTE_MS = 60_000

/** `2026-11-23T20:29:04.123Z`, in which the hours are those of the zone: its parts are what every text here is made of. */
export function wallText(at: number, zone: TimeZone = timeZone()): string {
  const aheadMs = zone === 'UTC' ? 0 : -new Date(at).getTimezoneOffset() * MINUTE_MS
  return new Date(at + aheadMs).toISOString()
}

/** The moment at which clocks of the zone show this; undefined where the calendar has no such day. */
export function momentOfWall(
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  time: readonly [hours: number, minutes: number, seconds: number, ms: number],
): number | undefined {
  const at = timeZone() === 'UTC' ? Date.UTC(year, month - 1, day, ...time) : new Date(year, month - 1, day, ...time).getTime()
  return Number(wallText(at).slice(5, 7)) === month ? at : undefined
}

/** `UTC`; of the browser's own zone its short name, or how far it is from UTC: `CET`, `UTC+8`. */
export function zoneName(at: number, zone: TimeZone = timeZone()): string {
  if (zone === 'UTC') return 'UTC'
  const offset = new Date(at).getTimezoneOffset()
  const name = localNames.get(offset) ?? localName(at)
  localNames.set(offset, name)
  return name
}

/** By how far the browser is from UTC. Every time on the screen asks for its zone, and the browser takes a tenth of a millisecond to say it. */
const localNames = new Map<number, string>()

function localName(at: number): string {
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts(at)
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local').replace(/^GMT(?=[+-])/, 'UTC')
}

/** `20:29:04`. */
export const clockText = (at: number): string => wallText(at).slice(11, 19)

/** `20:29:04.123`: a trader asks which came first. */
export const preciseText = (at: number): string => wallText(at).slice(11, 23)

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const

/** `23 NOV`. */
export function dateText(at: number): string {
  const wall = wallText(at)
  return `${wall.slice(8, 10)} ${months[Number(wall.slice(5, 7)) - 1]}`
}

/** Today the clock, before today the day too. */
export function momentText(at: number, now: number): string {
  const isToday = wallText(now).slice(0, 10) === wallText(at).slice(0, 10)
  return isToday ? clockText(at) : `${dateText(at)} ${clockText(at)}`
}

/** `2026-11-23 20:29:04.123 UTC+8`. */
export const exactText = (at: number): string => `${wallText(at).slice(0, 10)} ${preciseText(at)} ${zoneName(at)}`

/** `2026-11-23 20:29 UTC+8`, for what is planned. */
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

/** `04:31`, never below nothing. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

const HOUR_MS = 3_600_000

/** The rest of a life: `04:31`, and of an hour and more `4 h` or `25 d`, which nobody counts in minutes. */
export const leftText = (ms: number): string => (ms > HOUR_MS ? ageText(ms) : countdownText(ms))
