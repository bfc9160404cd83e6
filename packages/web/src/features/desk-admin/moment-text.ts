/** Days and minutes as an administrator reads them: `21 NOV 26 18:04`. */
const two = (value: number): string => String(value).padStart(2, '0')
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const

export function dayText(at: number): string {
  const date = new Date(at)
  const day = `${two(date.getDate())} ${months[date.getMonth()]} ${two(date.getFullYear() % 100)}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** To the second, where the order of things counts: `21 NOV 26 18:04:31`. */
export const secondText = (at: number): string => `${dayText(at)}:${two(new Date(at).getSeconds())}`

/** For a date field: `2026-11-21`, in the reader's own days. */
export function dateFieldText(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last millisecond of the day, so that a key works on the day it is said to expire. Undefined where it is no date. */
export function endOfDay(text: string): number | undefined {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(year, month - 1, day, 23, 59, 59, 999)
  return date.getMonth() === month - 1 ? date.getTime() : undefined
}
