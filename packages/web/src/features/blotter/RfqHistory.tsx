import { Archive } from 'lucide-react'
import { StatusBadge } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Blotter } from './Blotter.tsx'
import { flowColumn, placeColumns, quantityColumn, rfqColumns, textColumn, timeColumn } from './cells.tsx'
import { useFlowChoice } from './flow-choice.ts'
import type { RequestRow } from './flow-rows.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { useRequestRows } from './use-flow-history.ts'

const columns: readonly Column<RequestRow>[] = [
  timeColumn('Created', (row) => row.at),
  flowColumn<RequestRow>(),
  ...placeColumns<RequestRow>(),
  ...rfqColumns<RequestRow>(),
  textColumn('ratio', 'Ratio', 110, (row) => row.ratio),
  quantityColumn('size', 'Size', (row) => row.size),
  quantityColumn('filled', 'Filled', (row) => row.filled),
  textColumn('counterparty', 'Counterparty', 120, (row) => row.counterparty),
  textColumn('role', 'Role', 64, (row) => row.role),
  textColumn('label', 'Label', 100, (row) => row.label),
  {
    id: 'status',
    heading: 'Status',
    width: 90,
    cell: (row) => <StatusBadge tone={row.tone}>{row.status}</StatusBadge>,
    text: (row) => row.status,
  },
]

const rowId = (row: RequestRow): string => row.id

export function RfqHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows, more } = useRequestRows(choice)
  return (
    <Blotter
      name="rfqs-history"
      label="RFQ history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      actions={<FlowFilter choice={choice} onChoice={choose} />}
      empty={
        <Empty
          icon={Archive}
          title="No closed RFQs yet"
          text="RFQs come here when they are filled, expire or are canceled; markets when they end or your part of them is filled."
        />
      }
    />
  )
}
