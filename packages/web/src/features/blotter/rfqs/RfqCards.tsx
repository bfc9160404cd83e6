import { quantityText, RFQ_LIFETIME_MS } from '@parley/core'
import { type ReactNode, useMemo, useRef } from 'react'
import { StatusBadge, VenueBadge } from '../../../components/Badge.tsx'
import { useInSight } from '../../../components/use-in-sight.ts'
import { isDirect } from '../../../live/audiences.ts'
import { chooseRow, useScreen } from '../../../live/screen-state.ts'
import { useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink, type Ink, OF_MARKET } from '../../../theme/ink.ts'
import { ownSizesText, positionText } from './MarketCells.tsx'
import { Ask, Bid, Countdown, Mark, Pin, TakerLimitMark } from '../row/RfqCells.tsx'
import { sizeDoneText } from '../row/SizeDone.tsx'
import cellStyles from '../row/RfqCells.module.css'
import styles from './RfqCards.module.css'
import { StateBadge } from '../queue/QueueCells.tsx'
import type { QueueRow } from '../queue/queue-rows.ts'
import { isOfMarket, type RfqRow } from '../row/rfq-rows.ts'
import { takerVerb } from '../../structure/one-sided.ts'

const CARD_PX = 143

type RfqCardsProps = {
  readonly rows: readonly RfqRow[]
  /** The states of the RFQs that the desk was asked to quote. */
  readonly queue: readonly QueueRow[]
  readonly empty: ReactNode
}

/** The table on a phone. */
export function RfqCards({ rows, queue, empty }: RfqCardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const inQueue = useMemo(() => new Map(queue.map((one) => [one.id, one])), [queue])
  const places = useInSight(scroller, { count: rows.length, rowPx: CARD_PX, beyond: 4 })
  // It fills the rest of the screen above the bottom bar.
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={-1}>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul className={styles['list']} style={{ height: rows.length * CARD_PX }}>
          {places.map((index) => (
            <li key={rows[index]!.id} className={styles['place']} style={{ transform: `translateY(${index * CARD_PX}px)` }}>
              <Card row={rows[index]!} asked={inQueue.get(rows[index]!.id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type CardProps = { readonly row: RfqRow; readonly asked: QueueRow | undefined }

function Card({ row, asked: request }: CardProps) {
  const { rfq } = row
  const asked = isDirect(rfq) ? rfq : undefined
  const isOwn = asked === undefined ? row.role !== undefined : row.role === 'TAKER'
  const isOpen = asked?.state === 'OPEN'
  const isChosen = useScreen(({ selectedRfq }) => selectedRfq?.id === rfq.id)
  return (
    <article
      className={classNames(
        styles['card'],
        isOwn && styles['own'],
        row.isOver && styles['closed'],
        isChosen && styles['chosen'],
        isOfMarket(row) && OF_MARKET,
      )}
      onClick={() => chooseRow(rfq)}
    >
      <div className={styles['line']}>
        <Pin row={row} />
        <VenueBadge venue={rfq.venue} />
        <button type="button" className={styles['name']}>
          {rfq.baseCurrency} {row.strategy}
        </button>
        <span className={styles['end']}>{isOpen ? <Countdown rfq={rfq} /> : <StatusBadge tone={row.tone}>{row.status}</StatusBadge>}</span>
      </div>
      <div className={styles['line']}>
        <span className={cellStyles['muted']}>{row.structure}</span>
        <span className={styles['end']}>
          {asked !== undefined && (
            <>
              <b>{sizeDoneText(asked)}</b> ×{' '}
            </>
          )}
          {row.ratio}
        </span>
      </div>
      <div className={styles['prices']}>
        <Price
          of={request === undefined ? 'market' : 'own'}
          label={request !== undefined ? 'My bid' : asked === undefined ? withSize('Bid', row.bid) : 'Bid'}
        >
          {request === undefined ? <Bid row={row} /> : <Bid row={{ bid: request.bid, decimals: row.decimals }} />}
        </Price>
        <Price label="Mark">
          <Mark row={row} isStale={false} />
        </Price>
        <Price
          of={request === undefined ? 'market' : 'own'}
          label={request !== undefined ? 'My ask' : asked === undefined ? withSize('Ask', row.ask) : 'Ask'}
        >
          {request === undefined ? <Ask row={row} /> : <Ask row={{ ask: request.ask, decimals: row.decimals }} />}
        </Price>
      </div>
      <div className={styles['line']}>
        <span className={asked === undefined && isOwn ? cellStyles['you'] : cellStyles['muted']}>
          {asked === undefined ? ownPartText(row) : askedBy(row)}
          <TakerLimitMark row={row} />
        </span>
        <span className={classNames(styles['end'], asked !== undefined && isOwn && cellStyles['you'])}>
          {request !== undefined ? <StateBadge {...request} /> : asked === undefined ? countText(row.quotes) : quotesLabel(row)}
        </span>
      </div>
      {isOpen && <LifeLine expiresAt={asked.expiresAt} lifeMs={asked.goodForMs ?? RFQ_LIFETIME_MS} />}
    </article>
  )
}

const Price = ({ label, of = 'market', children }: { readonly label: string; readonly of?: Ink; readonly children: ReactNode }) => (
  <span>
    <small>{label}</small>
    <b className={ink[of]}>{children}</b>
  </span>
)

const withSize = (side: string, best: { readonly quantity: string } | undefined): string =>
  best === undefined ? side : `${side} ${quantityText(best.quantity)}`

const countText = (quotes: number): string => (quotes === 1 ? '1 quote' : `${quotes} quotes`)

const askedBy = ({ rfq }: RfqRow): string =>
  rfq.role === 'TAKER'
    ? 'Your RFQ'
    : [rfq.takerDeskName === undefined ? 'From an anonymous desk' : `From ${rfq.takerDeskName}`, takerVerb(rfq)]
        .filter(Boolean)
        .join(', who ')

/** The desk's quotes and position in an order book. */
function ownPartText(row: RfqRow): string {
  const { bids, asks, position } = row.own
  const parts = [
    bids.length > 0 ? `You bid ${ownSizesText(row, 'bids')}` : undefined,
    asks.length > 0 ? `You offer ${ownSizesText(row, 'asks')}` : undefined,
    position === undefined ? undefined : `Position ${positionText(row)}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'Not quoted yet' : parts.join(' · ')
}

function quotesLabel({ rollCall: call, quotes }: RfqRow): string {
  if (call === undefined) return quotes === 0 ? 'No quotes yet' : countText(quotes)
  return `${call.quoted.length} of ${call.asked} quoted`
}

/** The remaining share of its lifetime, at the foot of the card. */
function LifeLine({ expiresAt, lifeMs }: { readonly expiresAt: number; readonly lifeMs: number }) {
  const now = useNow(1_000)
  const left = Math.max(0, Math.min(1, (expiresAt - now) / lifeMs))
  return <i className={styles['life']} style={{ width: `${left * 100}%` }} aria-hidden="true" />
}
