import { priceText, quantityText } from '@parley/core'
import { VenueBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import styles from './cells.module.css'
import { type OwnActions, PullRow, PullSide } from './own-columns.tsx'
import type { OwnRow, OwnSide } from './own-quotes.ts'

/** A bid and ask on a phone, in two lines. */
export function CompactQuote({ row, actions }: { readonly row: OwnRow; readonly actions: OwnActions }) {
  const { bid, ask } = row
  const price = (side: 'bid' | 'ask', { order }: OwnSide) => {
    const text = priceText(order.price, row.decimals)
    return (
      <>
        <b className={classNames(styles[side], ink.own)}>{text}</b>
        <PullSide name={`Cancel ${side} ${text}`} order={order} actions={actions} />
      </>
    )
  }
  return (
    <div className={styles['compactQuote']}>
      <span>
        <VenueBadge venue={row.venue} /> <b className={styles['strong']}>{`${row.baseCurrency} ${row.strategy}`}</b>{' '}
        <span className={styles['muted']}>{row.places}</span>
      </span>
      <PullRow row={row} actions={actions} />
      <span className={styles['compactPair']}>
        {bid !== undefined && <span>{quantityText(bid.order.resting)}</span>}
        {bid === undefined ? <span className={styles['muted']}>no bid</span> : price('bid', bid)}
        <span className={styles['muted']}>|</span>
        {ask === undefined ? <span className={styles['muted']}>no ask</span> : price('ask', ask)}
        {ask !== undefined && <span>{quantityText(ask.order.resting)}</span>}
      </span>
    </div>
  )
}
