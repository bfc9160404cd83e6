import type { Order } from '@parley/client'
import { ListChecks } from 'lucide-react'
import type { Column } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import { chooseRow } from '../../live/screen-state.ts'
import { Blotter } from './Blotter.tsx'
import { timeColumn } from './cells.tsx'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { orderColumns } from './order-columns.tsx'
import { useOrderHistory } from './use-histories.ts'

const columns: readonly Column<Order>[] = [timeColumn('Created', (row) => row.createdAt), ...orderColumns]
const rowId = (row: Order): string => row.id

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
      onSelect={({ audience, rfqId: id }) => chooseRow({ audience, id })}
      actions={<FlowFilter choice={choice} onChoice={choose} />}
      empty={<Empty icon={ListChecks} title="No closed orders yet" text="Quotes and crosses come here when they are filled or canceled." />}
    />
  )
}
