import type { Column } from '../../components/DataTable.tsx'
import { clockText } from '../../app/time-text.ts'
import { signedText } from '../market-data/figure-text.ts'
import { Countdown, Offset } from './RfqCells.tsx'
import styles from './RfqCells.module.css'
import { askColumn, bidColumn, createdColumn, markColumn, placeColumns, pinColumn, statusColumn, structureColumns } from './row-columns.tsx'
import { quantityText } from './structure-text.ts'
import type { DirectRow } from './unified-rows.ts'

const isOwn = ({ role }: DirectRow): boolean => role === 'TAKER'

const closingColumns: readonly Column<DirectRow>[] = [
  {
    id: 'offset',
    heading: 'Offset',
    width: 62,
    dropsAt: 5,
    align: 'end',
    fits: true,
    cell: ({ direct }) => <Offset row={direct} />,
    text: ({ direct, decimals }) => (direct.offset === undefined ? '' : signedText(direct.offset, decimals)),
    sortBy: ({ direct }) => direct.offset,
  },
  {
    id: 'counterparty',
    heading: 'Counterparty',
    width: 86,
    dropsAt: 3,
    cell: (row) => (
      <span className={isOwn(row) ? styles['you'] : row.direct.rfq.taker_desk_name === null ? styles['muted'] : undefined}>
        {row.direct.counterparty}
      </span>
    ),
    text: ({ direct }) => direct.counterparty,
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
    cell: ({ direct }) => <Countdown row={direct} />,
    text: ({ direct: { rfq } }) => (rfq.state === 'OPEN' ? clockText(rfq.expires_at) : ''),
    sortBy: ({ direct: { rfq } }) => (rfq.state === 'OPEN' ? rfq.expires_at : undefined),
  },
]

/** In a window too narrow for all, those with the highest `dropsAt` leave first. */
export const rfqColumns = (stale: ReadonlySet<string>): readonly Column<DirectRow>[] => [
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
    cell: ({ direct }) => quantityText(direct.rfq.quantity),
    text: ({ direct }) => direct.rfq.quantity,
    sortBy: ({ direct }) => Number(direct.rfq.quantity),
  },
  bidColumn,
  askColumn,
  markColumn(stale),
  ...closingColumns,
]
