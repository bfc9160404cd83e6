/** How long, and at which resolution, the marks of legs are stored and read (docs/decisions/0182). Times are in ms since 1970, UTC. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const markRanges = ['1H', '1D', '1W', '1M', '3M'] as const
export type MarkRange = (typeof markRanges)[number]

/** A chart has about two hundred points, whatever its range. */
export const markRange: Readonly<Record<MarkRange, { readonly spanMs: number; readonly stepMs: number }>> = {
  '1H': { spanMs: HOUR_MS, stepMs: MINUTE_MS },
  '1D': { spanMs: DAY_MS, stepMs: 5 * MINUTE_MS },
  '1W': { spanMs: 7 * DAY_MS, stepMs: HOUR_MS },
  '1M': { spanMs: 30 * DAY_MS, stepMs: 4 * HOUR_MS },
  '3M': { spanMs: 92 * DAY_MS, stepMs: 12 * HOUR_MS },
}

/** By the minute for two days, then by the hour, and none after three months. */
export const MARKS_EVERY_MS = MINUTE_MS
export const MARKS_WHOLE_MS = 2 * DAY_MS
export const MARKS_THINNED_TO_MS = HOUR_MS
export const MARKS_KEPT_MS = 93 * DAY_MS

/** The minute to which a mark belongs, so that two servers store it once. */
export const minuteOf = (at: number): number => Math.floor(at / MARKS_EVERY_MS) * MARKS_EVERY_MS
