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
    ...{ rows, edited, refused, edit: setEdited, refuse: setRefused },
    add: (text: string) => put(addSheetRows(latest(), text, currencies)),
    /** Adds one row that the user can still change. */
    addToEdit: (text: string) => {
      const next = addSheetRows(latest(), text, currencies)
      put(next, next.at(-1)?.row)
    },
    rewrite: (row: number, text: string) => put(rewriteSheetRow(latest(), row, text, currencies)),
    remove: (gone: readonly SheetRow[]) => put(latest().filter((row) => !gone.some((one) => one.row === row.row))),
  }
}
export type Sheet = ReturnType<typeof useSheet>
