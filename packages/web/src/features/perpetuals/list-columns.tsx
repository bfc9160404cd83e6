/** Columns that the perpetual lists share. */
import type { Column } from '../../components/table-column.ts'
import { timeColumn } from '../blotter/cells.tsx'
import { strongColumn } from '../blotter/column-kit.tsx'
import type { Market } from './model.ts'

/** A row with its market. */
export type Placed = { readonly id: string; readonly placed: Market }

export const marketColumn = <Row extends Placed>(): Column<Row> =>
  strongColumn('market', 'Mkt', 52, ({ placed }) => placed.base, { text: ({ placed }) => placed.name })

/** The rows whose market is known, with it. */
export const placedIn = <Row extends { readonly market: string }>(rows: readonly Row[], markets: ReadonlyMap<string, Market>) =>
  rows.flatMap((row) => {
    const placed = markets.get(row.market)
    return placed === undefined ? [] : [{ ...row, placed }]
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
