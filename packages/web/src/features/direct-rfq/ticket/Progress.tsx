import { ClientError, type CallInput } from '@parley/client'
import type { Call, OrderView } from '@parley/contracts'
import { Check, CircleX } from 'lucide-react'
import { useCallback, useState } from 'react'
import { clockText } from '../../../app/time-text.ts'
import { Spinner } from '../../../components/Spinner.tsx'
import { toast } from '../../../components/toasts.ts'
import { client } from '../../../live/api.ts'
import { serverNow } from '../../../live/connection.ts'
import { wordsOf } from '../../../live/loadable.ts'
import { useTrades } from '../../../live/use-live.ts'
import styles from './Progress.module.css'

export type Step = { readonly word: string; readonly at: number }
export type Refused = { readonly words: string; readonly at: number; readonly field: string | undefined }

/** One order on its way: pressed, sent, accepted or refused, each with its time. */
export function useOrderSending(rfqId: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [refused, setRefused] = useState<Refused>()
  const send = useCallback(
    async <C extends Call>(what: string, call: C, body: unknown, params?: unknown): Promise<OrderView | undefined> => {
      setIsBusy(true)
      setRefused(undefined)
      const pressed = { word: 'Pressed', at: serverNow() }
      setSteps([pressed, { word: 'Sent', at: serverNow() }])
      try {
        const input = { body, idempotencyKey: crypto.randomUUID(), ...(params === undefined ? {} : { params }) }
        const order = (await client.call(call, input as unknown as CallInput<C>)) as unknown as OrderView | undefined
        setSteps((before) => [...before, { word: order === undefined ? 'Pulled' : stateWord(order), at: serverNow() }])
        return order
      } catch (error) {
        const field = error instanceof ClientError ? error.member : undefined
        setRefused({ words: wordsOf(error), at: serverNow(), field })
        toast({ key: `order-${rfqId}`, tone: 'refused', title: 'Order refused', text: `${what}: ${wordsOf(error)}` })
        return undefined
      } finally {
        setIsBusy(false)
      }
    },
    [rfqId],
  )
  return { isBusy, steps, refused, send }
}

function stateWord(order: OrderView): string {
  if (Number(order.pending_fill_quantity) > 0) return 'Dealt'
  if (order.state === 'OPEN') return 'Accepted'
  return Number(order.filled_quantity) > 0 ? 'Filled' : 'Not filled'
}

/** The order's way, then its trades' way through the venue, as it is now. */
export function Progress({
  rfqId,
  steps,
  refused,
}: {
  readonly rfqId: string
  readonly steps: readonly Step[]
  readonly refused: Refused | undefined
}) {
  const trades = [...useTrades().values()].filter((trade) => trade.rfq_id === rfqId)
  if (steps.length === 0 && trades.length === 0) return null
  return (
    <div className={styles['progress']} role="status">
      {(steps.length > 0 || refused !== undefined) && (
        <p className={styles['line']}>
          {steps.map((step) => (
            <span key={step.word} className={styles['step']}>
              <Check size={12} aria-hidden="true" /> {step.word} <time>{timeText(step.at)}</time>
            </span>
          ))}
          {refused !== undefined && (
            <span className={styles['refused']}>
              <CircleX size={12} aria-hidden="true" /> Refused <time>{timeText(refused.at)}</time>: {refused.words}
            </span>
          )}
        </p>
      )}
      {trades.map((trade) => (
        <p key={trade.id} className={styles['line']}>
          <b>{`${trade.side === 'BUY' ? 'Bought' : 'Sold'} ${trade.quantity} @ ${trade.price}`}</b>
          {trade.counterparty_desk_name === null ? '' : ` with ${trade.counterparty_desk_name}`}
          {trade.state === 'PENDING_SETTLEMENT' && (
            <span className={styles['step']}>
              <Spinner /> Settling on {trade.venue}
            </span>
          )}
          {trade.state === 'FILLED' && (
            <span className={styles['done']}>
              <Check size={12} aria-hidden="true" /> Filled <time>{timeText(trade.filled_at ?? trade.executed_at)}</time> ·{' '}
              {trade.venue_trade_id}
            </span>
          )}
          {trade.state === 'REJECTED' && (
            <span className={styles['refused']}>
              <CircleX size={12} aria-hidden="true" /> Rejected by {trade.venue}: {trade.rejection}
            </span>
          )}
        </p>
      ))}
    </div>
  )
}

const timeText = (at: number): string => `${clockText(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`
