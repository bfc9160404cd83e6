import { type ReactNode, useRef } from 'react'
import { selectRfq } from '../../app/screen-state.ts'
import { VenueBadge } from '../../components/Badge.tsx'
import { useInSight } from '../../components/use-in-sight.ts'
import { limits } from '../../live/limits.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { MarketCard } from '../group-rfq/MarketCard.tsx'
import { Ask, Bid, Countdown, Mark, Pin, Status } from './RfqCells.tsx'
import cellStyles from './RfqCells.module.css'
import styles from './RfqCards.module.css'
import type { RfqRow } from './rfq-rows.ts'
import { quantityText } from './structure-text.ts'
import type { UnifiedRow } from './unified-rows.ts'

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
              <FlowCard row={rows[index]!} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const FlowCard = ({ row }: { readonly row: UnifiedRow }) =>
  row.flow === 'DIRECT' ? <Card row={row.direct} /> : <MarketCard row={row.market} />

function Card({ row }: { readonly row: RfqRow }) {
  const { rfq } = row
  const isOwn = rfq.role === 'TAKER'
  const isOpen = rfq.state === 'OPEN'
  return (
    <article className={classNames(styles['card'], isOwn && styles['own'], !isOpen && styles['closed'])} onClick={() => selectRfq(row.id)}>
      <div className={styles['line']}>
        <Pin row={row} />
        <VenueBadge venue={rfq.venue} />
        <button type="button" className={styles['name']}>
          {rfq.base_currency} {row.strategy}
        </button>
        <span className={styles['end']}>{isOpen ? <Countdown row={row} /> : <Status status={row.status} />}</span>
      </div>
      <div className={styles['line']}>
        <span className={cellStyles['muted']}>{row.structure}</span>
        <span className={styles['end']}>
          <b>{quantityText(rfq.quantity)}</b> × {row.ratio}
        </span>
      </div>
      <div className={styles['prices']}>
        <span>
          <small>Bid</small>
          <b>
            <Bid row={row} />
          </b>
        </span>
        <span>
          <small>Mark</small>
          <b>
            <Mark row={row} isStale={false} />
          </b>
        </span>
        <span>
          <small>Ask</small>
          <b>
            <Ask row={row} />
          </b>
        </span>
      </div>
      <div className={styles['line']}>
        <span className={cellStyles['muted']}>
          {isOwn ? 'Your RFQ' : rfq.taker_desk_name === null ? 'From an anonymous desk' : `From ${rfq.taker_desk_name}`}
        </span>
        <span className={classNames(styles['end'], isOwn && cellStyles['you'])}>{quotesWords(row)}</span>
      </div>
      {isOpen && <LifeLine row={row} />}
    </article>
  )
}

function quotesWords(row: RfqRow): string {
  if (row.rfq.role === 'TAKER') return row.quotes === 0 ? 'No quotes yet' : `${row.quotes} ${row.quotes === 1 ? 'quote' : 'quotes'}`
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
