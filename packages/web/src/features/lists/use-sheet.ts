/** The sheet that is being built into lists. It is kept in the browser, so that it survives a reload (rulebook 22.16). */
import { addSheetRows, rewriteSheetRow, type SheetRow } from '@parley/core'
import { useState } from 'react'
import { useLatest } from '../../live/use-latest.ts'
import { useKept } from '../../live/use-kept-setting.ts'

const keptRows = (value: unknown): readonly SheetRow[] | undefined =>
  Array.isArray(value) &&
  value.every((row) => typeof row?.row === 'number' && typeof row.text === 'string' && typeof row.structure === 'string')
    ? value
    : undefined

export function useSheet(currencies: readonly string[]) {
  const [rows, setRows] = useKept<readonly SheetRow[]>('sheet', [], keptRows)
  const [edited, setEdited] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const latest = useLatest(rows)
  const put = (next: readonly SheetRow[], of?: number) => {
    setRows(next)
    setEdited(of)
    setRefused(undefined)
  }
  return {
    ...{ rows, edited, refused, edit: setEdited },
    add: (text: string) => put(addSheetRows(latest(), text, currencies)),
    /** Adds one row that the user can still change. */
    addToEdit: (text: string) => {
      const next = addSheetRows(latest(), text, currencies)
      put(next, next.at(-1)?.row)
    },
    rewrite: (row: number, text: string) => put(rewriteSheetRow(latest(), row, text, currencies)),
    remove: (gone: readonly SheetRow[]) => put(latest().filter((row) => !gone.some((one) => one.row === row.row))),
    /** Reads an uploaded file. A file without text is refused with the remedy. */
    upload: async (file: File) => {
      const read = await fileText(file)
      if ('problem' in read) setRefused(read.problem)
      else put(addSheetRows(latest(), read.text, currencies))
    },
  }
}
export type Sheet = ReturnType<typeof useSheet>

const MOST_BYTES = 1_000_000

/** Spreadsheets save CSV files in UTF-8 or in the encoding of Windows. */
async function fileText(file: File): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (file.size > MOST_BYTES) return { problem: `${file.name} is larger than 1 MB. A list has at most 50 lines.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.includes(0)) return { problem: `${file.name} is not a text file. Save the sheet as CSV, or copy its cells and paste them.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
