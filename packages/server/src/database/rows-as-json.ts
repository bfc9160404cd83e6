/** The rows of one table in a commit, as its statement reads them. For the same key, the later row wins. Null if there are no rows. */
type TableRow = { readonly table: string; readonly key: string | number; readonly row: object }

export function rowsAsJson<Row extends TableRow>(rows: readonly Row[], table: Row['table']): string | null {
  const held = new Map<Row['key'], object>()
  for (const row of rows) if (row.table === table) held.set(row.key, row.row)
  return held.size === 0 ? null : JSON.stringify([...held.values()])
}
