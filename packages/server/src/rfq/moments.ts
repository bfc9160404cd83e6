/** The book snapshots of an RFQ from which its record is read: rows that are added with each decision and never change. */
import { bookOrderFor, keepsRecord, type Instant, type RecordEntry, type Rfq } from '@parley/core'
import type { OrderChange, RfqChange } from './changes.ts'

export type MomentRow = {
  readonly rfq_id: string
  readonly seq: number
  readonly subject: string
  readonly kind: RecordEntry['kind']
  readonly at: number
  readonly desk: string | null
  readonly side: string | null
  readonly price: number | null
  readonly quantity: number | null
}
export type StoredMoment = { readonly table: 'rfq_moment'; readonly key: string; readonly row: MomentRow }

/** A decision's number in the journal, and when it was made. */
export type Decided = { readonly seq: number; readonly at: Instant }

const stored = ({ id }: Rfq, { seq, at }: Decided, row: Pick<MomentRow, 'subject' | 'kind'> & Partial<MomentRow>): StoredMoment => ({
  table: 'rfq_moment',
  key: `${id} ${seq} ${row.subject}`,
  row: { desk: null, side: null, price: null, quantity: null, ...row, rfq_id: id, seq, at },
})

export function momentsOf({ rfq, isNew, isSent, orders, trades }: RfqChange, decided: Decided): readonly StoredMoment[] {
  if (!keepsRecord(rfq) || rfq.state === 'DRAFT') return []
  return [
    ...(isNew || isSent ? [stored(rfq, decided, { subject: '', kind: 'ASKED' })] : []),
    ...orders.flatMap((change) => quoteMoments(rfq, change, decided)),
    ...trades.flatMap(({ trade, isNew: isAgreed }) => (isAgreed ? [stored(rfq, decided, { subject: trade.id, kind: 'DEALT' })] : [])),
  ]
}

/** A hidden quote leaves a row only if it was shown until now, and then the same row as a cancelled quote. */
function quoteMoments(rfq: Rfq, change: OrderChange, decided: Decided): readonly StoredMoment[] {
  const { order, isBookChanged, lastShown } = change
  const isOfBook = order.kind === 'QUOTE' && isBookChanged && (!order.isHidden || lastShown !== undefined)
  if (!isOfBook) return []
  const seen = bookOrderFor(rfq, order, rfq.creator.desk)
  const price = seen?.price ?? lastShown?.price ?? order.price
  const { id: subject, side, actor } = order
  return [stored(rfq, decided, { subject, kind: 'QUOTE', desk: actor.desk, side, price, quantity: seen?.quantity ?? 0 })]
}
