/** Columns of numbers and of text, as every table shows them. */
import type { SortValue } from './table-layout.ts'
import type { Column } from './table-column.ts'

/** The fields of a row by whose values it can be sorted. */
type SortField<Row> = { [Field in keyof Row]-?: Row[Field] extends SortValue ? Field : never }[keyof Row]

/** Right-aligned, and without the commas of the screen in a copy or a file. `more` is what sorts it, as a field or a function, or parts that replace its own. */
export const numberColumn = <Row>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string,
  more: NoInfer<SortField<Row>> | NonNullable<Column<Row>['sortBy']> | Partial<Column<Row>> = {},
): Column<Row> => ({
  ...{ id, heading, width, align: 'end', cell: of },
  text: (row) => of(row).replaceAll(',', ''),
  ...(typeof more === 'object' ? more : { sortBy: typeof more === 'function' ? more : (row: Row) => row[more] as SortValue }),
})

/** A column of text. Its cells show it as it is copied, unless `more` has another cell. */
export const textColumn = <Row>(
  id: string,
  heading: string,
  width: number,
  of: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, heading, width, cell: of, text: of, ...more })
