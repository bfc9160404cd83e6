import { VenueBadge } from '../../components/Badge.tsx'
import { priceText, quantityText } from '../structure/structure-text.ts'
import { signedText } from '../market-data/figure-text.ts'
import { Age } from './cells.tsx'
import styles from './cells.module.css'
import { type OwnActs, PullOne } from './own-columns.tsx'
import type { OwnLine } from './own-quotes.ts'

/** A quote on a phone, in two lines. */
export function CompactQuote({ line, acts }: { readonly line: OwnLine; readonly acts: OwnActs }) {
  if (line.kind === 'HEAD') return null
  const { order } = line
  return (
    <div className={styles['compactQuote']}>
      <span className={order.side === 'BUY' ? styles['bid'] : styles['ask']}>{order.side === 'BUY' ? 'Bid' : 'Ask'}</span>
      <span>
        <VenueBadge venue={line.venue} /> <b className={styles['strong']}>{`${line.baseCurrency} ${line.strategy}`}</b>{' '}
        <span className={styles['muted']}>{line.places}</span>
      </span>
      <PullOne line={line} acts={acts} />
      <Age at={order.createdAt} />
      <span>
        <b className={styles['strong']}>{priceText(order.price, line.decimals)}</b> × {quantityText(order.resting)}{' '}
        <span className={styles['muted']}>{line.toMark === undefined ? '' : `${signedText(line.toMark, line.decimals)} to mark`}</span>
      </span>
    </div>
  )
}
