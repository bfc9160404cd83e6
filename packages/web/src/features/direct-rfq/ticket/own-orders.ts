/** The desk's own orders of one RFQ that still rest. */
import type { OrderView } from '@parley/contracts'
import { restingOf } from '../../../live/book.ts'

export type RestingOrder = OrderView & { readonly resting: string }

export const restingOrders = (orders: readonly OrderView[]): readonly RestingOrder[] =>
  orders
    .filter((order) => order.state === 'OPEN')
    .map((order) => ({ ...order, resting: restingOf(order) }))
    .filter((order) => Number(order.resting) > 0)
