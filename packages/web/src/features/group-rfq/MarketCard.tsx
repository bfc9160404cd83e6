import { selectMarket } from '../../app/screen-state.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import { Mark, Pin } from '../direct-rfq/RfqCells.tsx'
import cellStyles from '../direct-rfq/RfqCells.module.css'
import styles from '../direct-rfq/RfqCards.module.css'
import { quantityText } from '../direct-rfq/structure-text.ts'
import { Best, MarketState, ownSizesText, positionText } from './MarketCells.tsx'
import type { MarketRow } from './market-rows.ts'

/** A market on a phone: the best of both sides with their sizes, and what the desk has in it. */
export function MarketCard({ row }: { readonly row: MarketRow }) {
  const { market, own } = row
  const isOwn = own.status !== undefined
  return (
    <article
      className={classNames(styles['card'], isOwn && styles['own'], row.status === 'Ended' && styles['closed'])}
      onClick={() => selectMarket(market.id)}
    >
      <div className={styles['line']}>
        <Pin row={row} />
        <VenueBadge venue={market.venue} />
        <button type="button" className={styles['name']}>
          {market.base_currency} {row.strategy}
        </button>
        <span className={styles['end']}>
          <MarketState status={row.status} />
        </span>
      </div>
      <div className={styles['line']}>
        <span className={cellStyles['muted']}>{row.structure}</span>
        <span className={styles['end']}>{row.ratio}</span>
      </div>
      <div className={styles['prices']}>
        <Price label={row.bestBid === undefined ? 'Bid' : `Bid ${quantityText(row.bestBid.quantity)}`}>
          <Best level={row.bestBid} decimals={row.decimals} side="bid" />
        </Price>
        <Price label="Mark">
          <Mark row={row} isStale={false} />
        </Price>
        <Price label={row.bestAsk === undefined ? 'Ask' : `Ask ${quantityText(row.bestAsk.quantity)}`}>
          <Best level={row.bestAsk} decimals={row.decimals} side="ask" />
        </Price>
      </div>
      <div className={styles['line']}>
        <span className={isOwn ? cellStyles['you'] : cellStyles['muted']}>{ownWords(row)}</span>
        <span className={styles['end']}>{row.quotes === 1 ? '1 quote' : `${row.quotes} quotes`}</span>
      </div>
    </article>
  )
}

const Price = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <span>
    <small>{label}</small>
    <b>{children}</b>
  </span>
)

function ownWords(row: MarketRow): string {
  const { bids, asks, position } = row.own
  const parts = [
    bids.length > 0 ? `You bid ${ownSizesText(row, 'bids')}` : undefined,
    asks.length > 0 ? `You offer ${ownSizesText(row, 'asks')}` : undefined,
    position === undefined ? undefined : `Position ${positionText(row)}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'Not quoted by you' : parts.join(' · ')
}
