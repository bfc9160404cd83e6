import type { Trade } from '@parley/client'
import { priceDecimals } from '@parley/core'
import { Button } from '../../../components/Button.tsx'
import type { DirectRfq } from '../../../live/audiences.ts'
import { openTradeCard, startBuilder } from '../../../live/screen-state.ts'
import { useRfqTrades } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { LazyBooking } from '../../booking/LazyBooking.tsx'
import { FirstHint } from './FirstHint.tsx'
import styles from './RfqState.module.css'
import { isToBook, stateNoticeOf } from './ticket-state.ts'
import { TradeLine } from './TradeLine.tsx'

/** The status of the RFQ, and the settlement of each trade. */
/** Followed by the trades that both desks have to book. */
export function RfqState({ rfq }: { readonly rfq: DirectRfq }) {
  const trades = useRfqTrades(rfq.id)
  return (
    <>
      <Notice rfq={rfq} trades={trades} />
      {trades.filter(isToBook).map((trade) => (
        <LazyBooking key={trade.id} trade={trade} />
      ))}
    </>
  )
}

function Notice({ rfq, trades }: { readonly rfq: DirectRfq; readonly trades: readonly Trade[] }) {
  const notice = stateNoticeOf(rfq, trades)
  if (notice === undefined && trades.length === 0) return null
  return (
    <section className={classNames(styles['standing'], styles[notice?.tone ?? 'mine'])} aria-label="RFQ status" role="status">
      {notice !== undefined && (
        <p>
          <b className={styles['title']}>{notice.title}</b> {notice.text}
        </p>
      )}
      {trades.map((trade) => (
        <TradeLine key={trade.id} trade={trade} decimals={priceDecimals(rfq)} />
      ))}
      {trades.length > 0 && (
        <div className={styles['next']}>
          <Button size="small" className={styles['action']} onClick={() => openTradeCard({ kind: 'RFQ', rfq })}>
            Post-trade card
          </Button>
          <FirstHint of="DEAL" rfqId={rfq.id} hint="Cover, savings and risk" />
        </div>
      )}
      {rfq.state === 'DRAFT' && (
        <Button size="small" className={styles['action']} onClick={() => startBuilder({ kind: 'draft', draft: rfq })}>
          Edit and send
        </Button>
      )}
    </section>
  )
}
