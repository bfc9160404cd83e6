import type { RecordDeal, RfqRecord } from '@parley/client'
import { Segmented } from '../../components/Segmented.tsx'
import { basisText, Comparison } from './Comparison.tsx'
import { figureTexts } from './deal-view.ts'
import { RollCall } from './RollCall.tsx'
import { rollCall } from './roll-call.ts'
import styles from './TradeCard.module.css'
import type { ShownDeal } from './use-deal.ts'

type RecordDealsProps = { readonly record: RfqRecord; readonly shown: ShownDeal }

/** The quote bar with its figures, and the responses: the same in the card and in the ticket. */
export function RecordDeals({ record, shown: { deal, quality, quotes, decimals, tick, choose } }: RecordDealsProps) {
  return (
    <>
      {deal !== undefined && record.deals.length > 1 && (
        <div className={styles['block']}>
          <Segmented
            label="Trade"
            value={String(deal.at)}
            options={record.deals.map((one, place) => ({ value: String(one.at), label: dealLabel(one, place) }))}
            onChange={choose}
          />
        </div>
      )}
      {deal !== undefined && quality !== undefined && (
        <Comparison
          {...{ deal, quality, quotes, decimals }}
          title="Quotes at the time of the trade"
          basis={basisText(deal, quality, decimals)}
          figures={figureTexts(deal, quality, { decimals, tick })}
        />
      )}
      <RollCall rows={rollCall({ record, deal, quality, decimals })} decimals={decimals} />
    </>
  )
}

const dealLabel = ({ trades }: RecordDeal, place: number): string =>
  `Trade ${place + 1}${trades.every(({ state }) => state === 'REJECTED') ? ' (rejected)' : ''}`
