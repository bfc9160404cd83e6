/** The rungs of a price ladder: an even price grid with the amount resting at each price, and what a click does there. Pure. */
import { type CellKind, ladderCell, type Price, type Quantity, type Touch, withoutOwn } from '@parley/core'
import type { Level, LevelBook } from '../market-data/depth.ts'
import { gridTicks, onGrid } from '../market-data/price-grid.ts'
import type { Side, SpreadOrder, Top } from './model.ts'
import { restingOf } from './model.ts'

/** A cell of the bid column, which always buys, or of the ask column, which always sells (rulebook 21.10). */
export type Cell = {
  readonly kind: CellKind
  /** The price of the order. */
  readonly price: Price
  /** The amount at this level, including own orders: of its own side, or what would be taken there. Zero if there is none. */
  readonly size: Quantity
  /** The amount of other desks within the price, if the order would take. */
  readonly takes: Quantity
}

export type Rung = {
  readonly price: Price
  readonly buys: Cell
  readonly sells: Cell
  readonly myBids: readonly SpreadOrder[]
  readonly myAsks: readonly SpreadOrder[]
}

/** The price of each rung is a multiple of `step`. The first rung is the highest. */
export type LadderView = { readonly top: Price; readonly step: Price; readonly count: number }

/** The best bid and offer of other desks. */
export const touchOf = ({ bids, asks }: LevelBook): Touch => ({ bid: bids[0]?.price, ask: asks[0]?.price })

/** The book without the desk's own orders (rulebook 21.13). */
export const marketBook = (book: LevelBook, own: readonly SpreadOrder[]): LevelBook => withoutOwn(book, own.map(ownResting))

export const ownResting = (order: SpreadOrder) => ({ id: order.id, side: order.side, price: order.price, resting: restingOf(order) })

export function ladderRungs(book: LevelBook, own: readonly SpreadOrder[], view: LadderView): readonly Rung[] {
  const { top, step, count } = view
  const market = marketBook(book, own)
  const touch = touchOf(market)
  const bids = summed(bidsIn(book, view), (price) => onGrid('BUY', price, step))
  const asks = summed(asksIn(book, view), (price) => onGrid('SELL', price, step))
  const ownBids = grouped(own, 'BUY', (price) => onGrid('BUY', price, step))
  const ownAsks = grouped(own, 'SELL', (price) => onGrid('SELL', price, step))
  const cell = (side: Side, price: Price): Cell => {
    const { kind, price: at } = ladderCell(side, price, step, touch)
    const isBuy = side === 'BUY'
    const takes = kind === 'TAKE' ? withinLimit(isBuy ? market.asks : market.bids, at, isBuy ? 1 : -1) : (0 as Quantity)
    const there = (isBuy === (kind === 'TAKE') ? asks : bids).get(price) ?? 0
    return { kind, price: at, size: (kind === 'TAKE' && there > 0 ? takes : there) as Quantity, takes }
  }
  return Array.from({ length: count }, (_, at): Rung => {
    const price = (top - at * step) as Price
    return {
      price,
      buys: cell('BUY', price),
      sells: cell('SELL', price),
      myBids: ownBids.get(price) ?? [],
      myAsks: ownAsks.get(price) ?? [],
    }
  })
}

/** Only the visible levels of ten thousand are summed. */
const bidsIn = ({ bids }: LevelBook, { top, step, count }: LadderView) =>
  between(
    bids,
    ({ price }) => price < top + step,
    ({ price }) => price < top - (count - 1) * step,
  )
const asksIn = ({ asks }: LevelBook, { top, step, count }: LadderView) =>
  between(
    asks,
    ({ price }) => price > top - count * step,
    ({ price }) => price > top,
  )

/** The amount at a price or better. */
function withinLimit(levels: readonly Level[], limit: Price, sign: 1 | -1): Quantity {
  let sum = 0
  for (const { price, amount } of levels) {
    if (sign * (price - limit) > 0) break
    sum += amount
  }
  return sum as Quantity
}

/** The rung of an implied price: rounded down for the bid and up for the offer, as the book is (rulebook 21.14). */
export function impliedAt(rung: Price, step: Price, { bid, ask }: Top): 'Implied bid' | 'Implied offer' | undefined {
  if (bid !== undefined && onGrid('BUY', bid.price, step) === rung) return 'Implied bid'
  return ask !== undefined && onGrid('SELL', ask.price, step) === rung ? 'Implied offer' : undefined
}

/** The best price and the nearest own order, if they are outside the ladder. */
export type Outside = { readonly best: (Level & { readonly side: Side }) | undefined; readonly own: SpreadOrder | undefined }

/** Above and below the visible prices (rulebook 21.10). */
export function outsideOf(
  book: LevelBook,
  own: readonly SpreadOrder[],
  { top, step, count }: LadderView,
): Record<'above' | 'below', Outside> {
  const bottom = top - (count - 1) * step
  const placed = own.flatMap((order) => (order.price === undefined || restingOf(order) === 0 ? [] : [{ order, at: order.price }]))
  const bests = [
    ...book.asks.slice(0, 1).map((level) => ({ ...level, side: 'SELL' as const, at: onGrid('SELL', level.price, step) })),
    ...book.bids.slice(0, 1).map((level) => ({ ...level, side: 'BUY' as const, at: onGrid('BUY', level.price, step) })),
  ]
  const rungOf = ({ order, at }: (typeof placed)[number]) => onGrid(order.side, at, step)
  const above = placed.filter((one) => rungOf(one) > top).toSorted((a, b) => a.at - b.at)[0]
  const below = placed.filter((one) => rungOf(one) < bottom).toSorted((a, b) => b.at - a.at)[0]
  return {
    above: { best: bests.find(({ at }) => at > top), own: above?.order },
    below: { best: bests.findLast(({ at }) => at < bottom), own: below?.order },
  }
}

/** The kind of every cell, and when it last changed. */
export type CellHistory = ReadonlyMap<string, { readonly kind: CellKind; readonly changedAt: number | undefined }>

export const cellKey = (side: Side, price: Price): string => `${side} ${price}`

/** A cell that is new on the screen has not changed: nothing else was there to aim at. */
export function cellHistory(before: CellHistory, rungs: readonly Rung[], now: number): CellHistory {
  return new Map(
    rungs.flatMap(({ price, buys, sells }) =>
      (
        [
          ['BUY', buys],
          ['SELL', sells],
        ] as const
      ).map(([side, { kind }]) => {
        const key = cellKey(side, price)
        const held = before.get(key)
        return [key, held === undefined ? { kind, changedAt: undefined } : held.kind === kind ? held : { kind, changedAt: now }] as const
      }),
    ),
  )
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

/** The best bid and ask, and one rung beyond each. */
const RUNGS_AROUND = 4

/** The rung size in ticks with which both sides of the book are visible. Undefined until both are known. */
export function ticksInSight({ bids, asks }: LevelBook, tick: Price, count: number): number | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined) return undefined
  const room = Math.max(1, count - RUNGS_AROUND)
  return gridTicks.find((ticks) => ask - bid <= room * ticks * tick) ?? gridTicks.at(-1)
}

/** The middle between the best bid and ask, or the only one of them. Without any, `otherwise`, which is the mark. */
export function middleOf({ bids, asks }: LevelBook, otherwise: Price | undefined): Price | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid !== undefined && ask !== undefined) return ((bid + ask) / 2) as Price
  return bid ?? ask ?? otherwise
}

/** The top rung that puts the middle of the book in the centre. */
export const topFor = (middle: Price, step: Price, count: number): Price =>
  (onGrid('BUY', middle, step) + Math.floor(count / 2) * step) as Price

/**
 * The top rung of the next drawing (rulebook 21.11). The ladder stays while the pointer is in it. Otherwise it follows the book once the middle has
 * left it. If its height changes, its top stays.
 */
export function topAfter(
  before: LadderView | undefined,
  middle: Price | undefined,
  { step, count, isHeld }: Omit<LadderView, 'top'> & { readonly isHeld: boolean },
): Price {
  const fresh = topFor(middle ?? (0 as Price), step, count)
  if (before === undefined || before.step !== step) return fresh
  const bottom = before.top - (count - 1) * step
  const isInSight = middle === undefined || (middle <= before.top && middle >= bottom)
  return isHeld || isInSight ? before.top : fresh
}

/** The sizes that one click sets, in the unit of the amount: multiples of the minimum block. */
const presets = [1, 2.5, 5, 15, 25, 50] as const
export const sizePresets = ({ minimum, increment }: { readonly minimum: Quantity; readonly increment: Quantity }): readonly Quantity[] =>
  presets.map((times) => (Math.ceil((minimum * times) / increment) * increment) as Quantity)
