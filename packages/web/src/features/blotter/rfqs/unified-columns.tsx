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
const hasPosition = ({ rfq }: RfqRow): boolean => audienceLook[rfq.audience].showsPosition

/** Columns that every audience can fill: a request has a size and somebody who asked, an order book a position. */
export const unifiedColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  pinColumn,
  createdColumn,
  { id: 'flow', heading: 'Flow', width: 82, fits: true, cell: (row) => muted(flowWord(row)), text: flowWord },
  ...placeColumns,
  ...structureColumns,
  { ...sizeColumn, cell: (row) => (row.rfq.quantity === undefined ? muted('—') : sizeColumn.cell(row)) },
  bidColumn,
  askColumn,
  markColumn(stale),
  {
    id: 'position',
    heading: 'Position',
    width: 66,
    dropsAt: 5,
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
    dropsAt: 3,
    fits: true,
    cell: (row) => <span className={row.role === 'TAKER' ? styles['you'] : styles['muted']}>{roleWord(row)}</span>,
    text: roleWord,
  },
  {
    ...counterpartyColumn,
    dropsAt: 6,
    cell: (row) => (row.rfq.audience === 'DIRECT' ? counterpartyColumn.cell(row) : muted('—')),
  },
  statusColumn,
  leftColumn,
  rowMenuColumn,
]
