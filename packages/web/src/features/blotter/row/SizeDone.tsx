/** The size of an RFQ and how much of it has traded: `500 / 1,000` over a bar. */
import type { Rfq } from '@parley/client'
import { quantityText } from '@parley/core'
import { sizeText } from '../../../components/figure-text.ts'
import { isLong } from './RfqCells.tsx'
import { doneOf } from './rfq-rows.ts'
import styles from './RfqCells.module.css'

/** Characters that fit: in a whole, and in each of two parts. */
const ROOM = { WHOLE: 9, PART: 5 } as const

export function SizeDone({ rfq }: { readonly rfq: Pick<Rfq, 'quantity' | 'filled' | 'pending'> }) {
  const done = doneOf(rfq)
  const quantity = rfq.quantity ?? ''
  const whole = sizeText(quantity, ROOM.WHOLE)
  if (done === undefined)
    return (
      <span className={isLong(whole) ? styles['long'] : undefined} title={quantityText(quantity)}>
        {whole}
      </span>
    )
  return (
    <span className={styles['done']} title={`${quantityText(String(done.dealt))} traded, ${quantityText(String(done.left))} left`}>
      {`${sizeText(String(done.dealt), ROOM.PART)} / ${sizeText(quantity, ROOM.PART)}`}
      <i aria-hidden="true">
        <i style={{ width: `${Math.round(done.share * 100)}%` }} />
      </i>
    </span>
  )
}

export function sizeDoneText(rfq: Pick<Rfq, 'quantity' | 'filled' | 'pending'>): string {
  const done = doneOf(rfq)
  const whole = quantityText(rfq.quantity ?? '')
  return done === undefined ? whole : `${quantityText(String(done.dealt))} / ${whole}`
}
