import type { OrderView } from '@parley/contracts'
import type { Column } from '../../components/DataTable.tsx'
import { restingOf } from '../../live/book.ts'
import { placeColumns, priceColumn, quantityColumn, sideColumn, textColumn } from './cells.tsx'
import styles from './cells.module.css'

const decimalsOfPrice = (row: OrderView): number => row.price.split('.')[1]?.length ?? 0
const oneLine = (row: OrderView): string => row.description.replace(/\s+/g, ' ')
const asSaid: Readonly<Record<OrderView['type'], string>> = { LIMIT: 'Limit', HIDDEN: 'Hidden' }
const isHeld: Readonly<Record<OrderView['time_in_force'], string>> = { GOOD_TILL_CANCELED: 'GTC', FILL_OR_KILL: 'FOK' }

export const orderColumns: readonly Column<OrderView>[] = [
  ...placeColumns<OrderView>(),
  {
    id: 'structure',
    heading: 'Structure',
    width: 220,
    grows: true,
    cell: (row) => <span title={row.rfq_id}>{oneLine(row)}</span>,
    text: oneLine,
  },
  textColumn('role', 'Role', 84, (row) => (row.role === 'MAKER' ? 'Quote' : 'Cross')),
  sideColumn(),
  priceColumn('price', 'Price', (row) => row.price, decimalsOfPrice),
  quantityColumn('quantity', 'Quantity', (row) => row.quantity),
  quantityColumn('resting', 'Resting', restingOf),
  quantityColumn('filled', 'Filled', (row) => row.filled_quantity),
  textColumn('type', 'Type', 110, (row) => `${asSaid[row.type]} ${isHeld[row.time_in_force]}`),
  textColumn('account', 'Account', 90, (row) => row.account_name ?? ''),
  {
    id: 'reason',
    heading: 'Why closed',
    width: 130,
    startsHidden: true,
    cell: (row) => <span className={styles['muted']}>{row.closed_reason ?? ''}</span>,
    text: (row) => row.closed_reason ?? '',
  },
]
