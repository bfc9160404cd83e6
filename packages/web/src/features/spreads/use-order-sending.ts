/** The calls that place, replace and cancel spread orders. */
import type { SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { write } from '../../live/api.ts'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import { type Accepted, useSender } from '../order-entry/use-sender.ts'
import { applyResponse } from './connect-spreads.ts'
import { orderFromWire } from './from-wire.ts'
import type { Side, SpreadOrder, Strategy } from './model.ts'
import { type OrderToSend, toWire } from './order-to-send.ts'
import { orderTitle, outcomeText } from './order-text.ts'

export function useOrderSending(strategy: Strategy) {
  const { sending, last, send } = useSender<OrderToSend>(`spread-order-${strategy.id}`)
  return {
    sending: sending?.side,
    last,
    send: (order: OrderToSend) => send(order, orderTitle(order, strategy), (one) => place(one, strategy)),
  }
}

async function place(order: OrderToSend, strategy: Strategy): Promise<Accepted> {
  const view = await request(order)
  applyResponse(view)
  return { words: outcomeText(orderFromWire(view), strategy), id: view.id }
}

function request(order: OrderToSend): Promise<SpreadOrderView> {
  const terms = {
    type: order.type,
    ...toWire(order),
    time_in_force: order.lifetime,
    post_only: order.isPostOnly,
    ...(order.own === undefined ? {} : { own_orders: order.own }),
    ...(order.account === undefined ? {} : { account_name: order.account }),
  }
  return order.replaces === undefined
    ? write(spreadCalls.createOrder, { body: { strategy_id: order.strategyId, side: order.side, ...terms } })
    : write(spreadCalls.replaceOrder, { params: { id: order.replaces }, body: terms })
}

/** Cancels one order, or all orders of a side in the strategies of a venue. */
export function useSpreadCancelling() {
  const { isBusy, run } = useCancelling('spread')
  return {
    isBusy,
    one: ({ id }: Pick<SpreadOrder, 'id'>) => run(id, () => write(spreadCalls.cancelOrder, { params: { id } })),
    side: (side: Side) => run(side, () => write(spreadCalls.cancelOrders, { query: { side } })),
  }
}

export type Cancelling = ReturnType<typeof useSpreadCancelling>
