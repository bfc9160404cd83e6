/** Times as a trader reads them: the clock in the table, the exact moment and the age on asking. */
const two = (value: number): string => String(value).padStart(2, '0')

export function clockText(at: number): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const

/** Today the clock, before today the day too. */
export function momentText(at: number, now: number): string {
  const date = new Date(at)
  const isToday = new Date(now).toDateString() === date.toDateString()
  return isToday ? clockText(at) : `${two(date.getDate())} ${months[date.getMonth()]} ${clockText(at)}`
}

export const exactText = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC')

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
