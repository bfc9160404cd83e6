import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type PointerEvent, useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import styles from './DataTable.module.css'
import type { Column } from './table-column.ts'
import { type TableLayout, widthOf, withMoved, withSorting, withWidth } from './table-layout.ts'
import { runKey } from './key-table.ts'
import { zoneName } from './time-text.ts'
import { useTimeZone } from './time-zone.ts'

type HeadProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly visible: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly template: string
  readonly onLayout: (layout: TableLayout) => void
}

function Head<Row>({ columns, visible, layout, template, onLayout }: HeadProps<Row>) {
  const [dragged, setDragged] = useState<string>()
  const move = (column: Column<Row>, by: number) => {
    const other = visible[visible.indexOf(column) + by]
    if (other !== undefined) onLayout(withMoved(layout, columns, column.id, other.id))
  }
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['headRow']} style={{ gridTemplateColumns: template }}>
        {visible.map((column) => {
          const direction = layout.sorting?.column === column.id ? layout.sorting.direction : undefined
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={
                column.isHeadingHidden ? undefined : direction === undefined ? 'none' : direction === 'up' ? 'ascending' : 'descending'
              }
              className={classNames(styles['heading'], column.align === 'end' && styles['end'])}
              draggable
              onDragStart={() => setDragged(column.id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && onLayout(withMoved(layout, columns, dragged, column.id))}
            >
              {column.isHeadingHidden ? (
                <span className="visually-hidden">{column.heading}</span>
              ) : (
                <button
                  type="button"
                  className={styles['sort']}
                  title={`Sort by ${column.heading}. Drag, or press Alt with an arrow key, to move the column.`}
                  onClick={() => onLayout(withSorting(layout, column.id))}
                  onKeyDown={(event) => {
                    runKey(event, { moveColumnLeft: () => move(column, -1), moveColumnRight: () => move(column, 1) })
                  }}
                >
                  {column.heading}
                  {column.isClock && <Zone />}
                  {direction === 'up' && <ArrowUp size={11} aria-hidden="true" />}
                  {direction === 'down' && <ArrowDown size={11} aria-hidden="true" />}
                </button>
              )}
              <Edge width={widthOf(column, layout)} onWidth={(width) => onLayout(withWidth(layout, column.id, width))} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A component of its own, so that a change of time zone renders nothing else. */
function Zone() {
  const zone = useTimeZone()
  return <small className={styles['zone']}> {zoneName(Date.now(), zone)}</small>
}

/** A click sorts, dragging or Alt with an arrow moves, and the right edge resizes. It is rendered when a column changes, not with every row. */
export const TableHead = memo(Head) as typeof Head

/** Resizing needs a pointer. Columns can also be hidden and shown from the column list. */
function Edge({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  const [from, setFrom] = useState<{ x: number; width: number }>()
  return (
    <span
      className={styles['edge']}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, width: event.currentTarget.parentElement?.getBoundingClientRect().width ?? width })
      }}
      onPointerMove={(event) => from !== undefined && onWidth(from.width + event.clientX - from.x)}
      onPointerUp={() => setFrom(undefined)}
      onLostPointerCapture={() => setFrom(undefined)}
    />
  )
}
