/** The sheet that is being built into lists. It stays while the user looks at another screen of the page. */
import { readSheet, type SheetRow } from '@parley/core'
import { create } from 'zustand'
import { csvFile } from './csv-file.ts'

type Sheet = { readonly rows: readonly SheetRow[]; readonly edited: number | undefined; readonly refused: string | undefined }
export const useSheet = create<Sheet>(() => ({ rows: [], edited: undefined, refused: undefined }))

/** Adds the rows of a text below the others, with the next numbers. */
export function addRows(text: string, currencies: readonly string[]): void {
  const read = readSheet(text, currencies)
  useSheet.setState(({ rows }) => {
    const last = Math.max(0, ...rows.map(({ row }) => row))
    return { rows: [...rows, ...read.map((one) => ({ ...one, row: last + one.row }))], refused: undefined }
  })
}

/** Writes a row anew. It keeps its number and place. */
export function rewriteRow(row: number, text: string, currencies: readonly string[]): void {
  const [read] = readSheet(text, currencies)
  useSheet.setState(({ rows }) => ({
    edited: undefined,
    rows: rows.flatMap((one) => (one.row !== row ? [one] : read === undefined ? [] : [{ ...read, row, venue: read.venue ?? one.venue, currency: read.currency ?? one.currency }])), // prettier-ignore
  }))
}

export const editRow = (edited: number | undefined): void => useSheet.setState({ edited })
export const removeRows = (gone: readonly SheetRow[]): void =>
  useSheet.setState(({ rows }) => ({ edited: undefined, rows: rows.filter((row) => !gone.includes(row)) }))

/** Reads an uploaded file. A file that is no text is refused with the reason. */
export async function uploadRows(file: File, currencies: readonly string[]): Promise<void> {
  const read = await csvFile(file)
  if ('problem' in read) useSheet.setState({ refused: read.problem })
  else addRows(read.text, currencies)
}
