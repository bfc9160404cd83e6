import { useCallback, useMemo, useState } from 'react'
import type { ListRfq } from '@parley/client'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { navigate } from '../../components/router.ts'
import type { Column } from '../../components/table-column.ts'
import { parseLayout, plainLayout, type TableLayout } from '../../components/table-layout.ts'
import { clockText, leftText } from '../../components/time-text.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { useNow } from '../../live/use-live.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { listAddress, NEW_LIST } from './list-address.ts'
import { type LineNow, makerRows, type MakerRow, netText, stateOf, waysOf } from './list-figures.ts'
import { LineTable } from './LineTable.tsx'
import { ListBar } from './ListBar.tsx'
import styles from './Lists.module.css'
import { TradeList } from './TradeList.tsx'
import { useLinesNow, useNets } from './use-list.ts'

const ticketPx = { least: 320, usual: 372, most: 560 } as const
const bottomPx = { least: 110, usual: 220, most: 700 } as const

/** The taker's screen of one list: its lines, its makers and the ticket. */
export function TakerList({ list }: { readonly list: ListRfq }) {
  const lines = useLinesNow(list)
  const nets = useNets(list.id, list.netPrices)
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState('best')
  const isTicked = useCallback((line: LineNow) => stateOf(line) === 'OPEN' && !unticked.has(line.rfq.id), [unticked])
  const onTick = useCallback(
    ({ rfq }: LineNow, isOn: boolean) =>
      setUnticked((before) => new Set(isOn ? [...before].filter((id) => id !== rfq.id) : [...before, rfq.id])),
    [],
  )
  const ways = useMemo(() => waysOf(lines, nets, isTicked), [lines, nets, isTicked])
  const way = ways.find(({ id }) => id === chosen) ?? ways[0]!
  const table = (
    <>
      <ListBar title={list.name ?? 'List RFQ'}>
        <StatusBadge tone="mine">{`List RFQ · ${lines.length} lines`}</StatusBadge>
        <ListLife list={list} isOpen={lines.some((line) => stateOf(line) === 'OPEN')} />
        <span className={styles['space']} />
        <Button onClick={() => navigate(listAddress(NEW_LIST))}>New list</Button>
      </ListBar>
      <LineTable
        {...{ lines, isTicked, onTick }}
        asked={list.counterparties.length}
        compared={way.kind === 'BEST' ? ways.find(({ kind }) => kind === 'MAKER') : way}
        onOpen={({ rfq }) => navigate(`/rfqs?rfq=${encodeURIComponent(rfq.id)}`)}
      />
    </>
  )
  const makers = <MakersTable rows={makerRows(list.counterparties, lines, ways, nets)} count={lines.length} />
  const ticket = <TradeList {...{ list, lines, ways, way }} onWay={setChosen} ticked={lines.filter((line) => isTicked(line))} />
  const ticketSize = usePanelSize('list-ticket-width', ticketPx)
  const bottomSize = usePanelSize('list-bottom-height', bottomPx)
  if (useIsNarrow())
    return (
      <div className={styles['phone']}>
        {table}
        {ticket}
        {makers}
      </div>
    )
  return (
    <DeskLayout ticket={ticket} ticketSize={ticketSize} bottom={makers} bottomSize={bottomSize}>
      {table}
    </DeskLayout>
  )
}

/** When it was sent, and how long it stays open. */
export function ListLife({ list, isOpen }: { readonly list: ListRfq; readonly isOpen: boolean }) {
  const now = useNow(1_000)
  const left = Math.max(0, list.expiresAt - now)
  return (
    <span className={styles['muted']}>
      {`sent ${clockText(list.createdAt)} to ${list.counterparties.length} ${list.counterparties.length === 1 ? 'maker' : 'makers'} · `}
      {isOpen ? `left ${leftText(left)}` : 'closed'}
    </span>
  )
}

function MakersTable({ rows, count }: { readonly rows: readonly MakerRow[]; readonly count: number }) {
  const [layout, setLayout] = useKept<TableLayout>('table-list-makers', plainLayout, parseLayout)
  const columns = useMemo(() => makerColumns(count), [count])
  return (
    <div className={styles['table']}>
      <DataTable<MakerRow>
        label="Makers"
        columns={columns}
        rows={rows}
        layout={layout}
        onLayout={setLayout}
        rowId={({ maker }) => maker}
        empty={null}
      />
    </div>
  )
}

const makerColumns = (count: number): readonly Column<MakerRow>[] => [
  { id: 'maker', heading: 'Maker', width: 90, cell: ({ maker }) => <b>{maker}</b>, text: ({ maker }) => maker },
  {
    id: 'quoted',
    heading: 'Quoted',
    width: 130,
    cell: ({ quoted, declined }) => (declined ? 'Declined' : `${quoted} of ${count}`),
    text: ({ quoted }) => String(quoted),
  },
  { id: 'best', heading: 'Best on', width: 80, align: 'end', cell: ({ bestOn }) => bestOn, text: ({ bestOn }) => String(bestOn) },
  {
    id: 'complete',
    heading: `All ${count}, net`,
    width: 120,
    align: 'end',
    cell: ({ complete, quoted }) => (complete !== undefined ? netText(complete) : quoted === 0 ? '—' : `${count - quoted} missing`),
    text: ({ complete }) => complete ?? '',
  },
  {
    id: 'net',
    heading: 'Net price',
    width: 120,
    align: 'end',
    cell: ({ net }) => (net === undefined ? '—' : netText(net.netPrice)),
    text: ({ net }) => net?.netPrice ?? '',
  },
]
