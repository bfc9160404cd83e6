import type { GroupRfqView, GroupTradeView } from '@parley/contracts'
import { Check, CircleX } from 'lucide-react'
import { ageText, exactText } from '../../app/time-text.ts'
import { Spinner } from '../../components/Spinner.tsx'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { priceDecimals, priceText, quantityText } from '../direct-rfq/structure-text.ts'
import styles from '../direct-rfq/ticket/Standing.module.css'
import { timeText } from '../direct-rfq/ticket/Steps.tsx'
import { shapeOf } from './market-shape.ts'
import { latestTrades } from './latest-trades.ts'
import { useMarketTrades } from './use-market.ts'

/** The desk's deals in this market on their way through the venue, the newest first; older ones are in Trade History. */
export function MarketTrades({ market }: { readonly market: GroupRfqView }) {
  const now = useNow(1_000)
  const trades = latestTrades(useMarketTrades(market.id), now)
  if (trades.length === 0) return null
  const rejected = trades[0]?.status === 'REJECTED' ? trades[0] : undefined
  return (
    <section
      className={classNames(styles['standing'], rejected === undefined ? styles['mine'] : styles['danger'])}
      aria-label="Your deals"
      role="status"
    >
      {rejected !== undefined && (
        <p>
          <b className={styles['title']}>Rejected by {market.venue}</b>{' '}
          {`“${rejected.venue_error ?? 'no reason given'}” That part of the quote is cancelled; nothing of it was traded.`}
        </p>
      )}
      {trades.map((trade) => (
        <TradeLine key={trade.id} trade={trade} decimals={priceDecimals(shapeOf(market))} now={now} />
      ))}
    </section>
  )
}

const verbs = { REJECTED: { BUY: 'Buy', SELL: 'Sell' }, DONE: { BUY: 'Bought', SELL: 'Sold' } } as const

function TradeLine({ trade, decimals, now }: { readonly trade: GroupTradeView; readonly decimals: number; readonly now: number }) {
  const verb = verbs[trade.status === 'REJECTED' ? 'REJECTED' : 'DONE'][trade.side]
  return (
    <p className={styles['trade']}>
      <b>{`${verb} ${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`}</b>
      <State trade={trade} now={now} />
    </p>
  )
}

/** COMPLETED is shown as Filled: to the one who reads it, it is done. */
function State({ trade, now }: { readonly trade: GroupTradeView; readonly now: number }) {
  switch (trade.status) {
    case 'PENDING':
      return (
        <span className={styles['step']} title={`Agreed ${exactText(trade.executed_at)}`}>
          <Check size={12} aria-hidden="true" /> Dealt <time>{timeText(trade.executed_at)}</time> <Spinner /> Settling on {trade.venue}{' '}
          {ageText(now - trade.executed_at)}
        </span>
      )
    case 'COMPLETED':
      return (
        <span className={styles['done']} title={trade.venue_trade_id ?? undefined}>
          <Check size={12} aria-hidden="true" /> Filled <time>{timeText(trade.filled_at ?? trade.executed_at)}</time>
          {trade.venue_trade_id === null ? '' : ` · ${trade.venue} ${trade.venue_trade_id}`}
        </span>
      )
    case 'REJECTED':
      return (
        <span className={styles['refused']}>
          <CircleX size={12} aria-hidden="true" /> not done <time>{timeText(trade.executed_at)}</time>
        </span>
      )
  }
}
