/** The cells of the order-book markets, in tables and on cards. */
import { priceText, quantityText } from '@parley/core'
import { Time } from '../../../components/Time.tsx'
import { ageText, clockText, exactText, momentText } from '../../../components/time-text.ts'
import { useNow } from '../../../live/use-live.ts'
import { isLong } from '../row/RfqCells.tsx'
import styles from '../row/RfqCells.module.css'
import { classNames } from '../../../theme/class-names.ts'
import { signedText } from '../../../components/figure-text.ts'
import type { RfqRow } from '../row/rfq-rows.ts'
import { sizesText } from '../../rfq/book/own-part.ts'

export const OwnSizes = ({ row, side }: { readonly row: RfqRow; readonly side: 'bids' | 'asks' }) => (
  <span className={styles['you']}>{ownSizesText(row, side)}</span>
)

export const ownSizesText = ({ own }: RfqRow, side: 'bids' | 'asks'): string => sizesText(own[side])

export const Position = ({ row }: { readonly row: RfqRow }) => (
  <span className={row.own.position === undefined ? styles['muted'] : undefined}>{positionText(row)}</span>
)

export const positionText = ({ own }: RfqRow): string => (own.position === undefined ? '—' : quantityText(signedText(own.position, 2)))

export const Last = ({ price, decimals }: { readonly price: string | undefined; readonly decimals: number }) => {
  const text = price === undefined ? '—' : priceText(price, decimals)
  return <span className={classNames(styles['muted'], isLong(text) && styles['long'])}>{text}</span>
}

export function Moment({ at }: { readonly at: number | undefined }) {
  const now = useNow(1_000)
  if (at === undefined) return <span className={styles['muted']}>—</span>
  return (
    <Time
      at={at}
      text={() => (now - at > DAY_MS ? momentText(at, now) : clockText(at))}
      after={`· ${ageText(now - at)} ago`}
      className={styles['muted']}
    />
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
