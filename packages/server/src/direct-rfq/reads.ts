/** What a desk may read: found in the read model, kept or dropped by the rules of core, written down by wire. */
import { isRefusal, seatOf, type DirectRfq, type Refusal } from '@parley/core'
import type { BlockTradeView, OrderView, RfqBookView, RfqOrderView, RfqView, TapeTradeView } from '@parley/contracts'
import type { Caller } from '../http/route.ts'
import { listed, type PageView, type Paging } from '../market/page.ts'
import { marketShardOf } from '../market/shards.ts'
import { SNAPSHOT_ORDERS, SNAPSHOT_RFQS, SNAPSHOT_TRADES } from './limits.ts'
import { notFound } from './rfq-commands.ts'
import type { DirectRfqStore, OrderFilter, RfqFilter, TradeFilter } from './store.ts'
import { presentBook, presentOrder, presentRfq, presentTape, presentTrade } from './wire.ts'

export function createDirectRfqReads(store: DirectRfqStore) {
  const seen = async (caller: Caller, id: string): Promise<DirectRfq | Refusal> => {
    const rfq = await store.rfq(id)
    return rfq === undefined || seatOf(rfq, caller.desk) === undefined ? notFound('RFQ') : rfq
  }

  return {
    /** For others that speak of a request: whoever may not see it is refused. */
    visibleRfq: seen,

    async getRfq(caller: Caller, id: string): Promise<RfqView | Refusal> {
      const rfq = await seen(caller, id)
      return isRefusal(rfq) ? rfq : presentRfq(rfq, caller.desk)!
    },

    async listRfqs(caller: Caller, filter: RfqFilter, paging: Paging): Promise<PageView<RfqView> | Refusal> {
      return listed(
        paging,
        (page) => store.rfqs(caller.desk, filter, page),
        (rfq) => presentRfq(rfq, caller.desk),
      )
    },

    async getBook(caller: Caller, id: string): Promise<RfqBookView | Refusal> {
      const rfq = await store.rfqWithBook(id)
      return rfq === undefined || seatOf(rfq, caller.desk) === undefined ? notFound('RFQ') : presentBook(rfq, caller.desk)
    },

    async getOrder(caller: Caller, id: string): Promise<OrderView | Refusal> {
      const found = await store.order(id)
      return found === undefined || found.order.actor.desk !== caller.desk ? notFound('order') : presentOrder(found.rfq, found.order)
    },

    async listOrders(caller: Caller, filter: OrderFilter, paging: Paging): Promise<PageView<OrderView> | Refusal> {
      return listed(
        paging,
        (page) => store.orders(caller.desk, filter, page),
        ({ rfq, order }) => presentOrder(rfq, order),
      )
    },

    /** The newest order of the desk that has the id. */
    async byClientOrderId({ desk }: Caller, clientOrderId: string) {
      const { items } = await store.orders(desk, { clientOrderId }, { size: 1 })
      const [newest] = items
      if (newest === undefined) return undefined
      const { rfq, order } = newest
      return { decidedAt: order.createdAt, group: marketShardOf(rfq).group, body: presentOrder(rfq, order) }
    },

    async getTrade(caller: Caller, id: string): Promise<BlockTradeView | Refusal> {
      const found = await store.trade(id)
      return (found && presentTrade(found.rfq, found.trade, caller.desk)) ?? notFound('trade')
    },

    async listTrades(caller: Caller, filter: TradeFilter, paging: Paging): Promise<PageView<BlockTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.trades(caller.desk, filter, page),
        ({ rfq, trade }) => presentTrade(rfq, trade, caller.desk),
      )
    },

    async listTape(filter: TradeFilter, paging: Paging): Promise<PageView<TapeTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.tape(filter, page),
        ({ rfq, trade }) => presentTape(rfq, trade),
      )
    },

    snapshots: {
      /** What is open, and the desk's own drafts. */
      async rfqs({ desk }: Caller): Promise<readonly RfqView[]> {
        const { items } = await store.rfqs(desk, { states: ['OPEN', 'DRAFT'] }, { size: SNAPSHOT_RFQS })
        return items.map((rfq) => presentRfq(rfq, desk)).filter((view) => view !== undefined)
      },
      async orders({ desk }: Caller): Promise<readonly OrderView[]> {
        const orders = await store.liveOrders(desk, SNAPSHOT_ORDERS)
        return orders.map(({ rfq, order }) => presentOrder(rfq, order))
      },
      async rfqOrders({ desk }: Caller): Promise<readonly RfqOrderView[]> {
        const rfqs = await store.openRfqsWithBook(desk, SNAPSHOT_RFQS)
        return rfqs.flatMap((rfq) => {
          const { asks, bids } = presentBook(rfq, desk)
          return [...asks, ...bids].map(({ rank: _later, ...order }) => order)
        })
      },
      async trades({ desk }: Caller): Promise<readonly BlockTradeView[]> {
        const { items } = await store.trades(desk, {}, { size: SNAPSHOT_TRADES })
        return items.map(({ rfq, trade }) => presentTrade(rfq, trade, desk)).filter((view) => view !== undefined)
      },
      async tape(): Promise<readonly TapeTradeView[]> {
        const { items } = await store.tape({}, { size: SNAPSHOT_TRADES })
        return items.map(({ rfq, trade }) => presentTape(rfq, trade)).filter((view) => view !== undefined)
      },
    },
  }
}
