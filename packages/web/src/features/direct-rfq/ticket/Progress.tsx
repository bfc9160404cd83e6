import { Check, CircleX } from 'lucide-react'
import { clockText } from '../../../app/time-text.ts'
import { Spinner } from '../../../components/Spinner.tsx'
import { useTrades } from '../../../live/use-live.ts'
import styles from './Progress.module.css'
import type { Refused, Step } from './use-order-sending.ts'

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
