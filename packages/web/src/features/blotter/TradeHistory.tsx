import { History } from 'lucide-react'
import { type BlockTradeView, directRfqCalls } from '@parley/contracts'
import { useMemo } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import type { Column } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useHistory } from '../../live/use-history.ts'
import { useTrades } from '../../live/use-live.ts'
import { tradeDecimals } from '../direct-rfq/structure-text.ts'
import { Blotter } from './Blotter.tsx'
import { placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, textColumn, timeColumn } from './cells.tsx'

const words: Readonly<Record<BlockTradeView['state'], readonly [string, Tone]>> = {
  PENDING_SETTLEMENT: ['Settling', 'warn'],
  FILLED: ['Filled', 'mine'],
  REJECTED: ['Refused', 'danger'],
}

const columns: readonly Column<BlockTradeView>[] = [
  timeColumn('Time', (row) => row.executed_at),
  ...placeColumns<BlockTradeView>(),
  ...tradeColumns<BlockTradeView>(),
  textColumn('role', 'Role', 64, (row) => (row.role === 'TAKER' ? 'Taker' : 'Maker')),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<BlockTradeView>('price', 'Price', (row) => row.price, tradeDecimals),
  priceColumn<BlockTradeView>('mark', 'Mark', (row) => row.mark_price, tradeDecimals, 'muted'),
  textColumn('counterparty', 'Counterparty', 110, (row) => row.counterparty_desk_name ?? 'Anonymous'),
  textColumn('account', 'Account', 90, (row) => row.account_name ?? ''),
  {
    id: 'state',
    heading: 'State',
    width: 96,
    cell: (row) => (
      <span title={row.rejection ?? row.venue_trade_id ?? undefined}>
        <StatusBadge tone={words[row.state][1]}>{words[row.state][0]}</StatusBadge>
      </span>
    ),
    text: (row) => words[row.state][0],
  },
]

const at = (row: BlockTradeView): number => row.executed_at
const rowId = (row: BlockTradeView): string => row.id

export function TradeHistory() {
  const trades = useTrades()
  const since = useMemo(() => [...trades.values()], [trades])
  const { rows, more } = useHistory(directRfqCalls.listTrades, 'trades', { query: {} }, since, at)
  return (
    <Blotter
      name="trade-history"
      label="your trades"
      columns={columns}
      rows={rows}
      rowId={rowId}
      more={more}
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
