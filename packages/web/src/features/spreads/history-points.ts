/** The price history and the trades of a spread over a period that ends now. Pure. */
import type { SpreadMarkHistoryView } from '@parley/contracts'
import { markRange, type MarkRange, priceToNumber } from '@parley/core'
import { msOf } from './from-wire.ts'
import type { SpreadTrade, TapeLine } from './model.ts'

export type MarkPoint = { readonly at: number; readonly price: number }

export const marksFromWire = ({ points }: SpreadMarkHistoryView): readonly MarkPoint[] =>
  points.map(({ at, mark_price: price }) => ({ at: msOf(at), price: Number(price) }))

export type History = {
  readonly from: number
  /** Runs of marks without a gap. Nothing is drawn in gaps. */
  readonly runs: readonly (readonly MarkPoint[])[]
  readonly trades: readonly (MarkPoint & { readonly id: string })[]
  readonly own: readonly (MarkPoint & { readonly id: string; readonly side: SpreadTrade['side'] })[]
}

export type HistoryFacts = {
  readonly strategyId: string
  readonly range: MarkRange
  readonly marks: readonly MarkPoint[]
  /** The current mark, which ends the line. */
  readonly mark: number | undefined
  readonly tape: readonly TapeLine[]
  readonly trades: Iterable<SpreadTrade>
  readonly now: number
}

/** If the history covers the range from its start, the first marks are within this share of it. */
const WHOLE_PART = 0.1

/** The start of the line if it is later than the start of the chart, because no earlier marks were recorded. */
export function beginsAt({ from, runs }: Pick<History, 'from' | 'runs'>, now: number): number | undefined {
  const first = runs[0]?.[0]?.at
  return first === undefined || first - from <= WHOLE_PART * (now - from) ? undefined : first
}

/** The smallest range that is drawn, so that the first marks do not show only noise. */
const LEAST_MS = 5 * 60_000

/** The chart starts with the range, or with the first known mark. */
export function shownFrom(history: History, now: number): number {
  const { from, trades, own } = history
  const begin = beginsAt(history, now)
  if (begin === undefined) return from
  return Math.min(begin, now - LEAST_MS, ...[...trades, ...own].map(({ at }) => at))
}

/** The mark that was valid at a time: the last one before it, or the first one. */
export const markAt = ({ runs }: Pick<History, 'runs'>, at: number): MarkPoint | undefined => {
  const all = runs.flat()
  return all.findLast((point) => point.at <= at) ?? all[0]
}

/** The lowest and highest price that are drawn. They are never so close that one tick looks like a large move. */
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

/** A pause of two and a half steps is a gap, because a single mark may have been missed. */
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
