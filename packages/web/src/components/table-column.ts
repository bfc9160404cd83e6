import type { ReactNode } from 'react'
import type { ColumnShape, SortValue } from './table-layout.ts'

/** One column of a DataTable: how it is drawn, copied and sorted. */
export type Column<Row> = ColumnShape & {
  readonly heading: string
  /** Numbers stand at the right. */
  readonly align?: 'end'
  readonly cell: (row: Row) => ReactNode
  /** For copying, exporting and sorting where nothing else is said. */
  readonly text: (row: Row) => string
  readonly sortBy?: (row: Row) => SortValue
  /** For pins and buttons: the name is for readers and the column list, and there is nothing to sort by. */
  readonly isHeadingHidden?: boolean
  /** Every value has room in its width, and is cut off only if somebody makes it narrower; a cell that may be cut costs in every frame. */
  readonly fits?: true
  /** Copied and exported also while it is not shown; false for buttons, which never are. */
  readonly isExported?: boolean
}
