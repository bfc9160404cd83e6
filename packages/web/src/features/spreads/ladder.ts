/** The rungs of a price ladder: an even price grid with the amount resting at each price. Pure. */
import type { Price, Quantity } from '@parley/core'
import type { Level, LevelBook } from '../market-data/depth.ts'
import type { SpreadOrder } from './model.ts'
import { restingOf } from './model.ts'

export type Rung = {
  readonly price: Price
  /** The total amounts at this price, including own orders. Zero if there are no orders. */
  readonly bid: Quantity
  readonly ask: Quantity
  readonly myBids: readonly SpreadOrder[]
  readonly myAsks: readonly SpreadOrder[]
  /** Whether an order at this price would fill or rest. Undefined if it would cross the book and fill at another price. */
  readonly buys: 'TAKES' | 'RESTS' | undefined
  readonly sells: 'TAKES' | 'RESTS' | undefined
}

/** The price of each rung is a multiple of `step`. The first rung is the highest. */
export type LadderView = { readonly top: Price; readonly step: Price; readonly count: number }

/** Rounds bids down and asks up to the grid, so that no rung shows a better price than the book has. */
const floored = (price: number, step: number): number => Math.floor(price / step) * step
const raised = (price: number, step: number): number => Math.ceil(price / step) * step

export function ladderRungs(book: LevelBook, own: readonly SpreadOrder[], { top, step, count }: LadderView): readonly Rung[] {
  const bottom = top - (count - 1) * step
  // Only the visible levels of ten thousand are summed.
  const bids = summed(
    between(
      book.bids,
      ({ price }) => price < top + step,
      ({ price }) => price < bottom,
    ),
    (price) => floored(price, step),
  )
  const asks = summed(
    between(
      book.asks,
      ({ price }) => price > bottom - step,
      ({ price }) => price > top,
    ),
    (price) => raised(price, step),
  )
  const [bestBid, bestAsk] = [book.bids[0]?.price, book.asks[0]?.price]
  const ownBids = grouped(own, 'BUY', (price) => floored(price, step))
  const ownAsks = grouped(own, 'SELL', (price) => raised(price, step))
  return Array.from({ length: count }, (_, at): Rung => {
    const price = (top - at * step) as Price
    const [bid, ask] = [bids.get(price) ?? 0, asks.get(price) ?? 0] as [Quantity, Quantity]
    return {
      price,
      bid,
      ask,
      myBids: ownBids.get(price) ?? [],
      myAsks: ownAsks.get(price) ?? [],
      buys: ask > 0 ? 'TAKES' : bestAsk === undefined || price < bestAsk ? 'RESTS' : undefined,
      sells: bid > 0 ? 'TAKES' : bestBid === undefined || price > bestBid ? 'RESTS' : undefined,
    }
  })
}

type Is = (level: Level) => boolean
const between = (levels: readonly Level[], isIn: Is, isPast: Is) => levels.slice(firstWhere(levels, isIn), firstWhere(levels, isPast))

/** Binary search: the index of the first element for which the test is true. */
function firstWhere(levels: readonly Level[], is: Is): number {
  let [low, high] = [0, levels.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (is(levels[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

function summed(levels: readonly Level[], gridOf: (price: number) => number): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { price, amount } of levels) {
    const at = gridOf(price)
    sums.set(at, (sums.get(at) ?? 0) + amount)
  }
  return sums
}

const grouped = (own: readonly SpreadOrder[], side: SpreadOrder['side'], gridOf: (price: number) => number) =>
  Map.groupBy(
    own.filter((order) => order.side === side && order.price !== undefined && restingOf(order) > 0),
    ({ price }) => gridOf(price!),
  )

/** The possible rung sizes in ticks. */
export const rungTicks = [1, 2, 5, 10, 20, 50, 100] as const
/** The best bid and ask, and one rung beyond each. */
const RUNGS_AROUND = 4

/** The rung size in ticks with which both sides of the book are visible. Undefined until both are known. */
export function ticksInSight({ bids, asks }: LevelBook, tick: Price, count: number): number | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined) return undefined
  const room = Math.max(1, count - RUNGS_AROUND)
  return rungTicks.find((ticks) => ask - bid <= room * ticks * tick) ?? rungTicks.at(-1)
}

/** The middle between the best bid and ask, or the only one of them. Without any, `otherwise`, which is the mark. */
export function middleOf({ bids, asks }: LevelBook, otherwise: Price | undefined): Price | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid !== undefined && ask !== undefined) return ((bid + ask) / 2) as Price
  return bid ?? ask ?? otherwise
}

/** The top rung that puts the middle of the book in the centre. */
export const topFor = (middle: Price, step: Price, count: number): Price => (floored(middle, step) + Math.floor(count / 2) * step) as Price

/** A ladder does not move under the pointer. It follows the book only after the middle has left it. */
export function topAfter(before: LadderView | undefined, middle: Price | undefined, step: Price, count: number): Price {
  const fresh = topFor(middle ?? (0 as Price), step, count)
  if (before === undefined || before.step !== step || before.count !== count) return fresh
  const bottom = before.top - (count - 1) * step
  const isInSight = middle === undefined || (middle <= before.top && middle >= bottom)
  return isInSight ? before.top : fresh
}
