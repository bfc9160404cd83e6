import { type ReactNode, useRef } from 'react'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { useInSight } from '../../components/use-in-sight.ts'
import { limits } from '../../live/limits.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { ownSizesText, positionText } from '../group-rfq/MarketCells.tsx'
import type { MarketRow } from '../group-rfq/market-rows.ts'
import { Ask, Bid, Countdown, Mark, Pin } from './RfqCells.tsx'
import cellStyles from './RfqCells.module.css'
import styles from './RfqCards.module.css'
import type { RfqRow } from './rfq-rows.ts'
import { selectRow } from './select-row.ts'
import { quantityText } from './structure-text.ts'
import { isDirect, type UnifiedRow } from './unified-rows.ts'

const CARD_PX = 143

/** The table on a phone. */
export function RfqCards({ rows, empty }: { readonly rows: readonly UnifiedRow[]; readonly empty: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const places = useInSight(scroller, { count: rows.length, rowPx: CARD_PX, beyond: 4 })
  // It fills what is left of the screen and no more: below lies the bar.
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={-1}>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul className={styles['list']} style={{ height: rows.length * CARD_PX }}>
          {places.map((index) => (
            <li key={rows[index]!.id} className={styles['place']} style={{ transform: `translateY(${index * CARD_PX}px)` }}>
              <Card row={rows[index]!} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Card({ row }: { readonly row: UnifiedRow }) {
  const { direct, market } = row
  const isOwn = isDirect(row) ? row.role === 'TAKER' : row.role !== undefined
  const isOpen = direct?.rfq.state === 'OPEN'
  return (
    <article className={classNames(styles['card'], isOwn && styles['own'], row.isOver && styles['closed'])} onClick={() => selectRow(row)}>
      <div className={styles['line']}>
        <Pin row={row} />
        <VenueBadge venue={row.venue} />
        <button type="button" className={styles['name']}>
          {row.currency} {row.strategy}
        </button>
        <span className={styles['end']}>
          {isOpen ? <Countdown row={direct} /> : <StatusBadge tone={row.tone}>{row.status}</StatusBadge>}
        </span>
      </div>
      <div className={styles['line']}>
        <span className={cellStyles['muted']}>{row.structure}</span>
        <span className={styles['end']}>
          {direct !== undefined && (
            <>
              <b>{quantityText(direct.rfq.quantity)}</b> ×{' '}
            </>
          )}
          {row.ratio}
        </span>
      </div>
      <div className={styles['prices']}>
        <Price label={withSize('Bid', market?.bestBid)}>
          <Bid row={row} />
        </Price>
        <Price label="Mark">
          <Mark row={row} isStale={false} />
        </Price>
        <Price label={withSize('Ask', market?.bestAsk)}>
          <Ask row={row} />
        </Price>
      </div>
      <div className={styles['line']}>
        <span className={market !== undefined && isOwn ? cellStyles['you'] : cellStyles['muted']}>
          {isDirect(row) ? askedBy(row.direct) : ownWords(row.market)}
        </span>
        <span className={classNames(styles['end'], direct !== undefined && isOwn && cellStyles['you'])}>
          {isDirect(row) ? quotesWords(row.direct) : countText(row.market.quotes)}
        </span>
      </div>
      {isOpen && <LifeLine row={direct} />}
    </article>
  )
}

const Price = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <span>
    <small>{label}</small>
    <b>{children}</b>
  </span>
)

const withSize = (side: string, best: { readonly quantity: string } | undefined): string =>
  best === undefined ? side : `${side} ${quantityText(best.quantity)}`

const countText = (quotes: number): string => (quotes === 1 ? '1 quote' : `${quotes} quotes`)

const askedBy = ({ rfq }: RfqRow): string =>
  rfq.role === 'TAKER' ? 'Your RFQ' : rfq.taker_desk_name === null ? 'From an anonymous desk' : `From ${rfq.taker_desk_name}`

/** What the desk has in a market. */
function ownWords(row: MarketRow): string {
  const { bids, asks, position } = row.own
  const parts = [
    bids.length > 0 ? `You bid ${ownSizesText(row, 'bids')}` : undefined,
    asks.length > 0 ? `You offer ${ownSizesText(row, 'asks')}` : undefined,
    position === undefined ? undefined : `Position ${positionText(row)}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'Not quoted by you' : parts.join(' · ')
}

function quotesWords(row: RfqRow): string {
  if (row.rfq.role === 'TAKER') return row.quotes === 0 ? 'No quotes yet' : countText(row.quotes)
  if (row.bid !== undefined && row.ask !== undefined) return 'You quote both sides'
  if (row.bid !== undefined) return 'You bid'
  return row.ask === undefined ? 'Not quoted' : 'You offer'
}

/** How much of its life is left, at the card's foot. */
function LifeLine({ row }: { readonly row: RfqRow }) {
  const now = useNow(1_000)
  const left = Math.max(0, Math.min(1, (row.rfq.expires_at - now) / limits.rfqLifeMs))
  return <i className={styles['life']} style={{ width: `${left * 100}%` }} aria-hidden="true" />
}
