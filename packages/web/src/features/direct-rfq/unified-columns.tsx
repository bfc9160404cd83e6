import type { Column } from '../../components/DataTable.tsx'
import { Position, positionText } from '../group-rfq/MarketCells.tsx'
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
import { quantityText } from './structure-text.ts'
import type { UnifiedRow } from './unified-rows.ts'

const flowWord = (row: UnifiedRow): string => (row.flow === 'DIRECT' ? 'Direct' : 'Order book')
const roleWord = ({ role }: UnifiedRow): string => (role === undefined ? '—' : role === 'TAKER' ? 'Taker' : 'Maker')
const sizeText = (row: UnifiedRow): string => (row.direct === undefined ? '' : quantityText(row.direct.rfq.quantity))

/** What both flows can say: a request has a size and somebody who asked, a market has a position. */
export const unifiedColumns = (stale: ReadonlySet<string>): readonly Column<UnifiedRow>[] => [
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
    cell: ({ market }) => (market === undefined ? muted('—') : <Position row={market} />),
    text: ({ market }) => (market === undefined ? '' : positionText(market)),
    sortBy: ({ market }) => market?.own.position,
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
