import { type KeyboardEvent, memo, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './DataTable.module.css'
import { heldOrder, type Sorting, sortRows, type TableLayout, visibleColumns, widthOf } from './table-layout.ts'
import type { Column } from './table-column.ts'
import { TableHead } from './TableHead.tsx'
import { toTsv } from './table-export.ts'
import { useInSight, useMoreAtEnd } from './use-in-sight.ts'
import { useWidth } from './use-width.ts'

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
  readonly onOpen?: (row: Row) => void
  readonly onRowKey?: (row: Row, event: KeyboardEvent) => void
  readonly tone?: (row: Row) => 'closed' | 'mine' | 'fresh' | undefined
  /** Called when the last rows come into sight and there are more to fetch. */
  readonly onEnd?: (() => void) | undefined
  readonly rowHeight?: number
}

const ROW_HEIGHT = 31
/** Room at both ends of a row. */
const SIDES = 28
const BEYOND = 6
const NEAR_END = 15

/** Rows that stream: only those in sight are drawn, and none moves under the pointer. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, layout, rowId, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const visible = useMemo(() => visibleColumns(columns, layout, width - SIDES), [columns, layout, width])
  const cut = useMemo(() => cutColumns(visible, layout), [visible, layout])
  const body = useRef<HTMLDivElement>(null)
  const rows = useShownRows(props, body)
  const template = gridTemplate(visible, layout)
  const rowHeight = props.rowHeight ?? ROW_HEIGHT
  const places = useInSight(scroller, { count: rows.length, rowPx: rowHeight, beyond: BEYOND })
  useMoreAtEnd(places, { count: rows.length, near: NEAR_END, more: props.onEnd })
  const focusRow = useRowFocus(scroller)
  const go = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    const row = rows[index]
    if (row === undefined) return
    onSelect?.(row)
    bringIntoSight(scroller.current, index, rowHeight)
    focusRow(index)
  }
  const onKeyDown = (event: KeyboardEvent, index: number, row: Row) => {
    const target = keyTarget(event.key, index, rows.length)
    if (target !== undefined) go(target)
    else if (event.key === 'Enter' && event.target === event.currentTarget) {
      onSelect?.(row)
      props.onOpen?.(row)
    } else return props.onRowKey?.(row, event)
    event.preventDefault()
  }
  const hand = useHand({ press: onSelect, open: props.onOpen, key: onKeyDown })
  const selected = rows.findIndex((row) => rowId(row) === props.selectedId)

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      onCopy={(event) => {
        if (getSelection()?.isCollapsed === false) return
        event.clipboardData.setData('text/plain', toTsv(visible, rows))
        event.preventDefault()
      }}
    >
      <div className={styles['table']} role="grid" aria-label={props.label} aria-rowcount={rows.length + 1} aria-colcount={visible.length}>
        <TableHead {...{ columns, visible, layout, template }} onLayout={props.onLayout} />
        <div ref={body} role="rowgroup" style={{ height: rows.length * rowHeight, position: 'relative' }}>
          {places.map((index) => (
            <TableRow
              key={rowId(rows[index]!)}
              hand={hand}
              visible={visible}
              cut={cut}
              row={rows[index]!}
              index={index}
              isSelected={index === selected}
              isFirstStop={index === selected || (selected < 0 && index === 0)}
              isPressable={onSelect !== undefined}
              tone={props.tone?.(rows[index]!)}
              template={template}
              height={rowHeight}
              start={index * rowHeight}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  )
}

const gridTemplate = <Row,>(visible: readonly Column<Row>[], layout: TableLayout): string =>
  visible
    .map((column) =>
      column.grows && layout.widths[column.id] === undefined ? `minmax(${column.width}px, 1fr)` : `${widthOf(column, layout)}px`,
    )
    .join(' ')

/** Focus for a row that may have to come into sight before it is there. */
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

/** As far as needed and no further; the head stands over the first rows. */
function bringIntoSight(scroller: HTMLElement | null, index: number, rowPx: number): void {
  if (scroller === null) return
  const headPx = scroller.querySelector<HTMLElement>('[role="columnheader"]')?.offsetHeight ?? 0
  const least = (index + 1) * rowPx + headPx - scroller.clientHeight
  scroller.scrollTop = Math.max(least, Math.min(scroller.scrollTop, index * rowPx))
}

type Acts<Row> = {
  readonly press: ((row: Row) => void) | undefined
  readonly open: ((row: Row) => void) | undefined
  readonly key: (event: KeyboardEvent, index: number, row: Row) => void
}

/** The actions on a row: one object for the table's whole life, which always does what the table says at that moment. */
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
  readonly hand: Acts<Row>
  readonly visible: readonly Column<Row>[]
  readonly cut: ReadonlySet<string>
  readonly row: Row
  readonly index: number
  readonly isSelected: boolean
  /** Tab comes to one row of the table; the arrows do the rest. */
  readonly isFirstStop: boolean
  readonly isPressable: boolean
  readonly tone: 'closed' | 'mine' | 'fresh' | undefined
  readonly template: string
  readonly height: number
  readonly start: number
}

function Row<Shown>({ hand, row, index, isSelected, isPressable, tone, ...props }: RowProps<Shown>) {
  return (
    <div
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isPressable ? isSelected : undefined}
      tabIndex={props.isFirstStop ? 0 : -1}
      className={classNames(
        styles['row'],
        isSelected && styles['selected'],
        tone !== undefined && styles[tone],
        isPressable && styles['pressable'],
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
          data-figure={column.align === 'end' || undefined}
          className={classNames(styles['cell'], column.align === 'end' && styles['end'], props.cut.has(column.id) && styles['cut'])}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

/** A row whose object is the same is not drawn again, whatever the rows around it do. */
const TableRow = memo(Row) as typeof Row

function keyTarget(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1
  if (key === 'ArrowUp') return index - 1
  if (key === 'PageDown') return index + 12
  if (key === 'PageUp') return index - 12
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Sorted as asked; held in place while the pointer is over them. */
function useShownRows<Row>({ columns, rows, rowId, layout }: DataTableProps<Row>, body: RefObject<HTMLDivElement | null>): readonly Row[] {
  const [held] = useState<{ ids: readonly string[]; sorting: Sorting | undefined }>({ ids: [], sorting: undefined })
  const { sorting } = layout
  return useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.column)
    const sorted = column === undefined || sorting === undefined ? rows : sortRows(rows, column.sortBy ?? column.text, sorting.direction)
    const ids = sorted.map(rowId)
    const isUnderPointer = held.sorting === sorting && (body.current?.matches(':hover') ?? false)
    held.sorting = sorting
    held.ids = isUnderPointer ? heldOrder(held.ids, ids) : ids
    if (!isUnderPointer) return sorted
    const byId = new Map(sorted.map((row) => [rowId(row), row]))
    return held.ids.flatMap((id) => byId.get(id) ?? [])
  }, [columns, rows, rowId, sorting, held, body])
}
