import { csvCell, csvSeparator, type DecimalSign, spreadsheetText, UTF8_MARK } from '@parley/core'

/** A table as text: tab-separated for the clipboard, CSV for a file. */
export type TextColumn<Row> = { readonly heading: string; readonly fileHeading?: string; readonly text: (row: Row) => string }

/** Typographic minus signs become plain ones, so that spreadsheets can read the numbers. */
const plain = (text: string): string => text.replaceAll('−', '-').replaceAll(/[\t\n\r]+/g, ' ')

/** Of the browser's region if none is given, which is usually that of the machine's spreadsheets (docs/decisions/1008). */
export const decimalSignOf = (region?: string): DecimalSign => (new Intl.NumberFormat(region).format(1.5).includes(',') ? ',' : '.')

const cellsOf = <Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): readonly (readonly string[])[] => [
  columns.map(({ heading, fileHeading }) => fileHeading ?? heading),
  ...rows.map((row) => columns.map(({ text }) => plain(text(row)))),
]

export const toTsv = <Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[], sign = decimalSignOf()): string =>
  cellsOf(columns, rows)
    .map((cells) => cells.map((cell) => spreadsheetText(cell, sign)).join('\t'))
    .join('\n')

export const toCsv = <Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[], sign = decimalSignOf()): string =>
  cellsOf(columns, rows)
    .map((cells) => cells.map((cell) => csvCell(cell, sign)).join(csvSeparator(sign)))
    .join('\r\n')

export function downloadText(name: string, text: string, kind: string): void {
  const url = URL.createObjectURL(new Blob([kind === 'text/csv' ? UTF8_MARK : '', text], { type: kind }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Revoked after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
