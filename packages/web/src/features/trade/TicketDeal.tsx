import { CircleCheck } from 'lucide-react'
import type { RfqRecord } from '@parley/client'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import type { DirectRfq } from '../../live/audiences.ts'
import { dealText } from './deal-view.ts'
import { RecordDeals } from './RecordDeals.tsx'
import styles from './TradeCard.module.css'
import { useDeal } from './use-deal.ts'
import { useRecord } from './use-record.ts'

/** After a fill, in the place of the quotes and the entry: what the post-trade card says first, without a press. */
export function TicketDeal({ rfq }: { readonly rfq: DirectRfq }) {
  const record = useRecord(rfq)
  switch (record.state) {
    case 'LOADING':
      return <Skeleton lines={12} label="Loading the record" />
    case 'FAILED':
      return <CouldNotLoad what="the record" words={record.words} retry={record.retry} />
    case 'LOADED':
      return <KnownDeal record={record.data} />
  }
}

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
