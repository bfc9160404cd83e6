import type { Rfq } from '@parley/client'
import { countText, priceDecimals } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { useIsNarrow } from '../../../components/use-media.ts'
import { rejectionText } from '../../../live/venue-rejection-text.ts'
import { useNow, useRfqTrades } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { LazyBooking } from '../../booking/LazyBooking.tsx'
import { latestTrades } from './latest-trades.ts'
import styles from './RfqState.module.css'
import { isToBook } from './ticket-state.ts'
import { TradeLine } from './TradeLine.tsx'

/**
 * In an order book a desk trades repeatedly: this shows trades that are settling, newest first. Older ones are in Trade History. A phone shows the
 * newest and leaves its room to the ladder. The others are one click away.
 */
export function LatestDeals({ rfq }: { readonly rfq: Rfq }) {
  const now = useNow(1_000)
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const trades = latestTrades(useRfqTrades(rfq.id), now)
  if (trades.length === 0) return null
  const rejected = trades[0]?.state === 'REJECTED' ? trades[0] : undefined
  return (
    <>
      <section
        className={classNames(styles['standing'], rejected === undefined ? styles['mine'] : styles['danger'])}
        aria-label="Your trades"
        role="status"
      >
        {rejected !== undefined && (
          <p>
            <b className={styles['title']}>{rejected.booking === undefined ? `Rejected by ${rfq.venue}` : 'Not booked'}</b>{' '}
            {`“${rejectionText(rejected)}” That part of the quote was cancelled. Nothing in it was traded.`}
          </p>
        )}
        {trades.slice(0, isNarrow && !isOpen ? 1 : trades.length).map((trade) => (
          <TradeLine key={trade.id} trade={trade} decimals={priceDecimals(rfq)} />
        ))}
        {isNarrow && trades.length > 1 && (
          <Button size="small" className={styles['earlier']} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Last trade only' : countText(trades.length - 1, 'earlier trade')}
          </Button>
        )}
      </section>
      {trades.filter(isToBook).map((trade) => (
        <LazyBooking key={trade.id} trade={trade} />
      ))}
    </>
  )
}
