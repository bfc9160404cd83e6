/** The rows of the main table, worked out from what is live. Pure. */
import { displayDirectRfq, type DisplayStatus } from '@parley/core'
import type { RfqView } from '@parley/contracts'
import { bookOf } from '../../live/book.ts'
import { structureMark } from '../../live/marks.ts'
import type { Live } from '../../live/store.ts'
import { priceDecimals, ratiosText, strategyName, structureText } from './structure-text.ts'

export type RfqRow = {
  readonly id: string
  readonly rfq: RfqView
  readonly status: DisplayStatus
  readonly strategy: string
  readonly structure: string
  readonly ratio: string
  /** Best of the quotes the viewer may see: for the taker the makers', for a maker its own. */
  readonly bid: string | undefined
  readonly ask: string | undefined
  readonly quotes: number
  readonly mark: number | undefined
  /** How far the middle of the quotes is above the mark. */
  readonly offset: number | undefined
  readonly decimals: number
  readonly counterparty: string
  readonly isPinned: boolean
}

type Known = Pick<Live, 'rfqs' | 'quotesByRfq' | 'ordersByRfq' | 'marks'>

/** Newest first; drafts have their own list. */
export const rowsOf = (live: Known, pinned: ReadonlySet<string>): readonly RfqRow[] =>
  [...live.rfqs.values()]
    .filter((rfq) => rfq.state !== 'DRAFT' && rfq.closed_reason !== 'CLOSED_DRAFT')
    .sort((a, b) => b.created_at - a.created_at)
    .map((rfq) => rowOf(rfq, live, pinned.has(rfq.id)))

export function rowOf(rfq: RfqView, live: Known, isPinned: boolean): RfqRow {
  const { bids, asks } = bookOf(rfq, live.quotesByRfq.get(rfq.id), live.ordersByRfq.get(rfq.id))
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const mark = structureMark(rfq.legs, live.marks)
  return {
    id: rfq.id,
    rfq,
    status: displayDirectRfq({ state: rfq.state, closedReason: rfq.closed_reason, role: rfq.role, traded: rfq.traded }),
    strategy: strategyName(rfq),
    structure: structureText(rfq.legs),
    ratio: ratiosText(rfq.legs),
    bid,
    ask,
    quotes: bids.length + asks.length,
    mark,
    offset: bid === undefined || ask === undefined || mark === undefined ? undefined : (Number(bid) + Number(ask)) / 2 - mark,
    decimals: priceDecimals(rfq),
    counterparty: rfq.role === 'TAKER' ? 'You' : (rfq.taker_desk_name ?? 'Anonymous'),
    isPinned,
  }
}
