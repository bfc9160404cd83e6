import { StatusBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, textColumn, timeColumn } from './cells.tsx'
import type { Order } from '@parley/client'
import { nameOfDescription } from '../structure/structure-name.ts'
import { reasonText } from '../rfq/cancel-words.ts'
import { orderTexts } from './export-columns.ts'
import { filledOf, orderOutcome, orderRole, orderType } from './order-words.ts'

const decimalsOfPrice = (row: Order): number => row.price.split('.')[1]?.length ?? 0

export const orderColumns: readonly Column<Order>[] = [
  flowColumn<Order>(),
  ...placeColumns<Order>(),
  {
    id: 'structure',
    heading: 'Structure',
    width: 220,
    grows: 1,
    cell: (row) => <span title={String(row.rfqNumber ?? row.rfqId)}>{nameOfDescription(row.description)}</span>,
    text: (row) => nameOfDescription(row.description),
  },
  { ...textColumn<Order>('role', 'Role', 84, orderRole), dropsAt: 8 },
  sideColumn(),
  priceColumn('price', 'Price', (row) => row.price, decimalsOfPrice),
  quantityColumn('quantity', 'Quantity', (row) => row.quantity),
  quantityColumn('filled', 'Filled', filledOf),
  { ...textColumn<Order>('type', 'Type', 110, orderType), dropsAt: 9 },
  { ...textColumn<Order>('account', 'Account', 90, (row) => row.account ?? ''), dropsAt: 6 },
  {
    id: 'status',
    heading: 'Status',
    width: 108,
    cell: (row) => {
      const { status, tone } = orderOutcome(row)
      return <StatusBadge tone={tone}>{status}</StatusBadge>
    },
    text: (row) => orderOutcome(row).status,
  },
  { ...timeColumn<Order>('Ended', ({ updatedAt, createdAt }) => updatedAt ?? createdAt), id: 'ended', dropsAt: 7 },
  { ...textColumn<Order>('reason', 'Reason', 200, reasonText), dropsAt: 1 },
  ...orderTexts,
]
