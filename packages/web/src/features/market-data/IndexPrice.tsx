import { useIndex, useStaleAge } from '../../live/use-live.ts'
import { ageText } from '../../app/time-text.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './IndexPrice.module.css'
import { groupedText, signedText } from './figure-text.ts'

/** A currency's index at the venue and how it moved in a day. */
export function IndexPrice({ currency }: { readonly currency: string }) {
  const market = useIndex(currency)
  const stale = useStaleAge(currency)
  const change = market?.index_change_24h ?? undefined
  return (
    <span
      className={styles['index']}
      title={stale === undefined ? `Deribit ${currency} index, and its change in 24 hours` : `Stale for ${ageText(stale)}`}
    >
      <span className={styles['name']}>{currency}</span>
      <span className={classNames(styles['price'], stale !== undefined && styles['stale'])}>
        {market === undefined ? '—' : groupedText(Number(market.index_price), 2)}
      </span>
      {change !== undefined && <span className={styles[wayOf(Number(change))]}>{signedText(Number(change), 1)}%</span>}
    </span>
  )
}

/** What rounds to nothing has gone neither way. */
const wayOf = (change: number): 'up' | 'down' | 'flat' => (Math.abs(change) < 0.05 ? 'flat' : change < 0 ? 'down' : 'up')
