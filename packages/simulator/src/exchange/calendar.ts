/** The expiries listed at a given time: dailies, weeklies, monthlies and quarterlies, all at 08:00 UTC. */
export type Expiry = { readonly at: number; readonly period: 'day' | 'week' | 'month'; readonly listedAt: number }

export const DAY_MS = 86_400_000
export const YEAR_MS = 365 * DAY_MS
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const FRIDAY = 5

/** `27MAR26`; the day has no leading zero. */
export function formatExpiry(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]!}${String(date.getUTCFullYear() % 100).padStart(2, '0')}`
}

/** The next 08:00 UTC strictly after the given time. */
const nextEight = (now: number): number => Math.floor((now - 8 * 3_600_000) / DAY_MS + 1) * DAY_MS + 8 * 3_600_000

function lastFriday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 8))
  return last.getTime() - ((last.getUTCDay() - FRIDAY + 7) % 7) * DAY_MS
}

export function optionExpiries(now: number): readonly Expiry[] {
  const found = new Map<number, Expiry>()
  const list = (at: number, period: Expiry['period'], listedDaysBefore: number): void => {
    if (at > now && !found.has(at)) found.set(at, { at, period, listedAt: at - listedDaysBefore * DAY_MS })
  }
  const monthlies = comingMonthlies(now)
  const quarterlies = monthlies.filter((at) => new Date(at).getUTCMonth() % 3 === 2)
  for (const at of quarterlies.slice(0, 4)) list(at, 'month', 365)
  for (const at of monthlies.slice(0, 3)) list(at, 'month', 90)
  const first = nextEight(now)
  for (const at of comingFridays(first).slice(0, 4)) list(at, 'week', 28)
  for (let days = 0; days < 3; days += 1) list(first + days * DAY_MS, 'day', 3)
  return [...found.values()].sort((a, b) => a.at - b.at)
}

/** Two weeklies, three monthlies and the quarterlies. */
export function futureExpiries(now: number): readonly Expiry[] {
  const weeklies = new Set(comingFridays(nextEight(now)).slice(0, 2))
  return optionExpiries(now).filter((expiry) => expiry.period === 'month' || weeklies.has(expiry.at))
}

const comingFridays = (first: number): number[] =>
  Array.from({ length: 35 }, (_, days) => first + days * DAY_MS).filter((at) => new Date(at).getUTCDay() === FRIDAY)

function comingMonthlies(now: number): number[] {
  const start = new Date(now)
  return Array.from({ length: 16 }, (_, months) => lastFriday(start.getUTCFullYear(), start.getUTCMonth() + months)).filter(
    (at) => at > now,
  )
}

/** All listings and expiries happen at 08:00 UTC. */
export const tradingDay = (at: number): number => Math.floor((at - 8 * 3_600_000) / DAY_MS)

/** How long a venue accepts nothing from 08:00 UTC. */
const SETTLING_MS = 5_000
export const isSettling = (at: number): boolean => at - (nextEight(at) - DAY_MS) < SETTLING_MS
