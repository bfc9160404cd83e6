/**
 * The server's objects as plain maps, one for each kind, with RFQs of every audience. Written once per frame, and read through the hooks of
 * `use-live.ts`.
 */
import {
  losesItsPlace,
  type Audience,
  type Level,
  type ModelChange,
  type Order,
  type Rfq,
  type TapeTrade,
  type Trade,
} from '@parley/client'
import type { MarketDataView, MarkView } from '@parley/contracts'
import { create } from 'zustand'
import { audienceLook } from './audiences.ts'
import { applyChanges, byRfq, newestFirst, sweep, withAll } from './collection.ts'
import type { Feed } from './feeds.ts'
import { limits } from './limits.ts'

export type MarketState = Omit<MarketDataView, 'marks'> & { readonly receivedAt: number }
export type ListName = 'rfqs' | 'levels' | 'orders' | 'trades' | 'tape'
type Loaded = `${ListName} ${Audience}`
export const loadedName = (list: ListName, audience: Audience): Loaded => `${list} ${audience}`

/** Lists have a part, and no feed of their own. */
export type PartName = Feed | 'LISTS'

export type Live = {
  readonly rfqs: ReadonlyMap<string, Rfq>
  /** Quotes visible to the desk: those of makers in its own RFQs, and all public ones in order books. */
  readonly levels: ReadonlyMap<string, Level>
  readonly levelsByRfq: ReadonlyMap<string, readonly Level[]>
  /** The desk's own orders: resting, at the venue and, for a while, closed. */
  readonly orders: ReadonlyMap<string, Order>
  readonly ordersByRfq: ReadonlyMap<string, readonly Order[]>
  readonly trades: ReadonlyMap<string, Trade>
  readonly tradesByRfq: ReadonlyMap<string, readonly Trade[]>
  readonly tape: readonly TapeTrade[]
  /** By `DBT.BTC`. */
  readonly markets: ReadonlyMap<string, MarketState>
  readonly marks: ReadonlyMap<number, MarkView>
  /** Lists that have arrived. Until then a screen shows that it is loading, not that it is empty. */
  readonly loaded: ReadonlySet<Loaded>
  /** The state of each product whose screen is open. Its code is loaded with that screen (`part.ts`). */
  readonly parts: Partial<Readonly<Record<PartName, unknown>>>
}

export const nothing: Live = {
  rfqs: new Map(),
  levels: new Map(),
  levelsByRfq: new Map(),
  orders: new Map(),
  ordersByRfq: new Map(),
  trades: new Map(),
  tradesByRfq: new Map(),
  tape: [],
  markets: new Map(),
  marks: new Map(),
  loaded: new Set(),
  parts: {},
}

export const useLive = create<Live>(() => nothing)

/** Everything received since the last frame. */
export type FrameChanges = {
  readonly rfqs: ModelChange<Rfq>[]
  readonly levels: ModelChange<Level>[]
  readonly orders: ModelChange<Order>[]
  readonly trades: ModelChange<Trade>[]
  readonly tape: ModelChange<TapeTrade>[]
  readonly markets: MarketDataView[]
}

export const noFrameChanges = (): FrameChanges => ({ rfqs: [], levels: [], orders: [], trades: [], tape: [], markets: [] })

const keep = () => 'keep' as const
const forget = () => 'forget' as const
const onEnded = ({ audience, state }: Rfq) => (state === 'CLOSED' && audienceLook[audience].endedRows === 'STAY' ? 'keep' : 'forget')

export function applyFrame(live: Live, received: FrameChanges, now: number): Live {
  return {
    ...withMaps(live, {
      rfqs: applyChanges(live.rfqs, received.rfqs, onEnded),
      levels: applyChanges(live.levels, received.levels, forget, losesItsPlace),
      orders: applyChanges(live.orders, received.orders, keep),
      trades: applyChanges(live.trades, received.trades, keep),
    }),
    tape: newestFirst(live.tape, received.tape, filledAt, limits.tapeRows),
    ...applyMarkets(live, received.markets, now),
    loaded: withAll(
      live.loaded,
      lists.flatMap((list) => received[list].map(({ audience }) => loadedName(list, audience))),
    ),
  }
}

const lists = ['rfqs', 'levels', 'orders', 'trades', 'tape'] as const satisfies readonly ListName[]

/** The objects themselves, and grouped by RFQ. */
const withMaps = (live: Live, maps: Pick<Live, 'rfqs' | 'levels' | 'orders' | 'trades'>): Live => ({
  ...live,
  ...maps,
  levelsByRfq: byRfq(maps.levels, live.levels, live.levelsByRfq),
  ordersByRfq: byRfq(maps.orders, live.orders, live.ordersByRfq),
  tradesByRfq: byRfq(maps.trades, live.trades, live.tradesByRfq),
})

/** Every trade on the tape is settled. */
export const filledAt = ({ filledAt: at, executedAt }: Pick<TapeTrade, 'filledAt' | 'executedAt'>): number => at ?? executedAt

function applyMarkets(live: Live, received: readonly MarketDataView[], now: number): Pick<Live, 'markets' | 'marks'> {
  if (received.length === 0) return { markets: live.markets, marks: live.marks }
  const markets = new Map(live.markets)
  const marks = new Map(live.marks)
  for (const { marks: changed, ...market } of received) {
    markets.set(`${market.venue}.${market.base_currency}`, { ...market, receivedAt: now })
    for (const mark of changed) marks.set(mark.instrument_id, mark)
  }
  return { markets, marks }
}

/**
 * Closed RFQs leave the table 30 s after their last change, with their quotes and closed orders. Trades stay, because they make the desk's
 * position.
 */
export function sweepClosed(live: Live, now: number): Live {
  const isOld = (at: number) => now - at > limits.recentlyClosedMs
  const rfqs = sweep(live.rfqs, (rfq) => rfq.state === 'CLOSED' && isOld(rfq.updatedAt))
  const orders = sweep(live.orders, (order) => {
    const isOver = order.state === 'CLOSED' && isOld(order.updatedAt ?? order.createdAt)
    return isOver && !(audienceLook[order.audience].closedOrders === 'STAY_WITH_RFQ' && rfqs.has(order.rfqId))
  })
  const levels = sweep(live.levels, (level) => live.rfqs.has(level.rfqId) && !rfqs.has(level.rfqId))
  return rfqs === live.rfqs && orders === live.orders ? live : withMaps(live, { rfqs, levels, orders, trades: live.trades })
}

/** Adds RFQs that ended while the screen was not connected. Newer data from a channel has priority. */
export function withClosed(live: Live, closed: readonly Rfq[]): Live {
  const missing = closed.filter(({ id }) => !live.rfqs.has(id))
  if (missing.length === 0) return live
  const rfqs = new Map([...live.rfqs, ...missing.map((rfq) => [rfq.id, rfq] as const)])
  return withMaps(live, { rfqs, levels: live.levels, orders: live.orders, trades: live.trades })
}

/** Adds quotes that ended in visible RFQs. Newer data from a channel has priority. */
export function withEnded(live: Live, ended: readonly Order[]): Live {
  const missing = ended.filter(({ id, rfqId }) => !live.orders.has(id) && live.rfqs.get(rfqId)?.state === 'OPEN')
  if (missing.length === 0) return live
  const orders = new Map([...missing.map((order) => [order.id, order] as const), ...live.orders])
  return withMaps(live, { rfqs: live.rfqs, levels: live.levels, orders, trades: live.trades })
}

/** After its connection was closed, its data is no longer known. */
export function withoutAudience(live: Live, audience: Audience): Live {
  const isOf = (one: { readonly audience: Audience }) => one.audience === audience
  return {
    ...withMaps(live, {
      rfqs: sweep(live.rfqs, isOf),
      levels: sweep(live.levels, isOf),
      orders: sweep(live.orders, isOf),
      trades: sweep(live.trades, isOf),
    }),
    tape: live.tape.filter((trade) => !isOf(trade)),
    loaded: new Set([...live.loaded].filter((name) => !name.endsWith(` ${audience}`))),
  }
}
