/** The read model of RFQs, as rows of five tables. */
import { marketModels, readersOf, type RfqKind, type DeskId, type Order, type OrderKind, type Rfq, type Trade } from '@parley/core'
import type { RfqChange } from './changes.ts'
import { momentsOf, type Decided, type StoredMoment } from './moments.ts'
import { viewOfStructure } from './structure-view.ts'
import { tapeIdOf } from './tape-id.ts'

type RfqRow = {
  readonly id: string
  readonly number: number
  readonly audience: RfqKind
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  readonly structure_key: string | null
  readonly creator: string
  readonly venue: string
  readonly base_currency: string
  readonly strategy_code: string
  readonly product_codes: readonly string[]
  readonly listed_at: number | null
  readonly body: Rfq
  /** The list of which it is a line. */
  readonly list_id: string | null
}
type ReaderRow = {
  readonly desk: string
  readonly audience: RfqKind
  readonly created_at: number
  readonly rfq_id: string
  readonly role: 'TAKER' | 'MAKER'
  /** Only for the first line of a list, so that each list is one row. */
  readonly list_id: string | null
}
type OrderRow = {
  readonly id: string
  readonly number: number
  readonly rfq_id: string
  readonly audience: RfqKind
  readonly desk: string
  readonly kind: OrderKind
  readonly venue: string
  readonly base_currency: string
  readonly side: string
  readonly state: 'OPEN' | 'CLOSED'
  readonly is_pending: boolean
  readonly has_taken: boolean
  readonly takes_at_venue: boolean
  readonly client_order_id: string | null
  readonly created_at: number
  readonly quantity: number
  readonly filled: number
  readonly pending: number
  readonly canceled: number
  readonly body: Order
}
type TradeRow = {
  readonly id: string
  readonly number: number
  readonly rfq_id: string
  readonly audience: RfqKind
  readonly taker: string
  readonly maker: string
  readonly venue: string
  readonly base_currency: string
  readonly strategy_code: string
  readonly product_codes: readonly string[]
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  readonly agreed_at: number
  readonly settled_at: number | null
  readonly tape_id: string
  readonly body: Trade
}

export type ReadRow =
  | { readonly table: 'rfq'; readonly key: string; readonly row: RfqRow }
  | { readonly table: 'rfq_reader'; readonly key: string; readonly row: ReaderRow }
  | { readonly table: 'rfq_order'; readonly key: string; readonly row: OrderRow }
  | { readonly table: 'rfq_trade'; readonly key: string; readonly row: TradeRow }
  | StoredMoment

/** Quotes come by the thousand. In an RFQ with named readers, they change only the order's row and not the RFQ's. */
export function rowsOf(change: RfqChange, decided: Decided): readonly ReadRow[] {
  const { rfq, isNew, isSent, isEnding, isClosed, declined, orders, trades } = change
  const isTouched = isNew || isSent || isEnding || isClosed || trades.length > 0 || declined.size > 0 || isListed(rfq)
  return [
    ...(isTouched ? [rfqRow(rfq)] : []),
    ...(isNew || isSent ? readerRows(rfq) : []),
    ...orders.map(({ order }) => orderRow(rfq, order)),
    ...trades.map(({ trade }) => tradeRow(rfq, trade)),
    ...momentsOf(change, decided),
  ]
}

/** All desks read it in one common list. */
const isListed = (rfq: Rfq): boolean => marketModels[rfq.audience].quoters === 'EVERY_DESK'

function rfqRow(rfq: Rfq): ReadRow {
  const { strategy_code, product_codes } = viewOfStructure(rfq.structure)
  const row: RfqRow = {
    id: rfq.id,
    number: rfq.number ?? 0,
    audience: rfq.audience,
    // The RFQ of a structure is closed for all desks when it starts to end, so that another one can be opened.
    state: rfq.key !== undefined && rfq.ending !== undefined ? 'CLOSED' : rfq.state,
    structure_key: rfq.key ?? null,
    creator: rfq.creator.desk,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    strategy_code,
    product_codes,
    listed_at: isListed(rfq) ? rfq.lastActivityAt : null,
    body: rfq,
    list_id: rfq.list?.id ?? null,
  }
  return { table: 'rfq', key: rfq.id, row }
}

const namedReadersOf = (rfq: Rfq): readonly DeskId[] => {
  const readers = readersOf(rfq)
  return readers === 'EVERYBODY' ? [] : readers
}

const readerRows = (rfq: Rfq): readonly ReadRow[] =>
  namedReadersOf(rfq).map((desk) => ({
    table: 'rfq_reader',
    key: `${desk} ${rfq.id}`,
    row: {
      desk,
      audience: rfq.audience,
      created_at: rfq.createdAt,
      rfq_id: rfq.id,
      role: desk === rfq.creator.desk ? 'TAKER' : 'MAKER',
      list_id: rfq.list?.line === 1 ? rfq.list.id : null,
    },
  }))

function orderRow({ id: rfq_id, audience, venue, baseCurrency: base_currency }: Rfq, order: Order): ReadRow {
  const { id, number = 0, actor, kind, side, state, quantity, filled, pending, canceled, hasTaken, takesAtVenue } = order
  const row: OrderRow = {
    id,
    number,
    rfq_id,
    audience,
    desk: actor.desk,
    kind,
    venue,
    base_currency,
    side,
    state,
    is_pending: pending > 0,
    has_taken: hasTaken,
    takes_at_venue: takesAtVenue > 0,
    client_order_id: order.clientOrderId ?? null,
    created_at: order.createdAt,
    quantity,
    filled,
    pending,
    canceled,
    body: order,
  }
  return { table: 'rfq_order', key: id, row }
}

function tradeRow(rfq: Rfq, trade: Trade): ReadRow {
  const { strategy_code, product_codes } = viewOfStructure(rfq.structure)
  const row: TradeRow = {
    id: trade.id,
    number: trade.numbers?.trade ?? 0,
    rfq_id: rfq.id,
    audience: rfq.audience,
    taker: trade.taker,
    maker: trade.maker,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    strategy_code,
    product_codes,
    state: trade.state,
    agreed_at: trade.agreedAt,
    settled_at: trade.settledAt ?? null,
    tape_id: tapeIdOf(trade),
    body: trade,
  }
  return { table: 'rfq_trade', key: trade.id, row }
}
