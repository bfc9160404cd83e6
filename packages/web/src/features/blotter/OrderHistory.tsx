import { ListChecks } from 'lucide-react'
import { directRfqCalls, type OrderView } from '@parley/contracts'
import { useMemo } from 'react'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useHistory } from '../../live/use-history.ts'
import { useOrders } from '../../live/use-live.ts'
import { Blotter } from './Blotter.tsx'
import { timeColumn } from './cells.tsx'
import { orderColumns } from './order-columns.tsx'

const columns: readonly Column<OrderView>[] = [timeColumn('Created', (row) => row.created_at), ...orderColumns]
const at = (row: OrderView): number => row.created_at
const rowId = (row: OrderView): string => row.id

export function OrderHistory() {
  const orders = useOrders()
  const since = useMemo(() => [...orders.values()].filter((order) => order.state === 'CLOSED'), [orders])
  const { rows, more } = useHistory(directRfqCalls.listOrders, 'orders', { query: { state: ['CLOSED'] } }, since, at)
  return (
    <Blotter
      name="order-history"
      label="order history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      empty={<Empty icon={ListChecks} title="No closed orders yet" text="Quotes and crosses come here when they are filled or canceled." />}
    />
  )
}
