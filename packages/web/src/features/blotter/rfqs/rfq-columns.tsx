import type { Column } from '../../../components/table-column.ts'
import { clockText } from '../../../components/time-text.ts'
import { signedText } from '../../market-data/figure-text.ts'
import { quantityText } from '../../structure/structure-text.ts'
import { Countdown, Offset } from './RfqCells.tsx'
import styles from './RfqCells.module.css'
import { askColumn, bidColumn, createdColumn, markColumn, pinColumn, placeColumns, statusColumn, structureColumns } from './row-columns.tsx'
import type { RfqRow } from './rfq-rows.ts'

const isOwn = ({ role }: RfqRow): boolean => role === 'TAKER'

const closingColumns: readonly Column<RfqRow>[] = [
  {
    id: 'offset',
    heading: 'Offset',
    width: 62,
    dropsAt: 5,
    align: 'end',
    fits: true,
    cell: (row) => <Offset row={row} />,
    text: ({ offset, decimals }) => (offset === undefined ? '' : signedText(offset, decimals)),
    sortBy: ({ offset }) => offset,
  },
  {
    id: 'counterparty',
    heading: 'Counterparty',
    width: 86,
    dropsAt: 3,
    cell: (row) => (
      <span className={isOwn(row) ? styles['you'] : row.rfq.takerDeskName === undefined ? styles['muted'] : undefined}>
        {row.counterparty}
      </span>
    ),
    text: ({ counterparty = '' }) => counterparty,
  },
  {
    id: 'role',
    heading: 'Role',
    width: 46,
    dropsAt: 7,
    fits: true,
    cell: (row) => <span className={isOwn(row) ? styles['you'] : styles['muted']}>{isOwn(row) ? 'Taker' : 'Maker'}</span>,
    text: (row) => (isOwn(row) ? 'Taker' : 'Maker'),
  },
  statusColumn,
  {
    id: 'expires',
    heading: 'Expires',
    width: 52,
    align: 'end',
    fits: true,
    cell: ({ rfq }) => <Countdown rfq={rfq} />,
    text: ({ rfq }) => (rfq.state === 'OPEN' && rfq.expiresAt !== undefined ? clockText(rfq.expiresAt) : ''),
    sortBy: ({ rfq }) => (rfq.state === 'OPEN' ? rfq.expiresAt : undefined),
  },
]

/** Of direct RFQs. In a window too narrow for all, those with the highest `dropsAt` leave first. */
export const rfqColumns = (stale: ReadonlySet<string>): readonly Column<RfqRow>[] => [
  pinColumn,
  createdColumn,
  ...placeColumns,
  ...structureColumns,
  {
    id: 'size',
    heading: 'Size',
    width: 70,
    align: 'end',
    fits: true,
    cell: ({ rfq }) => quantityText(rfq.quantity ?? ''),
    text: ({ rfq }) => rfq.quantity ?? '',
    sortBy: ({ rfq }) => Number(rfq.quantity),
  },
  bidColumn,
  askColumn,
  markColumn(stale),
  ...closingColumns,
]
