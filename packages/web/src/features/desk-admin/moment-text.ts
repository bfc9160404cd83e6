/** Dates and times for administrators: `21 NOV 26 18:04`. */
import { clockText, dateText, wallText } from '../../components/time-text.ts'
import { momentOfWall } from '../../components/wall-moment.ts'

export const dayText = (at: number): string => secondText(at).slice(0, -':ss'.length)

/** With seconds, if the order of events matters: `21 NOV 26 18:04:31`. */
export const secondText = (at: number): string => `${dateText(at)} ${wallText(at).slice(2, 4)} ${clockText(at)}`

/** For a date field: `2026-11-21`, in the time zone of the screen. */
export const dateFieldText = (at: number): string => wallText(at).slice(0, 10)

/** The last millisecond of the day, so that a key works on its day of expiry. Undefined if the text is not a date. */
export function endOfDay(text: string): number | undefined {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  return momentOfWall({ year, month, day }, [23, 59, 59, 999])
}
