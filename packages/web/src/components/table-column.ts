import type { ReactNode } from 'react'
import type { Ink } from '../theme/ink.ts'
import type { ColumnShape, SortValue } from './table-layout.ts'
import { isoText } from './time-text.ts'

/** A column of a DataTable: how it is rendered, copied and sorted. */
export type Column<Row> = ColumnShape & {
  readonly heading: string
  /** The heading in copies and files, if it is longer than on the screen. */
  readonly fileHeading?: string
  /** Numbers are right-aligned. */
  readonly align?: 'end'
  readonly cell: (row: Row) => ReactNode
  /** Its cells are clock times, and its heading shows the time zone. */
  readonly isClock?: true
  /** For prices: whose price it is, so that its age can be shown. */
  readonly ink?: Ink | ((row: Row) => Ink)
  /** The text for copying, exporting and (by default) sorting. */
  readonly text: (row: Row) => string
  readonly sortBy?: (row: Row) => SortValue
  /** For pins and buttons: the heading is for screen readers and the column list only, and the column is not sortable. */
  readonly isHeadingHidden?: boolean
  /** Every value fits into the width, so cells are clipped only after a user narrows the column. Clipping costs time in every frame. */
  readonly fits?: true
  /** Whether it is copied and exported even when hidden. False for buttons, which never are. */
  readonly isExported?: boolean
}

/** A time in a copy or a file: always in UTC and labelled so, whatever the zone on the screen. */
export const momentInFile = <Row>(heading: string, momentOf: (row: Row) => number | null | undefined) => ({
  fileHeading: `${heading} (UTC)`,
  text: (row: Row): string => {
    const at = momentOf(row)
    return at == null ? '' : isoText(at)
  },
})
