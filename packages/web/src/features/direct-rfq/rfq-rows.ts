/** The rows of the main table, worked out from what is live. A row is the same object until something in it changes. */
import { displayDirectRfq, type DisplayStatus } from '@parley/core'
import type { RfqView } from '@parley/contracts'
import { bookOf } from '../../live/book.ts'
import { structureMark } from '../../live/marks.ts'
import { remembering } from '../../live/remembered.ts'
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

const list = remembering<readonly RfqView[]>()

/** Newest first; drafts have their own list. */
export const rowsOf = (live: Known, pinned: ReadonlySet<string>): readonly RfqRow[] =>
  list(live.rfqs, [], () =>
    [...live.rfqs.values()]
      .filter((rfq) => rfq.state !== 'DRAFT' && rfq.closed_reason !== 'CLOSED_DRAFT')
      .sort((a, b) => b.created_at - a.created_at),
  ).map((rfq) => rowOf(rfq, live, pinned.has(rfq.id)))

const row = remembering<RfqRow>()

export function rowOf(rfq: RfqView, live: Known, isPinned: boolean): RfqRow {
  const quotes = live.quotesByRfq.get(rfq.id)
  const orders = live.ordersByRfq.get(rfq.id)
  const mark = structureMark(rfq.legs, live.marks)
  return row(rfq, [quotes, orders, mark, isPinned], () => {
    const { bids, asks } = bookOf(rfq, quotes, orders)
    const [bid, ask] = [bids[0]?.price, asks[0]?.price]
    return {
      id: rfq.id,
      rfq,
      ...wordsOf(rfq),
      bid,
      ask,
      quotes: bids.length + asks.length,
      mark,
      offset: bid === undefined || ask === undefined || mark === undefined ? undefined : (Number(bid) + Number(ask)) / 2 - mark,
      isPinned,
    }
  })
}

type Words = Pick<RfqRow, 'status' | 'strategy' | 'structure' | 'ratio' | 'decimals' | 'counterparty'>
const words = remembering<Words>()

/** What the market does not change. */
const wordsOf = (rfq: RfqView): Words =>
  words(rfq, [], () => ({
    status: displayDirectRfq({ state: rfq.state, closedReason: rfq.closed_reason, role: rfq.role, traded: rfq.traded }),
    strategy: strategyName(rfq),
    structure: structureText(rfq.legs),
    ratio: ratiosText(rfq.legs),
    decimals: priceDecimals(rfq),
    counterparty: rfq.role === 'TAKER' ? 'You' : (rfq.taker_desk_name ?? 'Anonymous'),
  }))
