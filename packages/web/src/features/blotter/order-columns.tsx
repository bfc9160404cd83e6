import { StatusBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, textColumn } from './cells.tsx'
import type { OrderRow } from './flow-rows.ts'

const decimalsOfPrice = (row: OrderRow): number => row.price.split('.')[1]?.length ?? 0

export const orderColumns: readonly Column<OrderRow>[] = [
  flowColumn<OrderRow>(),
  ...placeColumns<OrderRow>(),
  {
    id: 'structure',
    heading: 'Structure',
    width: 220,
    grows: true,
    cell: (row) => <span title={String(row.rfqId)}>{row.structure}</span>,
    text: (row) => row.structure,
  },
  textColumn('role', 'Role', 84, (row) => row.role),
  sideColumn(),
  priceColumn('price', 'Price', (row) => row.price, decimalsOfPrice),
  quantityColumn('quantity', 'Quantity', (row) => row.quantity),
  quantityColumn('filled', 'Filled', (row) => row.filled),
  textColumn('type', 'Type', 110, (row) => row.type),
  textColumn('account', 'Account', 90, (row) => row.account),
  {
    id: 'status',
    heading: 'Status',
    width: 108,
    cell: (row) => <StatusBadge tone={row.tone}>{row.status}</StatusBadge>,
    text: (row) => row.status,
  },
]
