/** Sends the quotes of several RFQs, each with its own key, and keeps the outcome of each. */
import { cancelOrders, type RfqRef } from '@parley/client'
import { useRef, useState } from 'react'
import { toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { serverNow } from '../../../live/connection.ts'
import { sendingAt } from '../../../live/late-answers.ts'
import { type LineRefusals, refusedText } from '../../rfq/ticket/line-refusals.ts'
import type { OnItsWay } from '../../order-entry/Unanswered.tsx'
import { answersOf } from '../../rfq/ticket/use-maker-sending.ts'
import { type Chosen, nameOf, type QueueLine } from './queue-prices.ts'

export type QueueOutcome = {
  readonly id: string
  /** `BTC Put 18 DEC 26 · 85k`. */
  readonly name: string
  readonly rfq: RfqRef
  readonly at: number
  readonly tone: 'SENT' | 'DONE' | 'REFUSED'
  readonly words: string
  /** Set while it has no response. */
  readonly onItsWay?: OnItsWay
}

export type QueueSending = ReturnType<typeof useQueueSending>

export function useQueueSending() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, QueueOutcome>>(new Map())
  const withdrawn = useRef(new Set<string>())
  const keep = (one: QueueOutcome) => setOutcomes((before) => new Map([...before, [one.id, one]]))
  const sendOne = async ({ queue, quote }: Chosen): Promise<void> => {
    if (quote.state !== 'CAN') return
    const { rfq } = queue.row
    const named = { id: queue.id, name: nameOf(queue), rfq }
    const pressedAt = serverNow()
    const how = sendingAt(pressedAt)
    const onItsWay = { pressedAt, notAfter: how.notAfter }
    keep({ ...named, at: pressedAt, tone: 'SENT', words: `${linesText(quote.lines)} sent`, onItsWay })
    const refusals = await answersOf(quote.lines, how, () => undefined)
    keep({ ...named, at: serverNow(), ...outcomeText(quote.lines, refusals) })
    // It may have been placed after the cancel that withdrew it.
    if (withdrawn.current.delete(queue.id)) await cancel(rfq)
  }
  const cancel = (rfq: RfqRef): Promise<unknown> =>
    sendCommand(cancelOrders({ audience: rfq.audience, rfq })).catch((error: unknown) => toast(cancelFailed('Quote not cancelled', error)))
  const withdraw = (one: QueueOutcome): void => {
    if (one.onItsWay === undefined) return
    withdrawn.current.add(one.id)
    keep({ ...one, onItsWay: { ...one.onItsWay, isWithdrawn: true } })
    void cancel(one.rfq)
  }
  const isBusy = (id: string): boolean => outcomes.get(id)?.tone === 'SENT'
  return {
    outcomes,
    isBusy,
    withdraw,
    /** An RFQ whose response is pending is not sent again. */
    send: (chosen: readonly Chosen[]) => {
      const fresh = chosen.filter(({ queue, quote }) => quote.state === 'CAN' && !isBusy(queue.id))
      const sentIds = new Set(fresh.map(({ queue }) => queue.id))
      // Clears the outcomes of the previous send, except for RFQs that are still pending.
      setOutcomes((before) => new Map([...before].filter(([id, one]) => one.tone === 'SENT' && !sentIds.has(id))))
      return Promise.all(fresh.map(sendOne))
    },
    clear: () => setOutcomes((before) => new Map([...before].filter(([, one]) => one.tone === 'SENT'))),
  }
}

const linesText = (lines: readonly QueueLine[]): string => lines.map(({ words }) => words).join(', ')

/** Names the rejected side with its reason, and the outcome of the other side. If one side of a two-way quote is rejected, neither is changed. */
function outcomeText(lines: readonly QueueLine[], refusals: LineRefusals): Pick<QueueOutcome, 'tone' | 'words'> {
  if (refusals.every((one) => one === undefined)) return { tone: 'DONE', words: lines.map(({ words }) => `${words} accepted`).join(', ') }
  return { tone: 'REFUSED', words: refusedText(lines, refusals) }
}
