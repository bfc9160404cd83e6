/** The term structure of a day ago. Venues publish none, so this browser records its own once an hour. Pure. */
import type { CarryPoint } from '@parley/core'

export type KeptCurve = { readonly at: number; readonly points: readonly (readonly [expiresAt: number, rate: number])[] }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A curve from 18 to 36 hours ago counts as yesterday’s. The one closest to a day is used. */
const YESTERDAY = { least: 18 * HOUR_MS, most: 36 * HOUR_MS } as const
const MOST_KEPT = 48
const MOST_POINTS = 40

/** Adds the current curve if the last one is an hour old, otherwise returns the same list. */
export function withCurve(kept: readonly KeptCurve[], points: readonly CarryPoint[], now: number): readonly KeptCurve[] {
  const last = kept.at(-1)
  if (points.length === 0 || (last !== undefined && now - last.at < HOUR_MS)) return kept
  const fresh = kept.filter(({ at }) => now - at <= YESTERDAY.most && at <= now)
  return [...fresh, { at: now, points: points.slice(0, MOST_POINTS).map(({ expiresAt, rate }) => [expiresAt, rate] as const) }].slice(
    -MOST_KEPT,
  )
}

/** Drawn over the days that are left today, so that both curves align. Undefined if there is no curve from yesterday. */
export function curveOfYesterday(kept: readonly KeptCurve[], now: number): readonly CarryPoint[] | undefined {
  const ages = kept.filter(({ at }) => now - at >= YESTERDAY.least && now - at <= YESTERDAY.most)
  const nearest = ages.toSorted((a, b) => Math.abs(now - a.at - DAY_MS) - Math.abs(now - b.at - DAY_MS))[0]
  return nearest?.points
    .filter(([expiresAt]) => expiresAt > now)
    .map(([expiresAt, rate]) => ({ expiresAt, rate, days: (expiresAt - now) / DAY_MS }))
}

/** Saved text can be from another version or edited by hand, so it is validated. */
export function parseCurves(value: unknown): readonly KeptCurve[] | undefined {
  return Array.isArray(value) && value.every(isCurve) ? value : undefined
}

const isCurve = (value: unknown): value is KeptCurve => {
  if (typeof value !== 'object' || value === null || !('at' in value) || !('points' in value)) return false
  return typeof value.at === 'number' && Array.isArray(value.points) && value.points.every(isPoint)
}
const isPoint = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one))
