import type { Trade } from '@parley/client'
import { History } from 'lucide-react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { Blotter } from './Blotter.tsx'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, textColumn, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { PastEmpty } from './PastEmpty.tsx'
import { PeriodFilter } from './LazyPeriodFilter.tsx'
import { tradeCounterparty, tradeDecimals } from './trade-words.ts'
import { copiedOfTrade } from '../trade/actions.ts'
import { againColumn } from './again-column.tsx'
import { figureTexts, tradeTexts } from './export-columns.ts'
import { openTrade, tradeRowKey } from './row-acts.ts'
import { useTradeHistory } from './use-histories.ts'

const words: Readonly<Record<Trade['state'], readonly [string, Tone]>> = {
  PENDING_SETTLEMENT: ['Settling', 'warn'],
  FILLED: ['Filled', 'mine'],
  REJECTED: ['Refused', 'danger'],
}

const columns: readonly Column<Trade>[] = [
  timeColumn('Time', (row) => row.executedAt),
  flowColumn<Trade>(),
  ...placeColumns<Trade>(),
  ...tradeColumns<Trade>(),
  textColumn('role', 'Role', 64, (row) => (row.role === 'TAKER' ? 'Taker' : 'Maker')),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<Trade>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<Trade>('mark', 'Mark', (row) => row.markPrice, tradeDecimals, 'muted'),
  textColumn('counterparty', 'Counterparty', 110, tradeCounterparty),
  textColumn('account', 'Account', 90, (row) => row.account ?? ''),
  {
    id: 'state',
    heading: 'State',
    width: 96,
    cell: (row) => (
      <span title={row.rejection ?? row.venueTradeId}>
        <StatusBadge tone={words[row.state][1]}>{words[row.state][0]}</StatusBadge>
      </span>
    ),
    text: (row) => words[row.state][0],
  },
]

/** While nothing was refused it leaves first where the window is narrow; what a venue refused must be read, so then it stays. */
const venueWords = (place: 'may leave' | 'stays'): Column<Trade> => ({
  id: 'venue-words',
  heading: 'Venue’s answer',
  width: 130,
  ...(place === 'stays' ? {} : { dropsAt: 6 }),
  cell: (row) => (
    <span className={row.rejection === undefined ? styles['muted'] : styles['danger']} title={row.rejection}>
      {row.rejection ?? row.venueTradeId ?? ''}
    </span>
  ),
  text: (row) => row.rejection ?? row.venueTradeId ?? '',
})
const plainColumns = [
  ...columns,
  venueWords('may leave'),
  againColumn<Trade>(copiedOfTrade),
  ...tradeTexts<Trade>(),
  ...figureTexts<Trade>(),
]
const refusedColumns = [...columns, venueWords('stays'), againColumn<Trade>(copiedOfTrade), ...tradeTexts<Trade>(), ...figureTexts<Trade>()]

const rowId = (row: Trade): string => row.id

export function TradeHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows, more } = useTradeHistory(choice)
  const isRefused = rows.state === 'LOADED' && rows.data.some(({ state }) => state === 'REJECTED')
  return (
    <Blotter
      name="trade-history"
      label="your trades"
      columns={isRefused ? refusedColumns : plainColumns}
      rows={rows}
      rowId={rowId}
      more={more}
      onOpen={openTrade}
      onRowKey={tradeRowKey}
      actions={
        <>
          <PeriodFilter />
          <FlowFilter choice={choice} onChoice={choose} />
        </>
      }
      empty={
        <PastEmpty
          icon={History}
          title="Your desk has not traded yet"
          text="Trades show here from the moment they are agreed until the venue has settled them."
        />
      }
    />
  )
}
