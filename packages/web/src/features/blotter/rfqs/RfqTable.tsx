import { BookOpen, Inbox, SearchX } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { chooseFlow, openDialog, chooseRow, showNewRequests, useScreen, showTab } from '../../../live/screen-state.ts'
import { narrow, useIsNarrow } from '../../../components/use-media.ts'
import { Button } from '../../../components/Button.tsx'
import { ColumnMenu } from '../../../components/ColumnMenu.tsx'
import { CouldNotLoad } from '../../../components/CouldNotLoad.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import type { Column } from '../../../components/table-column.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { runKey } from '../../../components/key-table.ts'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { parseLayout, plainLayout } from '../../../components/table-layout.ts'
import { dateText } from '../../../components/time-text.ts'
import { isOrderBook } from '../../../live/audiences.ts'
import { marketName } from '../../../live/open-markets.ts'
import { useUser } from '../../../live/session.ts'
import { useLive } from '../../../live/store.ts'
import { useKept } from '../../../live/use-kept-setting.ts'
import { FeedLine } from '../../market-data/FeedLine.tsx'
import { useNewRfqReason, useTradeReason } from '../../../live/trade-reasons.ts'
import { useFeed, useIsLoaded, useNow, useRfqs, useStaleMarkets } from '../../../live/use-live.ts'
import { marketColumns } from './market-columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { focusTicket } from '../row/focus-ticket.ts'
import { repeatOfRfq, runRepeatKey } from '../row/repeat-actions.ts'
import { togglePin } from '../row/pins.ts'
import { rfqColumns } from './rfq-columns.tsx'
import styles from './RfqTable.module.css'
import { unifiedColumns } from './unified-columns.tsx'
import { isQueueFilter } from '../queue/queue-filters.ts'
import type { QueueRow } from '../queue/queue-rows.ts'
import { isOfMarket, type RfqRow } from '../row/rfq-rows.ts'
import { type RfqRows, useRfqRows } from './use-rfq-rows.ts'
import { fetched } from '../../../components/fetched.tsx'

/** Only for phones, which load them together with the screen. */
const RfqCards = fetched(() => import('./RfqCards.tsx').then((part) => part.RfqCards))
if (narrow?.matches === true) RfqCards.fetch()

/** The queue's rules and prices are loaded after the first screen. */
const QueueTable = fetched(
  () => import('../queue/QueueTable.tsx').then((part) => part.QueueTable),
  <Skeleton lines={6} label="Loading RFQs" />,
)

const ReadyLines = fetched(
  () => import('./ReadyLines.tsx').then((part) => part.ReadyLines),
  <Skeleton lines={3} label="Loading example RFQs" />,
)

const QueueEmpty = fetched(() => import('../queue/QueueEmpty.tsx').then((part) => part.QueueEmpty))

/** For the shortcut that quotes and goes to the next new RFQ that passes the filters. */
function useNewRequests({ queue, shown }: Pick<RfqRows, 'queue' | 'shown'>): void {
  const among = new Set(shown.map(({ id }) => id))
  const asked = queue.filter(({ id, band }) => band === 'New' && among.has(id)).map(({ row }) => row.rfq)
  const ids = asked.map(({ id }) => id).join(' ')
  const show = useEffectEvent(() => showNewRequests(asked))
  useEffect(() => show(), [ids])
}

const rowId = (row: { readonly id: string }): string => row.id
const tableNames = { ALL: 'all-table', DIRECT: 'rfq-table', ORDER_BOOK: 'market-table' } as const

/** All audiences in one table: each has its own columns, and together they show the common ones. */
export function RfqTable() {
  const rows = useRfqRows()
  const isNarrow = useIsNarrow()
  const [menuPlace, setMenuPlace] = useState<HTMLElement | null>(null)
  useNewRequests(rows)
  const props = { rows, menuPlace, empty: <NoRows rows={rows} /> }
  return (
    <section className={styles['section']} data-main-table aria-label={rows.flow === 'ORDER_BOOK' ? 'Markets' : 'RFQs'}>
      <FeedLine of={rows.flow === 'DIRECT' ? [] : ['ORDER_BOOK']} />
      {/* One filter bar for all tables, so its text and focus survive a change of table. */}
      <FilterBar rows={rows} columnMenu={<span ref={setMenuPlace} className={styles['menu']} />} />
      {isNarrow ? (
        <RfqCards rows={rows.shown} queue={rows.queue} empty={props.empty} />
      ) : rows.shownQueue !== undefined ? (
        <Queue {...props} queue={rows.shownQueue} />
      ) : (
        <FlowTable key={rows.flow} {...props} />
      )}
    </section>
  )
}

type FlowTableProps = { readonly rows: RfqRows; readonly menuPlace: HTMLElement | null; readonly empty: ReactNode }

const labels = { ALL: 'RFQs', DIRECT: 'RFQs', ORDER_BOOK: 'Markets' } as const
const columnsOf = { ALL: unifiedColumns, DIRECT: rfqColumns, ORDER_BOOK: marketColumns } as const
const rowRfq = (row: RfqRow): void => chooseRow(row.rfq)
const toneOf = (row: RfqRow) => (row.isOver ? 'closed' : undefined)

function FlowTable({ rows, menuPlace, empty }: FlowTableProps) {
  const { flow } = rows
  const stale = useStaleNames()
  const askers = rows.inMarket.some(({ role }) => role === 'MAKER') ? 'OTHERS' : 'OWN'
  const columns: readonly Column<RfqRow>[] = useMemo(() => columnsOf[flow](stale, askers), [flow, stale, askers])
  const [layout, setLayout] = useKept(tableNames[flow], plainLayout, parseLayout)
  const selected = useScreen(({ selectedRfq }) => selectedRfq?.id)
  return (
    <>
      {menuPlace !== null && createPortal(<ColumnMenu columns={columns} layout={layout} onLayout={setLayout} />, menuPlace)}
      <DataTable
        label={labels[flow]}
        columns={columns}
        rows={rows.shown}
        rowId={rowId}
        layout={layout}
        onLayout={setLayout}
        selectedId={selected}
        onSelect={rowRfq}
        onOpen={focusTicket}
        onRowKey={actsByKey}
        tone={toneOf}
        isOfMarket={isOfMarket}
        empty={empty}
      />
    </>
  )
}

function Queue({ rows, queue, menuPlace, empty }: FlowTableProps & { readonly queue: readonly QueueRow[] }) {
  const stale = useStaleNames()
  const isLoaded = useIsLoaded('rfqs', 'DIRECT')
  const isPlain = isLoaded && rows.text === '' && rows.strategies.length === 0 && rows.products.length === 0
  const filter = isQueueFilter(rows.filter) ? rows.filter : undefined
  const asked = { filter, count: rows.queue.length, onAll: () => rows.setFilter('I_QUOTE') }
  return <QueueTable rows={queue} stale={stale} menuPlace={menuPlace} empty={isPlain ? <QueueEmpty {...asked} /> : empty} />
}

/** A stable set while its markets do not change, because the columns are rebuilt with it. */
function useStaleNames(): ReadonlySet<string> {
  const names = useStaleMarkets().map(marketName).join(' ')
  return useMemo(() => new Set(names.split(' ')), [names])
}

function actsByKey({ id, rfq }: RfqRow, event: KeyboardEvent): void {
  if (!runRepeatKey(repeatOfRfq(rfq), event)) runKey(event, { pin: () => togglePin(id) })
}

function NoRows({ rows }: { readonly rows: RfqRows }) {
  const isDirectLoaded = useIsLoaded('rfqs', 'DIRECT')
  const isBookLoaded = useIsLoaded('rfqs', 'ORDER_BOOK')
  const bookRefusal = useFeed('ORDER_BOOK').refused['rfq']
  const isLoaded = { DIRECT: isDirectLoaded, ORDER_BOOK: isBookLoaded, ALL: isDirectLoaded && isBookLoaded }[rows.flow]
  if (!isLoaded && bookRefusal !== undefined && rows.flow !== 'DIRECT')
    return <CouldNotLoad what="the markets" words={bookRefusal} retry={() => location.reload()} />
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
      title={rows.text === '' ? `No ${what}s match the filter` : `Nothing matches “${rows.text}”`}
      text={`${length} ${length === 1 ? `${what} is` : `${what}s are`} hidden by this filter.`}
      action={<Button onClick={rows.clear}>Clear filter</Button>}
    />
  )
}

const NOBODY_ASKS =
  'Takers send RFQs to your desk once you have approved each other. RFQs appear here, and you can answer each with one click.'

const EXAMPLES = 'Pick an example, edit it and send it. It stays private until you do.'
const tradesText = (count: number): string =>
  `Your desk has made ${count === 1 ? '1 trade' : `${count} trades`} today. Today’s RFQs and trades are in the lists below.`

/** The desk's trades of this day, rejected ones excluded. */
function useTradesToday(): number {
  const trades = useLive((live) => live.trades)
  const today = dateText(useNow(MINUTE_MS))
  return useMemo(
    () => [...trades.values()].filter(({ state, executedAt }) => state !== 'REJECTED' && dateText(executedAt) === today).length,
    [trades, today],
  )
}
const MINUTE_MS = 60_000

/** Even if the desk has no RFQs, others may still trade in the order book. */
function NoRfqs() {
  const reason = useNewRfqReason()
  const rfqs = useRfqs()
  const markets = useMemo(() => [...rfqs.values()].filter(isOrderBook).length, [rfqs])
  const isMaker = useUser().trading_desk?.is_maker === true
  const today = useTradesToday()
  const isNewcomer = !isMaker && today === 0
  return (
    <Empty
      icon={Inbox}
      title="No open RFQs"
      text={reason ?? (today > 0 ? tradesText(today) : isMaker ? NOBODY_ASKS : EXAMPLES)}
      action={
        <>
          {reason === undefined && isNewcomer && <ReadyLines />}
          {reason === undefined && (
            <Button kind="primary" onClick={() => openDialog('new-rfq')}>
              New RFQ <Kbd of="newRfq" />
            </Button>
          )}
          {/* This table has what is open now: a desk finds what it has asked, quoted and traded below. */}
          {today > 0 && <Button onClick={() => showTab('trade-history')}>Today’s trades</Button>}
          <Button onClick={() => showTab('rfqs-history')}>RFQ history</Button>
          {markets > 0 && (
            <Button onClick={() => chooseFlow('ORDER_BOOK')}>
              {markets === 1 ? 'See the open market in the order book' : `See the ${markets} open markets in the order book`}
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
      text={reason ?? 'Open a market for a structure. All desks can see it and quote it, and all quotes are anonymous.'}
      action={
        <Button kind="primary" disabledReason={reason} onClick={() => openDialog('new-rfq')}>
          Open a market <Kbd of="newRfq" />
        </Button>
      }
    />
  )
}
