/** Calendar arithmetic for the names and expiries of instruments: on milliseconds since 1970, in UTC and without a clock. */
import type { Instant } from '../ids.ts'

export type Day = { readonly year: number; readonly month: number; readonly day: number }

const DAY_MS = 86_400_000
/** Every venue settles expiries at 08:00 UTC (rulebook 3.12). */
const EXPIRY_MS = 8 * 3_600_000

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Days since 1970-01-01 of a Gregorian date; years are counted from March, so that the leap day is the last of its year. */
export function daysFromCivil({ year, month, day }: Day): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function civilFromDays(days: number): Day {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export const dayOf = (at: Instant): Day => civilFromDays(Math.floor(at / DAY_MS))
export const expiryOn = (day: Day): Instant => (daysFromCivil(day) * DAY_MS + EXPIRY_MS) as Instant

const FRIDAY = 5

/** When quarterly contracts of the month expire. 1 January 1970 was a Thursday. */
export function lastFridayOf({ year, month }: Omit<Day, 'day'>): Instant {
  const nextMonth = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
  const last = civilFromDays(daysFromCivil(nextMonth) - 1)
  const weekday = (daysFromCivil(last) + 4) % 7
  return expiryOn({ ...last, day: last.day - ((weekday - FRIDAY + 7) % 7) })
}

/** `27 Mar 26`: the format of an expiry in descriptions and on screens. */
export function formatExpiry(at: Instant): string {
  const { year, month, day } = dayOf(at)
  return `${twoDigits(day)} ${months[month - 1]} ${twoDigits(year % 100)}`
}

/** `8MAY26`: the format of an expiry at venues, without a leading zero. */
export function formatVenueExpiry(at: Instant): string {
  const { year, month, day } = dayOf(at)
  return `${day}${months[month - 1]!.toUpperCase()}${twoDigits(year % 100)}`
}

const EXPIRY = /^(\d{1,2}) ?([a-z]{3}) ?(?:20)?(\d{2})$/i

/** Reads `27 Mar 26`, `27MAR26` and `27-mar-2026` alike; undefined if the text is not a day. */
export function parseExpiry(text: string): Instant | undefined {
  const match = EXPIRY.exec(text.trim().replaceAll('-', ' '))
  if (match === null) return undefined
  const month = months.findIndex((name) => name.toLowerCase() === match[2]!.toLowerCase()) + 1
  const day: Day = { year: 2000 + Number(match[3]), month, day: Number(match[1]) }
  if (month === 0 || day.day === 0 || civilFromDays(daysFromCivil(day)).day !== day.day) return undefined
  return expiryOn(day)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
