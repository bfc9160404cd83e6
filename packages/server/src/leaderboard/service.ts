/** A firm's reads of the leaderboard. Core decides which parts of the sums it may see. */
import {
  isRefusal,
  leaderDay,
  LEAST_ASKED,
  movements,
  periodBefore,
  pointsOf,
  readPeriod,
  responseQuantile,
  standings,
  startOfDay,
  stepOfLine,
  STRENGTH_DAYS,
  strengthsOf,
  type FirmSum,
  type Instant,
  type LeaderPeriod,
  type Ranking,
  type Refusal,
} from '@parley/core'
import type { LeaderFillsView, LeaderResponsesView, LeaderStrengthView, LeaderVolumesView } from '@parley/contracts'
import type { Sql } from '../database/sql.ts'
import { dollars, headOf, presentCoins, presentFills, presentResponses, presentRows, presentVolume, type FillFigures } from './present.ts'
import { createResponseStore, addResponses, type ResponseFigures } from './response-store.ts'
import { detailOf, isFiltered, type LeaderFilter } from './sum-rows.ts'
import { strategySums } from './strengths-store.ts'
import { addVolumes, createVolumeStore, type PointSum, type VolumeFigures } from './volume-store.ts'

export type LeaderQuery = { readonly filter: LeaderFilter; readonly start: number | undefined; readonly end: number | undefined }
/** The firm that reads. */
export type Reading = { readonly firm: string; readonly now: Instant }

type SumReads = { readonly sql: Sql; readonly nameOf: (firm: string) => string }

export type LeaderboardService = ReturnType<typeof createLeaderboardService>

export function createLeaderboardService(needs: SumReads) {
  return {
    volumes: readerOfVolumes(needs),
    fills: readerOfFills(needs),
    responses: readerOfResponses(needs),
    /** Rulebook 20.12. */
    async strengths({ firm, now }: Reading): Promise<{ results: LeaderStrengthView[] }> {
      const today = leaderDay(now)
      const found = strengthsOf(await strategySums(needs.sql, { first: today - STRENGTH_DAYS + 1, last: today }), firm)
      return { results: found.map(({ strategy, ...strength }) => ({ ...strength, strategy_code: strategy })) }
    },
  }
}

/** The time up to which everything is counted; undefined while everything is being counted again. */
async function publishedUntilIn(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ until: number }[]>`select until from leaderboard_published`
  return row!.until === 0 ? undefined : row!.until
}

/** The completed days of the period as of the last count. Sums of several firms cover only these (rulebook 20.10). */
const daysOver = ({ first, last }: LeaderPeriod, until: number | undefined): LeaderPeriod => ({
  first,
  last: Math.min(last, leaderDay(until ?? 0) - 1),
})

function readerOfVolumes({ sql, nameOf }: SumReads) {
  const store = createVolumeStore(sql)
  return async ({ filter, ...query }: LeaderQuery, { firm, now }: Reading): Promise<LeaderVolumesView | Refusal> => {
    const period = readPeriod(query, now)
    if (isRefusal(period)) return period
    const step = stepOfLine(period, detailOf(filter) === 'FIRM' ? 'BY_FIRM' : 'BY_CELL')
    const points = pointsOf(period, step)
    const [until, { sums, lines }, before] = await Promise.all([
      publishedUntilIn(sql),
      store.drawn(filter, period, points, step),
      store.volumes(filter, periodBefore(period)),
    ])
    const together = isFiltered(filter) ? undefined : await store.together(filter.roles, daysOver(period, until), firm)
    const ranking: Ranking<VolumeFigures> = { reader: firm, add: addVolumes, canRank: () => true, compare: (a, b) => b.usd - a.usd }
    const ranked = standings(sums, ranking)
    const shownUsd = ranked.rows.reduce((sum, { figures }) => sum + figures.usd, together?.usd ?? 0)
    return {
      ...headOf(until, period, ranked),
      points: points.map(startOfDay),
      results: presentRows(ranked, movements(ranked, standings(before, ranking)), nameOf, (figures, whose) => ({
        ...presentVolume(figures, shownUsd),
        volume_coin: presentCoins(figures),
        line: lineOf(lines, { firm: whose, isOwn: whose === firm }, points.length),
      })),
      together: together === undefined ? null : presentVolume(together, shownUsd),
    }
  }
}

/** For other firms only the days on which they were named, for the reader's own firm all days. */
function lineOf(lines: readonly PointSum[], { firm, isOwn }: { readonly firm: string; readonly isOwn: boolean }, length: number): string[] {
  const line = Array.from({ length }, () => 0)
  for (const { firm: whose, isNamed, point, usd } of lines) if (whose === firm && (isOwn || isNamed)) line[point - 1]! += usd
  return line.map(dollars)
}

function readerOfFills({ sql, nameOf }: SumReads) {
  const [volumes, responses] = [createVolumeStore(sql), createResponseStore(sql)]
  const fillsIn = async (filter: LeaderFilter, period: LeaderPeriod) =>
    joined(await Promise.all([volumes.volumes(filter, period), responses.responses(filter, period)]))
  const ranking = (reader: string): Ranking<FillFigures> => ({
    ...{ reader, add: addFills, canRank: ({ trades }) => trades > 0, compare: (a, b) => b.trades - a.trades },
  })
  return async ({ filter, ...query }: LeaderQuery, { firm, now }: Reading): Promise<LeaderFillsView | Refusal> => {
    const period = readPeriod(query, now)
    if (isRefusal(period)) return period
    const [until, sums, before] = await Promise.all([publishedUntilIn(sql), fillsIn(filter, period), fillsIn(filter, periodBefore(period))])
    const over = daysOver(period, until)
    const [made, responded] = isFiltered(filter)
      ? []
      : await Promise.all([volumes.together(filter.roles, over, firm), responses.together(over, firm)])
    const ranked = standings(sums, ranking(firm))
    return {
      ...headOf(until, period, ranked),
      results: presentRows(ranked, movements(ranked, standings(before, ranking(firm))), nameOf, presentFills),
      together: made === undefined || responded === undefined ? null : presentFills({ ...responded, ...made }),
    }
  }
}

const noFills: FillFigures = { trades: 0, usd: 0, quoted: 0, hit: 0, improvedUsd: 0, coveredUsd: 0 }

const addFills = (a: FillFigures, b: FillFigures): FillFigures => ({
  trades: a.trades + b.trades,
  usd: a.usd + b.usd,
  quoted: a.quoted + b.quoted,
  hit: a.hit + b.hit,
  improvedUsd: a.improvedUsd + b.improvedUsd,
  coveredUsd: a.coveredUsd + b.coveredUsd,
})

type Sides = readonly [readonly FirmSum<VolumeFigures>[], readonly FirmSum<ResponseFigures>[]]

/** Joins the fills of firms with their responses. */
function joined([made, responded]: Sides): readonly FirmSum<FillFigures>[] {
  const sums = new Map<string, FirmSum<FillFigures>>()
  const add = ({ firm, isNamed }: Omit<FirmSum<unknown>, 'figures'>, more: Partial<FillFigures>) => {
    const key = `${isNamed} ${firm}`
    sums.set(key, { firm, isNamed, figures: { ...(sums.get(key)?.figures ?? noFills), ...more } })
  }
  for (const sum of made) add(sum, { trades: sum.figures.trades, usd: sum.figures.usd })
  for (const sum of responded) {
    const { quoted, hit, improvedUsd, coveredUsd } = sum.figures
    add(sum, { quoted, hit, improvedUsd, coveredUsd })
  }
  return [...sums.values()]
}

function readerOfResponses({ sql, nameOf }: SumReads) {
  const store = createResponseStore(sql)
  const ranking = (reader: string): Ranking<ResponseFigures> => ({
    ...{ reader, add: addResponses, canRank: ({ asked }) => asked >= LEAST_ASKED, compare: byResponse },
  })
  return async ({ filter, ...query }: LeaderQuery, { firm, now }: Reading): Promise<LeaderResponsesView | Refusal> => {
    const period = readPeriod(query, now)
    if (isRefusal(period)) return period
    const [until, sums, before] = await Promise.all([
      publishedUntilIn(sql),
      store.responses(filter, period),
      store.responses(filter, periodBefore(period)),
    ])
    const together = isFiltered(filter) ? undefined : await store.together(daysOver(period, until), firm)
    const ranked = standings(sums, ranking(firm))
    return {
      ...headOf(until, period, ranked),
      results: presentRows(ranked, movements(ranked, standings(before, ranking(firm))), nameOf, presentResponses),
      together: together === undefined ? null : presentResponses(together),
    }
  }
}

/** The higher rate first, and for equal rates the faster median. */
function byResponse(a: ResponseFigures, b: ResponseFigures): number {
  const byRate = b.quoted * a.asked - a.quoted * b.asked
  const median = ({ steps }: ResponseFigures) => responseQuantile(steps, 0.5) ?? Number.MAX_SAFE_INTEGER
  return byRate === 0 ? median(a) - median(b) : byRate
}
