import type { Column } from '../../../components/table-column.ts'
import { signedText } from '../../../components/figure-text.ts'
import { Offset, Quoted } from '../row/RfqCells.tsx'
import styles from '../row/RfqCells.module.css'
import {
  askColumn,
  bidColumn,
  counterpartyColumn,
  createdColumn,
  leftColumn,
  markColumn,
  pinColumn,
  rowMenuColumn,
  placeColumns,
  sizeColumn,
  statusColumn,
  structureColumns,
} from './row-columns.tsx'
import type { RfqRow } from '../row/rfq-rows.ts'

const isOwn = ({ role }: RfqRow): boolean => role === 'TAKER'

const closingColumns: readonly Column<RfqRow>[] = [
  {
    id: 'quoted',
    heading: 'Quoted',
    width: 112,
    dropsAt: 2,
    fits: true,
    cell: (row) => <Quoted row={row} />,
    text: ({ rollCall: call }) => (call === undefined ? '' : `${call.quoted.length}/${call.asked}`),
    sortBy: ({ rollCall: call }) => call?.quoted.length,
  },
  {
    id: 'offset',
    heading: 'Offset',
    width: 62,
    dropsAt: 5,
    startsHidden: true,
    align: 'end',
    fits: true,
    ink: 'market',
    cell: (row) => <Offset row={row} />,
    text: ({ offset, decimals }) => (offset === undefined ? '' : signedText(offset, decimals)),
    sortBy: ({ offset }) => offset,
  },
  counterpartyColumn,
  {
    id: 'role',
    heading: 'Role',
    width: 46,
    dropsAt: 7,
    startsHidden: true,
    fits: true,
    cell: (row) => <span className={isOwn(row) ? styles['you'] : styles['muted']}>{isOwn(row) ? 'Taker' : 'Maker'}</span>,
    text: (row) => (isOwn(row) ? 'Taker' : 'Maker'),
  },
  statusColumn,
  leftColumn,
]

/** The desks that ask. If only the desk asks, the column is hidden because it would repeat the same name. */
export type Askers = 'OWN' | 'OTHERS'

/** The columns of direct RFQs. In a narrow window those with the highest `dropsAt` are dropped first. */
export const rfqColumns = (stale: ReadonlySet<string>, askers: Askers): readonly Column<RfqRow>[] =>
  allColumns(stale).filter((column) => askers === 'OTHERS' || column !== counterpartyColumn)

const allColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  pinColumn,
  createdColumn,
  ...placeColumns,
  ...structureColumns,
  sizeColumn,
  bidColumn,
  askColumn,
  markColumn(stale),
  ...closingColumns,
  rowMenuColumn,
]
