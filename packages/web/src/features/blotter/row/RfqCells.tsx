/** The cells of the main table and of the cards. */
import { Flag, Star } from 'lucide-react'
import { Time } from '../../../components/Time.tsx'
import { ageText, exactText, leftText } from '../../../components/time-text.ts'
import { Flash } from '../../../components/Flash.tsx'
import { useNow } from '../../../live/use-live.ts'
import { ink } from '../../../theme/ink.ts'
import { classNames } from '../../../theme/class-names.ts'
import { groupedText, signedText } from '../../../components/figure-text.ts'
import { keyText } from '../../../components/Kbd.tsx'
import { togglePin } from './pins.ts'
import styles from './RfqCells.module.css'
import type { BookLevel, Rfq } from '@parley/client'
import { priceText } from '@parley/core'
import type { RfqRow } from './rfq-rows.ts'
import { rollCallText } from './roll-call.ts'
import { takerVerb } from '../../structure/one-sided.ts'
import { placesInCell } from '../../structure/places-in-cell.ts'

export const Pin = ({ row }: { readonly row: Pick<RfqRow, 'id' | 'isPinned'> }) => (
  <button
    type="button"
    tabIndex={-1}
    className={classNames(styles['pin'], row.isPinned && styles['pinned'])}
    aria-pressed={row.isPinned}
    aria-label={row.isPinned ? 'Pinned. Click to unpin' : 'Pin'}
    title={`${row.isPinned ? 'Pinned for 24 hours' : 'Pin'} (${keyText('pin')})`}
    onClick={(event) => {
      event.stopPropagation()
      togglePin(row.id)
    }}
  >
    <Star size={13} fill={row.isPinned ? 'currentColor' : 'none'} aria-hidden="true" />
  </button>
)

export const Created = ({ at }: { readonly at: number }) => {
  const now = useNow(1_000)
  return <Time at={at} after={`· ${ageText(now - at)} ago`} className={styles['muted']} />
}

type Priced = Pick<BookLevel, 'price'> | undefined

export const Bid = ({ row }: { readonly row: { readonly bid: Priced; readonly decimals: number } }) => (
  <Quote level={row.bid} decimals={row.decimals} className={styles['bid']} />
)
export const Ask = ({ row }: { readonly row: { readonly ask: Priced; readonly decimals: number } }) => (
  <Quote level={row.ask} decimals={row.decimals} className={styles['ask']} />
)

const Quote = (props: { readonly level: Priced; readonly decimals: number; readonly className: string | undefined }) =>
  props.level === undefined ? (
    <span className={props.className}>—</span>
  ) : (
    <Flash
      value={Number(props.level.price)}
      className={classNames(props.className, isLong(priceText(props.level.price, props.decimals)) && styles['long'])}
    >
      {priceText(props.level.price, props.decimals)}
    </Flash>
  )

/** Futures prices have more digits than the columns of option prices have room for. */
export const isLong = (price: string): boolean => price.length > 7

export const Mark = ({ row, isStale }: { readonly row: Pick<RfqRow, 'mark' | 'decimals'>; readonly isStale: boolean }) =>
  row.mark === undefined ? (
    <span className={styles['muted']}>—</span>
  ) : (
    <span
      className={classNames(isStale && ink.market, isLong(groupedText(row.mark, row.decimals)) && styles['long'])}
      data-ink={isStale ? 'old' : undefined}
      title={isStale ? 'No recent data from the venue' : undefined}
    >
      {groupedText(row.mark, row.decimals)}
    </span>
  )

export const Offset = ({ row }: { readonly row: RfqRow }) => (
  <span className={styles['muted']}>{row.offset === undefined ? '—' : signedText(row.offset, row.decimals)}</span>
)

/** One dot for each desk that was asked: filled if it quoted, amber ring if it declined, grey ring if it has not responded. */
export function Quoted({ row: { rollCall: call } }: { readonly row: Pick<RfqRow, 'rollCall'> }) {
  if (call === undefined) return <span className={styles['muted']}>—</span>
  const dots = [...call.quoted.map(() => 'in'), ...call.declined.map(() => 'out'), ...call.silent.map(() => 'open')].slice(0, MOST_DOTS)
  return (
    <span className={styles['roll']} title={rollCallText(call)}>
      <span aria-hidden="true">
        {dots.map((kind, place) => (
          <i key={place} className={styles[kind]} />
        ))}
      </span>
      {call.quoted.length}/{call.asked}
    </span>
  )
}

/** As many dots as the column has room for. The figures show the rest. */
const MOST_DOTS = 8

const isPlain = ({ rfq }: RfqRow): boolean => rfq.legs.every(({ ratio, price }) => price !== undefined || Number(ratio) === 1)

/**
 * Expiries and strikes, and the ratios unless they are one of each. A ratio that does not fit is left out entirely, because half of it would read
 * as another ratio.
 */
export const StructureCell = ({ row }: { readonly row: RfqRow }) => (
  <span className={styles['structure']} title={row.rfq.legs.map((leg) => leg.instrumentName).join('\n')}>
    {placesInCell(row.structure)}
    {!isPlain(row) && <span className={styles['ratio']}>{row.ratio}</span>}
  </span>
)

export const structureCellText = (row: RfqRow): string => (isPlain(row) ? row.structure : `${row.structure} (${row.ratio})`)

/** Next to the taker: the side it has disclosed, or that it has disclosed none. */
export const sideOfTaker = (rfq: Rfq): string =>
  rfq.takerSide === undefined ? '2-way' : rfq.role === 'TAKER' ? rfq.takerSide.toLowerCase() : takerVerb(rfq)!

export const SideOfTaker = ({ row: { rfq } }: { readonly row: Pick<RfqRow, 'rfq'> }) => (
  <small className={styles['verb']} title={rfq.takerSide === undefined ? 'Both sides are requested' : 'Only the other side is requested'}>
    {` ${sideOfTaker(rfq)}`}
  </small>
)

/** The taker shows a limit that this maker can hit. */
export const TakerLimitMark = ({ row: { takerLimits } }: { readonly row: Pick<RfqRow, 'takerLimits'> }) =>
  takerLimits.length === 0 ? null : (
    <span className={styles['limit']} title={takerLimits.join('\n')}>
      <Flag size={12} aria-hidden="true" />
      <span className="visually-hidden">{takerLimits.join(', ')}</span>
    </span>
  )

/** `04:31`, amber in the last minute. */
export function Countdown({ rfq }: { readonly rfq: Rfq }) {
  const now = useNow(1_000)
  if (rfq.state !== 'OPEN' || rfq.expiresAt === undefined) return <span className={styles['muted']}>—</span>
  const left = rfq.expiresAt - now
  return (
    <span className={left < 60_000 ? styles['soon'] : styles['muted']} title={`Expires ${exactText(rfq.expiresAt)}`}>
      {leftText(left)}
    </span>
  )
}
