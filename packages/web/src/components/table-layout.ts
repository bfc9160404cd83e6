/** The user's table layout: visible columns, order, widths and sorting. Pure; the screen that shows the table stores it. */
export type Sorting = { readonly column: string; readonly direction: 'up' | 'down' }

export type TableLayout = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Columns that the user has shown, which a narrow window does not drop. */
  readonly shown: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly sorting?: Sorting | undefined
}

export const plainLayout: TableLayout = { order: [], hidden: [], shown: [], widths: {} }

export type ColumnShape = {
  readonly id: string
  readonly width: number
  /** Share of the remaining width. */
  readonly grows?: number
  /** In a narrow window the columns with the highest number are dropped first. A column without one is never dropped. */
  readonly dropsAt?: number
  readonly startsHidden?: boolean
}

const LEAST_WIDTH = 36

/** Columns in the user's order. Columns that the layout does not know keep their default position. */
export function orderedColumns<C extends ColumnShape>(columns: readonly C[], order: readonly string[]): readonly C[] {
  const known = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const result = [...known]
  columns.forEach((column, index) => {
    if (result.includes(column)) return
    const before = columns.slice(0, index).findLast((each) => result.includes(each))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column)
  })
  return result
}

export const widthOf = (column: ColumnShape, layout: TableLayout): number => layout.widths[column.id] ?? column.width

export const isHidden = (column: ColumnShape, layout: TableLayout): boolean =>
  layout.hidden.includes(column.id) || (column.startsHidden === true && !layout.shown.includes(column.id))

/** The columns that fit into this width. The least important ones are dropped first, so that none is clipped. */
export function visibleColumns<C extends ColumnShape>(columns: readonly C[], layout: TableLayout, available: number): readonly C[] {
  let visible = orderedColumns(columns, layout.order).filter((column) => !isHidden(column, layout))
  const total = () => visible.reduce((sum, column) => sum + widthOf(column, layout), 0)
  while (available > 0 && total() > available) {
    const least = visible
      .filter((column) => column.dropsAt !== undefined && !layout.shown.includes(column.id))
      .toSorted((a, b) => b.dropsAt! - a.dropsAt!)[0]
    if (least === undefined) break
    visible = visible.filter((column) => column !== least)
  }
  return visible
}

export function withVisibility(layout: TableLayout, id: string, visibility: 'shown' | 'hidden'): TableLayout {
  const without = (ids: readonly string[]) => ids.filter((each) => each !== id)
  return visibility === 'shown'
    ? { ...layout, hidden: without(layout.hidden), shown: [...without(layout.shown), id] }
    : { ...layout, hidden: [...without(layout.hidden), id], shown: without(layout.shown) }
}

/** Moves a column to the position of another. */
export function withMoved(layout: TableLayout, columns: readonly ColumnShape[], id: string, to: string): TableLayout {
  const ids = orderedColumns(columns, layout.order).map((column) => column.id)
  const place = ids.indexOf(to)
  if (place < 0 || id === to) return layout
  const order = ids.filter((each) => each !== id)
  order.splice(place, 0, id)
  return { ...layout, order }
}

export const withWidth = (layout: TableLayout, id: string, width: number): TableLayout => ({
  ...layout,
  widths: { ...layout.widths, [id]: Math.max(LEAST_WIDTH, Math.round(width)) },
})

/** The first click sorts descending, the second ascending, and the third restores the default order. */
export function withSorting(layout: TableLayout, column: string): TableLayout {
  const { sorting, ...rest } = layout
  if (sorting?.column !== column) return { ...rest, sorting: { column, direction: 'down' } }
  return sorting.direction === 'down' ? { ...rest, sorting: { column, direction: 'up' } } : rest
}

export type SortValue = number | string | undefined

/** Missing values are last in both directions. Equal values keep their order. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, direction: Sorting['direction']): readonly Row[] {
  const sign = direction === 'up' ? 1 : -1
  return rows.toSorted((first, second) => {
    const [a, b] = [valueOf(first), valueOf(second)]
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
    return typeof a === 'number' && typeof b === 'number' ? sign * (a - b) : sign * String(a).localeCompare(String(b))
  })
}

/** Rows keep their positions while the pointer is over them: new rows go to the end, and removed rows leave a gap that cannot be clicked. */
export function heldOrder(before: readonly string[], ids: readonly string[]): readonly string[] {
  const present = new Set(ids)
  const kept = before.filter((id) => present.has(id))
  const known = new Set(kept)
  return [...kept, ...ids.filter((id) => !known.has(id))]
}

export function parseLayout(value: unknown): TableLayout | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { order, hidden, shown, widths, sorting } = value as Partial<Record<keyof TableLayout, unknown>>
  const areTexts = (list: unknown): list is string[] => Array.isArray(list) && list.every((item) => typeof item === 'string')
  if (!areTexts(order) || !areTexts(hidden) || !areTexts(shown) || typeof widths !== 'object' || widths === null) return undefined
  const numbers = Object.entries(widths).filter(([, width]) => typeof width === 'number' && width >= LEAST_WIDTH)
  const kept = { order, hidden, shown, widths: Object.fromEntries(numbers) as Record<string, number> }
  return isSorting(sorting) ? { ...kept, sorting } : kept
}

const isSorting = (value: unknown): value is Sorting =>
  typeof value === 'object' &&
  value !== null &&
  'column' in value &&
  typeof value.column === 'string' &&
  'direction' in value &&
  (value.direction === 'up' || value.direction === 'down')
