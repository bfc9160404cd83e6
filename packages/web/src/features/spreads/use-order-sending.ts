/** Sends spread orders, one at a time, and follows them until the server answers. */
import type { Command, SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { useCallback, useRef, useState } from 'react'
import { settleToast, toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { serverNow } from '../../live/connection.ts'
import { sendingAt, sendUntilAnswered } from '../../live/late-answers.ts'
import { errorMessage } from '../../live/loadable.ts'
import { useCancelling } from '../order-entry/use-cancelling.ts'
import { lostText } from '../rfq/ticket/order-outcome.ts'
import type { OnItsWay } from '../rfq/ticket/Unanswered.tsx'
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
export type UnansweredOrder = OnItsWay & { readonly what: string; readonly side: Side; readonly isLost: boolean }

export type OrderSending = {
  /** The side of the order that is being sent. */
  readonly sending: Side | undefined
  readonly unanswered: UnansweredOrder | undefined
  readonly last: SentOrder | undefined
  /** Returns whether it was accepted. */
  readonly send: (order: OrderToSend) => Promise<boolean>
  /** Cancels the resting part of the unanswered order as soon as the server reports it. */
  readonly withdraw: () => void
}

export function useOrderSending(strategy: Strategy): OrderSending {
  const [unanswered, setUnanswered] = useState<UnansweredOrder>()
  const [last, setLast] = useState<SentOrder>()
  const withdrawn = useRef(new Set<number>())
  const send = useCallback(
    async (order: OrderToSend): Promise<boolean> => {
      const key = `spread-order-${strategy.id}`
      const what = orderTitle(order, strategy)
      const pressedAt = serverNow()
      const how = sendingAt(pressedAt)
      setUnanswered({ what, side: order.side, pressedAt, notAfter: how.notAfter, isLost: false })
      try {
        const onLost = () => {
          setUnanswered((one) => one && { ...one, isLost: true })
          toast({ key, tone: 'warn', title: what, text: lostText(how.notAfter) })
        }
        const view = await sendUntilAnswered(commandOf(order), how, onLost)
        applyResponse(view)
        settleToast(key)
        const placed = orderFromWire(view)
        setLast({ what, order: placed, at: serverNow() })
        if (withdrawn.current.has(pressedAt) && isWorking(placed)) await cancelled(placed)
        return true
      } catch (error) {
        const words = errorMessage(error)
        setLast({ what, words, at: serverNow() })
        toast({ key, tone: 'refused', title: 'Order rejected', text: `${what}: ${words}` })
        return false
      } finally {
        setUnanswered((one) => (one?.pressedAt === pressedAt ? undefined : one))
      }
    },
    [strategy],
  )
  const withdraw = () => {
    if (unanswered === undefined) return
    withdrawn.current.add(unanswered.pressedAt)
    setUnanswered({ ...unanswered, isWithdrawn: true })
  }
  return { sending: unanswered?.isLost === false ? unanswered.side : undefined, unanswered, last, send, withdraw }
}

const cancelled = ({ id }: SpreadOrder) =>
  write(spreadCalls.cancelOrder, { params: { id } }).then(
    () => undefined,
    (error: unknown) => toast({ key: `spread-cancel-${id}`, ...cancelFailed('Order not withdrawn', error) }),
  )

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
  // The latest time is part of the order, so a repetition has the same one (rulebook 5.25).
  if (replaces !== undefined)
    return {
      ...{ call: spreadCalls.replaceOrder, input: { params: { id: replaces }, body: terms } },
      send: (client, { notAfter, ...how } = {}) =>
        client.call(spreadCalls.replaceOrder, { params: { id: replaces }, body: { ...terms, not_after: notAfter }, ...how }),
    }
  const body = { strategy_id: order.strategyId, side: order.side, ...terms }
  return {
    ...{ call: spreadCalls.createOrder, input: { body } },
    send: (client, { notAfter, ...how } = {}) => client.call(spreadCalls.createOrder, { body: { ...body, not_after: notAfter }, ...how }),
  }
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
