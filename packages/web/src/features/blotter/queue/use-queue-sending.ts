/** Sends the quotes of several RFQs, each with its own key, and keeps the outcome of each. */
import { cancelOrders, type RfqRef } from '@parley/client'
import { useMemo } from 'react'
import { toast } from '../../../components/toasts.ts'
import { send as sendCommand } from '../../../live/api.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { type LineRefusals, refusedText } from '../../rfq/ticket/line-refusals.ts'
import type { OnItsWay } from '../../order-entry/Unanswered.tsx'
import { type Trip, useTrips } from '../../order-entry/use-trips.ts'
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

type About = Pick<QueueOutcome, 'id' | 'name' | 'rfq'> & { readonly lines: readonly QueueLine[] }
type Answered = Pick<QueueOutcome, 'tone' | 'words'>

export function useQueueSending() {
  const { trips, send: depart, withdraw: mark, clear } = useTrips<string, About, Answered>()
  const outcomes = useMemo(() => new Map([...trips].map(([id, trip]) => [id, shownOf(trip)] as const)), [trips])
  const sendOne = async ({ queue, quote }: Chosen): Promise<void> => {
    if (quote.state !== 'CAN') return
    const { rfq } = queue.row
    const about = { id: queue.id, name: nameOf(queue), rfq, lines: quote.lines }
    await depart([{ place: queue.id, about }], async (how, onLost) => {
      const outcome = outcomeText(quote.lines, await answersOf(quote.lines, how, onLost))
      // The order may have been placed after the cancellation that was meant to withdraw it.
      return [{ outcome, cancel: () => cancel(rfq) }]
    })
  }
  const withdraw = ({ id, rfq }: QueueOutcome): void => {
    if (mark(id) !== undefined) void cancel(rfq)
  }
  const isBusy = (id: string): boolean => outcomes.get(id)?.tone === 'SENT'
  return {
    outcomes,
    isBusy,
    withdraw,
    /** An RFQ whose response is pending is not sent again. The outcomes of the previous send are cleared. */
    send: (chosen: readonly Chosen[]) => {
      const fresh = chosen.filter(({ queue, quote }) => quote.state === 'CAN' && !isBusy(queue.id))
      clear()
      return Promise.all(fresh.map(sendOne))
    },
    clear,
  }
}

function shownOf({ about: { lines, ...named }, outcome, answeredAt, ...trip }: Trip<About, Answered>): QueueOutcome {
  if (answeredAt !== undefined && outcome !== undefined) return { ...named, at: answeredAt, ...outcome }
  return { ...named, at: trip.pressedAt, tone: 'SENT', words: `${linesText(lines)} sent`, onItsWay: trip }
}

const cancel = (rfq: RfqRef): Promise<unknown> =>
  sendCommand(cancelOrders({ audience: rfq.audience, rfq })).catch((error: unknown) => toast(cancelFailed('Quote not cancelled', error)))

const linesText = (lines: readonly QueueLine[]): string => lines.map(({ words }) => words).join(', ')

/** Names the rejected side with its reason, and the outcome of the other side. If one side of a two-way quote is rejected, neither is changed. */
function outcomeText(lines: readonly QueueLine[], refusals: LineRefusals): Pick<QueueOutcome, 'tone' | 'words'> {
  if (refusals.every((one) => one === undefined)) return { tone: 'DONE', words: lines.map(({ words }) => `${words} accepted`).join(', ') }
  return { tone: 'REFUSED', words: refusedText(lines, refusals) }
}
