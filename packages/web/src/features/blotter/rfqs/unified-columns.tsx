import type { Column } from '../../../components/table-column.ts'
import { Position, positionText } from './MarketCells.tsx'
import styles from './RfqCells.module.css'
import {
  askColumn,
  bidColumn,
  createdColumn,
  markColumn,
  placeColumns,
  muted,
  pinColumn,
  statusColumn,
  structureColumns,
} from './row-columns.tsx'
import { quantityText } from '../../structure/structure-text.ts'
import { audienceLook } from '../../../live/audiences.ts'
import type { RfqRow } from './rfq-rows.ts'

const flowWord = ({ rfq }: RfqRow): string => audienceLook[rfq.audience].name
const roleWord = ({ role }: RfqRow): string => (role === undefined ? '—' : role === 'TAKER' ? 'Taker' : 'Maker')
const sizeText = ({ rfq }: RfqRow): string => quantityText(rfq.quantity ?? '')
const hasPosition = ({ rfq }: RfqRow): boolean => audienceLook[rfq.audience].showsPosition

/** Columns that every audience can fill: a request has a size and somebody who asked, an order book a position. */
export const unifiedColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  pinColumn,
  createdColumn,
  { id: 'flow', heading: 'Flow', width: 82, fits: true, cell: (row) => muted(flowWord(row)), text: flowWord },
  ...placeColumns,
  ...structureColumns,
  { id: 'size', heading: 'Size', width: 72, align: 'end', fits: true, cell: (row) => sizeText(row) || '—', text: sizeText },
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
  statusColumn,
]
