import type { Book, BookLevel } from '@parley/client'
import { priceDecimals, priceText, quantityText, RANKING, type Structure, structureMark } from '@parley/core'
import { AlignRight, Table2 } from 'lucide-react'
import { IconButton } from '../../../components/Button.tsx'
import { ageText } from '../../../components/time-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { keptText, useKept } from '../../../live/use-kept-setting.ts'
import { useBook, useNow, useStructureMark } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import { groupedText, signedText } from '../../../components/figure-text.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { useVolVersusMark } from '../use-vol-versus-mark.ts'
import { CancelOrder } from './CancelOrder.tsx'
import { makerLines } from './maker-grid.ts'
import { MakerGrid, OwnLimits } from './MakerGrid.tsx'
import type { Picked } from './picked.ts'
import styles from './Quotes.module.css'

type QuotesProps = { readonly rfq: DirectRfq; readonly onPick: (picked: Picked) => void }

/** The taker's quotes by maker or by price. The switch between them is stored. */
export function TakerQuotes({ rfq, structure, onPick }: QuotesProps & { readonly structure: Structure | undefined }) {
  const [view, setView] = useKept<QuoteView>('quotes-view', 'GRID', keptText(quoteViews))
  const book = useBook(rfq.id)
  const quoting = makerLines(book)
  const quiet = rfq.counterparties.filter((maker) => quoting.every((line) => line.maker !== maker))
  const asked = quoting.length + quiet.length
  return (
    <section className={styles['quotes']} aria-label="Quotes">
      <div className={styles['head']}>
        <p title={`${quoting.length} of the ${asked} makers you asked are quoting`}>
          <b>Quotes</b> {quoting.length} of {asked}
        </p>
        <MarketPrices rfq={rfq} structure={structure} />
        <IconButton
          className={styles['view']}
          label={view === 'GRID' ? 'Show the quotes by price' : 'Show the quotes by maker'}
          aria-pressed={view === 'DEPTH'}
          onClick={() => setView(view === 'GRID' ? 'DEPTH' : 'GRID')}
        >
          {view === 'GRID' ? <AlignRight size={14} /> : <Table2 size={14} />}
        </IconButton>
      </div>
      {view === 'GRID' ? (
        <MakerGrid rfq={rfq} onPick={onPick} />
      ) : (
        <>
          <Depth rfq={rfq} book={book} onPick={onPick} />
          <OwnLimits rfq={rfq} onPick={onPick} />
        </>
      )}
    </section>
  )
}

const quoteViews = ['GRID', 'DEPTH'] as const
type QuoteView = (typeof quoteViews)[number]

/** The structure's mark, and the venue's own bid and ask for all legs together. */
function MarketPrices({ rfq, structure }: { readonly rfq: DirectRfq; readonly structure: Structure | undefined }) {
  const mark = useStructureMark(rfq.legs)
  const { markOf } = useMarkOf(rfq)
  const venue = structure === undefined ? undefined : structureMark(structure, markOf)
  const figure = (value: number | undefined) => (value === undefined ? '—' : groupedText(value, priceDecimals(rfq)))
  return (
    <p className={classNames(styles['prices'], rfq.kind === 'FUTURE' && styles['long'])}>
      Mark <b className={ink.market}>{figure(mark)}</b>
      <span title="The venue’s own bid and ask for all legs together">
        {' '}
        · Venue <span className={classNames(styles['bid'], ink.market)}>{figure(venue?.bidPrice)}</span> /{' '}
        <span className={classNames(styles['ask'], ink.market)}>{figure(venue?.askPrice)}</span>
      </span>
    </p>
  )
}

/** A maker's own quotes and the mark: it cannot see other quotes. */
export function OwnQuotes({ rfq, structure, onPick }: QuotesProps & { readonly structure: Structure | undefined }) {
  const { bids, asks } = useOwnQuotes(rfq)
  const isNone = bids.length + asks.length === 0
  if (isNone && rfq.state !== 'OPEN') return null
  const row = (level: BookLevel) => <Row key={level.id} level={level} most={Number(rfq.quantity)} rfq={rfq} onPick={onPick} />
  return (
    <section className={styles['quotes']} aria-label="Quotes">
      <div className={styles['head']}>
        <b>Live quotes</b>
        <MarketPrices rfq={rfq} structure={structure} />
      </div>
      {!isNone && (
        <div className={styles['pair']}>
          <ul aria-label="Bids">{bids.map(row)}</ul>
          <ul aria-label="Asks">{asks.map(row)}</ul>
        </div>
      )}
      <p className={classNames(styles['rule'], isNone ? styles['none'] : styles['known'])}>
        {isNone
          ? 'You have no live quote. Other makers’ quotes are hidden from you.'
          : 'Other makers’ quotes and your rank are hidden from you'}
      </p>
    </section>
  )
}

/** Prices with the best of both sides in the middle, with the viewer's rank if all quotes are visible. */
function Depth({ rfq, book, onPick }: QuotesProps & { readonly book: Book }) {
  const { bids, asks } = book
  const mark = useStructureMark(rfq.legs)
  const decimals = priceDecimals(rfq)
  if (bids.length + asks.length === 0)
    return <p className={styles['nobody']}>No makers have quoted yet. Quotes appear here as they arrive.</p>
  const most = Math.max(...[...bids, ...asks].map((level) => Number(level.quantity)))
  const row = (level: BookLevel) => <Row key={level.id} level={level} most={most} rfq={rfq} onPick={onPick} />
  return (
    <>
      <ul aria-label="Asks" className={classNames(styles['side'], styles['asks'])}>
        {asks.map(row)}
      </ul>
      <p className={styles['middle']}>
        <span className={ink.market}>{spreadText(book, decimals)}</span>
        <span>
          Mark <b className={ink.market}>{mark === undefined ? '—' : groupedText(mark, decimals)}</b>
        </span>
      </p>
      <ul aria-label="Bids" className={styles['side']}>
        {bids.map(row)}
      </ul>
      <p className={styles['rule']}>{RANKING}</p>
    </>
  )
}

/** Only the maker's own quotes: the taker's limits, which are also in its book, are above its entry. */
function useOwnQuotes({ id }: DirectRfq): Book {
  const book = useBook(id)
  const isOwn = (level: BookLevel) => level.isOwn
  return { bids: book.bids.filter(isOwn), asks: book.asks.filter(isOwn) }
}

/** The spread as a share of the mid. It is left out if the mid is near zero and the share would be meaningless. */
function spreadText({ bids, asks }: Book, decimals: number): string {
  if (bids[0] === undefined || asks[0] === undefined) return ''
  const [bid, ask] = [Number(bids[0].price), Number(asks[0].price)]
  const share = (100 * (ask - bid)) / Math.abs((ask + bid) / 2)
  return `Spread ${groupedText(ask - bid, decimals)}${share < 100 ? ` · ${share.toFixed(1)}% of mid` : ''}`
}

type RowProps = { readonly level: BookLevel; readonly most: number; readonly rfq: DirectRfq; readonly onPick: QuotesProps['onPick'] }

function Row({ level, most, rfq, onPick }: RowProps) {
  const now = useNow(1_000)
  const volOf = useVolVersusMark(rfq)
  const word = level.side === 'BUY' ? 'Bid' : 'Ask'
  return (
    <li
      className={classNames(styles['level'], level.side === 'BUY' ? styles['bidLevel'] : styles['askLevel'], level.isOwn && styles['own'])}
    >
      <i style={{ width: `${(Number(level.quantity) / most) * 100}%` }} aria-hidden="true" />
      {level.rank !== undefined && <Rank rank={level.rank} />}
      <button
        type="button"
        className={styles['pick']}
        aria-label={`${word} ${level.price} for ${level.quantity} by ${level.isOwn ? 'you' : (level.deskName ?? 'an anonymous desk')}`}
        onClick={() => onPick({ side: level.side, price: level.price, quantity: level.quantity })}
      >
        <b className={level.isOwn ? ink.own : ink.market}>{priceText(level.price, priceDecimals(rfq))}</b>
        <span>{quantityText(level.quantity)}</span>
        <span>{level.isOwn ? offsetLabel(volOf(level.price), now - level.updatedAt) : (level.deskName ?? 'Anonymous')}</span>
      </button>
      {level.isOwn && <CancelOrder order={{ ...level, rfqNumber: undefined }} label={`Cancel ${word.toLowerCase()} ${level.price}`} />}
    </li>
  )
}

const offsetLabel = (points: number | undefined, ageMs: number): string =>
  [points === undefined ? undefined : `${signedText(points, 1)} v`, ageText(ageMs)].filter(Boolean).join(' · ')

/** The quote that trades first on its side (rulebook 5.9, 10.6). */
export const Rank = ({ rank }: { readonly rank: number }) => (
  <span className={styles['rank']} title={`Rank ${rank}: ${RANKING}`}>
    <span className="visually-hidden">Rank </span>
    {rank}
  </span>
)
