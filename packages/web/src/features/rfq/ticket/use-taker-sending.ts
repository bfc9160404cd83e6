/** Sends a taker's orders, one at a time, and keeps the outcome of the last one on each side. */
import { cancelOrder, cancelOrders, type Command, isResting, type Order, type Side } from '@parley/client'
import { useRef, useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { sendingAt, sendUntilAnswered } from '../../../live/late-answers.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { goToRfq } from '../../../live/screen-state.ts'
import { navigate } from '../../../components/router.ts'
import { lostText } from '../../order-entry/lost-text.ts'
import { failureOf, type Outcome, outcomeOf, type SentOrder } from './order-outcome.ts'
import type { OnItsWay } from '../../order-entry/Unanswered.tsx'

/** `answeredAt` and the outcome arrive with the response. */
export type SentSide = SentOrder &
  OnItsWay & {
    /** `Buy 50 @ 0.0416`. */
    readonly what: string
    readonly answeredAt?: number
    readonly outcome?: Outcome
  }

export function useTakerSending(rfq: DirectRfq) {
  const { id: rfqId, audience } = rfq
  const [sent, setSent] = useState<readonly SentSide[]>([])
  const [sending, setSending] = useState<Side>()
  const withdrawn = useRef(new Set<number>())
  const keep = (one: SentSide) => setSent((before) => [one, ...before.filter(({ side }) => side !== one.side)])
  /** A later order on the same side has taken its place. */
  const change = (one: SentSide) =>
    setSent((before) => before.map((kept) => (kept.side === one.side && kept.pressedAt === one.pressedAt ? one : kept)))
  // The ticket offers what would be accepted now. A message would offer what was accepted when it appeared.
  const open = () => {
    navigate('/rfqs')
    goToRfq({ id: rfqId, audience })
  }
  const send = async (what: string, order: SentOrder, command: Command<Order>): Promise<void> => {
    if (sending !== undefined) return
    const pressedAt = serverNow()
    const how = sendingAt(pressedAt)
    const pressed: SentSide = { ...order, what, pressedAt, notAfter: how.notAfter }
    const about = { key: `order-${rfqId}`, title: what, open }
    const became = (outcome: Outcome) => {
      change({ ...pressed, outcome, answeredAt: serverNow() })
      settleToast(`order-${rfqId}`)
      if (outcome.kind === 'NOT') toast({ ...about, tone: 'warn', text: outcome.words })
      if (outcome.kind === 'REFUSED') toast({ ...about, tone: 'refused', title: 'Order rejected', text: `${what}: ${outcome.words}` })
    }
    const lost = () => {
      setSending(undefined)
      toast({ ...about, tone: 'warn', text: lostText(how.notAfter) })
    }
    setSending(order.side)
    keep(pressed)
    try {
      const answer = await sendUntilAnswered(command, how, lost)
      became(outcomeOf(answer, order))
      // It may have been placed after the cancel that withdrew it.
      if (withdrawn.current.has(pressedAt) && isResting(answer)) await cancelled(cancelOrder(answer))
    } catch (error) {
      became(failureOf(error))
    } finally {
      setSending((now) => (now === order.side ? undefined : now))
    }
  }
  /** A desk has at most one resting order on a side of an RFQ (rulebook 5.3), so this cancels no other. */
  const withdraw = async (one: SentSide): Promise<void> => {
    withdrawn.current.add(one.pressedAt)
    change({ ...one, isWithdrawn: true })
    await cancelled(cancelOrders({ audience, rfq, side: one.side }))
  }
  const cancelled = (command: Command<unknown>) =>
    sendCommand(command).then(
      () => undefined,
      (error: unknown) => toast(cancelFailed('Order not withdrawn', error)),
    )
  return { sent, sending, send, withdraw }
}
