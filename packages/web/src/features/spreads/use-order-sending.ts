/** The calls that place, replace and cancel spread orders. */
import type { Command, SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { write } from '../../live/api.ts'
import { orderCommand } from '../order-entry/order-command.ts'
import { useOrderCancelling } from '../order-entry/use-cancelling.ts'
import { type Sender, useSender } from '../order-entry/use-sender.ts'
import { applyResponse } from './connect-spreads.ts'
import { orderFromWire } from './from-wire.ts'
import type { Side, SpreadOrder, Strategy } from './model.ts'
import { isWorking } from './own-orders.ts'
import { type OrderToSend, toWire } from './order-to-send.ts'
import { orderTitle } from './order-text.ts'

export const useOrderSending = (strategy: Strategy): Sender<OrderToSend, SpreadOrder> =>
  useSender({
    key: `spread-order-${strategy.id}`,
    whatOf: (order: OrderToSend) => orderTitle(order, strategy),
    commandOf,
    take: (view: SpreadOrderView) => {
      applyResponse(view)
      return orderFromWire(view)
    },
    cancel: (placed) => (isWorking(placed) ? cancelled(placed) : undefined),
  })

const cancelled = ({ id }: Pick<SpreadOrder, 'id'>) => write(spreadCalls.cancelOrder, { params: { id } })

/** Places the order, or replaces another one. */
function commandOf(order: OrderToSend): Command<SpreadOrderView> {
  const terms = {
    type: order.type,
    ...toWire(order),
    time_in_force: order.lifetime,
    post_only: order.isPostOnly,
    mmp: order.isMmp,
    ...(order.own === undefined ? {} : { own_orders: order.own }),
    ...(order.account === undefined ? {} : { account_name: order.account }),
  }
  const { replaces } = order
  if (replaces !== undefined) return orderCommand(spreadCalls.replaceOrder, { params: { id: replaces }, body: terms })
  return orderCommand(spreadCalls.createOrder, { body: { strategy_id: order.strategyId, side: order.side, ...terms } })
}

/** Cancels one order, or all orders of a side in the strategies of a venue. */
export function useSpreadCancelling() {
  const { isBusy, one, run } = useOrderCancelling('spread', cancelled)
  return { isBusy, one, side: (side: Side) => run(side, () => write(spreadCalls.cancelOrders, { query: { side } })) }
}

export type Cancelling = ReturnType<typeof useSpreadCancelling>
