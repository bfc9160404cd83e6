/** The strengths of a firm, visible only to itself (rulebook 20.12): its top ranks by coin and strategy, among enough other firms. */
import { LEAST_ASKED, LEAST_TOGETHER, MOST_STRENGTHS, STRENGTH_WITHIN_RANK } from './limits.ts'
import { standings, type FirmSum, type Ranking } from './standings.ts'

export type StrategyFigures = {
  /** First quotes, and the sum of their times. */
  readonly quoted: number
  readonly quoteMs: number
  /** As a maker, in cents. */
  readonly usd: number
}
export type StrategySum = FirmSum<StrategyFigures> & { readonly currency: string; readonly strategy: string }

/** The fastest to quote on average, or the largest volume as a maker. */
export type StrengthMeasure = 'FASTEST' | 'LARGEST'
export type Strength = { readonly measure: StrengthMeasure; readonly currency: string; readonly strategy: string; readonly rank: number }

const add = (a: StrategyFigures, b: StrategyFigures): StrategyFigures => ({
  quoted: a.quoted + b.quoted,
  quoteMs: a.quoteMs + b.quoteMs,
  usd: a.usd + b.usd,
})

const measures: Readonly<Record<StrengthMeasure, Pick<Ranking<StrategyFigures>, 'canRank' | 'compare'>>> = {
  FASTEST: { canRank: ({ quoted }) => quoted >= LEAST_ASKED, compare: (a, b) => a.quoteMs * b.quoted - b.quoteMs * a.quoted },
  LARGEST: { canRank: ({ usd }) => usd > 0, compare: (a, b) => b.usd - a.usd },
}

/** Best ranks first. */
export function strengthsOf(sums: readonly StrategySum[], reader: string): readonly Strength[] {
  const found: Strength[] = []
  for (const cell of Map.groupBy(sums, ({ currency, strategy }) => `${currency} ${strategy}`).values())
    for (const measure of ['FASTEST', 'LARGEST'] as const) {
      const { rows, placed } = standings(cell, { reader, add, ...measures[measure] })
      const rank = rows.find(({ isOwn }) => isOwn)?.rank
      const { currency, strategy } = cell[0]!
      if (rank !== undefined && rank <= STRENGTH_WITHIN_RANK && placed > LEAST_TOGETHER) found.push({ measure, currency, strategy, rank })
    }
  return found.sort((a, b) => a.rank - b.rank || (textOf(a) < textOf(b) ? -1 : 1)).slice(0, MOST_STRENGTHS)
}

const textOf = ({ measure, currency, strategy }: Strength): string => `${measure} ${currency} ${strategy}`
