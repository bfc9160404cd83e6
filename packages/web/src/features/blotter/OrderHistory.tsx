import { ListChecks } from 'lucide-react'
import { openRow } from './open-row.ts'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Blotter } from './Blotter.tsx'
import { timeColumn } from './cells.tsx'
import { useFlowChoice } from './flow-choice.ts'
import type { OrderRow } from './flow-rows.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { orderColumns } from './order-columns.tsx'
import { useOrderRows } from './use-flow-history.ts'

const columns: readonly Column<OrderRow>[] = [timeColumn('Created', (row) => row.at), ...orderColumns]
const rowId = (row: OrderRow): string => row.id

export function OrderHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows, more } = useOrderRows(choice)
  return (
    <Blotter
      name="order-history"
      label="order history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      onSelect={openRow}
      actions={<FlowFilter choice={choice} onChoice={choose} />}
      empty={<Empty icon={ListChecks} title="No closed orders yet" text="Quotes and crosses come here when they are filled or canceled." />}
    />
  )
}
