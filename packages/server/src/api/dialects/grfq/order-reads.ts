/** Reads of the desk's own quotes and orders. */
import type { Refusal } from '@parley/core'
import type { GroupBase, GroupOrderView, GroupQuoteView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import { listed, type PageView, type Paging } from '../../../database/page.ts'
import type { AggressorOrderFilter } from '../../../rfq/aggressor-order-store.ts'
import type { OrderFilter, OrderIn } from '../../../rfq/order-clauses.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { marketShardOf } from '../../../shards/shards.ts'
import { notFound } from './not-found.ts'
import { presentOrder, presentQuote, presentAggressorOrder } from './present.ts'

export const orderAsRead = ({ rfq, order }: OrderIn): GroupOrderView =>
  order.kind === 'CROSS' ? presentOrder(rfq, order) : presentAggressorOrder(rfq, order)

/** An order never rests: it is open as long as part of it is at the venue. */
function crosses({ states, ...filter }: AggressorOrderFilter): OrderFilter {
  const own = { ...filter, kinds: ['CROSS'] } as const
  if (states === undefined) return own
  const isOpen = states.some((state) => state !== 'CLOSED')
  return { ...own, pending: [...(isOpen ? [true] : []), ...(states.includes('CLOSED') ? [false] : [])] }
}

export function createOrderReads(store: RfqStore) {
  return {
    async getQuote(caller: Caller, id: number): Promise<GroupQuoteView | Refusal> {
      const found = await store.orderOfNumber(id)
      if (found === undefined || found.order.actor.desk !== caller.desk || found.order.kind !== 'QUOTE') return notFound('quote')
      return presentQuote(found.rfq, found.order)
    },

    async listQuotes(caller: Caller, filter: OrderFilter, paging: Paging): Promise<PageView<GroupQuoteView> | Refusal> {
      return listed(
        paging,
        (page) => store.orders(caller.desk, { ...filter, kinds: ['QUOTE'] }, page),
        ({ rfq, order }) => presentQuote(rfq, order),
      )
    },

    async getOrder(caller: Caller, id: number, base: GroupBase): Promise<GroupOrderView | Refusal> {
      const found = await store.orderOfNumber(id)
      if (found === undefined || found.order.actor.desk !== caller.desk) return notFound('order')
      const { kind, hasTaken } = found.order
      return kind === 'CROSS' || (hasTaken && base === '/v1/ob') ? orderAsRead(found) : notFound('order')
    },

    async listOrders(
      caller: Caller,
      filter: AggressorOrderFilter,
      paging: Paging,
      base: GroupBase,
    ): Promise<PageView<GroupOrderView> | Refusal> {
      if (base === '/v1/ob') return listed(paging, (page) => store.aggressorOrders(caller.desk, filter, page), orderAsRead)
      return listed(
        paging,
        (page) => store.orders(caller.desk, crosses(filter), page),
        ({ rfq, order }) => presentOrder(rfq, order),
      )
    },

    /** The newest quote or order of the desk with the client order id. */
    async byClientOrderId({ desk }: Caller, clientOrderId: string) {
      const { items } = await store.orders(desk, { clientOrderId }, { size: 1 })
      const [newest] = items
      if (newest === undefined) return undefined
      const { rfq, order } = newest
      const body = order.kind === 'CROSS' ? presentOrder(rfq, order) : presentQuote(rfq, order)
      return { decidedAt: order.createdAt, group: marketShardOf(rfq).group, body }
    },
  }
}
