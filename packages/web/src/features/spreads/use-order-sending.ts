/** Sends spread orders, one at a time, and reports the outcome. */
import type { SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { useCallback, useRef, useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { serverNow } from '../../live/connection.ts'
import { limits } from '../../live/limits.ts'
import { failureOf } from '../rfq/ticket/order-outcome.ts'
import { applyResponse } from './connect-spreads.ts'
import { orderFromWire } from './from-wire.ts'
import type { Side, SpreadOrder, Strategy } from './model.ts'
import { isWorking } from './own-orders.ts'
import { type OrderToSend, toWire } from './order-to-send.ts'
import { orderTitle } from './order-text.ts'

/** The last order. Its accepted state is followed in the store; `words` is the reason of a refusal. */
export type SentOrder = { readonly what: string; readonly at: number } & (
  | { readonly order: SpreadOrder; readonly words?: undefined }
  | { readonly order?: undefined; readonly words: string }
)

/** An order without a response. It cannot trade or rest after `notAfter` (rulebook 5.25). */
export type UnansweredOrder = {
  readonly what: string
  readonly side: Side
  readonly pressedAt: number
  readonly notAfter: number
  readonly isWithdrawn: boolean
}

export type OrderSending = {
  /** The side of the order that is being sent. */
  readonly sending: Side | undefined
  readonly unanswered: UnansweredOrder | undefined
  readonly last: SentOrder | undefined
  /** Returns whether it was accepted. */
  readonly send: (order: OrderToSend, strategy: Strategy) => Promise<boolean>
  /** Cancels what rests of the unanswered order as soon as the server reports it. */
  readonly withdraw: () => void
}

export function useOrderSending(): OrderSending {
  const [unanswered, setUnanswered] = useState<UnansweredOrder>()
  const [last, setLast] = useState<SentOrder>()
  const withdrawn = useRef(new Set<number>())
  const send = useCallback(async (order: OrderToSend, strategy: Strategy): Promise<boolean> => {
    const what = orderTitle(order, strategy)
    const pressedAt = serverNow()
    const notAfter = pressedAt + limits.orderWithinMs
    setUnanswered({ what, side: order.side, pressedAt, notAfter, isWithdrawn: false })
    try {
      const view = await place(order, notAfter)
      applyResponse(view)
      settleToast(`spread-order-${strategy.id}`)
      const placed = orderFromWire(view)
      setLast({ what, order: placed, at: serverNow() })
      if (withdrawn.current.has(pressedAt) && isWorking(placed)) await cancelled(placed)
      return true
    } catch (error) {
      const { kind, words } = failureOf(error, notAfter)
      setLast({ what, words, at: serverNow() })
      const key = `spread-order-${strategy.id}`
      if (kind === 'LOST') toast({ key, tone: 'warn', title: what, text: words })
      else toast({ key, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
      return false
    } finally {
      setUnanswered(undefined)
    }
  }, [])
  const withdraw = () => {
    if (unanswered === undefined) return
    withdrawn.current.add(unanswered.pressedAt)
    setUnanswered({ ...unanswered, isWithdrawn: true })
  }
  return { sending: unanswered?.side, unanswered, last, send, withdraw }
}

const cancelled = ({ id }: SpreadOrder) =>
  write(spreadCalls.cancelOrder, { params: { id } }).then(
    () => undefined,
    (error: unknown) => toast({ key: `spread-cancel-${id}`, ...cancelFailed('Order not withdrawn', error) }),
  )

function place(order: OrderToSend, notAfter: number): Promise<SpreadOrderView> {
  const terms = {
    type: order.type,
    ...toWire(order),
    time_in_force: order.lifetime,
    post_only: order.isPostOnly,
    mmp: order.isMmp,
    not_after: notAfter,
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
