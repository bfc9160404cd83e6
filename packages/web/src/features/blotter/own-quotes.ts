/** All resting orders of the desk, one row for each pair of bid and ask. Pure. */
import { type AnyOrder, isResting, type Level, type Rfq } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { priceDecimals, strategyName, structureText } from '@parley/core'
import { audienceLook } from '../../live/audiences.ts'
import { structureMark } from '../../live/marks.ts'
import { decimalsOfPrice } from './order-labels.ts'
import { nameOfDescription } from '../structure/structure-name.ts'

export type OwnSide = {
  readonly order: AnyOrder
  /** Distance above the mark, in the quote unit. */
  readonly toMark: number | undefined
  /** Ticks from the best price of its side, 0 at the best. Unknown if makers cannot see each other's quotes. */
  readonly toBest: number | undefined
}

/** A bid and an ask of one layer in an RFQ or market, or one of them. */
export type OwnRow = Pick<AnyOrder, 'audience' | 'rfqId' | 'rfqNumber' | 'venue'> & {
  readonly id: string
  readonly bid: OwnSide | undefined
  readonly ask: OwnSide | undefined
  readonly baseCurrency: string
  readonly strategy: string
  readonly places: string
  readonly mark: number | undefined
  readonly decimals: number
}

export type OwnKnown = {
  readonly orders: Iterable<AnyOrder>
  readonly rfqs: ReadonlyMap<string, Rfq>
  readonly levelsByRfq: ReadonlyMap<string, readonly Level[]>
  readonly marks: ReadonlyMap<number, MarkView>
}

/** The layer of each order, by its id. */
export type Layers = ReadonlyMap<string, number>

export const restingOrders = (orders: Iterable<AnyOrder>): readonly AnyOrder[] => [...orders].filter(isResting)

/**
 * An order keeps its layer while it rests, so that no row changes under the pointer when another order leaves. A new order takes the first layer
 * with a free side.
 */
export function layersOf(orders: readonly AnyOrder[], before: Layers): Layers {
  const layers = new Map<string, number>()
  const taken = new Set<string>()
  const slotOf = (order: AnyOrder, layer: number) => `${rowIdOf(order, layer)} ${order.side}`
  const give = (order: AnyOrder, layer: number) => {
    layers.set(order.id, layer)
    taken.add(slotOf(order, layer))
  }
  for (const order of orders) {
    const layer = before.get(order.id)
    if (layer !== undefined) give(order, layer)
  }
  for (const order of orders.toSorted(bestFirst)) {
    if (layers.has(order.id)) continue
    let layer = 0
    while (taken.has(slotOf(order, layer))) layer += 1
    give(order, layer)
  }
  return layers
}

/** Quotes of different programs have different labels and stay in separate rows. A taker's limits are not paired. */
const rowIdOf = ({ audience, rfqId, kind, label = '', side }: AnyOrder, layer: number): string =>
  `${audience} ${rfqId} ${kind === 'CROSS' ? `limit ${side}` : label} ${layer}`

/** The most recently changed RFQ or market first, and within it the first layer. */
export function ownRows(known: OwnKnown, layers: Layers): readonly OwnRow[] {
  const layer = ({ id }: AnyOrder) => layers.get(id) ?? 0
  const byRfq = Map.groupBy(restingOrders(known.orders), ({ audience, rfqId }) => `${audience} ${rfqId}`)
  const newest = (orders: readonly AnyOrder[]) => Math.max(...orders.map(({ createdAt }) => createdAt))
  return [...byRfq.values()]
    .sort((a, b) => newest(b) - newest(a))
    .flatMap((orders) => {
      const rows = Map.groupBy(
        orders.toSorted((a, b) => layer(a) - layer(b) || bestFirst(a, b)),
        (order) => rowIdOf(order, layer(order)),
      )
      return [...rows].map(([id, sides]) => rowOf(id, sides, known))
    })
}

function rowOf(id: string, orders: readonly AnyOrder[], { rfqs, levelsByRfq, marks }: OwnKnown): OwnRow {
  const [order] = orders as readonly [AnyOrder]
  const rfq = rfqs.get(order.rfqId)
  const mark = rfq === undefined ? undefined : structureMark(rfq.legs, marks)
  const decimals = rfq === undefined ? Math.max(...orders.map(decimalsOfPrice)) : priceDecimals(rfq)
  const levels = rfq !== undefined && audienceLook[rfq.audience].showsRank ? levelsByRfq.get(order.rfqId) : undefined
  const tick = Number(rfq?.tickSize ?? 10 ** -decimals)
  const sideOf = (side: AnyOrder['side']): OwnSide | undefined => {
    const own = orders.find((one) => one.side === side)
    if (own === undefined) return undefined
    return { order: own, toMark: mark === undefined ? undefined : Number(own.price) - mark, toBest: ticksToBest(own, levels, tick) }
  }
  return {
    id,
    bid: sideOf('BUY'),
    ask: sideOf('SELL'),
    audience: order.audience,
    rfqId: order.rfqId,
    rfqNumber: order.rfqNumber,
    venue: order.venue,
    baseCurrency: rfq?.baseCurrency ?? order.baseCurrency ?? '',
    strategy: rfq === undefined ? nameOfDescription(order.description) : strategyName(rfq),
    places: rfq === undefined ? '' : structureText(rfq.legs),
    mark,
    decimals,
  }
}

function ticksToBest({ id, side, price }: AnyOrder, levels: readonly Level[] | undefined, tick: number): number | undefined {
  if (levels === undefined) return undefined
  const others = levels.filter((other) => other.id !== id && other.side === side && Number(other.quantity) > 0)
  const prices = [Number(price), ...others.map((other) => Number(other.price))]
  const best = side === 'BUY' ? Math.max(...prices) : Math.min(...prices)
  // Avoids negative zero, which would be shown with a sign.
  return Math.round((Number(price) - best) / tick) || 0
}

function bestFirst(a: AnyOrder, b: AnyOrder): number {
  const byPrice = a.side === 'BUY' ? Number(b.price) - Number(a.price) : Number(a.price) - Number(b.price)
  return byPrice || a.createdAt - b.createdAt
}

/** The bid first. */
export const sidesOf = ({ bid, ask }: OwnRow): readonly OwnSide[] => [bid, ask].filter((side) => side !== undefined)
export const ordersOf = (row: OwnRow): readonly AnyOrder[] => sidesOf(row).map(({ order }) => order)

/** The texts of both sides, or one text if they are equal. */
export const ofBoth = (row: OwnRow, of: (side: OwnSide) => string): string => [...new Set(sidesOf(row).map(of))].join(' / ')

export const countSides = (orders: readonly AnyOrder[]): { readonly bids: number; readonly asks: number } => {
  const asks = orders.filter(({ side }) => side === 'SELL').length
  return { bids: orders.length - asks, asks }
}
