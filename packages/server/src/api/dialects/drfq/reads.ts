/** Reads of direct RFQs: loaded from the read model, filtered by core's visibility rules, and formatted. */
import { isRefusal, readerRole, type DeskId, type Instant, type Refusal, type Rfq } from '@parley/core'
import type {
  BlockTradeView,
  MakerHistoriesView,
  OrderView,
  RfqBookView,
  RfqRecordView,
  RfqView,
  TakerHistoriesView,
  TapeTradeView,
} from '@parley/contracts'
import { withheldFrom } from '../../../calls/offer.ts'
import type { Caller } from '../../../calls/route.ts'
import { listed, type PageView, type Paging } from '../../../database/page.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { withVolatilities } from '../../../market-data/wire.ts'
import { marketShardOf } from '../../../shards/shards.ts'
import { HISTORY_MS } from '../../../rfq/limits.ts'
import type { OrderFilter } from '../../../rfq/order-clauses.ts'
import type { RfqFilter, RfqStore } from '../../../rfq/store.ts'
import type { TradeFilter } from '../../../rfq/trade-store.ts'
import { presentBook, presentOrder, presentRfq, presentTape, presentTrade } from './present.ts'
import { presentHistories, presentRecord, presentTakerHistories } from './present-record.ts'
import { notFound } from './rfq-calls.ts'

type VisibleRfq = (caller: Caller, id: string) => Promise<Rfq | Refusal>

export function createDrfqReads(store: RfqStore, visibleRfq: VisibleRfq, marketData: Pick<MarketData, 'mark'>) {
  const present = (rfq: Rfq, desk: DeskId): RfqView | undefined => {
    const view = presentRfq(rfq, desk)
    return view?.state === 'OPEN' ? withVolatilities(view, marketData) : view
  }
  return {
    async getRfq(caller: Caller, id: string): Promise<RfqView | Refusal> {
      const rfq = await visibleRfq(caller, id)
      return isRefusal(rfq) ? rfq : present(rfq, caller.desk)!
    },

    ...createRecordReads(store),
    ...createTapeReads(store),

    async listRfqs(caller: Caller, filter: RfqFilter, paging: Paging): Promise<PageView<RfqView> | Refusal> {
      return listed(
        paging,
        (page) => store.rfqs(caller.desk, filter, page),
        (rfq) => present(rfq, caller.desk),
      )
    },

    async getBook(caller: Caller, id: string): Promise<RfqBookView | Refusal> {
      const found = await store.rfqWithOrders(id)
      if (found === undefined || readerRole(found.rfq, caller.desk) === undefined) return notFound('RFQ')
      return presentBook(found.rfq, found.orders, caller.desk)
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

    /** The newest order of the desk with the client order id. */
    async byClientOrderId({ desk }: Caller, clientOrderId: string) {
      const { items } = await store.orders(desk, { clientOrderId }, { size: 1 })
      const [newest] = items
      if (newest === undefined) return undefined
      const { rfq, order } = newest
      return { decidedAt: order.createdAt, group: marketShardOf(rfq).group, body: presentOrder(rfq, order) }
    },

    async getTrade(caller: Caller, id: string): Promise<BlockTradeView | Refusal> {
      const found = await store.trade(id, caller.desk)
      return (found && presentTrade(found.rfq, found.trade, caller.desk, found.charged)) ?? notFound('trade')
    },

    async listTrades(caller: Caller, filter: TradeFilter, paging: Paging): Promise<PageView<BlockTradeView> | Refusal> {
      return listed(
        paging,
        (page) => store.trades(caller.desk, filter, page),
        ({ rfq, trade, charged }) => presentTrade(rfq, trade, caller.desk, charged),
      )
    },
  }
}

/** Reads of closed RFQs: one record, and the totals of all of them. */
const createRecordReads = (store: RfqStore) => ({
  async getRecord({ desk }: Caller, id: string): Promise<RfqRecordView | Refusal> {
    const stored = await store.storedRecord(id, desk)
    return (stored && presentRecord(stored, desk)) ?? notFound('RFQ')
  },

  async getMakerHistory({ desk }: Caller, now: Instant): Promise<MakerHistoriesView> {
    const since = (now - HISTORY_MS) as Instant
    return presentHistories(await store.endedRequests(desk, since), since, desk)
  },

  async getTakerHistory({ desk }: Caller, now: Instant): Promise<TakerHistoriesView> {
    const since = (now - HISTORY_MS) as Instant
    return presentTakerHistories(await store.endedAsks(desk, since), since, desk)
  },
})

const createTapeReads = (store: RfqStore) => ({
  async listTape(caller: Caller, filter: TradeFilter, paging: Paging): Promise<PageView<TapeTradeView> | Refusal> {
    return listed(
      paging,
      (page) => store.tape({ ...filter, withheld: withheldFrom(caller) }, page),
      ({ rfq, trade }) => presentTape(rfq, trade),
    )
  },
})
