import { CircleCheck } from 'lucide-react'
import type { RfqRecord } from '@parley/client'
import type { DirectRfq } from '../../live/audiences.ts'
import { dealText } from './deal-view.ts'
import { RecordDeals } from './RecordDeals.tsx'
import styles from './TradeCard.module.css'
import { useDeal } from './use-deal.ts'
import { WithRecord } from './WithRecord.tsx'

/** After a fill it takes the place of the quotes and the entry, and shows the first part of the trade card. */
export const TicketDeal = ({ rfq }: { readonly rfq: DirectRfq }) => (
  <WithRecord rfq={rfq}>{(record) => <KnownDeal record={record} />}</WithRecord>
)

function KnownDeal({ record }: { readonly record: RfqRecord }) {
  const shown = useDeal(record)
  const { deal, quality, decimals } = shown
  const text = deal === undefined || quality === undefined ? undefined : dealText(deal, quality, decimals)
  return (
    <div className={styles['inTicket']}>
      {text !== undefined && (
        <p className={styles['headline']}>
          <CircleCheck size={15} aria-hidden="true" />
          <b>{`${text.verb} ${text.size} @ ${text.average}`}</b>
          {text.premium !== undefined && ` · ${text.premium}`}
          {text.dollars !== undefined && <small>({text.dollars})</small>}
        </p>
      )}
      <RecordDeals record={record} shown={shown} />
    </div>
  )
}
