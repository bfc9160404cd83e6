import type { Rfq } from '@parley/client'
import { Archive } from 'lucide-react'
import { ratiosText } from '../structure/structure-text.ts'
import { StatusBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { Blotter } from './Blotter.tsx'
import cells from './cells.module.css'
import { flowColumn, placeColumns, quantityColumn, rfqColumns, textColumn, timeColumn } from './cells.tsx'
import { classNames } from '../../theme/class-names.ts'
import { audiences } from '../../live/audiences.ts'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { PastEmpty } from './PastEmpty.tsx'
import { PeriodFilter } from './LazyPeriodFilter.tsx'
import { pastCounterparty, pastFilled, pastReason, pastRole, pastSize, pastStatus, pastTone } from './history-labels.ts'
import { copiedOfRfq } from '../trade/actions.ts'
import { againColumn } from './again-column.tsx'
import { rfqTexts } from './export-columns.ts'
import { openRfq, rfqRowKey } from './row-actions.ts'
import { useRfqHistory } from './use-histories.ts'

const columns: readonly Column<Rfq>[] = [
  timeColumn('Created', (row) => row.createdAt),
  flowColumn<Rfq>(),
  ...placeColumns<Rfq>(),
  ...rfqColumns<Rfq>(),
  textColumn('ratio', 'Ratio', 110, (row) => ratiosText(row.legs)),
  quantityColumn('size', 'Size', pastSize),
  quantityColumn('filled', 'Filled', pastFilled),
  textColumn('counterparty', 'Counterparty', 120, pastCounterparty),
  textColumn('role', 'Role', 64, pastRole),
  textColumn('label', 'Label', 100, (row) => row.label ?? ''),
  {
    id: 'status',
    heading: 'Status',
    width: 90,
    cell: (row) => <StatusBadge tone={pastTone(pastStatus(row))}>{pastStatus(row)}</StatusBadge>,
    text: pastStatus,
  },
  { ...timeColumn<Rfq>('Ended', (row) => row.updatedAt), id: 'ended', dropsAt: 6 },
  {
    ...textColumn<Rfq>('reason', 'Reason', 200, pastReason),
    dropsAt: 1,
    // A long one takes two lines.
    cell: (row) => <span className={classNames(cells['muted'], cells['lines'])}>{pastReason(row)}</span>,
  },
  againColumn(copiedOfRfq),
  ...rfqTexts,
]

const rowId = (row: Rfq): string => row.id

export function RfqHistory() {
  const [kept, choose] = useFlowChoice()
  // Spreads have no RFQs.
  const choice = kept === 'SPREADS' ? 'ALL' : kept
  const { rows, more } = useRfqHistory(choice)
  return (
    <Blotter
      name="rfqs-history"
      label="RFQ history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      onOpen={openRfq}
      onRowKey={rfqRowKey}
      actions={
        <>
          <PeriodFilter />
          <FlowFilter flows={audiences} choice={choice} onChoice={choose} />
        </>
      }
      empty={
        <PastEmpty
          icon={Archive}
          title="No closed RFQs yet"
          text="RFQs appear here when they are filled, expire or are cancelled. Markets appear when they end or your orders in them are filled."
        />
      }
    />
  )
}
