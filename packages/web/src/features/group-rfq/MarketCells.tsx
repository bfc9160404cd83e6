/** The cells of the order-book markets, in the table and on the cards. */
import { ageText, clockText, exactText, momentText } from '../../app/time-text.ts'
import { useNow } from '../../live/use-live.ts'
import styles from '../direct-rfq/RfqCells.module.css'
import { quantityText } from '../direct-rfq/structure-text.ts'
import { signedText } from '../market-data/figure-text.ts'
import type { MarketRow } from './market-rows.ts'
import { sizesText } from './own-part.ts'

export const OwnSizes = ({ row, side }: { readonly row: MarketRow; readonly side: 'bids' | 'asks' }) => (
  <span className={styles['you']}>{ownSizesText(row, side)}</span>
)

export const ownSizesText = ({ own }: MarketRow, side: 'bids' | 'asks'): string => sizesText(own[side])

export const Position = ({ row }: { readonly row: MarketRow }) => (
  <span className={row.own.position === undefined ? styles['muted'] : undefined}>{positionText(row)}</span>
)

export const positionText = ({ own }: MarketRow): string => (own.position === undefined ? '—' : quantityText(signedText(own.position, 2)))

export function Moment({ at }: { readonly at: number | undefined }) {
  const now = useNow(1_000)
  if (at === undefined) return <span className={styles['muted']}>—</span>
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactText(at)} · ${ageText(now - at)} ago`} className={styles['muted']}>
      {now - at > DAY_MS ? momentText(at, now) : clockText(at)}
    </time>
  )
}

const DAY_MS = 86_400_000

export function Age({ at }: { readonly at: number }) {
  const now = useNow(1_000)
  return (
    <span className={styles['muted']} title={exactText(at)}>
      {ageText(now - at)}
    </span>
  )
}
