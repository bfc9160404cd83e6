import type { Column } from '../../../components/table-column.ts'
import { Position, positionText } from './MarketCells.tsx'
import styles from '../row/RfqCells.module.css'
import {
  askColumn,
  bidColumn,
  counterpartyColumn,
  createdColumn,
  leftColumn,
  markColumn,
  placeColumns,
  muted,
  pinColumn,
  rowMenuColumn,
  sizeColumn,
  statusColumn,
  structureColumns,
} from './row-columns.tsx'
import { audienceLook } from '../../../live/audiences.ts'
import type { RfqRow } from '../row/rfq-rows.ts'

const flowWord = ({ rfq }: RfqRow): string => audienceLook[rfq.audience].name
const roleWord = ({ role }: RfqRow): string => (role === undefined ? '—' : role === 'TAKER' ? 'Taker' : 'Maker')
/** Slightly narrower, so that a laptop window also has room for the taker. */
const narrower: Readonly<Record<string, number>> = { strategy: 110, structure: 154 }
const hasPosition = ({ rfq }: RfqRow): boolean => audienceLook[rfq.audience].showsPosition

/**
 * Columns for every audience: a request has a size and a taker, an order book a position. In a narrow window the taker column stays longest. It
 * marks order books as such, so the flow column can be dropped earlier.
 */
export const unifiedColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  { ...pinColumn, dropsAt: 9 },
  { ...createdColumn, dropsAt: 5 },
  { id: 'flow', heading: 'Flow', width: 82, dropsAt: 4, fits: true, cell: (row) => muted(flowWord(row)), text: flowWord },
  ...placeColumns.map((column) => (column.id === 'venue' ? { ...column, dropsAt: 8 } : column)),
  ...structureColumns.map((column) => ({ ...column, width: narrower[column.id] ?? column.width })),
  { ...sizeColumn, cell: (row) => (row.rfq.quantity === undefined ? muted('—') : sizeColumn.cell(row)) },
  bidColumn,
  askColumn,
  markColumn(stale),
  {
    id: 'position',
    heading: 'Position',
    width: 66,
    dropsAt: 7,
    align: 'end',
    fits: true,
    cell: (row) => (hasPosition(row) ? <Position row={row} /> : muted('—')),
    text: (row) => (hasPosition(row) ? positionText(row) : ''),
    sortBy: (row) => (hasPosition(row) ? row.own.position : undefined),
  },
  {
    id: 'role',
    heading: 'Role',
    width: 54,
    dropsAt: 6,
    fits: true,
    cell: (row) => <span className={row.role === 'TAKER' ? styles['you'] : styles['muted']}>{roleWord(row)}</span>,
    text: roleWord,
  },
  {
    ...counterpartyColumn,
    width: 88,
    cell: (row) => (row.rfq.audience === 'DIRECT' ? counterpartyColumn.cell(row) : muted(flowWord(row))),
  },
  statusColumn,
  leftColumn,
  rowMenuColumn,
]
