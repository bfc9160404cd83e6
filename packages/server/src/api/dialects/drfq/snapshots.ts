/** Snapshots that channels send first: the desk's own objects as they stand, up to a limit each. */
import type { BlockTradeView, OrderView, RfqOrderView, RfqView, TapeTradeView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { SNAPSHOT_ORDERS, SNAPSHOT_RFQS, SNAPSHOT_TRADES } from './limits.ts'
import { presentBook, presentOrder, presentRfq, presentTape, presentTrade } from './present.ts'

export function createDrfqSnapshots(store: RfqStore) {
  return {
    /** The open ones, and the desk's own drafts. */
    async rfqs({ desk }: Caller): Promise<readonly RfqView[]> {
      const { items } = await store.rfqs(desk, { states: ['OPEN', 'DRAFT'] }, { size: SNAPSHOT_RFQS })
      return items.map((rfq) => presentRfq(rfq, desk)).filter((view) => view !== undefined)
    },
    async orders({ desk }: Caller): Promise<readonly OrderView[]> {
      const orders = await store.liveOrders(desk, ['QUOTE', 'CROSS'], SNAPSHOT_ORDERS)
      return orders.map(({ rfq, order }) => presentOrder(rfq, order))
    },
    async rfqOrders({ desk }: Caller): Promise<readonly RfqOrderView[]> {
      const rfqs = await store.openRfqsWithOrders(desk, SNAPSHOT_RFQS)
      return rfqs.flatMap(({ rfq, orders }) => {
        const { asks, bids } = presentBook(rfq, orders, desk)
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
  }
}
