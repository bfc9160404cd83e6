import { History } from 'lucide-react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { tradeDecimals } from '../direct-rfq/structure-text.ts'
import { Blotter } from './Blotter.tsx'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, textColumn, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import type { TradeRow } from './flow-rows.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { useTradeRows } from './use-flow-history.ts'

const words: Readonly<Record<TradeRow['state'], readonly [string, Tone]>> = {
  PENDING_SETTLEMENT: ['Settling', 'warn'],
  FILLED: ['Filled', 'mine'],
  REJECTED: ['Refused', 'danger'],
}

const columns: readonly Column<TradeRow>[] = [
  timeColumn('Time', (row) => row.executed_at),
  flowColumn<TradeRow>(),
  ...placeColumns<TradeRow>(),
  ...tradeColumns<TradeRow>(),
  textColumn('role', 'Role', 64, (row) => (row.role === 'TAKER' ? 'Taker' : 'Maker')),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<TradeRow>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<TradeRow>('mark', 'Mark', (row) => row.mark_price, tradeDecimals, 'muted'),
  textColumn('counterparty', 'Counterparty', 110, (row) => row.counterparty),
  textColumn('account', 'Account', 90, (row) => row.account),
  {
    id: 'state',
    heading: 'State',
    width: 96,
    cell: (row) => (
      <span title={row.venueWords || (row.venue_trade_id ?? undefined)}>
        <StatusBadge tone={words[row.state][1]}>{words[row.state][0]}</StatusBadge>
      </span>
    ),
    text: (row) => words[row.state][0],
  },
]

/** While nothing was refused it leaves first where the window is narrow; what a venue refused must be read, so then it stays. */
const venueWords = (place: 'may leave' | 'stays'): Column<TradeRow> => ({
  id: 'venue-words',
  heading: 'The venue says',
  width: 130,
  ...(place === 'stays' ? {} : { dropsAt: 6 }),
  cell: (row) => (
    <span className={row.venueWords === '' ? styles['muted'] : styles['danger']} title={row.venueWords || undefined}>
      {row.venueWords || (row.venue_trade_id ?? '')}
    </span>
  ),
  text: (row) => row.venueWords || (row.venue_trade_id ?? ''),
})
const plainColumns = [...columns, venueWords('may leave')]
const refusedColumns = [...columns, venueWords('stays')]

const rowId = (row: TradeRow): string => row.id

export function TradeHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows, more } = useTradeRows(choice)
  const isRefused = rows.state === 'LOADED' && rows.data.some(({ state }) => state === 'REJECTED')
  return (
    <Blotter
      name="trade-history"
      label="your trades"
      columns={isRefused ? refusedColumns : plainColumns}
      rows={rows}
      rowId={rowId}
      more={more}
      actions={<FlowFilter choice={choice} onChoice={choose} />}
      empty={
        <Empty
          icon={History}
          title="Your desk has not traded yet"
          text="Trades show here from the moment they are agreed until the venue has settled them."
        />
      }
    />
  )
}
