/** Days in UTC, as text (`2026-11-21`) and as time spans. */
import { refuse, type Refusal } from '@parley/core'
import { COMPARED_AFTER_MS, DAY_MS, DAYS_CAUGHT_UP, DAYS_LISTED } from './limits.ts'

export type Day = string

const FORM = /^\d{4}-\d\d-\d\d$/

export const dayOf = (at: number): Day => new Date(at).toISOString().slice(0, 10)

export function spanOf(day: Day): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`)
  return { from, to: from + DAY_MS }
}

/** A day that has begun and can still be requested. */
export function readDay(text: string, now: number): Day | Refusal {
  const from = FORM.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  if (Number.isFinite(from) && dayOf(from) === text && from <= now && from > now - DAYS_LISTED * DAY_MS) return text
  return refuse('DayInvalid', '14.2', `The day must be a UTC date from ${dayOf(now - (DAYS_LISTED - 1) * DAY_MS)} to ${dayOf(now)}.`, 'day')
}

/** The days that have ended and are due, newest first. The server compares these on its own. */
export function daysDue(now: number): readonly Day[] {
  return Array.from({ length: DAYS_CAUGHT_UP }, (_, back) => dayOf(now - COMPARED_AFTER_MS - (back + 1) * DAY_MS))
}
