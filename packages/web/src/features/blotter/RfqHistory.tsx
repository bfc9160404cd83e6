import { Archive } from 'lucide-react'
import { displayDirectRfq } from '@parley/core'
import { directRfqCalls, type RfqView } from '@parley/contracts'
import { useMemo } from 'react'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useHistory } from '../../live/use-history.ts'
import { useRfqs } from '../../live/use-live.ts'
import { Status } from '../direct-rfq/RfqCells.tsx'
import { ratiosText } from '../direct-rfq/structure-text.ts'
import { Blotter } from './Blotter.tsx'
import { placeColumns, quantityColumn, rfqColumns, textColumn, timeColumn } from './cells.tsx'

const statusOf = (row: RfqView) =>
  displayDirectRfq({ state: row.state, closedReason: row.closed_reason, role: row.role, traded: row.traded })

const columns: readonly Column<RfqView>[] = [
  timeColumn('Created', (row) => row.created_at),
  ...placeColumns<RfqView>(),
  ...rfqColumns<RfqView>(),
  textColumn('ratio', 'Ratio', 110, (row) => ratiosText(row.legs)),
  quantityColumn('size', 'Size', (row) => row.quantity),
  quantityColumn('filled', 'Filled', (row) => row.filled_quantity ?? '0'),
  textColumn('counterparty', 'Counterparty', 120, (row) => (row.role === 'TAKER' ? 'You' : (row.taker_desk_name ?? 'Anonymous'))),
  textColumn('role', 'Role', 64, (row) => (row.role === 'TAKER' ? 'Taker' : 'Maker')),
  textColumn('label', 'Label', 100, (row) => row.label ?? ''),
  { id: 'status', heading: 'Status', width: 90, cell: (row) => <Status status={statusOf(row)} />, text: statusOf },
]

const at = (row: RfqView): number => row.created_at
const rowId = (row: RfqView): string => row.id

export function RfqHistory() {
  const rfqs = useRfqs()
  const since = useMemo(() => [...rfqs.values()].filter((rfq) => rfq.state === 'CLOSED'), [rfqs])
  const { rows, more } = useHistory(directRfqCalls.listRfqs, 'rfqs', { query: { state: ['CLOSED'] } }, since, at)
  return (
    <Blotter
      name="rfqs-history"
      label="RFQ history"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
      empty={<Empty icon={Archive} title="No closed RFQs yet" text="RFQs come here when they are filled, expire or are canceled." />}
    />
  )
}
