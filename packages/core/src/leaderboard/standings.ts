/**
 * The rows of the leaderboard as one firm sees them (rulebook 20.9 to 20.11): firms by name for the days on which they were named, the reader's own
 * firm in full, and nothing about any other single firm. Totals of several of them are calculated elsewhere, by whole days.
 */
import { LEAST_TOGETHER } from './limits.ts'

/** The sum of the days on which a firm was named, or of its other days. */
export type FirmSum<F> = { readonly firm: string; readonly isNamed: boolean; readonly figures: F }

export type FirmPlace<F> = {
  readonly firm: string
  readonly isOwn: boolean
  /** Firms with equal figures have the same rank; undefined if there is too little data for a rank. */
  readonly rank: number | undefined
  readonly figures: F
}

export type Standings<F> = {
  /** By rank, then by name. */
  readonly rows: readonly FirmPlace<F>[]
  /** ALL: anonymous firms also have ranks, whose rows are not shown. SHOWN: ranks cover only the rows shown. */
  readonly rankedAmong: 'ALL' | 'SHOWN'
  /** The number of firms with a rank, for rules only. It is never published. */
  readonly placed: number
}

export type Ranking<F> = {
  readonly reader: string
  readonly add: (a: F, b: F) => F
  readonly canRank: (figures: F) => boolean
  /** Negative if the first is ahead. */
  readonly compare: (a: F, b: F) => number
}

export function standings<F>(sums: readonly FirmSum<F>[], { reader, add, canRank, compare }: Ranking<F>): Standings<F> {
  const own = sums.filter(({ firm }) => firm === reader).map(({ figures }) => figures)
  const named = sums.filter(({ firm, isNamed }) => firm !== reader && isNamed)
  const namedFirms = new Set(named.map(({ firm }) => firm))
  const unnamed = sums.filter(({ firm, isNamed }) => firm !== reader && !isNamed && !namedFirms.has(firm))
  const shown = [
    ...named.map(({ firm, figures }) => ({ firm, isOwn: false, figures })),
    ...(own.length === 0 ? [] : [{ firm: reader, isOwn: true, figures: own.reduce(add) }]),
  ]
  const rankedAmong = unnamed.length >= LEAST_TOGETHER ? 'ALL' : 'SHOWN'
  const ranked = [...shown, ...(rankedAmong === 'ALL' ? unnamed : [])].map(({ figures }) => figures).filter(canRank)
  const rankOf = (figures: F): number | undefined =>
    canRank(figures) ? 1 + ranked.filter((other) => compare(other, figures) < 0).length : undefined
  const rows = shown.map((row) => ({ ...row, rank: rankOf(row.figures) }))
  return { rows: rows.sort(byRank), rankedAmong, placed: ranked.length }
}

const byRank = <F>(a: FirmPlace<F>, b: FirmPlace<F>): number => placeOf(a) - placeOf(b) || (a.firm < b.firm ? -1 : 1)
/** A firm without a rank comes last. */
const placeOf = ({ rank }: FirmPlace<unknown>): number => rank ?? Number.MAX_SAFE_INTEGER

/** Ranks gained since the previous period; undefined if one of the two has no rank, or if they do not cover the same firms. */
export function movements<F>(now: Standings<F>, before: Standings<F>): ReadonlyMap<string, number> {
  if (now.rankedAmong !== before.rankedAmong) return new Map()
  const ranks = new Map(before.rows.map(({ firm, rank }) => [firm, rank]))
  return new Map(
    now.rows.flatMap(({ firm, rank }) => {
      const was = ranks.get(firm)
      return rank === undefined || was === undefined ? [] : [[firm, was - rank] as const]
    }),
  )
}
