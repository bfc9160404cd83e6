import { venues } from '@parley/core'
import type { OpenMarket } from '../../live/open-markets.ts'
import { useIndex, useStaleAge } from '../../live/use-live.ts'
import { ageText } from '../../components/time-text.ts'
import { serverNow } from '../../live/connection.ts'
import { changeSpan } from './index-change.ts'
import { inkOf } from '../../live/ink.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import styles from './IndexPrice.module.css'
import { groupedText, signedText } from '../../components/figure-text.ts'

/** A currency's index at the venue and its 24-hour change, or the change since the first known price with its time span. */
export function IndexPrice({ market: { currency, venue } }: { readonly market: OpenMarket }) {
  const market = useIndex(currency, venue)
  const stale = useStaleAge(currency, venue)
  const change = market?.index_change_24h ?? undefined
  const span = changeSpan(market?.index_change_since ?? undefined, serverNow())
  return (
    <span
      className={styles['index']}
      title={
        stale === undefined
          ? `${venues[venue].name} ${currency} index and its change over ${span ?? '24 h'}`
          : `Stale for ${ageText(stale)}`
      }
    >
      <span className={styles['name']}>{currency}</span>
      <span data-ink={inkOf(stale)} className={classNames(styles['price'], ink.market)}>
        {market === undefined ? '—' : groupedText(Number(market.index_price), 2)}
      </span>
      {change !== undefined && (
        <span className={styles[wayOf(Number(change))]}>
          {signedText(Number(change), 1)}%{span !== undefined && ` ${span}`}
        </span>
      )}
    </span>
  )
}

/** A change that rounds to zero is flat. */
const wayOf = (change: number): 'up' | 'down' | 'flat' => (Math.abs(change) < 0.05 ? 'flat' : change < 0 ? 'down' : 'up')
