import { BookOpen, CircleAlert, Inbox, SearchX, WifiOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { chooseFlow, openDialog, useScreen } from '../../app/screen-state.ts'
import { useIsNarrow } from '../../app/use-media.ts'
import { Button } from '../../components/Button.tsx'
import { ColumnMenu } from '../../components/ColumnMenu.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { parseLayout, plainLayout } from '../../components/table-layout.ts'
import { useGroupConnection } from '../../live/group-connection.ts'
import { useGroupLive } from '../../live/group-store.ts'
import { useKept } from '../../live/kept.ts'
import { useNewRfqReason, useTradeReason } from '../protection/use-protection.ts'
import { useIsLoaded, useStaleAge } from '../../live/use-live.ts'
import { marketColumns } from '../group-rfq/market-columns.tsx'
import { marketName } from '../group-rfq/market-shape.ts'
import { FilterBar } from './FilterBar.tsx'
import { togglePin } from './pins.ts'
import { RfqCards } from './RfqCards.tsx'
import { rfqColumns } from './rfq-columns.tsx'
import styles from './RfqTable.module.css'
import { selectRow } from './select-row.ts'
import { unifiedColumns } from './unified-columns.tsx'
import { isDirect, isOfGroup, type UnifiedRow } from './unified-rows.ts'
import { type RfqRows, useRfqRows } from './use-rfq-rows.ts'

const rowId = (row: { readonly id: string }): string => row.id
/** Once the ticket of the row stands there: in its first field, where it has one. */
const focusTicket = () =>
  queueMicrotask(() => {
    const [first] = ['input', 'button'].flatMap((part) => document.querySelector<HTMLElement>(`[data-ticket] ${part}`) ?? [])
    first?.focus()
  })
const tableNames = { ALL: 'all-table', DIRECT: 'rfq-table', ORDER_BOOK: 'market-table' } as const

/** Both flows in one place: each has columns of its own, and together they show what they share. */
export function RfqTable() {
  const rows = useRfqRows()
  const isNarrow = useIsNarrow()
  const empty = <NoRows rows={rows} />
  return (
    <section className={styles['section']} aria-label={rows.flow === 'ORDER_BOOK' ? 'Markets' : 'RFQs'}>
      {rows.flow !== 'DIRECT' && <BookConnection />}
      {isNarrow ? (
        <>
          <FilterBar rows={rows} columnMenu={null} />
          <RfqCards rows={rows.shown} empty={empty} />
        </>
      ) : (
        <FlowTable key={rows.flow} rows={rows} empty={empty} />
      )}
    </section>
  )
}

type FlowTableProps = { readonly rows: RfqRows; readonly empty: ReactNode }

function FlowTable({ rows, empty }: FlowTableProps) {
  const stale = useStaleCurrencies()
  const columns = useMemo(() => ({ DIRECT: rfqColumns(stale), ORDER_BOOK: marketColumns(stale), ALL: unifiedColumns(stale) }), [stale])
  const { shown, flow } = rows
  const direct = useMemo(() => shown.filter(isDirect), [shown])
  const markets = useMemo(() => shown.filter(isOfGroup), [shown])
  const around = { rows, empty }
  switch (flow) {
    case 'DIRECT':
      return <OneTable {...around} label="RFQs" columns={columns.DIRECT} list={direct} />
    case 'ORDER_BOOK':
      return <OneTable {...around} label="Markets" columns={columns.ORDER_BOOK} list={markets} />
    case 'ALL':
      return <OneTable {...around} label="RFQs" columns={columns.ALL} list={shown} />
  }
}

function useStaleCurrencies(): ReadonlySet<string> {
  const btcStale = useStaleAge('BTC') !== undefined
  const ethStale = useStaleAge('ETH') !== undefined
  return useMemo(() => new Set([...(btcStale ? ['BTC'] : []), ...(ethStale ? ['ETH'] : [])]), [btcStale, ethStale])
}

type OneTableProps<Row> = FlowTableProps & {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly list: readonly Row[]
}

const toneOf = (row: UnifiedRow) => (row.isOver ? 'closed' : undefined)

function OneTable<Row extends UnifiedRow>({ rows, empty, label, columns, list }: OneTableProps<Row>) {
  const [layout, setLayout] = useKept(tableNames[rows.flow], plainLayout, parseLayout)
  const selected = useScreen(({ selectedRfq, selectedMarket }) => (selectedMarket === undefined ? selectedRfq : marketName(selectedMarket)))
  return (
    <>
      <FilterBar rows={rows} columnMenu={<ColumnMenu columns={columns} layout={layout} onLayout={setLayout} />} />
      <DataTable
        label={label}
        columns={columns}
        rows={list}
        rowId={rowId}
        layout={layout}
        onLayout={setLayout}
        selectedId={selected}
        onSelect={selectRow}
        onOpen={focusTicket}
        onRowKey={pinOnP}
        tone={toneOf}
        empty={empty}
      />
    </>
  )
}

function pinOnP(row: { readonly id: string }, event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  togglePin(row.id)
}

/** The books have a line of their own: what it does not bring is old, and says so above them. */
function BookConnection() {
  const { state, refused } = useGroupConnection()
  const missing = Object.entries(refused)
  if (state === 'OPEN' && missing.length === 0) return null
  return (
    <p className={styles['line']} role="status">
      <WifiOff size={13} aria-hidden="true" />
      {state !== 'OPEN'
        ? 'The order book is not connected now: what you see of it may be old. Reconnecting.'
        : `Couldn't subscribe to the provider channels: ${missing.map(([channel, words]) => `${channel} (${words})`).join(', ')}`}
    </p>
  )
}

function NoRows({ rows }: { readonly rows: RfqRows }) {
  const isDirectLoaded = useIsLoaded('rfqs')
  const isBookLoaded = useGroupLive((live) => live.loaded.has('rfq'))
  const bookRefusal = useGroupConnection((connection) => connection.refused['rfq'])
  const isLoaded = { DIRECT: isDirectLoaded, ORDER_BOOK: isBookLoaded, ALL: isDirectLoaded && isBookLoaded }[rows.flow]
  if (!isLoaded && bookRefusal !== undefined && rows.flow !== 'DIRECT')
    return <Empty icon={CircleAlert} tone="danger" title="Could not load the markets" text={bookRefusal} />
  if (!isLoaded) return <Skeleton lines={6} label={rows.flow === 'ORDER_BOOK' ? 'Loading markets' : 'Loading RFQs'} />
  if (rows.inMarket.length > 0) return <NothingMatches rows={rows} />
  return rows.flow === 'ORDER_BOOK' ? <NoMarkets /> : <NoRfqs />
}

function NothingMatches({ rows }: { readonly rows: RfqRows }) {
  const { length } = rows.inMarket
  const what = rows.flow === 'ORDER_BOOK' ? 'market' : 'RFQ'
  return (
    <Empty
      icon={SearchX}
      title={rows.text === '' ? `No ${what} passes the filter` : `Nothing matches “${rows.text}”`}
      text={`${length} ${length === 1 ? `${what} is` : `${what}s are`} hidden by this filter.`}
      action={<Button onClick={rows.clear}>Clear filter</Button>}
    />
  )
}

/** Where nobody asks or is asked, others may still trade with everybody. */
function NoRfqs() {
  const reason = useNewRfqReason()
  const markets = useGroupLive((live) => live.markets.size)
  return (
    <Empty
      icon={Inbox}
      title="No RFQs yet"
      text={reason ?? 'Ask five makers for a price in one step. Requests to your desk appear here by themselves.'}
      action={
        <>
          {reason === undefined && (
            <Button kind="primary" onClick={() => openDialog('new-rfq')}>
              New RFQ <Kbd>N</Kbd>
            </Button>
          )}
          {markets > 0 && (
            <Button onClick={() => chooseFlow('ORDER_BOOK')}>
              {markets === 1 ? 'See the market that is open in the order book' : `See the ${markets} markets of the order book`}
            </Button>
          )}
        </>
      }
    />
  )
}

function NoMarkets() {
  const reason = useTradeReason()
  return (
    <Empty
      icon={BookOpen}
      title="No markets yet"
      text={reason ?? 'Open the market of a structure: everybody sees it and may quote in it, and nobody sees a name.'}
      action={
        reason === undefined && (
          <Button kind="primary" onClick={() => openDialog('new-rfq')}>
            Open a market <Kbd>N</Kbd>
          </Button>
        )
      }
    />
  )
}
