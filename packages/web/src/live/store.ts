/** What the server has told us, as plain maps. Written by `connection.ts` once a frame, read through the hooks of `use-live.ts`. */
import type { BlockTradeView, MarketDataView, MarkView, OrderView, RfqOrderView, RfqView, TapeTradeView } from '@parley/contracts'
import { create } from 'zustand'
import { losesItsPlace } from './book.ts'
import { applyChanges, byRfq, type Change, newestFirst, sweep, withHeard } from './collection.ts'
import { limits } from './limits.ts'

export type MarketState = Omit<MarketDataView, 'marks'> & { readonly heardAt: number }
export type ChannelName = 'rfqs' | 'rfq_orders' | 'orders' | 'trades' | 'trade_tape'

export type Live = {
  readonly rfqs: ReadonlyMap<string, RfqView>
  /** Orders of others in the taker's RFQs. */
  readonly quotes: ReadonlyMap<string, RfqOrderView>
  readonly quotesByRfq: ReadonlyMap<string, readonly RfqOrderView[]>
  /** The desk's own orders. */
  readonly orders: ReadonlyMap<string, OrderView>
  readonly ordersByRfq: ReadonlyMap<string, readonly OrderView[]>
  readonly trades: ReadonlyMap<string, BlockTradeView>
  readonly tape: readonly TapeTradeView[]
  /** By `DBT.BTC`. */
  readonly markets: ReadonlyMap<string, MarketState>
  readonly marks: ReadonlyMap<number, MarkView>
  /** Channels whose first list has arrived; until then a screen shows that it is loading, not that there is nothing. */
  readonly loaded: ReadonlySet<ChannelName>
}

export const nothing: Live = {
  rfqs: new Map(),
  quotes: new Map(),
  quotesByRfq: new Map(),
  orders: new Map(),
  ordersByRfq: new Map(),
  trades: new Map(),
  tape: [],
  markets: new Map(),
  marks: new Map(),
  loaded: new Set(),
}

export const useLive = create<Live>(() => nothing)

/** Everything heard since the last frame. */
export type Heard = {
  readonly rfqs: Change<RfqView>[]
  readonly quotes: Change<RfqOrderView>[]
  readonly orders: Change<OrderView>[]
  readonly trades: Change<BlockTradeView>[]
  readonly tape: Change<TapeTradeView>[]
  readonly markets: MarketDataView[]
}

export const nothingHeard = (): Heard => ({ rfqs: [], quotes: [], orders: [], trades: [], tape: [], markets: [] })

const standing = ({ price, quantity: rests }: RfqOrderView) => ({ price, rests })
const goesLast = (before: RfqOrderView, after: RfqOrderView): boolean => losesItsPlace(standing(before), standing(after))

export function applyHeard(live: Live, heard: Heard, now: number): Live {
  const quotes = applyChanges(live.quotes, heard.quotes, () => 'forget', goesLast)
  const orders = applyChanges(live.orders, heard.orders, () => 'keep')
  return {
    rfqs: applyChanges(live.rfqs, heard.rfqs, (rfq) => (rfq.state === 'CLOSED' ? 'keep' : 'forget')),
    quotes,
    quotesByRfq: byRfq(quotes, live.quotes, live.quotesByRfq),
    orders,
    ordersByRfq: byRfq(orders, live.orders, live.ordersByRfq),
    trades: applyChanges(live.trades, heard.trades, () => 'keep'),
    tape: newestFirst(live.tape, heard.tape, (trade) => trade.filled_at, limits.tapeRows),
    ...applyMarkets(live, heard.markets, now),
    loaded: withHeard<ChannelName>(live.loaded, [
      ['rfqs', heard.rfqs],
      ['rfq_orders', heard.quotes],
      ['orders', heard.orders],
      ['trades', heard.trades],
      ['trade_tape', heard.tape],
    ]),
  }
}

function applyMarkets(live: Live, heard: readonly MarketDataView[], now: number): Pick<Live, 'markets' | 'marks'> {
  if (heard.length === 0) return { markets: live.markets, marks: live.marks }
  const markets = new Map(live.markets)
  const marks = new Map(live.marks)
  for (const { marks: changed, ...market } of heard) {
    markets.set(`${market.venue}.${market.base_currency}`, { ...market, heardAt: now })
    for (const mark of changed) marks.set(mark.instrument_id, mark)
  }
  return { markets, marks }
}

/** Closed RFQs leave the table 30 s after their last change, and the quotes and closed orders in them go too. */
export function sweepClosed(live: Live, now: number): Live {
  const rfqs = sweep(live.rfqs, (rfq) => rfq.state === 'CLOSED' && now - rfq.last_updated_at > limits.recentlyClosedMs)
  const orders = sweep(
    live.orders,
    (order) => order.state === 'CLOSED' && now - order.last_updated_at > limits.recentlyClosedMs && !rfqs.has(order.rfq_id),
  )
  const quotes = sweep(live.quotes, (quote) => live.rfqs.has(quote.rfq_id) && !rfqs.has(quote.rfq_id))
  if (rfqs === live.rfqs && orders === live.orders) return live
  return {
    ...live,
    rfqs,
    quotes,
    quotesByRfq: byRfq(quotes, live.quotes, live.quotesByRfq),
    orders,
    ordersByRfq: byRfq(orders, live.orders, live.ordersByRfq),
  }
}
