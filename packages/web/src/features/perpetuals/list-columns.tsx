/** Columns and rows that the perpetual lists share. */
import type { Column } from '../../components/table-column.ts'
import { strongColumn, withMarket } from '../blotter/column-kit.tsx'
import type { Market } from './model.ts'

/** A row with its market. */
export type Placed = { readonly id: string; readonly placed: Market }

export const marketColumn = <Row extends Placed>(): Column<Row> =>
  strongColumn('market', 'Mkt', 52, ({ placed }) => placed.base, { text: ({ placed }) => placed.name })

/** The rows whose market is known, with it. */
export const placedIn = <Row extends { readonly market: string }>(rows: Iterable<Row>, markets: ReadonlyMap<string, Market>) =>
  withMarket(rows, 'placed', ({ market }) => markets.get(market))
