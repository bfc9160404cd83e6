/** Columns of numbers and of text, as every table shows them. */
import type { Column } from './table-column.ts'

/** Right-aligned, and without the commas of the screen in a copy or a file. `more` sorts it, or replaces a part of it. */
export const numberColumn = <Row>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string,
  more: NonNullable<Column<Row>['sortBy']> | Partial<Column<Row>> = {},
): Column<Row> => ({
  ...{ id, heading, width, align: 'end', cell: of },
  text: (row) => of(row).replaceAll(',', ''),
  ...(typeof more === 'function' ? { sortBy: more } : more),
})

/** A column of text. Its cells show it as it is copied, unless `more` has another cell. */
export const textColumn = <Row>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, heading, width, cell: of, text: of, ...more })
