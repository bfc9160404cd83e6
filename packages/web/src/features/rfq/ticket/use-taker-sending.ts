/** Sends a taker's orders, one at a time, and keeps the outcome of the last one on each side. */
import { type Command, type Order, type Side } from '@parley/client'
import { useState } from 'react'
import { settleToast, toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { errorMessage } from '../../../live/loadable.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { goToRfq } from '../../../live/screen-state.ts'
import { navigate } from '../../../components/router.ts'
import { type Outcome, outcomeOf, type SentOrder } from './order-outcome.ts'

/** `answeredAt` and the outcome arrive with the response. */
export type SentSide = SentOrder & {
  /** `Buy 50 @ 0.0416`. */
  readonly what: string
  readonly pressedAt: number
  readonly answeredAt?: number
  readonly outcome?: Outcome
}

export function useTakerSending({ id: rfqId, audience }: Pick<DirectRfq, 'id' | 'audience'>) {
  const [sent, setSent] = useState<readonly SentSide[]>([])
  const [sending, setSending] = useState<Side>()
  const keep = (one: SentSide) => setSent((before) => [one, ...before.filter(({ side }) => side !== one.side)])
  // The ticket offers what would be accepted now. A message would offer what was accepted when it appeared.
  const open = () => {
    navigate('/rfqs')
    goToRfq({ id: rfqId, audience })
  }
  const send = async (what: string, order: SentOrder, command: Command<Order>): Promise<void> => {
    if (sending !== undefined) return
    const pressed: SentSide = { ...order, what, pressedAt: serverNow() }
    const became = (outcome: Outcome) => {
      keep({ ...pressed, outcome, answeredAt: serverNow() })
      settleToast(`order-${rfqId}`)
      if (outcome.kind === 'NOT') toast({ key: `order-${rfqId}`, tone: 'warn', title: what, text: outcome.words, open })
      if (outcome.kind === 'REFUSED')
        toast({ key: `order-${rfqId}`, tone: 'refused', title: 'Order rejected', text: `${what}: ${outcome.words}` })
    }
    setSending(order.side)
    keep(pressed)
    try {
      became(outcomeOf(await sendCommand(command), order))
    } catch (error) {
      became({ kind: 'REFUSED', words: `Rejected: ${errorMessage(error)}` })
    } finally {
      setSending(undefined)
    }
  }
  return { sent, sending, send }
}
