import type { AnyTrade } from '@parley/client'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import type { Column } from '../../components/table-column.ts'
import { Blotter } from './Blotter.tsx'
import { flowColumn, placeColumns, priceColumn, quantityColumn, sideColumn, tradeColumns, textColumn, timeColumn } from './cells.tsx'
import styles from './cells.module.css'
import { useFlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import { PastEmpty } from './PastEmpty.tsx'
import { PeriodFilter } from './LazyPeriodFilter.tsx'
import { tradeCounterparty, tradeDecimals, tradeStates } from './trade-labels.ts'
import { bookingStatus, bookingTones } from '../booking/booking-messages.ts'
import { againColumn } from './again-column.tsx'
import { figureTexts, tradeTexts } from './export-columns.ts'
import { copiedOfRow, openTrade, tradeRowKey } from './row-actions.ts'
import { useTradeHistory } from './use-histories.ts'
import { feesText, withFees } from '../trade/deal-view.ts'
import { rejectionText } from '../../live/venue-rejection-text.ts'
import { useNow } from '../../live/use-live.ts'
import { useVenueFees } from '../../live/venue-fees.ts'

const READING_MS = 120_000

/** The venue reports the fee a moment after the trade. */
function Fee({ row: { venueFees, state, filledAt, executedAt } }: { readonly row: AnyTrade }) {
  const now = useNow(MINUTE_MS)
  if (venueFees !== undefined) return <span className={styles['muted']}>{feesText(venueFees)}</span>
  const isRead = state === 'FILLED' && now - (filledAt ?? executedAt) < READING_MS
  return (
    <span className={styles['muted']} title={state === 'FILLED' ? 'Taken from the venue’s records after the trade' : undefined}>
      {isRead ? 'pending' : '—'}
    </span>
  )
}
const MINUTE_MS = 60_000

/** The venue's fee for the desk. A rebate is negative. */
const feeColumn: Column<AnyTrade> = {
  id: 'fee',
  heading: 'Fee',
  width: 128,
  align: 'end',
  cell: (row) => <Fee row={row} />,
  text: (row) => row.venueFees?.map(({ amount, currency }) => `${amount} ${currency}`).join(' ') ?? '',
  sortBy: (row) => (row.venueFees?.[0] === undefined ? undefined : Number(row.venueFees[0].amount)),
}

/** For a trade that both desks book, how far the booking has come. */
const stateOf = ({ state, booking }: AnyTrade): { readonly text: string; readonly tone: Tone } =>
  booking === undefined ? tradeStates[state] : { text: bookingStatus(booking), tone: bookingTones[bookingStatus(booking)] }

const columns: readonly Column<AnyTrade>[] = [
  timeColumn('Time', (row) => row.executedAt),
  flowColumn<AnyTrade>(),
  ...placeColumns<AnyTrade>(),
  ...tradeColumns<AnyTrade>(),
  textColumn('role', 'Role', 64, (row) => (row.role === 'TAKER' ? 'Taker' : 'Maker')),
  sideColumn(),
  quantityColumn('size', 'Size', (row) => row.quantity),
  priceColumn<AnyTrade>('price', 'Price', (row) => row.price, tradeDecimals),
  // The trade card shows it too, so a narrow window drops it and keeps the fee.
  { ...priceColumn<AnyTrade>('mark', 'Mark', (row) => row.markPrice, tradeDecimals, 'muted'), dropsAt: 4 },
  textColumn('counterparty', 'Counterparty', 110, tradeCounterparty),
  textColumn('account', 'Account', 90, (row) => row.account ?? ''),
  feeColumn,
  {
    id: 'state',
    heading: 'State',
    width: 112,
    cell: (row) => (
      <span title={venueResponse(row)}>
        <StatusBadge tone={stateOf(row).tone}>{stateOf(row).text}</StatusBadge>
      </span>
    ),
    text: (row) => stateOf(row).text,
  },
]

const venueResponse = (row: AnyTrade): string => (row.rejection === undefined ? (row.venueTradeId ?? '') : rejectionText(row))

/** In a narrow window this column is dropped first, but only while no trade was rejected: the venue's reason must stay readable. */
const venueWords = (place: 'may leave' | 'stays'): Column<AnyTrade> => ({
  id: 'venue-words',
  heading: 'Venue response',
  width: 130,
  ...(place === 'stays' ? {} : { dropsAt: 6 }),
  cell: (row) => (
    <span className={row.rejection === undefined ? styles['muted'] : styles['danger']} title={venueResponse(row)}>
      {venueResponse(row)}
    </span>
  ),
  text: venueResponse,
})
const plainColumns = [
  ...columns,
  venueWords('may leave'),
  againColumn<AnyTrade>(copiedOfRow),
  ...tradeTexts<AnyTrade>(),
  ...figureTexts<AnyTrade>(),
]
const refusedColumns = [
  ...columns,
  venueWords('stays'),
  againColumn<AnyTrade>(copiedOfRow),
  ...tradeTexts<AnyTrade>(),
  ...figureTexts<AnyTrade>(),
]

const rowId = (row: AnyTrade): string => row.id

export function TradeHistory() {
  const [choice, choose] = useFlowChoice()
  const { rows: listed, more } = useTradeHistory(choice)
  const fees = useVenueFees()
  const rows = useMemo(() => (listed.state === 'LOADED' ? { ...listed, data: withFees(listed.data, fees) } : listed), [listed, fees])
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
      empty={<PastEmpty icon={History} title="No desk trades yet" text="Your desk’s trades appear here as soon as they are agreed." />}
    />
  )
}
