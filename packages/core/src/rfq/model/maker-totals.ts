/** Each named maker's traded quantity in an RFQ, stored with the RFQ so that its trades do not have to be added up. */
import type { Quantity } from '../../decimal.ts'
import { marketModelOf } from './live-rfq.ts'
import type { MakerTotals, Rfq } from './rfq.ts'
import type { Trade } from './trade.ts'

/** Applies a trade in its new state: agreement adds its quantity to `pending`, and the venue's answer removes it again. */
export function totalsAfter(rfq: Rfq, trade: Trade): readonly MakerTotals[] {
  const { makerTotals } = rfq
  if (marketModelOf(rfq).quoters === 'EVERY_DESK') return makerTotals
  const before = makerTotals.find(({ desk }) => desk === trade.maker)
  const { filled = 0, pending = 0 } = before ?? {}
  const { quantity, state } = trade
  const lastAt = trade.settledAt ?? trade.agreedAt
  const lastFilledAt = state === 'FILLED' ? lastAt : before?.lastFilledAt
  const after: MakerTotals = {
    desk: trade.maker,
    filled: (filled + (state === 'FILLED' ? quantity : 0)) as Quantity,
    pending: (pending + (state === 'PENDING_SETTLEMENT' ? quantity : -quantity)) as Quantity,
    lastAt,
    ...(lastFilledAt === undefined ? {} : { lastFilledAt }),
  }
  return before === undefined ? [...makerTotals, after] : makerTotals.map((one) => (one === before ? after : one))
}
