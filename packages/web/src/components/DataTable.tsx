import { type KeyboardEvent, memo, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { ink, OF_MARKET } from '../theme/ink.ts'
import styles from './DataTable.module.css'
import { type BandRun, inBands, runsOf, topOf } from './table-bands.ts'
import { heldOrder, type Sorting, sortRows, type TableLayout, visibleColumns, widthOf } from './table-layout.ts'
import type { Column } from './table-column.ts'
import { TableHead } from './TableHead.tsx'
import { toTsv } from './table-export.ts'
import { useInSight, useMoreAtEnd } from './use-in-sight.ts'
import { useWidth } from './use-width.ts'
import { runKey } from './key-table.ts'

export type DataTableProps<Row> = {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  readonly empty: ReactNode
  readonly selectedId?: string | undefined
  readonly onSelect?: (row: Row) => void
  /** If rows cannot be selected, a click also opens the row, and arrows only move. */
  readonly onOpen?: (row: Row) => void
  readonly onRowKey?: (row: Row, event: KeyboardEvent) => void
  readonly tone?: (row: Row) => 'closed' | 'mine' | 'fresh' | undefined
  /** Rows that contain nothing of the viewer's own. */
  readonly isOfMarket?: (row: Row) => boolean
  /** The band of a row. Bands appear in the order of the rows. */
  readonly bandOf?: (row: Row) => string
  /** The band in which it is counted, if it is held in another one. */
  readonly countedIn?: (row: Row) => string
  /** Rows keep the given order: they appear under collapsible group headings. */
  readonly areArranged?: true
  /** Called when the last rows become visible and more can be loaded. */
  readonly onEnd?: (() => void) | undefined
  readonly rowHeight?: number
  /** A last row that stays in sight, by the id of the column. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined
}

const ROW_HEIGHT = 31
const BAND_HEIGHT = 24
/** Padding at both ends of a row. */
const SIDES = 28
const BEYOND = 6
const NEAR_END = 15
/** The number of rows that Page Up and Page Down move. */
const PAGE = 12

/** A virtualised table of live rows. Only visible rows are rendered, and no row moves under the pointer. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, layout, rowId, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const visible = useMemo(() => visibleColumns(columns, layout, width - SIDES), [columns, layout, width])
  const cut = useMemo(() => cutColumns(visible, layout), [visible, layout])
  const { rows, runs, body } = useShownRows(props)
  const template = gridTemplate(visible, layout)
  const rowHeight = props.rowHeight ?? ROW_HEIGHT
  const top = (index: number) => topOf(index, runs, { rowPx: rowHeight, bandPx: BAND_HEIGHT })
  // Band headings are lower than rows, so this always covers the space they take.
  const places = useInSight(scroller, { count: rows.length, rowPx: rowHeight, beyond: BEYOND + runs.length })
  useMoreAtEnd(places, { count: rows.length, near: NEAR_END, more: props.onEnd })
  const focusRow = useRowFocus(scroller)
  const go = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    const row = rows[index]
    if (row === undefined) return
    onSelect?.(row)
    bringIntoSight(scroller.current, top(index), rowHeight)
    focusRow(index)
  }
  const onKeyDown = keysOf(props, rows.length, go)
  const hand = useHand({ press: onSelect ?? props.onOpen, open: onSelect === undefined ? undefined : props.onOpen, key: onKeyDown })
  const selected = rows.findIndex((row) => rowId(row) === props.selectedId)
  const line = (index: number) => (
    <TableRow
      key={rowId(rows[index]!)}
      id={rowId(rows[index]!)}
      hand={hand}
      visible={visible}
      cut={cut}
      row={rows[index]!}
      index={index}
      isSelected={index === selected}
      isFirstStop={index === selected || (selected < 0 && index === 0)}
      isPressable={onSelect !== undefined || props.onOpen !== undefined}
      isSelectable={onSelect !== undefined}
      tone={props.tone?.(rows[index]!)}
      isOfMarket={props.isOfMarket?.(rows[index]!) ?? false}
      template={template}
      height={rowHeight}
      start={top(index)}
    />
  )

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      onCopy={(event) => {
        if (getSelection()?.isCollapsed === false) return
        const exported = visible.filter(({ isExported }) => isExported !== false)
        event.clipboardData.setData('text/plain', toTsv(exported, rows))
        event.preventDefault()
      }}
    >
      <div className={styles['table']} role="grid" aria-label={props.label} aria-rowcount={rows.length + 1} aria-colcount={visible.length}>
        <TableHead {...{ columns, visible, layout, template }} onLayout={props.onLayout} />
        <div {...body} role={runs.length === 0 ? 'rowgroup' : 'presentation'} style={{ height: top(rows.length), position: 'relative' }}>
          {inRuns(runs, places, top, line)}
        </div>
        {props.totals !== undefined && <Totals of={props.totals} visible={visible} template={template} />}
      </div>
      {rows.length === 0 && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  )
}

type TotalsProps<Row> = {
  readonly of: Readonly<Record<string, ReactNode>>
  readonly visible: readonly Column<Row>[]
  readonly template: string
}

const Totals = <Row,>({ of, visible, template }: TotalsProps<Row>) => (
  <div role="row" className={styles['totals']} style={{ gridTemplateColumns: template }}>
    {visible.map(({ id, align }) => (
      <div key={id} role="gridcell" className={classNames(styles['cell'], align === 'end' && styles['end'])}>
        {of[id]}
      </div>
    ))}
  </div>
)

type PlaceOf = (index: number) => number

/** The visible rows. Each band is a group under its heading. */
function inRuns(runs: readonly BandRun[], places: readonly number[], top: PlaceOf, line: (index: number) => ReactNode): ReactNode {
  if (runs.length === 0) return places.map(line)
  return runs.map(({ band, from, to, count }, run) => {
    const own = places.filter((index) => index >= from && index < to)
    const isSecond = runs.findIndex((other) => other.band === band) < run
    return (
      own.length > 0 && (
        <div key={`${band} ${isSecond ? from : ''}`} role="rowgroup" aria-label={`${band}, ${count}`}>
          <div
            className={styles['band']}
            style={{ height: BAND_HEIGHT, transform: `translateY(${top(from) - BAND_HEIGHT}px)` }}
            aria-hidden="true"
          >
            <b>{band}</b> {count}
          </div>
          {own.map(line)}
        </div>
      )
    )
  })
}

const gridTemplate = <Row,>(visible: readonly Column<Row>[], layout: TableLayout): string =>
  visible
    .map((column) =>
      column.grows === undefined || layout.widths[column.id] !== undefined
        ? `${widthOf(column, layout)}px`
        : `minmax(${column.width}px, ${column.grows}fr)`,
    )
    .join(' ')

/** Arrows and page keys move through the rows and Enter opens one. The screen handles all other keys. */
const keysOf =
  <Row,>({ onSelect, onOpen, onRowKey }: DataTableProps<Row>, count: number, go: (to: number) => void) =>
  (event: KeyboardEvent, index: number, row: Row): void => {
    const open = () => (onSelect?.(row), onOpen?.(row))
    const isTaken = runKey(event, {
      down: () => go(index + 1),
      up: () => go(index - 1),
      nextPage: () => go(index + PAGE),
      previousPage: () => go(index - PAGE),
      firstRow: () => go(0),
      lastRow: () => go(count - 1),
      enter: event.target === event.currentTarget ? open : undefined,
    })
    if (!isTaken) onRowKey?.(row, event)
  }

/** Focuses a row that may have to be scrolled into view before it is rendered. */
function useRowFocus(scroller: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number>(undefined)
  const look = () => {
    if (wanted.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (row === undefined || row === null) return
    wanted.current = undefined
    row.focus()
  }
  useLayoutEffect(look)
  return (index) => {
    wanted.current = index
    look()
  }
}

const cutColumns = <Row,>(visible: readonly Column<Row>[], layout: TableLayout): ReadonlySet<string> =>
  new Set(visible.filter((column) => !column.fits || widthOf(column, layout) < column.width).map(({ id }) => id))

/** Scrolls only as far as needed. The sticky header covers the first rows. */
function bringIntoSight(scroller: HTMLElement | null, top: number, rowPx: number): void {
  if (scroller === null) return
  const headPx = scroller.querySelector<HTMLElement>('[role="columnheader"]')?.offsetHeight ?? 0
  const least = top + rowPx + headPx - scroller.clientHeight
  scroller.scrollTop = Math.max(least, Math.min(scroller.scrollTop, top))
}

type Acts<Row> = {
  readonly press: ((row: Row) => void) | undefined
  readonly open: ((row: Row) => void) | undefined
  readonly key: (event: KeyboardEvent, index: number, row: Row) => void
}

/** The row actions: one stable object for the life of the table that always calls the latest handlers. */
function useHand<Row>(now: Acts<Row>): Acts<Row> {
  const latest = useRef(now)
  latest.current = now
  const [hand] = useState<Acts<Row>>(() => ({
    press: (row) => latest.current.press?.(row),
    open: (row) => latest.current.open?.(row),
    key: (event, index, row) => latest.current.key(event, index, row),
  }))
  return hand
}

type RowProps<Row> = {
  readonly id: string
  readonly hand: Acts<Row>
  readonly visible: readonly Column<Row>[]
  readonly cut: ReadonlySet<string>
  readonly row: Row
  readonly index: number
  readonly isSelected: boolean
  /** The Tab key stops at one row of the table, and the arrow keys move from there. */
  readonly isFirstStop: boolean
  readonly isPressable: boolean
  readonly isSelectable: boolean
  readonly tone: 'closed' | 'mine' | 'fresh' | undefined
  readonly isOfMarket: boolean
  readonly template: string
  readonly height: number
  readonly start: number
}

function Row<Shown>({ hand, row, index, isSelected, isPressable, tone, ...props }: RowProps<Shown>) {
  return (
    <div
      data-index={index}
      data-row={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isSelectable ? isSelected : undefined}
      tabIndex={props.isFirstStop ? 0 : -1}
      className={classNames(
        styles['row'],
        isSelected && styles['selected'],
        tone !== undefined && styles[tone],
        isPressable && styles['pressable'],
        props.isOfMarket && OF_MARKET,
      )}
      style={{ gridTemplateColumns: props.template, height: props.height, transform: `translateY(${props.start}px)` }}
      onClick={() => hand.press?.(row)}
      onDoubleClick={() => hand.open?.(row)}
      onKeyDown={(event) => hand.key(event, index, row)}
    >
      {props.visible.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classNames(
            styles['cell'],
            column.align === 'end' && styles['end'],
            props.cut.has(column.id) && styles['cut'],
            inkClass(column, row),
          )}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

const inkClass = <Row,>({ ink: of }: Column<Row>, row: Row): string | undefined =>
  of === undefined ? undefined : ink[typeof of === 'function' ? of(row) : of]

/** A row with the same object is not rendered again, even if other rows change. */
const TableRow = memo(Row) as typeof Row

type ShownRows<Row> = { readonly rows: readonly Row[]; readonly runs: readonly BandRun[] }
type Held = { left: number; isHeld: boolean; ids: readonly string[]; sorting: Sorting | undefined; bands: ReadonlyMap<string, string> }

/** Rows in the chosen order, kept in place (and in their bands) while the pointer is over them. They take their places when it leaves. */
function useShownRows<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, layout, bandOf, countedIn = bandOf, areArranged } = props
  const [held] = useState<Held>({ left: 0, isHeld: false, ids: [], sorting: undefined, bands: new Map() })
  const { sorting } = layout
  const [left, setLeft] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const shown = useMemo((): ShownRows<Row> => {
    if (areArranged) return { rows, runs: [] }
    const column = columns.find(({ id }) => id === sorting?.column)
    const byColumn = column === undefined || sorting === undefined ? rows : sortRows(rows, column.sortBy ?? column.text, sorting.direction)
    const sorted = bandOf === undefined ? byColumn : inBands(byColumn, rows, bandOf)
    const ids = sorted.map(rowId)
    const isUnderPointer = held.sorting === sorting && held.left === left && (body.current?.matches(':hover') ?? false)
    const before = isUnderPointer ? held.bands : undefined
    held.left = left
    held.isHeld = isUnderPointer
    held.sorting = sorting
    held.ids = isUnderPointer ? heldOrder(held.ids, ids) : ids
    const byId = new Map(sorted.map((row) => [rowId(row), row]))
    const shown = isUnderPointer ? held.ids.flatMap((id) => byId.get(id) ?? []) : sorted
    if (bandOf === undefined) return { rows: shown, runs: [] }
    held.bands = new Map(shown.map((row) => [rowId(row), before?.get(rowId(row)) ?? bandOf(row)]))
    return { rows: shown, runs: runsOf([...held.bands.values()], countedIn && shown.map(countedIn)) }
  }, [areArranged, columns, rows, rowId, sorting, bandOf, countedIn, held, left])
  return { ...shown, body: { ref: body, onPointerLeave: () => held.isHeld && setLeft((count) => count + 1) } }
}
