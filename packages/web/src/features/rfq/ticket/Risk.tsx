import type { Rfq } from '@parley/client'
import type { Structure } from '@parley/core'
import { lazy, Suspense } from 'react'
import { structureGreeks } from '../../../live/marks.ts'
import { useIndex, useMarks, useRfqTrades, useStructureMark, useTrades } from '../../../live/use-live.ts'
import { Greeks } from '../../market-data/Greeks.tsx'
import { structureGamma } from '../../market-data/model-gamma.ts'
import { priceDecimals } from '../../structure/structure-text.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import styles from './Risk.module.css'
import { areAllKnown, type Considered, heldOf, riskView } from './risk-view.ts'

const PayoffChart = lazy(() => import('../../market-data/PayoffChart.tsx').then(({ PayoffChart: component }) => ({ default: component })))

type RiskProps = { readonly rfq: Rfq; readonly structure: Structure; readonly considered: Considered | undefined }

/** Before a deal the risk of the order in the entry, after it the risk of what one now holds, at the price dealt. */
export function Risk({ rfq, structure, considered }: RiskProps) {
  const marks = useMarks()
  const mark = useStructureMark(rfq.legs)
  const { markOf, now } = useMarkOf(rfq)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  const trades = useRfqTrades(rfq.id)
  const size = rfq.quantity ?? rfq.minBlockSize ?? ''
  const all = useTrades()
  const held = trades.length === 0 || areAllKnown(rfq, all.values()) ? heldOf(trades) : undefined
  const { title, detail, quantity, price } = riskView({ held, considered, size, mark, decimals: priceDecimals(rfq) })
  const greeks = structureGreeks(rfq.legs, quantity, marks)
  if (greeks === undefined || index === undefined) return null
  return (
    <section className={styles['risk']} aria-label="Greeks and pay-off">
      <h3 className={styles['title']}>
        {title} <span>{detail}</span>
      </h3>
      {quantity !== 0 && (
        <>
          <Greeks greeks={{ ...greeks, gamma: structureGamma(structure.legs, quantity, markOf, now) }} currency={rfq.baseCurrency} />
          <Suspense fallback={<div className={styles['picture']} />}>
            <PayoffChart structure={structure} marks={marks} quantity={quantity} spot={Number(index.index_price)} now={now} price={price} />
          </Suspense>
        </>
      )}
    </section>
  )
}
