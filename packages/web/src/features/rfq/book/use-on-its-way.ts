/** The last quote of an order book until its response arrives, and how it is withdrawn (rulebook 5.25). */
import { cancelOrder, isResting, type Order, type OrderRef } from '@parley/client'
import { useRef, useState } from 'react'
import { toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { serverNow } from '../../../live/connection.ts'
import { sendingAt, type TimedSending } from '../../../live/late-answers.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'
import { lostText } from '../../order-entry/lost-text.ts'
import type { OnItsWay } from '../../order-entry/Unanswered.tsx'

type Waiting = OnItsWay & { readonly isLost: boolean; readonly replaces: readonly OrderRef[] }

export type Trip = {
  readonly pressedAt: number
  readonly how: TimedSending
  /** The call has failed without a response. */
  readonly lost: (what: string) => void
  readonly arrived: () => void
  /** Whether no later quote has been sent. */
  readonly isLatest: () => boolean
  /** Cancels what was placed after it had been withdrawn. */
  readonly settle: (orders: readonly Order[]) => void
}

export function useOnItsWay(key: string) {
  const [waiting, setWaiting] = useState<Waiting>()
  const withdrawn = useRef(new Set<number>())
  const latest = useRef(0)
  const begin = (replaces: readonly OrderRef[]): Trip => {
    const pressedAt = serverNow()
    const how = sendingAt(pressedAt)
    latest.current = pressedAt
    setWaiting({ pressedAt, notAfter: how.notAfter, isLost: false, replaces })
    return {
      pressedAt,
      how,
      lost: (what) => {
        setWaiting((one) => one && { ...one, isLost: true })
        toast({ key, tone: 'warn', title: what, text: lostText(how.notAfter) })
      },
      arrived: () => setWaiting((one) => (one?.pressedAt === pressedAt ? undefined : one)),
      isLatest: () => latest.current === pressedAt,
      settle: (orders) => {
        if (withdrawn.current.has(pressedAt)) for (const order of orders) if (isResting(order)) void cancel(order)
      },
    }
  }
  /** Cancels the replaced quotes at once, and the new ones with their response. */
  const withdraw = () => {
    if (waiting === undefined) return
    withdrawn.current.add(waiting.pressedAt)
    setWaiting({ ...waiting, isWithdrawn: true })
    for (const order of waiting.replaces) void cancel(order)
  }
  return { waiting, isBusy: waiting?.isLost === false, begin, withdraw }
}

const cancel = (order: OrderRef): Promise<unknown> =>
  send(cancelOrder(order, orderBookBase())).catch((error: unknown) => toast(cancelFailed('Quote not cancelled', error)))
