/** The period that the history tabs show. Pure, except for the choice itself, which lasts until the page is left. */
import { create } from 'zustand'
import { wallText } from '../../components/time-text.ts'
import { momentOfWall } from '../../components/wall-moment.ts'

/** Inclusive days in the screen's zone: `2026-11-23`. */
export type Period = { readonly from: string; readonly to: string }

const usePeriods = create<{ readonly period: Period | undefined }>(() => ({ period: undefined }))
export const usePeriod = (): Period | undefined => usePeriods(({ period }) => period)
export const choosePeriod = (period: Period | undefined): void => usePeriods.setState({ period })

export const dayOf = (at: number): string => wallText(at).slice(0, 10)

/** The last days, including today. */
export const lastDays = (days: number, now: number): Period => ({ from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now) })

/** The chosen days in order, and not after today. */
export function periodOf(from: string, to: string, today: string): Period | undefined {
  const [first, last] = [from, to].map((day) => (DAY.test(day) ? (day > today ? today : day) : undefined))
  if (first === undefined && last === undefined) return undefined
  const ends = [first ?? last!, last ?? today].toSorted()
  return { from: ends[0]!, to: ends[1]! }
}

/** From the start of the first day until the end of the last. */
export function momentsOf(period: Period | undefined): { readonly start?: number; readonly end?: number } {
  if (period === undefined) return {}
  const [start, end] = [midnight(period.from, 0), midnight(period.to, 1)]
  return start === undefined || end === undefined ? {} : { start, end }
}

export const isWithin = (at: number, { start = -Infinity, end = Infinity }: ReturnType<typeof momentsOf>): boolean =>
  at >= start && at < end

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** The midnight that starts a day, some days later. It uses calendar days, because in some zones two days of the year do not have 24 hours. */
function midnight(day: string, daysLater: number): number | undefined {
  const [year, month, date] = new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .map(Number)
  return momentOfWall({ year: year!, month: month!, day: date! }, [0, 0, 0, 0])
}
