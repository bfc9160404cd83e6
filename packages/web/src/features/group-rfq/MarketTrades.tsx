import type { GroupRfqView, GroupTradeView } from '@parley/contracts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import { priceDecimals, priceText, quantityText } from '../direct-rfq/structure-text.ts'
import { Settling } from '../direct-rfq/ticket/Settling.tsx'
import styles from '../direct-rfq/ticket/Standing.module.css'
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
        <TradeLine key={trade.id} trade={trade} decimals={priceDecimals(shapeOf(market))} />
      ))}
    </section>
  )
}

const verbs = { REJECTED: { BUY: 'Buy', SELL: 'Sell' }, DONE: { BUY: 'Bought', SELL: 'Sold' } } as const

function TradeLine({ trade, decimals }: { readonly trade: GroupTradeView; readonly decimals: number }) {
  const verb = verbs[trade.status === 'REJECTED' ? 'REJECTED' : 'DONE'][trade.side]
  return (
    <p className={styles['trade']}>
      <b>{`${verb} ${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`}</b>
      <Settling trade={trade} state={stateWords[trade.status]} />
    </p>
  )
}

/** COMPLETED is shown as Filled. */
const stateWords = { PENDING: 'SETTLING', COMPLETED: 'FILLED', REJECTED: 'REJECTED' } as const
