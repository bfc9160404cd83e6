import type { ReactNode } from 'react'
import type { Ink } from '../theme/ink.ts'
import type { ColumnShape, SortValue } from './table-layout.ts'
import { isoText } from './time-text.ts'

/** One column of a DataTable: how it is drawn, copied and sorted. */
export type Column<Row> = ColumnShape & {
  readonly heading: string
  /** In copies and files, where it says more than on the screen. */
  readonly fileHeading?: string
  /** Numbers stand at the right. */
  readonly align?: 'end'
  readonly cell: (row: Row) => ReactNode
  /** Its cells are times of the clock, and its heading says in which zone. */
  readonly isClock?: true
  /** For prices: whose they are, so that they show their age. */
  readonly ink?: Ink | ((row: Row) => Ink)
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

/** A moment in a copy or a file: in UTC and said so, whatever the zone of the screen. */
export const momentInFile = <Row>(heading: string, momentOf: (row: Row) => number | null | undefined) => ({
  fileHeading: `${heading} (UTC)`,
  text: (row: Row): string => {
    const at = momentOf(row)
    return at == null ? '' : isoText(at)
  },
})
