import { StatusBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './cells.module.css'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, textColumn, timeColumn } from './cells.tsx'
import type { AnyOrder } from '@parley/client'
import { nameOfDescription } from '../structure/structure-name.ts'
import { reasonText } from '../rfq/cancel-reasons.ts'
import { orderTexts } from './order-texts.ts'
import { decimalsOfPrice, filledOf, orderOutcome, orderRole, orderType } from './order-labels.ts'

/** A rejected order may have no price. */
export const priceOf = ({ price }: AnyOrder): string | undefined => (price === '' ? undefined : price)

export const orderColumns: readonly Column<AnyOrder>[] = [
  { ...flowColumn<AnyOrder>(), dropsAt: 3 },
  ...placeColumns<AnyOrder>(),
  {
    id: 'structure',
    heading: 'Structure',
    width: 190,
    grows: 2,
    cell: (row) => {
      const name = nameOfDescription(row.description)
      return (
        <span className={styles['lines']} title={`${name}\n${row.rfqNumber ?? row.rfqId}`}>
          {name}
        </span>
      )
    },
    text: (row) => nameOfDescription(row.description),
  },
  { ...textColumn<AnyOrder>('role', 'Role', 84, orderRole), dropsAt: 8 },
  sideColumn(),
  // Narrow enough that structure and status fit into every window. The status also shows the filled quantity, so that column is dropped last.
  { ...priceColumn<AnyOrder>('price', 'Price', priceOf, decimalsOfPrice), width: 90 },
  { ...quantityColumn<AnyOrder>('quantity', 'Quantity', (row) => row.quantity), width: 84 },
  { ...quantityColumn<AnyOrder>('filled', 'Filled', filledOf), width: 84, dropsAt: 0 },
  { ...textColumn<AnyOrder>('type', 'Type', 110, orderType), dropsAt: 9 },
  { ...textColumn<AnyOrder>('account', 'Account', 90, (row) => row.account ?? ''), dropsAt: 6 },
  {
    id: 'status',
    heading: 'Status',
    width: 108,
    cell: (row) => {
      const { status, tone } = orderOutcome(row)
      // The status also has the reason as a tooltip, because a narrow window has no room for it.
      return (
        <span title={reasonText(row)}>
          <StatusBadge tone={tone}>{status}</StatusBadge>
        </span>
      )
    },
    text: (row) => orderOutcome(row).status,
  },
  { ...timeColumn<AnyOrder>('Ended', ({ updatedAt, createdAt }) => updatedAt ?? createdAt), id: 'ended', dropsAt: 7 },
  {
    ...textColumn<AnyOrder>('reason', 'Reason', 210, reasonText),
    grows: 3,
    dropsAt: 1,
    cell: (row) => (
      <span className={classNames(styles['muted'], styles['lines'])} title={reasonText(row)}>
        {reasonText(row)}
      </span>
    ),
  },
  ...orderTexts,
]
