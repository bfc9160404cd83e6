import type { BlockTradeView, RfqView } from '@parley/contracts'
import { Check, CircleX } from 'lucide-react'
import { useMemo } from 'react'
import { startBuilder } from '../../../app/screen-state.ts'
import { ageText, exactText } from '../../../app/time-text.ts'
import { Button } from '../../../components/Button.tsx'
import { Spinner } from '../../../components/Spinner.tsx'
import { useNow, useRfqOrders, useTape, useTrades } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { priceDecimals, priceText, quantityText } from '../structure-text.ts'
import styles from './Standing.module.css'
import { timeText } from './Steps.tsx'
import { standingOf } from './ticket-state.ts'

/** Where the RFQ stands, and each trade's way through the venue. */
export function Standing({ rfq }: { readonly rfq: RfqView }) {
  const all = useTrades()
  const trades = useMemo(() => [...all.values()].filter((trade) => trade.rfq_id === rfq.id), [all, rfq.id])
  const orders = useRfqOrders(rfq.id)
  const tape = useTape().find((trade) => trade.rfq_id === rfq.id)
  const standing = standingOf(rfq, { trades, orders, tape })
  if (standing === undefined && trades.length === 0) return null
  return (
    <section className={classNames(styles['standing'], styles[standing?.tone ?? 'mine'])} aria-label="Where it stands" role="status">
      {standing !== undefined && (
        <p>
          <b className={styles['title']}>{standing.title}</b> {standing.text}
        </p>
      )}
      {trades.map((trade) => (
        <TradeLine key={trade.id} trade={trade} rfq={rfq} />
      ))}
      {rfq.state === 'DRAFT' && (
        <Button size="small" className={styles['action']} onClick={() => startBuilder({ kind: 'draft', draft: rfq })}>
          Edit and send
        </Button>
      )}
    </section>
  )
}

function TradeLine({ trade, rfq }: { readonly trade: BlockTradeView; readonly rfq: RfqView }) {
  const price = priceText(trade.price, priceDecimals(rfq))
  return (
    <p className={styles['trade']}>
      <b>{`${sideWords[trade.state === 'REJECTED' ? 'tried' : 'done'][trade.side]} ${quantityText(trade.quantity)} @ ${price}`}</b>
      {trade.counterparty_desk_name === null ? '' : ` with ${trade.counterparty_desk_name}`}
      <State trade={trade} />
    </p>
  )
}

const sideWords = { done: { BUY: 'Bought', SELL: 'Sold' }, tried: { BUY: 'Buy', SELL: 'Sell' } } as const

function State({ trade }: { readonly trade: BlockTradeView }) {
  const now = useNow(1_000)
  switch (trade.state) {
    case 'PENDING_SETTLEMENT':
      return (
        <span className={styles['step']} title={`Agreed ${exactText(trade.executed_at)}`}>
          <Check size={12} aria-hidden="true" /> Dealt <time>{timeText(trade.executed_at)}</time> <Spinner /> Settling on {trade.venue}{' '}
          {ageText(now - trade.executed_at)}
        </span>
      )
    case 'FILLED':
      return (
        <span className={styles['done']} title={trade.venue_trade_id ?? undefined}>
          <Check size={12} aria-hidden="true" /> Filled <time>{timeText(trade.filled_at ?? trade.executed_at)}</time>
          {trade.venue_trade_id === null ? '' : ` · ${trade.venue} ${trade.venue_trade_id}`}
        </span>
      )
    case 'REJECTED':
      return (
        <span className={styles['refused']}>
          <CircleX size={12} aria-hidden="true" /> not done
        </span>
      )
  }
}
