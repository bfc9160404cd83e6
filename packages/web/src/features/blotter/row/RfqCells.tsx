/** The cells of the main table and of the cards. */
import { Flag, Star } from 'lucide-react'
import { Time } from '../../../components/Time.tsx'
import { ageText, exactText, leftText } from '../../../components/time-text.ts'
import { Flash } from '../../../components/Flash.tsx'
import { useNow } from '../../../live/use-live.ts'
import { ink } from '../../../theme/ink.ts'
import { classNames } from '../../../theme/class-names.ts'
import { groupedText, signedText } from '../../market-data/figure-text.ts'
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
    aria-label={row.isPinned ? 'Pinned; take the pin out' : 'Pin'}
    title={`${row.isPinned ? 'Pinned for a day' : 'Pin'} (${keyText('pin')})`}
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

/** Prices of futures have more digits than the columns of prices of options have room for at their size. */
export const isLong = (price: string): boolean => price.length > 7

export const Mark = ({ row, isStale }: { readonly row: Pick<RfqRow, 'mark' | 'decimals'>; readonly isStale: boolean }) =>
  row.mark === undefined ? (
    <span className={styles['muted']}>—</span>
  ) : (
    <span
      className={classNames(isStale && ink.market, isLong(groupedText(row.mark, row.decimals)) && styles['long'])}
      data-ink={isStale ? 'old' : undefined}
      title={isStale ? 'The venue has not been heard lately' : undefined}
    >
      {groupedText(row.mark, row.decimals)}
    </span>
  )

export const Offset = ({ row }: { readonly row: RfqRow }) => (
  <span className={styles['muted']}>{row.offset === undefined ? '—' : signedText(row.offset, row.decimals)}</span>
)

/** One dot for each desk that was asked: full quoted, ringed amber declined, ringed grey not yet. */
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

/** As many as the column has room for; the figures say the rest. */
const MOST_DOTS = 8

const isPlain = ({ rfq }: RfqRow): boolean => rfq.legs.every(({ ratio, price }) => price !== undefined || Number(ratio) === 1)

/** Expiries and strikes; the ratios are said where they are not one of each. A ratio that does not fit is left out whole: half of one reads as another. */
export const StructureCell = ({ row }: { readonly row: RfqRow }) => (
  <span className={styles['structure']} title={row.rfq.legs.map((leg) => leg.instrumentName).join('\n')}>
    {placesInCell(row.structure)}
    {!isPlain(row) && <span className={styles['ratio']}>{row.ratio}</span>}
  </span>
)

export const structureCellText = (row: RfqRow): string => (isPlain(row) ? row.structure : `${row.structure} (${row.ratio})`)

/** Beside who asks: the side that they said, or that they said none. */
export const sideOfTaker = (rfq: Rfq): string =>
  rfq.takerSide === undefined ? '2-way' : rfq.role === 'TAKER' ? rfq.takerSide.toLowerCase() : takerVerb(rfq)!

export const SideOfTaker = ({ row: { rfq } }: { readonly row: Pick<RfqRow, 'rfq'> }) => (
  <small className={styles['verb']} title={rfq.takerSide === undefined ? 'Both sides are asked for' : 'Only the other side is asked for'}>
    {` ${sideOfTaker(rfq)}`}
  </small>
)

/** The taker shows a limit that this maker may hit. */
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
