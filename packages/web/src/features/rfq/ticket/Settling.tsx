import type { Trade } from '@parley/client'
import { displayBooking } from '@parley/core'
import { Check, CircleX } from 'lucide-react'
import { Time } from '../../../components/Time.tsx'
import { ageText, exactText, preciseText } from '../../../components/time-text.ts'
import { Spinner } from '../../../components/Spinner.tsx'
import { useNow } from '../../../live/use-live.ts'
import styles from './RfqState.module.css'

const MOST_CHARACTERS = 18
const END_CHARACTERS = 6

/** Trade ids of one venue have thirty digits that begin with the time. The last digits distinguish them, and the tooltip has the whole id. */
const shortId = (id: string): string => (id.length > MOST_CHARACTERS ? `…${id.slice(-END_CHARACTERS)}` : id)

/** The settlement state of a trade. For the viewer, a settled trade is filled. */
export function Settling({ trade }: { readonly trade: Trade }) {
  const now = useNow(1_000)
  switch (trade.state) {
    case 'PENDING_SETTLEMENT':
      if (trade.booking !== undefined)
        return (
          <span className={styles['step']} title={`Agreed ${exactText(trade.executedAt)}`}>
            <Check size={12} aria-hidden="true" /> Traded <Time at={trade.executedAt} text={preciseText} />
            {` · ${displayBooking({ state: trade.booking.state, hasConfirmed: trade.booking.mine?.booked === true })}`}
          </span>
        )
      return (
        <span className={styles['step']} title={`Agreed ${exactText(trade.executedAt)}`}>
          <span className={styles['aside']}>
            <Check size={12} aria-hidden="true" /> Traded <Time at={trade.executedAt} text={preciseText} />
          </span>{' '}
          <Spinner /> Settling on {trade.venue} {ageText(now - trade.executedAt)}
        </span>
      )
    case 'FILLED':
      return (
        <span className={styles['done']} title={[trade.venue, trade.venueTradeId].filter(Boolean).join(' ')}>
          <Check size={12} aria-hidden="true" /> Filled <Time at={trade.filledAt ?? trade.executedAt} text={preciseText} />
          {trade.venueTradeId !== undefined && (
            <span className={styles['aside']}>{` · ${trade.venue} ${shortId(trade.venueTradeId)}`}</span>
          )}
        </span>
      )
    case 'REJECTED':
      return (
        <span className={styles['refused']}>
          <CircleX size={12} aria-hidden="true" /> Not traded <Time at={trade.executedAt} text={preciseText} />
        </span>
      )
  }
}
