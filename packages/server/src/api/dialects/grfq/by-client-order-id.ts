/** The newest quote or order of the desk that has a client order id. */
import type { Caller } from '../../../calls/route.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { marketShardOf } from '../../../shards/shards.ts'
import { presentOrder, presentQuote } from './present.ts'

export const createByClientOrderId =
  (store: Pick<RfqStore, 'orders'>) =>
  async ({ desk }: Caller, clientOrderId: string) => {
    const { items } = await store.orders(desk, { clientOrderId }, { size: 1 })
    const [newest] = items
    if (newest === undefined) return undefined
    const { rfq, order } = newest
    const body = order.kind === 'CROSS' ? presentOrder(rfq, order) : presentQuote(rfq, order)
    return { decidedAt: order.createdAt, group: marketShardOf(rfq).group, body }
  }
