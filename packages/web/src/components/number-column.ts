/** A column of numbers, as every table shows them. */
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
