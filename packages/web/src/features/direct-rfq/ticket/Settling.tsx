import { Check, CircleX } from 'lucide-react'
import { ageText, exactText } from '../../../app/time-text.ts'
import { Spinner } from '../../../components/Spinner.tsx'
import { useNow } from '../../../live/use-live.ts'
import styles from './Standing.module.css'
import { timeText } from './Steps.tsx'

export type SettlingTrade = {
  readonly venue: string
  readonly venue_trade_id: string | null
  readonly executed_at: number
  readonly filled_at: number | null
}

/** Where a deal of either flow is on its way through the venue; to the one who reads it, what has settled is filled. */
export function Settling({ trade, state }: { readonly trade: SettlingTrade; readonly state: 'SETTLING' | 'FILLED' | 'REJECTED' }) {
  const now = useNow(1_000)
  switch (state) {
    case 'SETTLING':
      return (
        <span className={styles['step']} title={`Agreed ${exactText(trade.executed_at)}`}>
          <Check size={12} aria-hidden="true" /> Dealt <time>{timeText(trade.executed_at)}</time> <Spinner /> Settling on {trade.venue}{' '}
          {ageText(now - trade.executed_at)}
        </span>
      )
    case 'FILLED':
      return (
        <span className={styles['done']} title={trade.venue_trade_id ?? undefined}>
          <Check size={12} aria-hidden="true" /> Filled <time>{timeText(trade.filled_at ?? trade.executed_at)}</time>
          {trade.venue_trade_id === null ? '' : ` · ${trade.venue} ${trade.venue_trade_id}`}
        </span>
      )
    case 'REJECTED':
      return (
        <span className={styles['refused']}>
          <CircleX size={12} aria-hidden="true" /> not done <time>{timeText(trade.executed_at)}</time>
        </span>
      )
  }
}
