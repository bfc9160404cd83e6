import type { AccountReadingView } from '@parley/contracts'
import { StatusDot } from '../../components/StatusDot.tsx'
import { ageText } from '../../components/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import { useHoldings } from '../../live/holdings.ts'
import { freshnessOf } from './freshness-text.ts'
import styles from './Positions.module.css'

const none: readonly AccountReadingView[] = []

/** The age of the positions of each venue. */
export function Freshness() {
  const now = useNow(1_000)
  const accounts = useHoldings(({ accounts: known }) => known ?? none)
  return (
    <span className={styles['freshness']} role="group" aria-label="Age of the positions">
      {freshnessOf(accounts, now).map(({ venue, ageMs, isFresh, why }) => (
        <span key={venue} title={why}>
          <StatusDot tone={isFresh ? 'live' : 'warn'}>
            {ageMs === undefined ? `${venue} not read` : `${venue} ${ageText(Math.floor(ageMs / 1_000) * 1_000).replace('.0', '')}`}
            {ageMs !== undefined && !isFresh && ', stale'}
          </StatusDot>
        </span>
      ))}
    </span>
  )
}
