/** Columns that the perpetual lists share. */
import type { Column } from '../../components/table-column.ts'
import { timeColumn } from '../blotter/cells.tsx'
import cells from '../blotter/cells.module.css'
import type { Market } from './model.ts'

/** A row with its market. */
export type Placed = { readonly id: string; readonly placed: Market }

export const marketColumn = <Row extends Placed>(): Column<Row> => ({
  id: 'market',
  heading: 'Mkt',
  width: 52,
  cell: ({ placed }) => <b className={cells['strong']}>{placed.base}</b>,
  text: ({ placed }) => placed.name,
})

/** In a narrow space, these columns are dropped first, in this order. */
export const dropping = <Row,>(columns: readonly Column<Row>[], first: readonly string[]): readonly Column<Row>[] =>
  columns.map((column) => {
    const at = first.indexOf(column.id)
    return at === -1 ? column : { ...column, dropsAt: first.length - at }
  })

const CLOCK_PX = 72
/** The same column as in other lists, but narrower. */
export const clockColumn = <Row,>(heading: string, at: (row: Row) => number): Column<Row> => ({
  ...timeColumn(heading, at),
  width: CLOCK_PX,
})
