/** The rows of the leaderboard: the volume, fills and responses of each firm. */
import type { LeaderFillsView, LeaderResponsesView, LeaderVolumesView } from '@parley/contracts'

export type LeaderAnswers = {
  readonly volumes: LeaderVolumesView
  readonly fills: LeaderFillsView
  readonly responses: LeaderResponsesView
}

export type LeaderRow = {
  readonly firm: string
  /** TOGETHER: all anonymous firms, as one row. */
  readonly kind: 'NAMED' | 'OWN' | 'TOGETHER'
  readonly rank: number | null
  readonly change: number | null
  readonly volume: number
  readonly delta: number
  readonly vega: number
  /** A fraction of one. Null if no other firm is shown with volume (rulebook 20.13). */
  readonly share: number | null
  readonly trades: number
  readonly coins: readonly { readonly currency: string; readonly amount: string }[]
  readonly line: readonly number[]
  readonly asked: number
  readonly responseRate: number | null
  readonly medianMs: number | null
  readonly p90Ms: number | null
  readonly hitRate: number | null
  readonly improvementBps: number | null
}

const number = (text: string | null | undefined): number | null => (text === null || text === undefined ? null : Number(text))

type Volume = Partial<LeaderVolumesView['results'][number]>
type Fills = Partial<LeaderFillsView['results'][number]>
type Responses = Partial<LeaderResponsesView['results'][number]>

const rowOf = (firm: string, kind: LeaderRow['kind'], volume: Volume = {}, fills: Fills = {}, responses: Responses = {}): LeaderRow => ({
  ...{ firm, kind, rank: volume.rank ?? null, change: volume.change ?? null },
  volume: number(volume.volume_usd) ?? 0,
  delta: number(volume.delta_usd) ?? 0,
  vega: number(volume.vega_usd) ?? 0,
  share: number(volume.share) ?? 0,
  trades: volume.trades ?? 0,
  coins: volume.volume_coin ?? [],
  line: (volume.line ?? []).map(Number),
  asked: responses.asked ?? 0,
  responseRate: number(responses.response_rate),
  medianMs: responses.median_ms ?? null,
  p90Ms: responses.p90_ms ?? null,
  hitRate: number(fills.hit_rate),
  improvementBps: number(fills.improvement_bps),
})

/** Sorted by volume. Firms that only responded come after, and the total of anonymous firms is last. */
export function leaderRows({ volumes, fills, responses }: LeaderAnswers, role: 'MAKER' | 'TAKER'): readonly LeaderRow[] {
  const isMaker = role === 'MAKER'
  const others = isMaker ? [...fills.results, ...responses.results] : []
  const firms = [...new Set([...volumes.results, ...others].map(({ firm }) => firm))]
  const of = <Row extends { readonly firm: string }>(rows: readonly Row[], firm: string): Row | undefined =>
    rows.find((row) => row.firm === firm)
  const rows = firms.map((firm) => {
    const [volume, filled, responded] = [of(volumes.results, firm), of(fills.results, firm), of(responses.results, firm)]
    const isOwn = volume?.is_own ?? filled?.is_own ?? responded?.is_own ?? false
    return rowOf(firm, isOwn ? 'OWN' : 'NAMED', volume, isMaker ? filled : undefined, isMaker ? responded : undefined)
  })
  if (volumes.together === null) return rows.map((row) => (isAlone(row, rows) ? { ...row, rank: null, change: null, share: null } : row))
  const beside = isMaker ? ([fills.together ?? {}, responses.together ?? {}] as const) : ([] as const)
  return [...rows, rowOf('Anonymous firms', 'TOGETHER', volumes.together, ...beside)]
}

/** A rank of one among one says nothing. */
const isAlone = (row: LeaderRow, rows: readonly LeaderRow[]): boolean =>
  row.kind === 'OWN' && !rows.some((other) => other !== row && other.volume > 0)

/** Bars are relative to the largest firm. The total of anonymous firms would dwarf them. */
export const largestOf = (rows: readonly LeaderRow[]): number =>
  Math.max(...rows.filter(({ kind }) => kind !== 'TOGETHER').map(({ volume }) => volume), 1)

/** The total volume of the rows at each point of their lines. */
export const pointTotals = (rows: readonly LeaderRow[], points: number): readonly number[] =>
  Array.from({ length: points }, (_, place) => rows.reduce((sum, { line }) => sum + (line[place] ?? 0), 0))

const POINTS_LEAST = 7

/** The points from the first that has volume, and at least the last seven: a new firm has most of its days before its first trade. */
export function tradedPoints<Point>(
  points: readonly Point[],
  totals: readonly number[],
): { points: readonly Point[]; totals: readonly number[] } {
  const first = totals.findIndex((total) => total > 0)
  const from = Math.max(0, Math.min(first === -1 ? points.length : first, points.length - POINTS_LEAST))
  return { points: points.slice(from), totals: totals.slice(from) }
}

export type Dot = { readonly x: number; readonly y: number; readonly radius: number }
const NAME_HEIGHT = 10

/** The dots that have room for a name next to them: the largest first, and none over another. */
export function namedDots<Named extends Dot>(dots: readonly Named[]): ReadonlySet<Named> {
  const named = new Set<Named>()
  for (const dot of dots.toSorted((a, b) => b.radius - a.radius))
    if (![...named].some(({ y }) => Math.abs(y - dot.y) < NAME_HEIGHT)) named.add(dot)
  return named
}
