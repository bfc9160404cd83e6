import type { AnyOrder } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { ListChecks } from 'lucide-react'
import type { Column } from '../../components/table-column.ts'
import { StatusBadge } from '../../components/Badge.tsx'
import { classNames } from '../../theme/class-names.ts'
import { reasonText } from '../rfq/cancel-reasons.ts'
import { nameOfDescription } from '../structure/structure-name.ts'
import { Blotter } from './Blotter.tsx'
import { Moment, Side, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { PastEmpty } from './PastEmpty.tsx'
import { PeriodFilter } from './LazyPeriodFilter.tsx'
import { orderColumns, priceOf } from './order-columns.tsx'
import { decimalsOfPrice, orderOutcome } from './order-labels.ts'
import { showOrder } from './row-actions.ts'
import { useOrderHistory } from './use-order-history.ts'

const columns: readonly Column<AnyOrder>[] = [timeColumn('Created', (row) => row.createdAt), ...orderColumns]
const rowId = (row: AnyOrder): string => row.id

/** On a phone the reason takes two lines next to the status, because touch has no hover. */
function CompactOrder({ row }: { readonly row: AnyOrder }) {
  const { status, tone } = orderOutcome(row)
  const price = priceOf(row)
  return (
    <div className={classNames(styles['compact'], styles['compactOrder'])}>
      <Moment at={row.updatedAt ?? row.createdAt} />
      <b className={styles['strong']}>{`${row.baseCurrency ?? ''} ${nameOfDescription(row.description)}`}</b>
      <span>
        <Side side={row.side} /> <b className={styles['strong']}>{price === undefined ? '—' : priceText(price, decimalsOfPrice(row))}</b>
      </span>
      <StatusBadge tone={tone}>{status}</StatusBadge>
      <span className={classNames(styles['muted'], styles['reason'])}>{reasonText(row)}</span>
      <span className={styles['muted']}>{quantityText(row.quantity)}</span>
    </div>
  )
}

export function OrderHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows, more } = useOrderHistory(choice)
  return (
    <Blotter
      name="order-history"
      label="order history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      onSelect={showOrder}
      actions={
        <>
          <PeriodFilter />
          <FlowFilter choice={choice} onChoice={choose} />
        </>
      }
      compact={(row) => <CompactOrder row={row} />}
      empty={
        <PastEmpty
          icon={ListChecks}
          title="No closed orders yet"
          text="Quotes and orders appear here after they are filled or cancelled."
        />
      }
    />
  )
}
