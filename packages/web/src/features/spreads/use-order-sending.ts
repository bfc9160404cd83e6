/** Sends spread orders, one at a time, and reports the outcome. */
import type { SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { useCallback, useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { serverNow } from '../../live/connection.ts'
import { applyResponse } from './connect-spreads.ts'
import { orderFromWire } from './from-wire.ts'
import type { Side, SpreadOrder, Strategy } from './model.ts'
import { type OrderToSend, toWire } from './order-to-send.ts'
import { orderTitle } from './order-text.ts'

/** The last order. Its accepted state is followed in the store; `words` is the reason of a refusal. */
export type SentOrder = { readonly what: string; readonly at: number } & (
  | { readonly order: SpreadOrder; readonly words?: undefined }
  | { readonly order?: undefined; readonly words: string }
)

export type OrderSending = {
  /** The side of the order that is being sent. */
  readonly sending: Side | undefined
  readonly last: SentOrder | undefined
  /** Returns whether it was accepted. */
  readonly send: (order: OrderToSend, strategy: Strategy) => Promise<boolean>
}

export function useOrderSending(): OrderSending {
  const [sending, setSending] = useState<Side>()
  const [last, setLast] = useState<SentOrder>()
  const send = useCallback(async (order: OrderToSend, strategy: Strategy): Promise<boolean> => {
    const what = orderTitle(order, strategy)
    setSending(order.side)
    try {
      const view = await place(order)
      applyResponse(view)
      settleToast(`spread-order-${strategy.id}`)
      setLast({ what, order: orderFromWire(view), at: serverNow() })
      return true
    } catch (error) {
      const words = errorMessage(error)
      setLast({ what, words, at: serverNow() })
      toast({ key: `spread-order-${strategy.id}`, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
      return false
    } finally {
      setSending(undefined)
    }
  }, [])
  return { sending, last, send }
}

function place(order: OrderToSend): Promise<SpreadOrderView> {
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
export function useCancelling() {
  const [isBusy, setIsBusy] = useState<ReadonlySet<string>>(new Set())
  const run = async (name: string, cancel: () => Promise<unknown>) => {
    setIsBusy((before) => new Set([...before, name]))
    try {
      await cancel()
    } catch (error) {
      toast({ key: `spread-cancel-${name}`, ...cancelFailed('Cancel failed', error) })
    } finally {
      setIsBusy((before) => new Set([...before].filter((one) => one !== name)))
    }
  }
  return {
    isBusy: (name: string): boolean => isBusy.has(name),
    one: ({ id }: Pick<SpreadOrder, 'id'>) => run(id, () => write(spreadCalls.cancelOrder, { params: { id } })),
    side: (side: Side) => run(side, () => write(spreadCalls.cancelOrders, { query: { side } })),
  }
}

export type Cancelling = ReturnType<typeof useCancelling>
