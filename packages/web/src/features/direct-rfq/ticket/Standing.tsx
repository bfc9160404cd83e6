import type { BlockTradeView, RfqView } from '@parley/contracts'
import { useMemo } from 'react'
import { startBuilder } from '../../../app/screen-state.ts'
import { Button } from '../../../components/Button.tsx'
import { useRfqOrders, useTape, useTrades } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { priceDecimals, priceText, quantityText } from '../structure-text.ts'
import { Settling } from './Settling.tsx'
import styles from './Standing.module.css'
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
      <Settling trade={trade} state={stateWords[trade.state]} />
    </p>
  )
}

const sideWords = { done: { BUY: 'Bought', SELL: 'Sold' }, tried: { BUY: 'Buy', SELL: 'Sell' } } as const

const stateWords = { PENDING_SETTLEMENT: 'SETTLING', FILLED: 'FILLED', REJECTED: 'REJECTED' } as const
