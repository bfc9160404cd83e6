/** Sends the quotes of several RFQs, each with its own key, and keeps the outcome of each. */
import { useState } from 'react'
import { serverNow } from '../../../live/connection.ts'
import { type LineRefusals, refusedText } from '../../rfq/ticket/line-refusals.ts'
import { answersOf } from '../../rfq/ticket/use-maker-sending.ts'
import { type Chosen, nameOf, type QueueLine } from './queue-prices.ts'

export type QueueOutcome = {
  readonly id: string
  /** `BTC Put 18 DEC 26 · 85k`. */
  readonly name: string
  readonly at: number
  readonly tone: 'SENT' | 'DONE' | 'REFUSED'
  readonly words: string
}

export type QueueSending = ReturnType<typeof useQueueSending>

export function useQueueSending() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, QueueOutcome>>(new Map())
  const keep = (one: QueueOutcome) => setOutcomes((before) => new Map([...before, [one.id, one]]))
  const sendOne = async ({ queue, quote }: Chosen): Promise<void> => {
    if (quote.state !== 'CAN') return
    const named = { id: queue.id, name: nameOf(queue) }
    keep({ ...named, at: serverNow(), tone: 'SENT', words: `${linesText(quote.lines)} sent` })
    const refusals = await answersOf(quote.lines)
    keep({ ...named, at: serverNow(), ...outcomeText(quote.lines, refusals) })
  }
  const isBusy = (id: string): boolean => outcomes.get(id)?.tone === 'SENT'
  return {
    outcomes,
    isBusy,
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
