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
  /** A fraction of one. */
  readonly share: number
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
  if (volumes.together === null) return rows
  const beside = isMaker ? ([fills.together ?? {}, responses.together ?? {}] as const) : ([] as const)
  return [...rows, rowOf('Anonymous firms', 'TOGETHER', volumes.together, ...beside)]
}

/** Bars are relative to the largest firm. The total of anonymous firms would dwarf them. */
export const largestOf = (rows: readonly LeaderRow[]): number =>
  Math.max(...rows.filter(({ kind }) => kind !== 'TOGETHER').map(({ volume }) => volume), 1)

/** The total volume of the rows at each point of their lines. */
export const pointTotals = (rows: readonly LeaderRow[], points: number): readonly number[] =>
  Array.from({ length: points }, (_, place) => rows.reduce((sum, { line }) => sum + (line[place] ?? 0), 0))

/** A rank needs another ranked firm, and a share needs the volume of another firm. Otherwise they are 1 and 100 %, and mean nothing. */
export function comparable(rows: readonly LeaderRow[]): { readonly hasRank: boolean; readonly hasShare: boolean } {
  const others = rows.filter(({ kind, volume }) => kind !== 'OWN' && volume > 0)
  return { hasRank: others.some(({ kind }) => kind === 'NAMED'), hasShare: others.length > 0 }
}
