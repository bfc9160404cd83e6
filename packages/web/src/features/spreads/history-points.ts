/** The worth of a spread and its trades over a span that ends now. Pure. */
import type { SpreadMarkHistoryView } from '@parley/contracts'
import { markRange, type MarkRange, priceToNumber } from '@parley/core'
import { msOf } from './from-wire.ts'
import type { SpreadTrade, TapeLine } from './model.ts'

export type MarkPoint = { readonly at: number; readonly price: number }

export const marksFromWire = ({ points }: SpreadMarkHistoryView): readonly MarkPoint[] =>
  points.map(({ at, mark_price: price }) => ({ at: msOf(at), price: Number(price) }))

export type History = {
  readonly from: number
  /** Runs of marks without a gap: where nothing was kept nothing is drawn. */
  readonly runs: readonly (readonly MarkPoint[])[]
  readonly trades: readonly (MarkPoint & { readonly id: string })[]
  readonly own: readonly (MarkPoint & { readonly id: string; readonly side: SpreadTrade['side'] })[]
}

export type HistoryFacts = {
  readonly strategyId: string
  readonly range: MarkRange
  readonly marks: readonly MarkPoint[]
  /** The worth at this moment, which ends the line. */
  readonly mark: number | undefined
  readonly tape: readonly TapeLine[]
  readonly trades: Iterable<SpreadTrade>
  readonly now: number
}

/** The marks of a range that was kept from its beginning are there within this part of it. */
const WHOLE_PART = 0.1

/** When the line begins, where that is later than the picture: nothing was kept before. */
export function beginsAt({ from, runs }: Pick<History, 'from' | 'runs'>, now: number): number | undefined {
  const first = runs[0]?.[0]?.at
  return first === undefined || first - from <= WHOLE_PART * (now - from) ? undefined : first
}

/** Never less than this part of a range is drawn. */
const LEAST_PART = 1 / 24

/** Where the picture begins: with the range, or where nothing is known of its beginning, with what is. */
export function shownFrom(history: History, now: number): number {
  const { from, trades, own } = history
  const begin = beginsAt(history, now)
  if (begin === undefined) return from
  return Math.min(begin, now - (now - from) * LEAST_PART, ...[...trades, ...own].map(({ at }) => at))
}

/** The lowest and the highest that are drawn: never so near each other that a tick looks like a move. */
export function levelsWithin(levels: readonly number[], tick: number): readonly [number, number] {
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  const room = Math.max(0, LEAST_TICKS * tick - (high - low)) / 2
  return [low - room, high + room]
}
const LEAST_TICKS = 10

export function historyOf({ strategyId, range, marks, mark, tape, trades, now }: HistoryFacts): History {
  const { spanMs, stepMs } = markRange[range]
  const from = now - spanMs
  const isShown = ({ at }: { readonly at: number }) => at >= from && at <= now
  const points = [...marks.filter(isShown), ...(mark === undefined ? [] : [{ at: now, price: mark }])]
  return {
    from,
    runs: runsOf(points, stepMs),
    trades: tape
      .flatMap(({ id, strategyId: of, at, price }) => (of === strategyId ? [{ id, at, price: priceToNumber(price) }] : []))
      .filter(isShown),
    own: [...trades]
      .flatMap(({ id, strategyId: of, state, side, price, filledAt, executedAt }) =>
        of === strategyId && state === 'FILLED' ? [{ id, side, at: filledAt ?? executedAt, price: priceToNumber(price) }] : [],
      )
      .filter(isShown),
  }
}

/** Two steps and a half without a mark are a gap: one may have been missed. */
const GAP_STEPS = 2.5

function runsOf(points: readonly MarkPoint[], stepMs: number): readonly (readonly MarkPoint[])[] {
  const runs: MarkPoint[][] = []
  let last: MarkPoint | undefined
  for (const point of points) {
    if (last === undefined || point.at - last.at > GAP_STEPS * stepMs) runs.push([])
    runs.at(-1)!.push(point)
    last = point
  }
  return runs
}
