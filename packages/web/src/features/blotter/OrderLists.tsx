/** The lists of a desk's own orders on a trading screen. A product brings its columns and the texts of its orders. */
import { ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { runKey } from '../../components/key-table.ts'
import { useCancelReason } from '../../live/trade-reasons.ts'
import { OrderActions } from '../order-entry/OrderActions.tsx'
import type { useOrderCancelling } from '../order-entry/use-cancelling.ts'
import { buttonsColumn, RowButtons } from './column-kit.tsx'
import { LiveList, type LiveListProps } from './LiveList.tsx'

type OrderRow = { readonly id: string; readonly order: { readonly id: string } }

type OrderListProps<Row> = Omit<LiveListProps<Row>, 'empty' | 'compact' | 'tone' | 'onRowKey'> & {
  /** The kind of orders that appear in the list, while there are none. */
  readonly text: string
}

type OpenOrderListProps<Row> = OrderListProps<Row> & {
  readonly cancelling: Pick<ReturnType<typeof useOrderCancelling>, 'isBusy' | 'one'>
  /** The order as the names of its buttons have it: `buy 100k @ 659.0`. Undefined if it can no longer be changed. */
  readonly whatOf: (row: Row) => string | undefined
  readonly onEdit: (row: Row) => void
  readonly look: 'TEXT' | 'ICONS'
  readonly buttonsPx: number
  /** A row on a phone, with its buttons. */
  readonly compact?: (row: Row, buttons: ReactNode) => ReactNode
}

/** Resting orders. Each can be amended or cancelled, with a button or a key. */
export function OpenOrderList<Row extends OrderRow>(props: OpenOrderListProps<Row>) {
  const { columns, text, cancelling, whatOf, onEdit, look, buttonsPx, compact, ...list } = props
  const reason = useCancelReason()
  const buttons = (row: Row) => {
    const [what, cancel] = [whatOf(row), () => void cancelling.one(row.order)]
    if (what === undefined) return null
    return (
      <OrderActions {...{ what, look, reason }} isBusy={cancelling.isBusy(row.order.id)} onEdit={() => onEdit(row)} onCancel={cancel} />
    )
  }
  return (
    <LiveList<Row>
      {...list}
      columns={[...columns, buttonsColumn('Amend or cancel', buttonsPx, buttons, look === 'TEXT' ? { align: 'end' } : {})]}
      tone={() => 'mine'}
      onRowKey={(row, event) => {
        const canCancel = reason === undefined && whatOf(row) !== undefined
        runKey(event, { pullOrder: canCancel ? () => void cancelling.one(row.order) : undefined })
      }}
      {...(compact === undefined ? {} : { compact: (row: Row) => compact(row, <RowButtons>{buttons(row)}</RowButtons>) })}
      empty={{ icon: ListX, title: 'No open orders', text }}
    />
  )
}

/** Past orders, with the reason why each ended. */
export const PastOrderList = <Row extends OrderRow>({ text, ...list }: OrderListProps<Row>) => (
  <LiveList<Row> {...list} empty={{ icon: ListX, title: 'No past orders', text }} />
)
