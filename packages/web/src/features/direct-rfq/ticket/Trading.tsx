import { explainMinimumBlock, formatPrice, formatQuantity, structureTick } from '@parley/core'
import type { RfqView } from '@parley/contracts'
import { useMemo } from 'react'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { useInstruments } from '../../../live/instruments.ts'
import { structureGreeks } from '../../../live/marks.ts'
import { useIndex, useMarks, useNow, useStructureMark } from '../../../live/use-live.ts'
import { PayoffChart } from '../../market-data/PayoffChart.tsx'
import { dollarText, signedText } from '../../market-data/figure-text.ts'
import { MakerEntry } from './MakerEntry.tsx'
import type { Picked } from './picked.ts'
import { structureOfRfq } from './structure-of-rfq.ts'
import { TakerEntry } from './TakerEntry.tsx'
import styles from './Trading.module.css'

/** What can be done with the RFQ by whoever looks at it, and what it would mean. */
export function Trading({ rfq, picked }: { readonly rfq: RfqView; readonly picked: Picked | undefined }) {
  const instruments = useInstruments(rfq.venue, rfq.base_currency)
  const structure = useMemo(
    () => (instruments.state === 'LOADED' ? structureOfRfq(rfq, instruments.data) : undefined),
    [rfq.legs, instruments],
  )
  if (structure === undefined)
    return instruments.state === 'FAILED' ? (
      <p className={styles['failed']}>{instruments.words}</p>
    ) : (
      <Skeleton lines={4} label="Loading the instruments" />
    )
  const block = explainMinimumBlock(structure)
  const sizes = {
    tick: formatPrice(structureTick(structure)),
    minimum: formatQuantity(block.minimum),
    increment: formatQuantity(block.increment),
  }
  return (
    <>
      {rfq.role === 'TAKER' ? (
        <TakerEntry rfq={rfq} picked={picked} {...sizes} />
      ) : (
        <MakerEntry rfq={rfq} structure={structure} {...sizes} />
      )}
      <Risk rfq={rfq} legs={structure.legs} />
    </>
  )
}

function Risk({ rfq, legs }: { readonly rfq: RfqView; readonly legs: Parameters<typeof PayoffChart>[0]['legs'] }) {
  const marks = useMarks()
  const mark = useStructureMark(rfq.legs)
  const now = useNow(1_000)
  const index = useIndex(rfq.base_currency, rfq.venue)
  const quantity = Number(rfq.quantity)
  const greeks = structureGreeks(rfq.legs, quantity, marks)
  if (greeks === undefined || index === undefined) return null
  const figures: readonly (readonly [string, string])[] = [
    ['Delta', signedText(greeks.delta, 2)],
    ['Gamma', signedText(greeks.gamma, 4)],
    ['Vega', dollarText(greeks.vega)],
    ['Theta', dollarText(greeks.theta)],
  ]
  return (
    <section className={styles['risk']} aria-label="Greeks and pay-off when bought">
      <dl className={styles['greeks']}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PayoffChart legs={legs} marks={marks} quantity={quantity} spot={Number(index.index_price)} now={now} cost={mark ?? 0} />
    </section>
  )
}
