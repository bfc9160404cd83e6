import { type SectionGrouping } from '@parley/core'
import { RefreshCw, Scale, TrendingUpDown } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { parseLayout, plainLayout } from '../../components/table-layout.ts'
import { toast } from '../../components/toasts.ts'
import { useWidth } from '../../components/use-width.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { currenciesOf, marketName, useOpenMarkets } from '../../live/open-markets.ts'
import { usePositionTab } from '../../live/position-tab.ts'
import { useScreen } from '../../live/screen-state.ts'
import { keptNames, keptText, useKept } from '../../live/use-kept-setting.ts'
import { useNow, useStaleMarkets } from '../../live/use-live.ts'
import { positionColumns } from '../positions/columns.tsx'
import { CompactLine } from '../positions/CompactLine.tsx'
import { refreshPositions } from '../positions/feed.ts'
import { Freshness } from '../positions/Freshness.tsx'
import { type Line, linesOf } from '../positions/lines.ts'
import { OpenQuotesPanel } from '../positions/OpenQuotesPanel.tsx'
import type { HeldRow } from '../positions/position-row.ts'
import styles from '../positions/Positions.module.css'
import { usePositionRows } from '../positions/use-position-rows.ts'
import type { Blotter } from './Blotter.tsx'
import { FirstStep } from './FirstStep.tsx'
import { useOwnTradeRows } from './own-trade-rows.ts'

/** Passed as a prop: importing it here would move it out of the first bundle and make that bundle one kilobyte larger. */
type Table = { readonly table: typeof Blotter }

/** The desk's positions at its venues, and the risk that its live quotes would add. */
export function Positions({ table }: Table) {
  const held = usePositionRows()
  switch (held.state) {
    case 'LOADING':
      return <Skeleton lines={3} label="Loading positions" />
    case 'VENUE':
      return <Shown table={table} rows={held.rows} ages={<Freshness />} words="Greeks at Parley’s marks, with totals per coin and in USD" />
    case 'UNREADABLE':
      return <OfOwnTrades table={table} why={held.why} />
  }
}

function OfOwnTrades({ table, why }: Table & { readonly why: string }) {
  const rows = useOwnTradeRows()
  if (rows === undefined) return <Skeleton lines={3} label="Loading positions" />
  return (
    <Shown
      table={table}
      rows={rows}
      ages={<Freshness />}
      words={
        <span className={styles['fallback']}>
          {`Calculated from your desk’s settled trades here, because no venue account can be read. ${why}`}
        </span>
      }
    />
  )
}

const groupings = ['EXPIRY', 'VENUE', 'FLAT'] as const satisfies readonly SectionGrouping[]
const groupingNames: Readonly<Record<SectionGrouping, string>> = { EXPIRY: 'By expiry', VENUE: 'By venue', FLAT: 'Flat' }
/** Below this width the live quotes take the place of the ticket, or of the table if a ticket is open. */
const BESIDE_PX = 1_360

type ShownProps = Table & { readonly rows: readonly HeldRow[]; readonly ages: ReactNode; readonly words: ReactNode }

function Shown({ table, rows, ages, words }: ShownProps) {
  const [grouping, setGrouping] = useKept<SectionGrouping>('positions-grouping', 'EXPIRY', keptText(groupings))
  const [isPanelWanted, setIsPanelWanted] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const width = useWidth(body)
  const hasRoom = width >= BESIDE_PX
  const shown = useOfHeader(rows)
  const panel = useCurrencyOfPanel(rows)
  const place = usePositionTab((tab) => tab.place)
  const isApart = hasRoom || place !== null
  const quotes = <OpenQuotesPanel rows={rows} {...panel} />
  return (
    <>
      <div className={styles['above']}>
        <Segmented
          label="Grouping"
          value={grouping}
          options={groupings.map((value) => ({ value, label: groupingNames[value] }))}
          onChange={setGrouping}
        />
        {width > 0 && !isApart && (
          <Button
            size="small"
            icon={<TrendingUpDown size={13} />}
            aria-pressed={isPanelWanted}
            onClick={() => setIsPanelWanted(!isPanelWanted)}
          >
            If quotes trade
          </Button>
        )}
        <p className={styles['words']}>{words}</p>
        {ages}
      </div>
      <div ref={body} className={styles['side']}>
        {(isApart || !isPanelWanted) && (
          <div className={styles['table']}>
            <PositionTable table={table} rows={shown} grouping={grouping} />
          </div>
        )}
        {width > 0 && (place !== null ? createPortal(quotes, place) : (hasRoom || isPanelWanted) && quotes)}
      </div>
    </>
  )
}

/** The currency and venue of the header filter here too. */
function useOfHeader(rows: readonly HeldRow[]): readonly HeldRow[] {
  const currency = useScreen((state) => state.currency)
  const venue = useScreen((state) => state.venue)
  return useMemo(
    () => rows.filter((row) => (currency === 'ALL' || row.currency === currency) && (venue === 'ALL' || row.venue === venue)),
    [rows, currency, venue],
  )
}

/** The header's currency. If it is set to all, the panel has its own choice. */
function useCurrencyOfPanel(rows: readonly HeldRow[]) {
  const ofHeader = useScreen((state) => state.currency)
  const open = useOpenMarkets()
  const markets = useMemo(() => currenciesOf(open), [open])
  const [chosen, onCurrency] = useState<string>()
  const currencies = useMemo(
    () =>
      ofHeader === 'ALL'
        ? markets.filter((one) => one === markets[0] || rows.some(({ currency }) => currency === one) || one === chosen)
        : [ofHeader],
    [ofHeader, markets, rows, chosen],
  )
  const currency = currencies.find((one) => one === chosen) ?? currencies[0] ?? 'BTC'
  return { currency, currencies, onCurrency }
}

type PositionTableProps = Table & { readonly rows: readonly HeldRow[]; readonly grouping: SectionGrouping }

function PositionTable({ table: BlotterTable, rows, grouping }: PositionTableProps) {
  const [layout, setLayout] = useKept('table-positions', plainLayout, parseLayout)
  const [folded, setFolded] = useKept<readonly string[]>('positions-folded', noNames, keptNames)
  const now = useNow(60_000)
  const staleMarkets = useStaleMarkets()
  const staleNames = staleMarkets.map(marketName).join()
  const columns = useMemo(() => positionColumns({ grouping, now, stale: new Set(staleNames.split(',')) }), [grouping, now, staleNames])
  const { sorting } = layout
  const lines = useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.column)
    const of = (row: HeldRow) => column?.sortBy?.(lineOf(row)) ?? column?.text(lineOf(row))
    return linesOf(rows, {
      ...{ grouping, folded: new Set(folded) },
      sorting: sorting === undefined || column === undefined ? undefined : { of, direction: sorting.direction },
    })
  }, [rows, grouping, folded, sorting, columns])
  const shown = useMemo((): Loadable<readonly Line[]> => ({ state: 'LOADED', data: lines }), [lines])
  const exported = useMemo(
    () => linesOf(rows, { grouping, folded: nothingFolded }).filter(({ kind }) => kind === 'POSITION'),
    [rows, grouping],
  )
  const toggle = (line: Line) => {
    if (line.kind === 'POSITION') return
    setFolded(folded.includes(line.id) ? folded.filter((id) => id !== line.id) : [...folded, line.id])
  }
  const empty = (
    <Empty icon={Scale} title="No positions" text="Positions in your desk’s venue accounts appear here." action={<FirstStep />} />
  )
  return (
    <BlotterTable
      {...{ name: 'positions', label: 'positions', columns, rows: shown, rowId: lineId, exported, kept: [layout, setLayout], empty }}
      areArranged
      onOpen={toggle}
      compact={(line) => <CompactLine line={line} />}
      actions={<Refresh />}
    />
  )
}

const noNames: readonly string[] = []
const nothingFolded: ReadonlySet<string> = new Set()
const lineId = ({ kind, id }: Line): string => `${kind} ${id}`
const lineOf = (row: HeldRow): Line => ({ kind: 'POSITION', id: row.id, row })

/** Reads the positions from every venue again. */
function Refresh() {
  const [isBusy, setIsBusy] = useState(false)
  const refresh = useCallback(async () => {
    setIsBusy(true)
    try {
      await refreshPositions()
    } catch (error) {
      toast({ key: 'positions', tone: 'refused', title: 'Could not load positions from the venues', text: errorMessage(error) })
    }
    setIsBusy(false)
  }, [])
  return (
    <Button size="small" icon={<RefreshCw size={13} />} isBusy={isBusy} onClick={() => void refresh()}>
      Refresh
    </Button>
  )
}
