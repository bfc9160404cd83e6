import type { Rfq } from '@parley/client'
import type { Structure } from '@parley/core'
import { structureGreeks } from '../../../live/marks.ts'
import { useIndex, useMarks, useStructureMark } from '../../../live/use-live.ts'
import { Greeks } from '../../market-data/Greeks.tsx'
import { PayoffChart } from '../../market-data/PayoffChart.tsx'
import { structureGamma } from '../../market-data/model-gamma.ts'
import { quantityText } from '../../structure/structure-text.ts'
import styles from './Risk.module.css'
import { useMarkOf } from '../../structure/use-structure.ts'

type RiskProps = { readonly rfq: Rfq; readonly structure: Structure }

/** The risk of the whole quantity, bought; of an order book, which has none, of the minimum block. */
export function Risk({ rfq, structure }: RiskProps) {
  const marks = useMarks()
  const mark = useStructureMark(rfq.legs)
  const { markOf, now } = useMarkOf(rfq)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const size = rfq.quantity ?? rfq.minBlockSize ?? ''
  const quantity = Number(size)
  const greeks = structureGreeks(rfq.legs, quantity, marks)
  if (greeks === undefined || index === undefined) return null
  return (
    <section className={styles['risk']} aria-label="Greeks and pay-off when bought">
      <h3 className={styles['title']}>
        If bought <span>{`${quantityText(size)} at the mark`}</span>
      </h3>
      <Greeks greeks={{ ...greeks, gamma: structureGamma(structure.legs, quantity, markOf, now) }} currency={rfq.baseCurrency} />
      <PayoffChart legs={structure.legs} marks={marks} quantity={quantity} spot={Number(index.index_price)} now={now} cost={mark ?? 0} />
    </section>
  )
}
