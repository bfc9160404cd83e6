import { formatPrice, type Price, priceToNumber } from '@parley/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { useHeight } from '../../components/use-height.ts'
import { useWidth } from '../../components/use-width.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { DepthChart } from '../market-data/DepthChart.tsx'
import { groupedText } from '../../components/figure-text.ts'
import { type BookRow, bookRows, rowTicks, ticksThatFill } from './book-rows.ts'
import styles from './BookPanel.module.css'
import { priceDecimals, priceText, quantityText } from './market-text.ts'
import type { Market, Side } from './model.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useBook, useOpenOrders } from './use-perpetuals.ts'

const ROW_PX = 22
const HEAD_ROWS = 1
const kinds = [
  { value: 'LADDER', label: 'Ladder' },
  { value: 'DEPTH', label: 'Depth' },
] as const
type Kind = (typeof kinds)[number]['value']

type BookProps = { readonly market: Market; readonly onPick: (price: Price) => void }

/** The order book, as rows or as a depth chart. A click on a row puts its price into the order. */
export function BookPanel({ market, onPick }: BookProps) {
  const [kind, setKind] = useState<Kind>('LADDER')
  const [chosen, setTicks] = useState<number>()
  const ticks = chosen ?? 1
  const keepUsual = useCallback((usual: number) => setTicks((before) => before ?? usual), [])
  const lost = usePerpetuals(({ watchedBook }) => (watchedBook?.market === market.name ? watchedBook.lost : undefined))
  return (
    <section className={styles['book']} aria-label="Order book">
      <div className={styles['bar']}>
        <Segmented label="Book view" value={kind} options={kinds} onChange={setKind} />
        {kind === 'LADDER' && (
          <Select
            aria-label="Ladder step"
            size="small"
            className={styles['step']}
            value={String(ticks)}
            options={rowTicks.map((many) => ({ value: String(many), label: formatPrice((market.tick * many) as Price) }))}
            onChange={(many) => setTicks(Number(many))}
          />
        )}
      </div>
      {lost !== undefined && (
        <p className={styles['lost']} role="status">
          The order book is not available. {lost}
        </p>
      )}
      {kind === 'LADDER' ? (
        <Rows market={market} step={market.tick * ticks} onPick={onPick} onUsual={keepUsual} />
      ) : (
        <Depth market={market} />
      )}
    </section>
  )
}

type RowsProps = BookProps & {
  readonly step: number
  /** Reports the suitable row size in ticks once the book has loaded. */
  readonly onUsual: (ticks: number) => void
}

function Rows({ market, step, onPick, onUsual }: RowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const book = useBook(market.name)
  const orders = useOpenOrders()
  const most = Math.max(1, Math.floor((height / ROW_PX - HEAD_ROWS) / 2))
  const isKnown = usePerpetuals(({ watchedBook }) => watchedBook?.market === market.name && watchedBook.isKnown)
  const suit = useEffectEvent(() => onUsual(ticksThatFill(book, market.tick, most)))
  const isReady = isKnown && height > 0
  useEffect(() => {
    if (isReady) suit()
  }, [isReady])
  const own = useMemo(() => orders.filter((order) => order.market === market.name), [orders, market.name])
  const asks = useMemo(() => bookRows('SELL', book.asks, own, step, most), [book, own, step, most])
  const bids = useMemo(() => bookRows('BUY', book.bids, own, step, most), [book, own, step, most])
  const deepest = Math.max(1, asks.at(-1)?.sum ?? 0, bids.at(-1)?.sum ?? 0)
  return (
    <>
      <p className={styles['head']} aria-hidden="true">
        <span>Price</span>
        <span>Size {market.base}</span>
        <span>Total</span>
      </p>
      <div ref={frame} className={styles['frame']}>
        <ul className={styles['asks']} aria-label="Asks, best last">
          {asks.toReversed().map((row) => (
            <Row key={row.price} side="SELL" {...{ row, market, deepest, onPick }} />
          ))}
        </ul>
        <Spread market={market} />
        <ul className={styles['bids']} aria-label="Bids, best first">
          {bids.map((row) => (
            <Row key={row.price} side="BUY" {...{ row, market, deepest, onPick }} />
          ))}
        </ul>
      </div>
    </>
  )
}

type RowProps = {
  readonly side: Side
  readonly row: BookRow
  readonly market: Market
  readonly deepest: number
  readonly onPick: (price: Price) => void
}

function Row({ side, row, market, deepest, onPick }: RowProps) {
  const [price, amount, sum] = [priceText(row.price, market), quantityText(row.amount, market), quantityText(row.sum, market)]
  const own = row.own > 0 ? `; ${quantityText(row.own, market)} yours` : ''
  return (
    <li className={classNames(styles['row'], row.own > 0 && styles['own'])}>
      <button
        type="button"
        className={classNames(styles[side === 'BUY' ? 'bid' : 'ask'], ink.market)}
        title="Use this price in the order"
        aria-label={`Use price ${price}: ${amount} ${side === 'BUY' ? 'bid' : 'offered'}${own}`}
        onClick={() => onPick(row.price)}
      >
        <i style={{ width: `${(row.sum / deepest) * 100}%` }} aria-hidden="true" />
        <b>{price}</b>
        <span>{amount}</span>
        <span>{sum}</span>
      </button>
    </li>
  )
}

/** The best bid and ask, and the spread between them. */
function Spread({ market }: { readonly market: Market }) {
  const { bids, asks } = useBook(market.name)
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined)
    return <p className={styles['spread']}>{bid !== undefined ? 'No offers' : ask !== undefined ? 'No bids' : 'No bids or offers'}</p>
  const gap = priceToNumber((ask - bid) as Price)
  const points = (gap / priceToNumber(bid)) * 10_000
  return (
    <p className={classNames(styles['spread'], ink.market)}>
      <b>
        {priceText(bid, market)} / {priceText(ask, market)}
      </b>
      <span>
        {groupedText(gap, priceDecimals(market))} · {groupedText(points, 2)} bp
      </span>
    </p>
  )
}

function Depth({ market }: { readonly market: Market }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, height] = [useWidth(frame), useHeight(frame)]
  const book = useBook(market.name)
  const orders = useOpenOrders()
  const own = orders.flatMap((order) => (order.market === market.name && order.price !== undefined ? [order.price] : []))
  return (
    <div ref={frame} className={styles['frame']}>
      {width > 0 && height > 0 && (
        <DepthChart
          {...{ book, own, width, height }}
          mark={market.mark}
          decimals={priceDecimals(market)}
          unit={market.base}
          nothing="No orders yet. Place a limit order to make the first price."
        />
      )}
    </div>
  )
}
