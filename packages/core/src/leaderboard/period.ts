/** UTC days as whole numbers since 1970, and the blocks of days from which the figures of a period are added up. */
import { refuse, type Refusal } from '../refusal.ts'
import { DAY_MS, MOST_DAYS, MOST_POINTS, USUAL_DAYS } from './limits.ts'

/** Both days are included. */
export type LeaderPeriod = { readonly first: number; readonly last: number }

export const leaderDay = (at: number): number => Math.floor(at / DAY_MS)
export const startOfDay = (day: number): number => day * DAY_MS
export const daysIn = ({ first, last }: LeaderPeriod): number => last - first + 1

/** The days between two times (rulebook 20.7), without the day of `end` if it starts there. */
export function readPeriod(
  { start, end }: { readonly start?: number | undefined; readonly end?: number | undefined },
  now: number,
): LeaderPeriod | Refusal<'PeriodInvalid'> {
  const last = end === undefined ? leaderDay(now) : Math.min(leaderDay(end - 1), leaderDay(now))
  const first = start === undefined ? last - USUAL_DAYS + 1 : leaderDay(start)
  const isForward = start === undefined || end === undefined || start < end
  if (isForward && first <= last && daysIn({ first, last }) <= MOST_DAYS) return { first, last }
  return refuse('PeriodInvalid', '20.7', `The period must be 1 to ${MOST_DAYS} UTC days that have begun, with start before end.`, 'start')
}

/** The previous period of the same length, with which ranks are compared. */
export const periodBefore = (period: LeaderPeriod): LeaderPeriod => ({ first: period.first - daysIn(period), last: period.first - 1 })

/** Sums are also stored for blocks of this many days, which begin at multiples of it, so that any period consists of few blocks. */
export const blockDays = [64, 16, 4, 1] as const
export type BlockDays = (typeof blockDays)[number]

export const blockOf = (day: number, days: BlockDays): number => day - (day % days)

export type Blocks = ReadonlyMap<BlockDays, readonly number[]>

/** The first days of the blocks of each length that make up the period, with each day in exactly one of them. No block is longer than `widest`. */
export const blocksOf = ({ first, last }: LeaderPeriod, widest: BlockDays): Blocks =>
  blocksOfDays(Array.from({ length: last - first + 1 }, (_, n) => first + n), widest) // prettier-ignore

/** The same for a list of days in ascending order: no block contains a day that is not in the list. */
export function blocksOfDays(days: readonly number[], widest: BlockDays): Blocks {
  const wanted = new Set(days)
  const isWhole = (start: number, length: number) => Array.from({ length }, (_, n) => start + n).every((day) => wanted.has(day))
  const blocks = new Map<BlockDays, number[]>()
  let next = -Infinity
  for (const day of days) {
    if (day < next) continue
    const length = blockDays.find((each) => each <= widest && day % each === 0 && isWhole(day, each))!
    blocks.set(length, [...(blocks.get(length) ?? []), day])
    next = day + length
  }
  return blocks
}

/** The resolution of a line: daily if few sums have to be read, and longer steps for more. */
export function stepOfLine(period: LeaderPeriod, detail: 'BY_FIRM' | 'BY_CELL'): BlockDays {
  const days = daysIn(period)
  if (days <= (detail === 'BY_FIRM' ? MOST_POINTS : 16)) return 1
  if (detail === 'BY_FIRM') return days <= 128 ? 4 : 16
  return days <= 64 ? 4 : days <= 128 ? 16 : 64
}

/** The first day of each point of a line. The first and last points may be shorter than a step. */
export function pointsOf({ first, last }: LeaderPeriod, step: BlockDays): readonly number[] {
  const next = blockOf(first, step) + step
  return [first, ...Array.from({ length: Math.max(0, Math.ceil((last - next + 1) / step)) }, (_, n) => next + n * step)]
}

/** Figures are updated only at these times. Later data waits for the next update (rulebook 20.8). */
export const publishedUntil = (now: number, everyMs: number): number => now - (now % everyMs)
