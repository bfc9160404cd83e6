import { ListX } from 'lucide-react'
import { directRfqCalls, type OrderView } from '@parley/contracts'
import { useMemo, useState } from 'react'
import { selectRfq, useScreen } from '../../app/screen-state.ts'
import { viewOnlyReason } from '../../app/view-only.ts'
import { Button } from '../../components/Button.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { toast } from '../../components/toasts.ts'
import { client } from '../../live/api.ts'
import { wordsOf } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { useIsLoaded, useOrders } from '../../live/use-live.ts'
import { Blotter } from './Blotter.tsx'
import { timeColumn } from './cells.tsx'
import { orderColumns } from './order-columns.tsx'

const rowId = (row: OrderView): string => row.id
const refused = (error: unknown) => toast({ tone: 'refused', title: 'Cancel refused', text: wordsOf(error) })

/** The desk's quotes and crosses that still rest; one press pulls one, another all. */
export function OpenOrders() {
  const orders = useOrders()
  const isLoaded = useIsLoaded('orders')
  const currency = useScreen((state) => state.currency)
  const reason = viewOnlyReason(useUser())
  const rows = useMemo(
    () =>
      [...orders.values()]
        .filter((order) => order.state === 'OPEN' && (currency === 'ALL' || order.base_currency === currency))
        .sort((a, b) => b.created_at - a.created_at),
    [orders, currency],
  )
  const columns = useMemo<readonly Column<OrderView>[]>(
    () => [
      timeColumn('Created', (row) => row.created_at),
      ...orderColumns,
      {
        id: 'cancel',
        heading: 'Cancel',
        isHeadingHidden: true,
        width: 84,
        align: 'end',
        cell: (row) => <CancelOne order={row} disabledReason={reason} />,
        text: () => '',
      },
    ],
    [reason],
  )
  return (
    <Blotter
      name="open-orders"
      label="open orders"
      columns={columns}
      rows={isLoaded ? { state: 'LOADED', data: rows } : { state: 'LOADING' }}
      rowId={rowId}
      onSelect={(row) => selectRfq(row.rfq_id)}
      onRowKey={(row, event) => {
        if (event.key !== 'Delete' || reason !== undefined) return
        event.preventDefault()
        void client.call(directRfqCalls.cancelOrder, { params: { id: row.id } }).catch(refused)
      }}
      actions={<CancelAll count={rows.length} currency={currency} disabledReason={reason} />}
      empty={
        <Empty icon={ListX} title="No open orders" text="Quotes and limits that rest in an RFQ show here, and can be pulled from here." />
      }
    />
  )
}

function CancelOne({ order, disabledReason }: { readonly order: OrderView; readonly disabledReason: string | undefined }) {
  const [isSent, setIsSent] = useState(false)
  const cancel = async () => {
    setIsSent(true)
    await client.call(directRfqCalls.cancelOrder, { params: { id: order.id } }).catch(refused)
    setIsSent(false)
  }
  return (
    <Button
      size="small"
      isBusy={isSent}
      disabledReason={disabledReason}
      onClick={(event) => {
        event.stopPropagation()
        void cancel()
      }}
    >
      Cancel
    </Button>
  )
}

function CancelAll({
  count,
  currency,
  disabledReason,
}: {
  readonly count: number
  readonly currency: string
  readonly disabledReason: string | undefined
}) {
  const [isSent, setIsSent] = useState(false)
  const cancel = async () => {
    setIsSent(true)
    try {
      const report = await client.call(directRfqCalls.cancelOrders, { query: currency === 'ALL' ? {} : { base_currency: currency } })
      const failed = report.failures.count
      toast({
        key: 'cancel-all',
        tone: failed === 0 ? 'done' : 'warn',
        title: `${report.successes.count} ${report.successes.count === 1 ? 'order' : 'orders'} canceled`,
        text: failed === 0 ? undefined : `${failed} could not be: they are at the venue or closed already.`,
      })
    } catch (error) {
      refused(error)
    }
    setIsSent(false)
  }
  return (
    <Button
      size="small"
      kind="danger"
      isBusy={isSent}
      disabledReason={disabledReason ?? (count === 0 ? 'There is no open order.' : undefined)}
      onClick={() => void cancel()}
    >
      Cancel all{currency === 'ALL' ? '' : ` ${currency}`}
    </Button>
  )
}
