/** A sheet that is being built into lists: its rows keep their numbers, and those of each market are a list (rulebook 22.1, 22.12). */
import type { VenueCode } from '../catalogue/venue.ts'
import { LEAST_LIST_LINES, MOST_LIST_LINES } from '../rfq/model/list.ts'
import { MAX_OPEN_RFQS_PER_DESK } from '../rfq/model/limits.ts'
import { readSheet, type SheetRow } from './read-sheet.ts'

export type SheetMarket = { readonly venue: VenueCode; readonly currency: string }

/** The row as a typed line. */
export const sheetRowText = ({ side, quantity, structure }: Pick<SheetRow, 'side' | 'quantity' | 'structure'>): string =>
  [side === undefined ? '' : side === 'BUY' ? 'B' : 'S', quantity ?? '', structure].filter((part) => part !== '').join(' ')

/** The rows of a text below the others, with the next numbers. */
export function addSheetRows(rows: readonly SheetRow[], text: string, currencies: readonly string[]): readonly SheetRow[] {
  const last = Math.max(0, ...rows.map(({ row }) => row))
  return [...rows, ...readSheet(text, currencies).map((one) => ({ ...one, row: last + one.row }))]
}

/** Replaces the text of a row. It keeps its number, its place and its market unless the text names another one. Without text it is removed. */
export function rewriteSheetRow(rows: readonly SheetRow[], row: number, text: string, currencies: readonly string[]): readonly SheetRow[] {
  const [read] = readSheet(text, currencies)
  return rows.flatMap((one) =>
    one.row !== row
      ? [one]
      : read === undefined
        ? []
        : [{ ...read, row, venue: read.venue ?? one.venue, currency: read.currency ?? one.currency }],
  )
}

/** The rows of each market, in their order. A row that names no market belongs to `home`. An empty sheet is a list at `home`. */
export function sheetLists(
  rows: readonly SheetRow[],
  home: SheetMarket,
): readonly (SheetMarket & { readonly name: string; readonly rows: readonly SheetRow[] })[] {
  const lists = new Map<string, SheetMarket & { readonly name: string; readonly rows: SheetRow[] }>()
  const listOf = ({
    venue = home.venue,
    currency = home.currency,
  }: Partial<{ [Key in keyof SheetMarket]: SheetMarket[Key] | undefined }>) => {
    const name = `${venue} ${currency}`
    const list = lists.get(name) ?? { venue, currency, name, rows: [] }
    lists.set(name, list)
    return list
  }
  for (const row of rows) listOf(row).rows.push(row)
  return lists.size === 0 ? [listOf({})] : [...lists.values()]
}

/** The reason why so many lines cannot be sent. The sentence about their number is that of the server. */
export const listSizeProblem = (lines: number, openRfqs: number): string | undefined =>
  lines < LEAST_LIST_LINES || lines > MOST_LIST_LINES
    ? `A list has ${LEAST_LIST_LINES} to ${MOST_LIST_LINES} lines. This one has ${lines}.`
    : openRfqs + lines > MAX_OPEN_RFQS_PER_DESK
      ? `Your desk has ${openRfqs} open RFQs in this market, and can have ${MAX_OPEN_RFQS_PER_DESK}. Each line is one. Send fewer lines.`
      : undefined
