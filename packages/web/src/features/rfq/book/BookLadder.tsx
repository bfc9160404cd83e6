import { type Book, type BookLevel, cancelOrder, cancelOrders } from '@parley/client'
import { priceDecimals, priceText, quantityText, RANKING } from '@parley/core'
import { type KeyboardEvent, useState } from 'react'
import { ageText } from '../../../components/time-text.ts'
import { Button } from '../../../components/Button.tsx'
import { toast } from '../../../components/toasts.ts'
import { send } from '../../../live/api.ts'
import type { OrderBookRfq } from '../../../live/audiences.ts'
import { orderBookBase } from '../../../live/order-book-base.ts'
import { rememberCancels } from '../../../live/locally-cancelled.ts'
import { cancelFailed } from '../../../live/cancel-failed.ts'
import { useNow, useStructureMark } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import { CancelControl } from '../ticket/CancelOrder.tsx'
import { Rank } from '../ticket/Quotes.tsx'
import { groupedText, signedText } from '../../../components/figure-text.ts'
import { useCancelReason } from '../../../live/trade-reasons.ts'
import { midOf, totals } from './book.ts'
import styles from './BookLadder.module.css'
import { OwnLevels } from './OwnLevels.tsx'
import { useVolVersusMark } from '../use-vol-versus-mark.ts'
import { runKey } from '../../../components/key-table.ts'

type BookLadderProps = {
  readonly market: OrderBookRfq
  readonly book: Book
  readonly isEnded: boolean
  readonly onPick: (level: BookLevel) => void
}

/**
 * One line per quote, with the best in the middle. A click on another maker's quote copies it to the entry. The desk's own quote can be cancelled or
 * replaced.
 */
export function BookLadder({ market, book, isEnded, onPick }: BookLadderProps) {
  const ladder = useLadder(market)
  const own = [...book.asks, ...book.bids].filter((level) => level.isOwn)
  const sums = { BUY: totals(book.bids), SELL: totals(book.asks) }
  // One scale for both sides, so that they can be compared.
  const most = Math.max(Number(sums.BUY.at(-1) ?? 0), Number(sums.SELL.at(-1) ?? 0))
  const row = (level: BookLevel, place: number) => (
    <Row key={level.id} level={level} total={sums[level.side][place]!} most={most} ladder={ladder} onPick={onPick} />
  )
  return (
    <section className={styles['book']} aria-label="Order book" onKeyDown={moveByArrows}>
      <p className={styles['head']} aria-hidden="true">
        <span>Mine</span>
        <span title={RANKING}>#</span>
        <span>Price</span>
        <span>Size</span>
        <span>Total</span>
        <span>Vol vs mark</span>
      </p>
      <ul aria-label="Asks" className={styles['asks']}>
        {book.asks.map(row)}
      </ul>
      {book.asks.length === 0 && <p className={styles['none']}>{isEnded ? 'The market has ended.' : 'No offers'}</p>}
      <Middle book={book} ladder={ladder} />
      <ul aria-label="Bids">{book.bids.map(row)}</ul>
      {book.bids.length === 0 && <p className={styles['none']}>{isEnded ? '' : 'No bids'}</p>}
      <div className={styles['foot']}>
        {!isEnded && <OwnLevels book={book} decimals={ladder.decimals} onPick={onPick} />}
        <p>
          <span>{RANKING}</span>
          {own.length > 0 && <PullAll market={market} own={own} />}
        </p>
      </div>
    </section>
  )
}

type Ladder = ReturnType<typeof useLadder>

function useLadder(market: OrderBookRfq) {
  const mark = useStructureMark(market.legs)
  const volOf = useVolVersusMark(market)
  return { mark, decimals: priceDecimals(market), tick: Number(market.tickSize), volOf }
}

function Middle({ book, ladder }: { readonly book: Book; readonly ladder: Ladder }) {
  const { mark, decimals, tick } = ladder
  const [bid, ask] = [book.bids[0], book.asks[0]]
  const mid = midOf(book)
  const spread = bid === undefined || ask === undefined ? undefined : Number(ask.price) - Number(bid.price)
  return (
    <p className={styles['middle']}>
      <span>
        Spread <b className={ink.market}>{spread === undefined ? '—' : `${groupedText(spread, decimals)}`}</b>
        {spread === undefined ? '' : ` · ${Math.round(spread / tick)} ticks`}
      </span>
      <span>
        Mark <b className={ink.market}>{mark === undefined ? '—' : groupedText(mark, decimals)}</b>
      </span>
      <span>
        Mid <span className={ink.market}>{mid === undefined ? '—' : groupedText(mid, decimals + 1)}</span>
      </span>
    </p>
  )
}

type RowProps = {
  readonly level: BookLevel
  readonly total: string
  readonly most: number
  readonly ladder: Ladder
  readonly onPick: (level: BookLevel) => void
}

function Row({ level, total, most, ladder, onPick }: RowProps) {
  const now = useNow(1_000)
  const word = level.side === 'BUY' ? 'Bid' : 'Ask'
  const vol = ladder.volOf(level.price)
  const whose = level.isOwn ? `, yours${level.isHidden ? ' and hidden' : ''}` : ''
  return (
    <li className={classNames(styles['level'], level.side === 'BUY' ? styles['bid'] : styles['ask'], level.isOwn && styles['own'])}>
      <i style={{ width: `${(Number(total) / most) * 100}%` }} aria-hidden="true" />
      <span className={styles['mine']}>
        {level.isOwn && (
          <>
            <span title={level.isHidden ? 'Hidden: visible to your desk only' : undefined}>
              {quantityText(level.quantity)}
              {level.isHidden ? ' h' : ''}
            </span>
            <PullOne level={level} word={word} />
          </>
        )}
      </span>
      <span className={styles['rank']}>{level.rank !== undefined && <Rank rank={level.rank} />}</span>
      <button
        type="button"
        className={styles['pick']}
        data-level
        title={level.isOwn ? 'Click to replace' : `Click to trade · ${ageText(now - level.createdAt)} old`}
        aria-label={`${word} ${level.price} for ${level.quantity}${whose}`}
        onClick={() => onPick(level)}
      >
        <b className={level.isOwn ? ink.own : ink.market}>{priceText(level.price, ladder.decimals)}</b>
        <span>{quantityText(level.quantity)}</span>
        <span>{quantityText(total)}</span>
        <span className={level.isOwn ? ink.own : ink.market}>{vol === undefined ? '—' : signedText(vol, 1)}</span>
      </button>
    </li>
  )
}

/** Moves up and down through the levels in screen order. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const levels = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')].toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const at = levels.indexOf(event.target as HTMLElement)
  if (at < 0) return
  runKey(event, { down: () => levels[at + 1]?.focus(), up: () => levels[at - 1]?.focus() })
}

const PullOne = ({ level, word }: { readonly level: BookLevel; readonly word: string }) => (
  <CancelControl
    id={level.id}
    label={`Cancel ${word.toLowerCase()} ${level.price}`}
    className={styles['x']}
    failed="Cancel failed"
    cancel={() => send(cancelOrder({ ...level, rfqNumber: undefined }, orderBookBase()))}
  />
)

function PullAll({ market, own }: { readonly market: OrderBookRfq; readonly own: readonly BookLevel[] }) {
  const [isSent, setIsSent] = useState(false)
  const reason = useCancelReason()
  const pull = async () => {
    setIsSent(true)
    rememberCancels(own.map(({ id }) => id))
    try {
      await send(cancelOrders({ audience: market.audience, rfq: market }, orderBookBase()))
    } catch (error) {
      toast(cancelFailed('Cancel failed', error))
    }
    setIsSent(false)
  }
  return (
    <Button size="small" isBusy={isSent} disabledReason={reason} onClick={() => void pull()}>
      {own.length === 1 ? 'Cancel my quote' : `Cancel my ${own.length} quotes`}
    </Button>
  )
}
