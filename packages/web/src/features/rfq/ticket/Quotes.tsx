import { type Book, type BookLevel, isResting } from '@parley/client'
import { RANKING } from '@parley/core'
import { ageText } from '../../../components/time-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useBook, useNow, useRfqOrders, useStructureMark } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { groupedText } from '../../market-data/figure-text.ts'
import { priceDecimals, priceText, quantityText } from '../../structure/structure-text.ts'
import { CancelOrder } from './CancelOrder.tsx'
import type { Picked } from './picked.ts'
import styles from './Quotes.module.css'

type QuotesProps = { readonly rfq: DirectRfq; readonly onPick: (picked: Picked) => void }

/** Every quote the viewer may see, with its rank for who sees them all, best in the middle; a press takes one into the entry. */
export function Quotes({ rfq, onPick }: QuotesProps) {
  const book = useQuotes(rfq)
  const { bids, asks } = book
  const mark = useStructureMark(rfq.legs)
  const decimals = priceDecimals(rfq)
  if (bids.length + asks.length === 0) return rfq.state === 'OPEN' ? <NoQuotes rfq={rfq} /> : null
  const most = Math.max(...[...bids, ...asks].map((level) => Number(level.quantity)))
  const row = (level: BookLevel) => <Row key={level.id} level={level} most={most} rfq={rfq} onPick={onPick} />
  return (
    <section className={styles['quotes']} aria-label="Quotes">
      {rfq.role === 'MAKER' && (
        <p className={styles['head']}>
          <b>Live quotes</b> <span>You see only your own quotes</span>
        </p>
      )}
      <ul aria-label="Asks" className={styles['asks']}>
        {asks.map(row)}
      </ul>
      <p className={styles['middle']}>
        <span>{rfq.role === 'MAKER' ? 'Others’ quotes are hidden from you, and your rank with them' : spreadText(book, decimals)}</span>
        <span>
          Mark <b>{mark === undefined ? '—' : groupedText(mark, decimals)}</b>
        </span>
      </p>
      <ul aria-label="Bids">{bids.map(row)}</ul>
      {rfq.role === 'TAKER' && <p className={styles['rule']}>{RANKING}</p>}
    </section>
  )
}

/** A maker's own only: the taker's limits, which stand in its book too, are above its entry. */
function useQuotes({ id, role }: DirectRfq): Book {
  const book = useBook(id)
  const isOwn = (level: BookLevel) => level.isOwn
  return role === 'MAKER' ? { bids: book.bids.filter(isOwn), asks: book.asks.filter(isOwn) } : book
}

/** The share is of the mid, and left out where the mid is near zero and a share says nothing. */
function spreadText({ bids, asks }: Book, decimals: number): string {
  if (bids[0] === undefined || asks[0] === undefined) return ''
  const [bid, ask] = [Number(bids[0].price), Number(asks[0].price)]
  const share = (100 * (ask - bid)) / Math.abs((ask + bid) / 2)
  return `Spread ${groupedText(ask - bid, decimals)}${share < 100 ? ` · ${share.toFixed(1)}% of mid` : ''}`
}

function NoQuotes({ rfq }: { readonly rfq: DirectRfq }) {
  const now = useNow(1_000)
  const asked = rfq.counterparties.length
  return (
    <p className={styles['none']}>
      {rfq.role === 'TAKER' && asked > 0 && rfq.declines.length === asked ? (
        <>
          <b>Every maker you asked has declined.</b> One that quotes after all shows here.
        </>
      ) : rfq.role === 'TAKER' ? (
        <>
          <b>No maker has quoted yet.</b> {asked} {asked === 1 ? 'was' : 'were'} asked {ageText(now - rfq.createdAt)} ago; quotes show here
          as they come.
        </>
      ) : (
        'You have not quoted. Others’ quotes are hidden from you.'
      )}
    </p>
  )
}

type RowProps = { readonly level: BookLevel; readonly most: number; readonly rfq: DirectRfq; readonly onPick: QuotesProps['onPick'] }

function Row({ level, most, rfq, onPick }: RowProps) {
  const now = useNow(1_000)
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
        <b>{priceText(level.price, priceDecimals(rfq))}</b>
        <span>{quantityText(level.quantity)}</span>
        <span>{level.isOwn ? `You · ${ageText(now - level.updatedAt)}` : (level.deskName ?? 'Anonymous')}</span>
      </button>
      {level.isOwn && <CancelOrder order={{ ...level, rfqNumber: undefined }} label={`Take back ${word.toLowerCase()} ${level.price}`} />}
    </li>
  )
}

/** The quote that trades first of its side (rulebook 5.9, 10.6). */
export const Rank = ({ rank }: { readonly rank: number }) => (
  <span className={styles['rank']} title={`Rank ${rank}: ${RANKING}`}>
    <span className="visually-hidden">Rank </span>
    {rank}
  </span>
)

/** The taker's own orders that rest: makers see a limit, nobody a hidden one. */
export function OwnOrders({ rfq }: { readonly rfq: DirectRfq }) {
  const orders = useRfqOrders(rfq.id).filter(isResting)
  if (rfq.role !== 'TAKER' || orders.length === 0) return null
  return (
    <section className={styles['quotes']} aria-label="Your resting orders">
      <p className={styles['head']}>
        <b>Your resting orders</b>
      </p>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className={classNames(styles['level'], styles['own'], styles['resting'])}>
            <span className={order.side === 'BUY' ? styles['bid'] : styles['ask']}>{order.side === 'BUY' ? 'Buy' : 'Sell'}</span>
            <span>{`${quantityText(order.resting)} @ ${priceText(order.price, priceDecimals(rfq))}`}</span>
            <span className={styles['kind']}>{order.isHidden ? 'hidden limit' : 'limit, seen by the makers'}</span>
            <CancelOrder order={order} label={`Take back ${order.side === 'BUY' ? 'buy' : 'sell'} order at ${order.price}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}
